#!/usr/bin/env bash
# The software adapters of the tests: is one there, can one be brought, what to install otherwise. Sourced, not run.

say() { printf 'scripts/test: %s\n' "$*"; }

# The driver manifests that the Vulkan loader would read, one a line.
driver_manifests() {
    local folder list=${VK_DRIVER_FILES:-${VK_ICD_FILENAMES:-}}
    if [[ -n $list ]]; then
        tr ':' '\n' <<<"$list"
        return
    fi
    for folder in /etc /usr/share /usr/local/share /run/opengl-driver/share "${XDG_DATA_HOME:-$HOME/.local/share}"; do
        find "$folder/vulkan/icd.d" -name '*.json' 2>/dev/null || true
    done
}

loader_found() {
    local libraries
    libraries=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null || true)
    [[ $libraries == *libvulkan.so.1* || -e /run/opengl-driver/lib/libvulkan.so.1 ]]
}

# Whether a driver is installed that will find a device: lavapipe and SwiftShader always do, others need hardware.
adapter_found() {
    local manifest
    case $(uname -s) in
        Linux) ;;
        Darwin) return 1 ;; # Metal is hardware only, and the tests compare bits on a software adapter
        *) return 0 ;;      # Windows brings a software adapter, WARP
    esac
    loader_found || return 1
    while read -r manifest; do
        [[ -e $manifest ]] || continue
        case $manifest in
            *lvp* | *swiftshader*) return 0 ;;
        esac
        compgen -G '/dev/dri/renderD*' >/dev/null && return 0
        [[ -e /dev/nvidia0 || -e /dev/dxg ]] && return 0
    done <<<"$(driver_manifests)"
    return 1
}

# Runs a command as root without asking for a password; fails where that is impossible.
as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo -n "$@"
    fi
}

can_install() {
    command -v apt-get >/dev/null && { ((EUID == 0)) || sudo -n true 2>/dev/null; }
}

# Refreshes apt's lists, at most once in a run.
update_lists() {
    [[ -n ${lists_updated:-} ]] && return 0
    lists_updated=1
    as_root apt-get update -qq </dev/null >/dev/null 2>&1 || say "apt-get update failed; going on with the old lists"
}

bring_adapter() {
    adapter_found && return 0
    can_install || return 1
    say "no Vulkan adapter found: installing Mesa's software driver (mesa-vulkan-drivers, libvulkan1)"
    update_lists
    local log
    log=$(mktemp)
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        mesa-vulkan-drivers libvulkan1 </dev/null >"$log" 2>&1; then
        tail -n 5 "$log"
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
    adapter_found
}

say_what_to_install() {
    cat <<'TEXT'
scripts/test: no software adapter was found and none could be installed, so the tests on the GPU will fail. Install one:
    Debian, Ubuntu   sudo apt-get install mesa-vulkan-drivers libvulkan1
    Fedora           sudo dnf install mesa-vulkan-drivers vulkan-loader
    Arch             sudo pacman -S vulkan-swrast vulkan-icd-loader
    openSUSE         sudo zypper install libvulkan_lvp libvulkan1
    Alpine           sudo apk add mesa-vulkan-swrast vulkan-loader
    macOS            has no software adapter: leave these tests out, as below
or name a driver's manifest in VK_DRIVER_FILES, or leave those tests out: FLOCKWORK_TESTS_WITHOUT_GPU=1 scripts/test
TEXT
}

# SwiftShader is a second, independent software adapter. Debian ships it inside chromium-common, of which only the
# driver and its manifest are unpacked, into a cache folder. Nothing is installed, and a failure is only said.
bring_swiftshader() {
    local folder=${XDG_CACHE_HOME:-$HOME/.cache}/flockwork/swiftshader
    if [[ -n ${FLOCKWORK_SWIFTSHADER_ICD:-} ]]; then
        [[ -e $FLOCKWORK_SWIFTSHADER_ICD ]] && return 0
        say "FLOCKWORK_SWIFTSHADER_ICD names no file: $FLOCKWORK_SWIFTSHADER_ICD"
        exit 1
    fi
    if [[ ! -e $folder/vk_swiftshader_icd.json ]] && ! unpack_swiftshader "$folder"; then
        say "the second software adapter (SwiftShader) is not tested: it could not be brought here"
        return 0
    fi
    export FLOCKWORK_SWIFTSHADER_ICD=$folder/vk_swiftshader_icd.json
}

unpack_swiftshader() {
    local folder=$1 scratch found=1
    [[ $(uname -s) == Linux ]] || return 1
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    scratch=$(mktemp -d)
    say "bringing the second software adapter (SwiftShader, from chromium-common) into $folder"
    if fetch_and_unpack "$scratch"; then
        mkdir -p "$folder"
        # The manifest comes last: where it is, the driver is whole.
        mv "$scratch/libvk_swiftshader.so" "$folder/" && mv "$scratch/vk_swiftshader_icd.json" "$folder/" && found=0
    fi
    rm -rf "$scratch"
    return "$found"
}

fetch_and_unpack() {
    local scratch=$1
    download_chromium "$scratch" || { can_install && update_lists && download_chromium "$scratch"; } || return 1
    dpkg-deb --fsys-tarfile "$scratch"/chromium-common_*.deb |
        tar -x -C "$scratch" --strip-components=4 --wildcards '*/libvk_swiftshader.so' '*/vk_swiftshader_icd.json' ||
        return 1
    [[ $(ldd "$scratch/libvk_swiftshader.so" 2>&1) != *"not found"* ]] # a library that this machine lacks
}

# Root's apt warns that its unprivileged user cannot write here, and downloads all the same.
download_chromium() {
    (cd "$1" && apt-get download -qq chromium-common </dev/null >/dev/null 2>&1)
}
