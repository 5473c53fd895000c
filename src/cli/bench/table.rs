//! The table: rows for people, in columns, and for programs, with commas between.

use super::super::words::short;
use super::row::Row;
use serde_json::{Map, Value, json as value};
use std::collections::BTreeSet;

/// Columns with text; the others hold numbers, which stand on the right.
const TEXT_COLUMNS: [usize; 2] = [0, 1];

/// What the numbers are.
const NOTES: &str = "\
median, p95, p99: milliseconds of a step, over all samples; a sample is one step, or the mean of a batch of steps.
pair tests: candidates whose distance a step tests. own-cell: what a plain grid with cells of the largest radius would test,
27 n / cells an agent (9 n / cells in two dimensions). Neighbours: others within the largest radius. Both are means, counted
after the last timed step. B/agent: bytes of the engine's arrays.";

/// The rows in columns, what the numbers are, and the times of the passes.
pub(super) fn text(rows: &[Row]) -> String {
    let mut cells = vec![
        [
            "scenario",
            "engine",
            "agents",
            "batch",
            "median ms",
            "p95 ms",
            "p99 ms",
            "agent-steps/s",
            "pair tests/s",
            "own-cell/s",
            "neighbours",
            "candidates",
            "B/agent",
            "valid",
            "on",
        ]
        .map(str::to_owned),
    ];
    cells.extend(rows.iter().map(cells_of));
    let last = cells[0].len() - 1;
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..last).map(width).collect();
    let line = |row: &[String; 15]| {
        let padded = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if TEXT_COLUMNS.contains(&column) { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        format!("{}  {}", padded.collect::<Vec<_>>().join("  "), row[last])
    };
    let mut lines: Vec<_> = cells.iter().map(line).collect();
    lines.push(String::new());
    lines.extend(rows.iter().filter_map(passes));
    lines.extend(rows.iter().filter_map(|row| Some(format!("INVALID {}: {}", row.name(), row.invalid.as_ref()?))));
    lines.push(NOTES.to_owned());
    lines.join("\n")
}

fn cells_of(row: &Row) -> [String; 15] {
    let known = |number: Option<f64>, words: &dyn Fn(f64) -> String| number.map_or_else(|| "-".to_owned(), words);
    let tenths = |number: f64| format!("{number:.1}");
    [
        row.scenario.clone(),
        row.engine.clone(),
        row.count.to_string(),
        row.batch.to_string(),
        format!("{:.3}", row.median_ms),
        format!("{:.3}", row.p95_ms),
        format!("{:.3}", row.p99_ms),
        short(row.agent_steps_per_second),
        known(row.pair_tests_per_second, &short),
        known(row.own_cell_pair_tests_per_second, &short),
        known(row.neighbours_mean, &tenths),
        known(row.candidates_mean, &tenths),
        known(row.bytes_per_agent, &tenths),
        if row.invalid.is_none() { "yes" } else { "NO" }.to_owned(),
        row.runs_on.clone(),
    ]
}

/// The times of the passes in one line; `None` where nothing timed them.
fn passes(row: &Row) -> Option<String> {
    let times: Vec<_> = row.passes_ms.iter().map(|(pass, millis)| format!("{pass} {millis:.3}")).collect();
    (!times.is_empty()).then(|| format!("passes of {}, ms a step: {}", row.name(), times.join(", ")))
}

/// The rows with commas between, under a line of names; each pass of any row has a column of its own.
pub(super) fn csv(rows: &[Row]) -> String {
    let passes: BTreeSet<_> = rows.iter().flat_map(|row| row.passes_ms.keys()).collect();
    let flat: Vec<_> = rows.iter().map(|row| flat(row, &passes)).collect();
    let names = flat.first().map(|row| row.keys().cloned().collect::<Vec<_>>().join(","));
    let line = |row: &Map<String, Value>| row.values().map(cell).collect::<Vec<_>>().join(",");
    names.into_iter().chain(flat.iter().map(line)).collect::<Vec<_>>().join("\n")
}

/// A row by name, with the passes in columns `pass_NAME_ms`.
fn flat(row: &Row, passes: &BTreeSet<&String>) -> Map<String, Value> {
    let Value::Object(mut columns) = value!(row) else { unreachable!("a struct is an object in JSON") };
    columns.shift_remove("passes_ms");
    let times = passes.iter().map(|pass| (format!("pass_{pass}_ms"), value!(row.passes_ms.get(*pass))));
    columns.extend(times);
    columns
}

/// A value without quotes, unless it holds what ends a cell.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn rows() -> [Row; 2] {
        let cpu =
            Row { scenario: "school".into(), engine: "cpu".into(), count: 4000, median_ms: 1.5, ..Row::default() };
        let gpu = Row {
            engine: "gpu".into(),
            adapter: Some("a \"chip\", fast".into()),
            invalid: Some("3 agents are lost".into()),
            passes_ms: BTreeMap::from([("steer".to_owned(), 0.25)]),
            ..cpu.clone()
        };
        [cpu, gpu]
    }

    #[test]
    fn columns_are_aligned_and_an_invalid_row_is_marked_with_its_reason() {
        let text = text(&rows());
        let lines: Vec<_> = text.lines().collect();
        let ends = |line: &str, cell: &str| line.find(cell).map(|at| at + cell.len());
        assert_eq!(ends(lines[0], "agents"), ends(lines[1], "4000"));
        assert_eq!(ends(lines[0], "median ms"), ends(lines[2], "1.500"));
        assert!(lines[1].contains(" yes ") && lines[2].contains(" NO "), "{text}");
        assert!(text.contains("INVALID school on gpu with 4000 agents: 3 agents are lost"), "{text}");
        assert!(text.contains("passes of school on gpu with 4000 agents, ms a step: steer 0.250"), "{text}");
        assert_eq!(text.matches("INVALID").count(), 1);
    }

    #[test]
    fn every_line_of_csv_has_the_cells_of_its_header_and_quotes_what_would_end_one() {
        let csv = csv(&rows());
        let lines: Vec<_> = csv.lines().collect();
        let columns = lines[0].split(',').count();
        assert!(lines[0].starts_with("scenario,engine,adapter,count,batch,samples,median_ms,p95_ms,p99_ms,"), "{csv}");
        assert!(lines[0].ends_with(",invalid,pass_steer_ms") && !lines[0].contains("passes_ms"), "{csv}");
        assert_eq!(lines[1].split(',').count(), columns);
        assert!(lines[1].ends_with(",,") && lines[2].ends_with(",3 agents are lost,0.25"), "{csv}");
        assert!(lines[2].contains("gpu,\"a \"\"chip\"\", fast\",4000,"), "{csv}");
    }
}
