//! Twins: a rule or a pass stands once in Rust and once in WGSL, in files and functions of the same name.

use crate::expect_none;
use crate::lexer::{code_only, functions, lines_with};
use crate::tree::{self, Source};

/// Shared shaders whose twin is not in `src/rules/`.
const TWINS_ELSEWHERE: &[(&str, &str)] = &[
    ("shaders/shared/params.wgsl", "src/params.rs"), // the uniform's layout, not a rule
    ("shaders/shared/agent.wgsl", "src/flock.rs"),   // the state's rows, not a rule
    ("shaders/shared/schedule.wgsl", "src/gpu/schedule.rs"), // what the host plans, not a rule
    ("shaders/shared/together.wgsl", "src/passes/groups.rs"), // lanes, not a rule
];

/// Files in one language only, each with its reason.
const SINGLE: &[&str] = &[
    "shaders/shared/dispatch.wgsl", // which agent an invocation is; a loop in Rust
];

/// WGSL functions without a Rust function of that name: file, function. Each has its reason beside it.
const WGSL_ONLY: &[(&str, &str)] = &[];

/// Files of one folder whose twin is missing in the other.
fn without_twin(rust: &[Source], shaders: &[Source]) -> Vec<String> {
    let elsewhere = |file: &Source| TWINS_ELSEWHERE.iter().any(|(shader, _)| *shader == file.path);
    let single = |file: &Source| SINGLE.contains(&file.path.as_str()) || file.stem() == "mod";
    let lonely = |files: &[Source], others: &[Source], kind: &str| -> Vec<String> {
        let missing = files.iter().filter(|file| !elsewhere(file) && !single(file));
        let missing = missing.filter(|file| !others.iter().any(|other| other.stem() == file.stem()));
        missing.map(|file| format!("{}: no {kind} file `{}` is its twin", file.path, file.stem())).collect()
    };
    [lonely(rust, shaders, "WGSL"), lonely(shaders, rust, "Rust")].concat()
}

/// Functions of a shared shader that its Rust twin does not have.
fn functions_without_twin(shader: &Source, twin: &Source) -> Vec<String> {
    let rust = functions(&code_only(&twin.text));
    functions(&code_only(&shader.text))
        .into_iter()
        .filter(|function| !rust.iter().any(|other| other.name == function.name))
        .filter(|function| !WGSL_ONLY.contains(&(shader.path.as_str(), function.name.as_str())))
        .map(|function| format!("{}:{}: `{}` is not in {}", shader.path, function.line, function.name, twin.path))
        .collect()
}

/// Entry points of a pass that are not named as its file, or a pass without any.
fn misnamed_entry_points(shader: &Source) -> Vec<String> {
    let code = code_only(&shader.text);
    let marks = lines_with(&code, "@compute");
    if marks.is_empty() {
        return vec![format!("{}: no entry point", shader.path)];
    }
    let all = functions(&code);
    let entries = marks.iter().filter_map(|&line| all.iter().find(|function| function.line >= line));
    let misnamed = entries.filter(|entry| !entry.name.starts_with(shader.stem()));
    misnamed.map(|entry| format!("{}:{}: `{}` is not named as its file", shader.path, entry.line, entry.name)).collect()
}

fn shared_twin(shader: &Source, rust: &[Source]) -> Option<Source> {
    let elsewhere = TWINS_ELSEWHERE.iter().find(|(path, _)| *path == shader.path).map(|(_, twin)| (*twin).to_owned());
    let path = elsewhere.unwrap_or_else(|| format!("src/rules/{}.rs", shader.stem()));
    rust.iter().find(|file| file.path == path).map(|file| Source::new(&file.path, &file.text))
}

#[test]
fn every_rule_and_every_pass_has_its_twin() {
    let shared = tree::directly_in("shaders/shared", "wgsl");
    let passes = tree::directly_in("shaders", "wgsl");
    assert!(shared.len() > 5 && passes.len() > 5, "the shaders were not found");
    let rules = without_twin(&tree::directly_in("src/rules", "rs"), &shared);
    let passes = without_twin(&tree::directly_in("src/passes", "rs"), &passes);
    expect_none([rules, passes].concat());
}

#[test]
fn every_function_of_a_shared_shader_is_in_its_twin() {
    let rust = tree::library();
    let pairs = tree::directly_in("shaders/shared", "wgsl").into_iter();
    let pairs: Vec<_> = pairs.filter_map(|shader| shared_twin(&shader, &rust).map(|twin| (shader, twin))).collect();
    assert!(pairs.iter().any(|(shader, _)| !functions(&code_only(&shader.text)).is_empty()));
    expect_none(pairs.iter().flat_map(|(shader, twin)| functions_without_twin(shader, twin)).collect());
}

#[test]
fn every_entry_point_is_named_as_its_file() {
    expect_none(tree::directly_in("shaders", "wgsl").iter().flat_map(misnamed_entry_points).collect());
}

#[test]
fn a_missing_twin_is_found() {
    let files = |paths: &[&str]| paths.iter().map(|path| Source::new(path, "")).collect::<Vec<_>>();
    let rust = files(&["src/rules/mod.rs", "src/rules/grid.rs", "src/rules/angle.rs"]);
    let shaders = files(&["shaders/shared/params.wgsl", "shaders/shared/grid.wgsl", "shaders/shared/wander.wgsl"]);
    let faults = without_twin(&rust, &shaders);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("angle") && faults[1].contains("wander"), "{faults:?}");
}

#[test]
fn a_function_without_twin_is_found() {
    let shader =
        Source::new("shaders/shared/a.wgsl", "fn one() -> f32 { return 1.0; }\n// fn zero() {}\nfn two() {}\n");
    let twin = Source::new("src/rules/a.rs", "pub fn one() -> f32 {\n    1.0\n}\n// fn two() {}\n");
    assert_eq!(functions_without_twin(&shader, &twin), ["shaders/shared/a.wgsl:3: `two` is not in src/rules/a.rs"]);
}

#[test]
fn a_misnamed_entry_point_is_found() {
    let faults = |text: &str| misnamed_entry_points(&Source::new("shaders/scan.wgsl", text)).len();
    assert_eq!(faults("fn twice() {}\n@compute @workgroup_size(64)\nfn scan_reduce() {}\n"), 0);
    assert_eq!(faults("@compute @workgroup_size(64)\nfn reduce() {}\n@compute fn scan() {}\n"), 1);
    assert_eq!(faults("fn scan() {}\n"), 1, "a pass without entry point");
}
