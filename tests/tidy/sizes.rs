//! Sizes: how long a file and a function may be, so that each can be read in one go.

use crate::expect_none;
use crate::lexer::{code_only, functions};
use crate::tree::{self, Source};

const RUST_LINES_MAX: usize = 400;
const SHADER_LINES_MAX: usize = 150;
const FUNCTION_LINES_MAX: usize = 60;

fn too_long(file: &Source) -> Vec<String> {
    let most = if file.path.ends_with(".wgsl") { SHADER_LINES_MAX } else { RUST_LINES_MAX };
    let lines = file.text.lines().count();
    let whole = (lines > most).then(|| format!("{}: {lines} lines, at most {most}: split it by nouns", file.path));
    let long =
        functions(&code_only(&file.text)).into_iter().filter(|function| function.line_count > FUNCTION_LINES_MAX);
    let parts = long.map(|f| {
        format!("{}:{}: `{}` has {} lines, at most {FUNCTION_LINES_MAX}", file.path, f.line, f.name, f.line_count)
    });
    whole.into_iter().chain(parts).collect()
}

#[test]
fn no_file_and_no_function_is_too_long() {
    let files: Vec<Source> = tree::rust().into_iter().chain(tree::shaders()).collect();
    assert!(files.len() > 20, "only {} files were found", files.len());
    expect_none(files.iter().flat_map(too_long).collect());
}

#[test]
fn a_long_file_and_a_long_function_are_found() {
    let file = |path: &str, lines: usize| Source::new(path, &"//\n".repeat(lines));
    assert_eq!(too_long(&file("a.rs", 400)), Vec::<String>::new());
    assert_eq!(too_long(&file("a.rs", 401)).len(), 1);
    assert_eq!(too_long(&file("a.wgsl", 150)), Vec::<String>::new());
    assert_eq!(too_long(&file("a.wgsl", 151)).len(), 1);
    let function = |lines: usize| Source::new("a.rs", &format!("fn f() {{\n{}}}\n", "x();\n".repeat(lines - 2)));
    assert_eq!(too_long(&function(60)), Vec::<String>::new());
    assert_eq!(too_long(&function(61)).len(), 1);
}
