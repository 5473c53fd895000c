//! Examples: each begins with a sentence that says what it shows, and is listed.

use crate::expect_none;
use crate::tree::{self, Source};

fn unlisted(example: &Source, listing: &str) -> Vec<String> {
    let first = example.text.lines().next().unwrap_or("");
    let sentence = first.starts_with("//! ") && first.trim_end().ends_with(['.', ':', '!']);
    let begins = (!sentence).then(|| format!("{}: the first line is not one `//!` sentence", example.path));
    let named =
        listing.contains(&format!("`{}`", example.stem())) || listing.contains(&format!("[{}]", example.stem()));
    let listed = (!named).then(|| format!("{}: `{}` is not in examples/README.md", example.path, example.stem()));
    begins.into_iter().chain(listed).collect()
}

#[test]
fn every_example_says_what_it_shows_and_is_listed() {
    let listing = tree::files("examples", "md").into_iter().map(|file| file.text).collect::<String>();
    expect_none(tree::directly_in("examples", "rs").iter().flat_map(|file| unlisted(file, &listing)).collect());
}

#[test]
fn an_unlisted_example_is_found() {
    let example = |text: &str| Source::new("examples/01_step.rs", text);
    assert_eq!(unlisted(&example("//! Steps a flock.\n"), "- `01_step`: ...").len(), 0);
    assert_eq!(unlisted(&example("//! Steps a flock.\n"), "- `02_headless`: ...").len(), 1);
    assert_eq!(unlisted(&example("fn main() {}\n"), "- `01_step`: ...").len(), 1);
}
