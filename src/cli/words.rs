//! Numbers and paths in words.

use std::borrow::Cow;

/// A large number with three digits and a letter: 12.3M.
pub(crate) fn short(number: f64) -> String {
    let (scaled, letter) = match number {
        n if n >= 1e9 => (n / 1e9, "G"),
        n if n >= 1e6 => (n / 1e6, "M"),
        n if n >= 1e3 => (n / 1e3, "k"),
        n => (n, ""),
    };
    let digits = if scaled >= 100.0 { 0 } else { 1 };
    format!("{scaled:.digits$}{letter}")
}

/// Seconds as people read them.
pub(crate) fn duration(secs: f64) -> String {
    match secs {
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{:.0} min {:02.0} s", (s / 60.0).floor(), (s % 60.0).floor()),
        s => format!("{:.0} h {:02.0} min", (s / 3600.0).floor(), (s % 3600.0 / 60.0).floor()),
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_words_are_safe() {
        assert_eq!([short(0.0), short(999.0), short(12_345_678.0), short(3e9)], ["0.0", "999", "12.3M", "3.0G"]);
        assert_eq!([duration(1.25), duration(61.0), duration(3_700.0)], ["1.2 s", "1 min 01 s", "1 h 01 min"]);
        assert_eq!(
            [quoted("a.toml"), quoted("a b"), quoted("it's"), quoted("")],
            ["a.toml", "'a b'", r"'it'\''s'", "''"]
        );
    }
}
