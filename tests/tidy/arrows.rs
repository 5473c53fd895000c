//! Arrows: which module of the crate may name which, so that the arithmetic knows no device and nothing knows the shell.

use crate::expect_none;
use crate::lexer::in_name;
use crate::tree::{self, Source};

/// What each top module may name besides itself. `main` stands above and may name everything.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("number", &[]),
    ("rules", &["flock", "number", "params"]),
    ("params", &["error", "rules", "scenario"]),
    ("flock", &["error", "rules"]),
    ("scenario", &["error", "flock", "params", "rules"]),
    ("spawn", &["error", "flock", "params", "rules", "scenario"]),
    ("passes", &["flock", "number", "params", "rules"]),
    ("engine", &["error", "flock", "params", "rules"]),
    ("reference", &["engine", "error", "flock", "params", "rules", "scenario"]),
    ("cpu", &["engine", "error", "flock", "params", "passes", "rules", "scenario"]),
    ("gpu", &["engine", "error", "flock", "params", "passes", "rules", "scenario"]),
    ("measure", &["cpu", "error", "flock", "params", "passes", "rules", "scenario"]), // counts what the step walks
    ("compare", &["engine", "error", "flock", "measure", "params", "rules", "scenario"]),
    ("render", &["engine", "error", "flock", "gpu", "params", "rules", "scenario"]),
    ("record", &["compare", "engine", "error", "flock", "measure", "params", "render", "rules", "scenario"]),
    (
        "viewer",
        &["engine", "error", "flock", "gpu", "measure", "params", "record", "render", "rules", "scenario", "spawn"],
    ),
    (
        "cli",
        &[
            "compare",
            "cpu",
            "engine",
            "error",
            "flock",
            "gpu",
            "measure",
            "params",
            "record",
            "reference",
            "render",
            "scenario",
            "spawn",
            "viewer",
        ],
    ),
];

/// The names that `lib.rs` repeats at the crate's root, and the modules they come from.
const AT_THE_ROOT: &[(&str, &str)] = &[
    ("Engine", "engine"),
    ("Error", "error"),
    ("Flock", "flock"),
    ("Motion", "flock"),
    ("Place", "flock"),
    ("Scenario", "scenario"),
];

fn wrong_arrows(file: &Source) -> Vec<String> {
    let module = module_path(&file.path);
    let Some(top) = module.first().copied().filter(|top| !["lib", "main"].contains(top)) else { return Vec::new() };
    let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == top) else {
        return vec![format!("{}: no line of MAY_NAME in tests/tidy/arrows.rs says what `{top}` may name", file.path)];
    };
    let named = named_modules(&file.code(), &module);
    let wrong = named.into_iter().filter(|(_, name)| name != top && !allowed.contains(&name.as_str()));
    wrong.map(|(line, name)| format!("{}:{line}: `{top}` may not name `{name}`", file.path)).collect()
}

/// `src/gpu/adapter.rs` is `["gpu", "adapter"]`, `src/gpu/mod.rs` is `["gpu"]`.
fn module_path(path: &str) -> Vec<&str> {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    inside.split('/').collect()
}

/// The top modules of the crate that `code`, the text of `module`, names through `crate::` or `super::`, with their lines.
fn named_modules(code: &str, module: &[&str]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        collect(code, at, "crate::".len(), &mut found);
    }
    for (at, _) in code.match_indices("super::").filter(|&(at, _)| !code[..at].ends_with("super::")) {
        let levels = code[at..].split("super::").take_while(|part| part.is_empty()).count();
        // As many levels as the module is deep end at the crate's root.
        if levels >= module.len() {
            collect(code, at, levels * "super::".len(), &mut found);
        }
    }
    found.sort();
    found
}

/// Adds the modules named right after the prefix at `at`, one or a group in braces.
fn collect(code: &str, at: usize, prefix: usize, found: &mut Vec<(usize, String)>) {
    if code[..at].ends_with(in_name) {
        return;
    }
    let line = code[..at].matches('\n').count() + 1;
    let known = first_names(&code[at + prefix..]).into_iter().filter_map(|name| {
        let module = AT_THE_ROOT.iter().find(|(root, _)| *root == name).map_or(name.as_str(), |(_, module)| module);
        MAY_NAME.iter().any(|(known, _)| *known == module).then(|| (line, module.to_owned()))
    });
    found.extend(known);
}

/// `a::b` gives `a`; `{a, b::{c, d}, e}` gives `a`, `b` and `e`.
fn first_names(rest: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|&c| in_name(c)).collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![name(rest)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                names.push(name(&group[start..at]));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

#[test]
fn modules_name_only_what_lies_below_them() {
    let files: Vec<Source> = tree::library().into_iter().filter(|file| !file.is_test()).collect();
    assert!(files.iter().any(|file| !named_modules(&file.code(), &module_path(&file.path)).is_empty()));
    expect_none(files.iter().flat_map(wrong_arrows).collect());
}

#[test]
fn an_arrow_that_points_up_is_found() {
    let faults = |path: &str, text: &str| wrong_arrows(&Source::new(path, text)).len();
    assert_eq!(faults("src/rules/space.rs", "use super::vector::unit;\nuse crate::params::World;"), 0);
    assert_eq!(faults("src/rules/space.rs", "use crate::engine::Engine;"), 1);
    assert_eq!(faults("src/rules/space.rs", "use crate::{params, gpu::{self, buffers}, Engine};"), 2);
    assert_eq!(faults("src/rules/space.rs", "fn f(s: &super::super::scenario::Scenario) {}"), 1);
    assert_eq!(faults("src/rules/mod.rs", "use super::render;"), 1);
    assert_eq!(faults("src/rules/space.rs", "// crate::gpu\n#[cfg(test)]\nmod tests {\n    use crate::spawn;\n}"), 0);
    assert_eq!(faults("src/gpu/adapter.rs", "use crate::render::scene;"), 1);
    assert_eq!(faults("src/compare.rs", "use crate::cli::words;"), 1);
    assert_eq!(faults("src/cli/run.rs", "use crate::render::scene;"), 0);
    assert_eq!(faults("src/novelty.rs", ""), 1, "a new module must say what it may name");
}
