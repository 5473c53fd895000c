//! The lexer: which characters of a Rust or WGSL text are code, and where its functions begin and end.

/// `text` with every comment and the contents of every string and character literal as spaces; lines stay lines.
pub(crate) fn code_only(text: &str) -> String {
    blank(text, true)
}

/// `text` with every comment as spaces; strings stay.
pub(crate) fn without_comments(text: &str) -> String {
    blank(text, false)
}

/// `code` with every item under `#[cfg(test)]` as spaces.
pub(crate) fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut chars: Vec<char> = code.chars().collect();
    let mark: Vec<char> = MARK.chars().collect();
    let mut at = 0;
    while at + mark.len() <= chars.len() {
        if chars[at..].starts_with(&mark) {
            let end = item_end(&chars, at + mark.len());
            chars[at..end].iter_mut().filter(|c| **c != '\n').for_each(|c| *c = ' ');
            at = end;
        }
        at += 1;
    }
    chars.into_iter().collect()
}

/// A function with a body.
#[derive(Debug, PartialEq)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// From 1.
    pub(crate) line: usize,
    /// From the line of `fn` to that of the closing brace.
    pub(crate) line_count: usize,
}

/// The functions of a text that [`code_only`] made, in the order of their first lines.
pub(crate) fn functions(code: &str) -> Vec<Function> {
    let chars: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    let mut line = 1;
    for at in 0..chars.len() {
        if chars[at] == '\n' {
            line += 1;
        }
        let Some(name) = function_name(&chars, at) else { continue };
        let end = item_end(&chars, at);
        if chars[end - 1] == '}' {
            let line_count = 1 + chars[at..end].iter().filter(|c| **c == '\n').count();
            found.push(Function { name, line, line_count });
        }
    }
    found
}

/// The lines, from 1, on which `pattern` stands in `code`, not as a part of a longer name; a `*` at its end lets the name
/// go on.
pub(crate) fn lines_with(code: &str, pattern: &str) -> Vec<usize> {
    let (pattern, whole) = pattern.strip_suffix('*').map_or((pattern, true), |beginning| (beginning, false));
    let has = |line: &str| {
        line.match_indices(pattern).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + pattern.len()..].chars().next();
            let glued_before = joins(before) && pattern.starts_with(in_name);
            let glued_after = whole && joins(after) && pattern.ends_with(in_name);
            !glued_before && !glued_after
        })
    };
    (1..).zip(code.lines()).filter(|(_, line)| has(line)).map(|(number, _)| number).collect()
}

/// Whether `c` can stand inside a name.
pub(crate) fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn joins(c: Option<char>) -> bool {
    c.is_some_and(in_name)
}

fn blank(text: &str, strings_too: bool) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = chars.clone();
    let mut at = 0;
    while at < chars.len() {
        let (end, is_comment) = span_at(&chars, at);
        if is_comment || strings_too {
            // The delimiters of a string stay, so that `#[ignore = ""]` still reads as one.
            let keep = usize::from(!is_comment && end - at > 1);
            let inner = at + keep..(end - keep).max(at + keep);
            if end - at > 1 {
                out[inner].iter_mut().filter(|c| **c != '\n').for_each(|c| *c = ' ');
            }
        }
        at = end;
    }
    out.into_iter().collect()
}

/// The end of the comment, string or character literal that begins at `at`, and whether it is a comment; the next
/// character when none begins.
fn span_at(chars: &[char], at: usize) -> (usize, bool) {
    let next = |offset: usize| chars.get(at + offset).copied().unwrap_or('\0');
    let inside_name = at > 0 && in_name(chars[at - 1]);
    match chars[at] {
        '/' if next(1) == '/' => (find(chars, at, |c| c == '\n'), true),
        '/' if next(1) == '*' => (block_comment_end(chars, at), true),
        '"' => (quoted_end(chars, at, '"'), false),
        'r' if !inside_name || matches!(chars[at - 1], 'b' | 'c') => (raw_string_end(chars, at), false),
        '\'' if next(1) == '\\' || (next(2) == '\'' && next(1) != '\'') => (quoted_end(chars, at, '\''), false),
        _ => (at + 1, false),
    }
}

