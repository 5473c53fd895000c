//! Arithmetic: operations that give other bits on another machine, and have no place in a step.

use crate::expect_none;
use crate::lexer::{in_name, lines_with};
use crate::tree::{self, Source};

/// A call, and what to write instead. The built-in functions are less exact than their plain spelling, or free to differ.
const NEVER_IN_SHADERS: &[(&str, &str)] = &[
    ("normalize(", "`unit`, or `v / len` after a test of `len`"),
    ("dot(", "`dot3`"),
    ("length(", "`length3`"),
    ("distance(", "`length3` of the difference"),
    ("mix(", "`a + (b - a) * t`"),
    ("smoothstep(", "a polynomial"),
    ("reflect(", "`v - n * (2.0 * dot3(v, n))`"),
    ("fma(", "`a * b + c`"),
    ("inverseSqrt(", "`1.0 / sqrt(x)`"),
    ("clamp(", "two selects, or `min` and `max` of integers"),
    ("saturate(", "two selects"),
    ("fract(", "`x - floor(x)`"),
    ("pow(", "multiplications"),
    ("exp(", "a constant computed once in `params`"),
    ("exp2(", "a constant computed once in `params`"),
    ("log(", "a constant computed once in `params`"),
    ("log2(", "a constant computed once in `params`"),
    ("sin(", "the family `angle`"),
    ("cos(", "the family `angle`"),
    ("tan(", "the family `angle`"),
    ("asin(", "the family `angle`"),
    ("acos(", "the family `angle`"),
    ("atan(", "the family `angle`"),
    ("atan2(", "the family `angle`"),
];

const NEVER_IN_RUST: &[(&str, &str)] = &[
    ("mul_add", "`a * b + c`"),
    (".normalize*", "`unit`"),
    (".try_normalize", "`unit`"),
    (".dot(", "`dot3`"),
    (".length(", "`length3`"),
    (".length_squared(", "`dot3(v, v)`"),
    (".distance(", "`length3` of the difference"),
    (".distance_squared(", "`dot3` of the difference"),
    (".lerp(", "`a + (b - a) * t`"),
    (".clamp_length*", "`limit`"),
    (".hypot(", "`length3`"),
    (".fract()", "`x - x.floor()`"),
    (".rem_euclid(", "`x - b * (x / b).floor()`"),
    (".powf(", "multiplications"),
    (".powi(", "multiplications"),
    (".exp()", "a constant computed once in `params`"),
    (".exp2()", "a constant computed once in `params`"),
    (".ln()", "a constant computed once in `params`"),
    (".log2()", "a constant computed once in `params`"),
    (".sin()", "the family `angle`"),
    (".cos()", "the family `angle`"),
    (".tan()", "the family `angle`"),
    (".sin_cos()", "the family `angle`"),
    (".asin()", "the family `angle`"),
    (".acos()", "the family `angle`"),
    (".atan()", "the family `angle`"),
    (".atan2(", "the family `angle`"),
    ("libm", "a constant computed once in `params`"),
];

fn unsafe_arithmetic(file: &Source) -> Vec<String> {
    let code = file.code();
    let never = if file.path.ends_with(".wgsl") { NEVER_IN_SHADERS } else { NEVER_IN_RUST };
    let calls = never.iter().flat_map(|(call, instead)| {
        let lines = lines_with(&code, call).into_iter().filter(|&line| !defines(&code, line, call));
        lines.map(move |line| (line, format!("`{call}` may differ between machines: write {instead}")))
    });
    let remainders = lines_where(&code, is_float_remainder)
        .map(|line| (line, "`%` of floats may differ between machines: write `x - b * floor(x / b)`".to_owned()));
    let nan_tests =
        lines_where(&code, compares_with_itself).map(|line| (line, "`x != x` finds no NaN in a shader".to_owned()));
    calls.chain(remainders).chain(nan_tests).map(|(line, fault)| format!("{}:{line}: {fault}", file.path)).collect()
}

