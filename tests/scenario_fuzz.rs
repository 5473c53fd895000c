//! Scenarios mangled at random: a scenario or one error, never a panic.

use flockwork::Error;
use flockwork::rules::random::random_bits;
use flockwork::scenario::{Overrides, from_text, load, presets};

/// Mangled texts a preset; a second or two on two cores.
const MANGLED: u32 = 1500;

/// Counts small enough to make every mangled scenario's flock; the count is no part of what is mangled here.
fn read(text: &str) -> Result<(), Error> {
    from_text("mangled.toml", text, &Overrides::default()).map(|_| ())
}

/// Fragments that have meaning somewhere, to stand where they have none.
const FRAGMENTS: [&str; 16] = [
    "nan",
    "-1",
    "1e400",
    "[]",
    "{}",
    "\"\"",
    "[[species]]",
    "[world]",
    "count",
    "=",
    "\n",
    "'''",
    "0x",
    "1979-05-27",
    "\u{feff}",
    "\u{0}",
];

/// One change of a text: a piece deleted, doubled, moved, replaced, or the text cut short.
fn mangle(text: &str, draw: [u32; 3]) -> String {
    let at = |bits: u32, text: &str| {
        let wanted = bits as usize % (text.len() + 1);
        (0..=wanted).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or(0)
    };
    let start = at(draw[1], text);
    let end = at(draw[2], text).max(start).min(start + 1 + draw[0] as usize % 40);
    let end = (start..=end).rev().find(|&offset| text.is_char_boundary(offset)).unwrap_or(start);
    let (head, piece, tail) = (&text[..start], &text[start..end], &text[end..]);
    let lines: Vec<&str> = text.lines().collect();
    let line = draw[1] as usize % lines.len().max(1);
    match draw[0] >> 8 & 7 {
        0 => format!("{head}{tail}"),
        1 => format!("{head}{piece}{piece}{tail}"),
        2 => format!("{head}{}{tail}", FRAGMENTS[draw[2] as usize % FRAGMENTS.len()]),
        3 => format!("{tail}{piece}{head}"),
        4 => head.to_owned(),
        5 => {
            lines.iter().enumerate().filter(|&(index, _)| index != line).map(|(_, line)| format!("{line}\n")).collect()
        }
        6 => lines
            .iter()
            .enumerate()
            .map(|(index, text)| format!("{text}\n").repeat(1 + usize::from(index == line)))
            .collect(),
        _ => {
            let other = draw[2] as usize % lines.len().max(1);
            let pick = |index: usize| {
                if index == line {
                    other
                } else if index == other {
                    line
                } else {
                    index
                }
            };
            (0..lines.len()).map(|index| format!("{}\n", lines[pick(index)])).collect()
        }
    }
}

fn assert_one_error(error: &Error, text: &str) {
    let Error::Scenario(said) = error else { panic!("{error:?} for\n{text}") };
    assert_eq!(said.matches("--> mangled.toml:").count(), 1, "one place for\n{text}\n{said}");
    assert!(said.contains('^'), "a mark for\n{text}\n{said}");
}

#[test]
fn mangled_presets_are_a_scenario_or_one_error() {
    let mut errors = 0;
    for (index, preset) in presets().iter().enumerate() {
        for case in 0..MANGLED {
            let mut text = preset.text.to_owned();
            for change in 0..1 + case % 3 {
                text = mangle(&text, random_bits(index as u32, case, change));
            }
            if let Err(error) = read(&text) {
                errors += 1;
                assert_one_error(&error, &text);
            }
        }
    }
    // Both ends are seen: half the changes fall into comments and do no harm.
    let all = MANGLED * presets().len() as u32;
    assert!(errors > all / 4 && errors < all, "{errors} of {all} were errors");
}

#[test]
fn every_beginning_of_a_preset_is_a_scenario_or_one_error() {
    for preset in presets() {
        for (end, _) in preset.text.char_indices() {
            if let Err(error) = read(&preset.text[..end]) {
                assert_one_error(&error, &preset.text[..end]);
            }
        }
    }
}

#[test]
fn noise_is_one_error() {
    for case in 0..3000 {
        let length = random_bits(7, case, 0)[0] % 60;
        let noise: String = (0..length)
            .map(|index| {
                let [kind, ascii, any] = random_bits(7, case, index + 1);
                match kind % 8 {
                    0 => char::from_u32(any % 0x3000).unwrap_or('?'),
                    1 => '\n',
                    2 => ['[', ']', '=', '.', '"', '{', '}', ','][ascii as usize % 8],
                    _ => char::from(32 + (ascii % 95) as u8),
                }
            })
            .collect();
        if let Err(error) = read(&noise) {
            assert_one_error(&error, &noise);
        } else {
            panic!("noise is no scenario: {noise:?}");
        }
    }
}

#[test]
fn mangled_overrides_never_panic() {
    let right = [
        "species.boid.separation.radius=4.5",
        "world.centre=[1.0, 2.0, 3.0]",
        "title=\"Dusk\"",
        "species.0.spawn={shape=\"point\"}",
    ];
    for (index, argument) in right.iter().enumerate() {
        for case in 0..500 {
            let set = vec![mangle(argument, random_bits(100 + index as u32, case, 0))];
            if let Err(error) = load("opensteer", &Overrides { set: set.clone(), ..Overrides::default() }) {
                assert!(
                    matches!(&error, Error::Scenario(said) if said.matches("-->").count() == 1),
                    "{set:?}: {error}"
                );
            }
        }
    }
}

#[test]
fn deep_and_wide_texts_are_read_or_refused_in_bounded_time() {
    let deep = format!("a = {}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert_one_error(&read(&deep).unwrap_err(), "deep lists");
    let dotted = format!("{}a = 1\n", "a.".repeat(100_000));
    assert_one_error(&read(&dotted).unwrap_err(), "a deep key");
    let wide = format!("seed = {}\n", "1".repeat(1_000_000));
    assert_one_error(&read(&wide).unwrap_err(), "a wide number");
    let many: String = (0..100_000).map(|index| format!("key{index} = {index}\n")).collect();
    assert_one_error(&read(&many).unwrap_err(), "many keys");
    let agents = "{position = [1.0, 2.0, 3.0]}, ".repeat(50_000);
    let listed = format!("[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"agents\"\nagents = [{agents}]\n");
    assert!(read(&listed).is_ok());
}