fn find(chars: &[char], from: usize, wanted: impl Fn(char) -> bool) -> usize {
    chars[from..].iter().position(|&c| wanted(c)).map_or(chars.len(), |offset| from + offset)
}

/// Block comments nest, in Rust as in WGSL.
fn block_comment_end(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn quoted_end(chars: &[char], from: usize, quote: char) -> usize {
    let mut at = from + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// `from` is an `r`; when no raw string follows, the end is the next character.
fn raw_string_end(chars: &[char], from: usize) -> usize {
    let quote = find(chars, from + 1, |c| c != '#');
    if chars.get(quote) != Some(&'"') {
        return from + 1;
    }
    let mut closing = vec!['#'; quote - from - 1];
    closing.insert(0, '"');
    let end = (quote + 1..chars.len()).find(|&at| chars[at..].starts_with(&closing));
    end.map_or(chars.len(), |at| at + closing.len())
}

/// The name of the function whose `fn` begins at `at`.
fn function_name(chars: &[char], at: usize) -> Option<String> {
    let is_keyword = chars[at..].starts_with(&['f', 'n', ' ']) && !(at > 0 && in_name(chars[at - 1]));
    let name: String = chars[at..].iter().skip(3).take_while(|&&c| in_name(c)).collect();
    (is_keyword && !name.is_empty()).then_some(name)
}

/// The end of the item at `from`: after its `;` or after the brace that closes its body, whichever comes first.
fn item_end(chars: &[char], from: usize) -> usize {
    let (mut braces, mut others) = (0, 0);
    for (at, &c) in chars.iter().enumerate().skip(from) {
        match c {
            '(' | '[' => others += 1,
            ')' | ']' => others -= 1,
            '{' => braces += 1,
            '}' => braces -= 1,
            _ => {}
        }
        if (c == ';' && braces == 0 && others == 0) || (c == '}' && braces == 0) {
            return at + 1;
        }
    }
    chars.len()
}

#[test]
fn comments_and_strings_are_blanked_and_lines_kept() {
    let text = "a // b\n/* c /* d */ e */ f\nlet s = \"g // \\\" h\"; let t = r#\"i \" j\"#;\n'k' '\\'' &'l m";
    let code = code_only(text);
    assert_eq!(code.lines().count(), 4);
    let kept: Vec<char> = code.chars().filter(|c| c.is_alphabetic()).collect();
    assert_eq!(kept.iter().collect::<String>(), "afletslettrlm");
    assert!(without_comments(text).contains("g // \\\" h"));
}

#[test]
fn functions_are_found_with_their_lengths() {
    let code = "pub fn one(a: [f32; 3]) -> [u8; 2] {\n    if a { b } else { c }\n}\ntrait T {\n    fn two(&self);\n}\nfn three() {}\n";
    let found: Vec<_> = functions(code).into_iter().map(|f| (f.name, f.line, f.line_count)).collect();
    assert_eq!(found, [("one".to_owned(), 1, 3), ("three".to_owned(), 7, 1)]);
}

#[test]
fn test_modules_are_blanked_and_the_rest_kept() {
    let code = "use a;\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n#[cfg(test)]\nuse c::{d};\nfn e() {}\n";
    let left = without_tests(code);
    assert!(left.contains("use a") && left.contains("fn e"), "{left}");
    assert!(!left.contains("fn b") && !left.contains('c'), "{left}");
    assert_eq!(left.lines().count(), code.lines().count());
}

#[test]
fn a_pattern_is_no_part_of_a_longer_name() {
    assert_eq!(lines_with("dot3(a)\ndot(a)\nmy_dot(a)", "dot("), [2]);
    assert_eq!(lines_with("swgpu\nwgpu::x\nwgpus", "wgpu"), [2]);
    assert_eq!(lines_with("swgpu\nwgpu::x\nwgpus", "wgpu*"), [2, 3]);
}