/// Whether the line defines a function of that name, rather than calling it.
fn defines(code: &str, line: usize, call: &str) -> bool {
    code.lines().nth(line - 1).is_some_and(|text| text.contains(&format!("fn {call}")))
}

fn lines_where<'a>(code: &'a str, test: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
    (1..).zip(code.lines()).filter(move |(_, line)| test(line)).map(|(number, _)| number)
}

/// As far as a line alone can tell: a remainder beside a float literal or a float type.
fn is_float_remainder(line: &str) -> bool {
    let chars: Vec<char> = line.chars().collect();
    let literal = chars.windows(3).any(|w| w[0].is_ascii_digit() && w[1] == '.' && w[2].is_ascii_digit());
    let typed = ["f32", "vec2f", "vec3f", "vec4f", "Vec2", "Vec3"].iter().any(|name| line.contains(name));
    line.contains('%') && (literal || typed)
}

/// `name != name` or `name == name`, where a name may have members and indices.
fn compares_with_itself(line: &str) -> bool {
    ["!=", "=="].iter().any(|sign| {
        line.match_indices(sign).any(|(at, _)| {
            let in_path = |c: char| in_name(c) || c == '.';
            let left: Vec<char> = line[..at].trim_end().chars().rev().take_while(|&c| in_path(c)).collect();
            let right: Vec<char> = line[at + 2..].trim_start().chars().take_while(|&c| in_path(c)).collect();
            !left.is_empty() && left.iter().rev().eq(right.iter())
        })
    })
}

/// The texts whose arithmetic is part of the bits: all shaders but those that only draw, and their twins.
fn step_sources() -> Vec<Source> {
    let shaders = tree::shaders().into_iter().filter(|file| !file.path.starts_with("shaders/draw/"));
    let twins = tree::library().into_iter().filter(|file| {
        (file.path.starts_with("src/rules/") || file.path.starts_with("src/passes/")) && !file.is_test()
    });
    shaders.chain(twins).collect()
}

#[test]
fn the_step_uses_only_exact_operations() {
    let files = step_sources();
    for path in ["src/rules/vector.rs", "shaders/steer.wgsl", "shaders/shared/vector.wgsl"] {
        assert!(files.iter().any(|file| file.path == path), "{path} was not found");
    }
    expect_none(files.iter().flat_map(unsafe_arithmetic).collect());
}

#[test]
fn an_inexact_operation_is_found() {
    let faults = |path: &str, text: &str| unsafe_arithmetic(&Source::new(path, text)).len();
    assert_eq!(faults("shaders/a.wgsl", "let d = dot3(a, b); // dot(a, b)"), 0);
    assert_eq!(faults("shaders/a.wgsl", "let d = dot(a, b);"), 1);
    assert_eq!(faults("shaders/a.wgsl", "let u = normalize(v) + mix(a, b, t);"), 2);
    assert_eq!(faults("shaders/a.wgsl", "let c = clamp(x, 0, 9);"), 1);
    assert_eq!(faults("shaders/a.wgsl", "if (v.x != v.x) { return; }"), 1);
    assert_eq!(faults("shaders/a.wgsl", "if (v.x != w.x && v.xy == v.x) { return; }"), 0);
    assert_eq!(faults("shaders/a.wgsl", "let i = n % 256u;"), 0);
    assert_eq!(faults("shaders/a.wgsl", "let r = x % 2.0;"), 1);
    assert_eq!(faults("src/rules/a.rs", "let u = v.normalize_or_zero();"), 1);
    assert_eq!(faults("src/rules/a.rs", "let u = v.normalize() * v.length_squared();"), 2);
    assert_eq!(faults("src/rules/a.rs", "let y = a.mul_add(b, c) + x.sin();"), 2);
    assert_eq!(faults("src/rules/a.rs", "let y = x.abs().sqrt();"), 0);
    assert_eq!(faults("src/rules/a.rs", "#[cfg(test)]\nmod tests { fn f(x: f32) -> f32 { x.sin() } }"), 0);
}
