//! Agents from a CSV file: one row an agent, the columns named by the header.

use super::meaning::{COORDINATE_MAX, Context, narrow};
use super::report::{At, Fault, Texts, listed, shown};
use super::{Dimensions, Start};
use glam::Vec3;

/// Largest file that is read, in bytes; about ten million agents.
const SIZE_MAX: u64 = 1 << 30;

/// Where files of agents are read into, so that complaints can show their rows.
pub(super) struct Files<'a> {
    pub(super) texts: &'a mut Texts,
}

impl Files<'_> {
    /// The agents of the file that the key at `key_path` names.
    pub(super) fn read(&mut self, file: &str, key_path: &str, context: &Context<'_>) -> Result<Vec<Start>, Fault> {
        let path = context.folder.join(file);
        let at = context.tree.at(key_path);
        let refuse = |why: String| {
            Fault::new(format!("cannot read the agents from {}: {why}", shown(&path.display().to_string())), &at)
                .label("this is the path of a CSV file, relative to the scenario file")
        };
        let text = super::load::read_text(&path, SIZE_MAX).map_err(refuse)?;
        let index = self.texts.add(path.display().to_string(), text);
        rows(self.texts.text(index), index, context.dimensions)
    }
}

/// The agents of a whole file.
fn rows(text: &str, index: usize, dimensions: Dimensions) -> Result<Vec<Start>, Fault> {
    let mut lines = lines(text).filter(|(_, line)| !line.trim().is_empty());
    let at = |start: usize, line: &str| At { text: index, span: start..start + line.len() };
    let Some((start, header)) = lines.next() else {
        return Err(Fault::new("the file of agents is empty", &at(0, "")).help(form(dimensions)));
    };
    let columns = columns(header, &at(start, header), dimensions)?;
    lines.map(|(start, line)| row(line, &columns, &at(start, line))).collect()
}

/// Each line with the byte it begins at.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let begin = start;
        start += line.len() + 1;
        (begin, line.trim_end_matches('\r'))
    })
}

fn form(dimensions: Dimensions) -> &'static str {
    match dimensions {
        Dimensions::Two => "its first line must be `x,y,vx,vy` or `x,y`",
        Dimensions::Three => "its first line must be `x,y,z,vx,vy,vz` or `x,y,z`",
    }
}

/// For each column, where its number goes: 0 to 2 position, 3 to 5 velocity.
fn columns(header: &str, at: &At, dimensions: Dimensions) -> Result<Vec<usize>, Fault> {
    let names = ["x", "y", "z", "vx", "vy", "vz"];
    let typed: Vec<&str> = header.split(',').map(str::trim).collect();
    let places: Option<Vec<usize>> = typed.iter().map(|name| names.iter().position(|known| known == name)).collect();
    let axes: &[usize] = if dimensions == Dimensions::Two { &[0, 1] } else { &[0, 1, 2] };
    let whole = places.filter(|places| {
        let has = |place: usize| places.contains(&place);
        let moving = axes.iter().any(|axis| has(axis + 3));
        let once = (0..6).all(|place| places.iter().filter(|&&other| other == place).count() <= 1);
        let known = places.iter().all(|place| axes.contains(&(place % 3)));
        once && known && axes.iter().all(|&axis| has(axis) && (!moving || has(axis + 3)))
    });
    whole.ok_or_else(|| {
        Fault::new("the header of a file of agents names its columns", at)
            .label(format!(
                "this names {}",
                listed(typed.iter().map(|name| if name.is_empty() { "nothing" } else { name }), "and")
            ))
            .help(form(dimensions))
    })
}

fn row(line: &str, columns: &[usize], at: &At) -> Result<Start, Fault> {
    let mut numbers = [0.0f32; 6];
    let mut start = at.span.start;
    let mut count = 0;
    for cell in line.split(',') {
        let here = At { text: at.text, span: start..start + cell.len() };
        start += cell.len() + 1;
        let Some(&place) = columns.get(count) else {
            return Err(Fault::new(format!("a row must have {} numbers", columns.len()), &here).label("one too many"));
        };
        count += 1;
        let number: f64 = cell.trim().parse().map_err(|_| {
            Fault::new(format!("`{}` is not a number", shown(cell.trim())), &here)
                .help("numbers are written like -1.5 or 2e3")
        })?;
        if number.is_nan() || number.abs() > f64::from(COORDINATE_MAX) {
            let title = format!("a coordinate must be at least -{COORDINATE_MAX} and at most {COORDINATE_MAX}");
            return Err(Fault::new(title, &here).label("a world unit, or one per second"));
        }
        numbers[place] = narrow(number);
    }
    if count < columns.len() {
        return Err(Fault::new(format!("a row must have {} numbers, not {count}", columns.len()), at));
    }
    let [x, y, z, vx, vy, vz] = numbers;
    Ok(Start { position: Vec3::new(x, y, z), velocity: Vec3::new(vx, vy, vz) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dimensions: Dimensions) -> Result<Vec<Start>, String> {
        let mut texts = Texts::default();
        let index = texts.add("agents.csv".to_owned(), text.to_owned());
        rows(text, index, dimensions).map_err(|fault| fault.into_error(&texts).to_string())
    }

    #[test]
    fn columns_may_stand_in_any_order_and_rows_end_in_any_way() {
        let starts = read("vz,vy,vx,z,y,x\r\n6,5,4,3,2,1\r\n\r\n", Dimensions::Three).expect("a good file");
        assert_eq!(starts, [Start { position: Vec3::new(1.0, 2.0, 3.0), velocity: Vec3::new(4.0, 5.0, 6.0) }]);
    }

    #[test]
    fn without_velocities_all_start_at_rest() {
        let starts = read("x,y\n1,2\n-3,4e1", Dimensions::Two).expect("a good file");
        assert_eq!(starts.len(), 2);
        assert_eq!(starts[1], Start { position: Vec3::new(-3.0, 40.0, 0.0), velocity: Vec3::ZERO });
    }

    #[test]
    fn a_bad_file_is_refused_at_its_row_and_column() {
        let cases = [
            ("", "empty", "1:1"),
            ("x,y,z,vx\n1,2,3,4", "header", "1:1"),
            ("x,y,z,x\n1,2,3,4", "header", "1:1"),
            ("x,y,z\n1,2,oops", "`oops` is not a number", "2:5"),
            ("x,y,z\n1,2\n", "must have 3 numbers, not 2", "2:1"),
            ("x,y,z\n1,2,3\n1,2,3,4\n", "must have 3 numbers", "3:7"),
            ("x,y,z\n1,nan,3\n", "at least -1000000", "2:3"),
            ("x,y,z\n1,1e7,3\n", "at least -1000000", "2:3"),
        ];
        for (text, fragment, place) in cases {
            let error = read(text, Dimensions::Three).expect_err(text);
            assert!(error.contains(fragment) && error.contains(&format!("agents.csv:{place}")), "{text:?}: {error}");
        }
        assert!(read("x,y,z\n1,2,3\n", Dimensions::Two).is_err(), "z in two dimensions");
    }
}
