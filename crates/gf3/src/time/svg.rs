//! The pipeline diagram as a picture.

use super::diagram::label;
use super::trace::Row;
use crate::function::Program;
use crate::picture::{header, text};
use crate::word::Numbering;

const CELL: u64 = 28;
const LINE: usize = 22;

/// Colour of a stage, by its first letter; held cycles are grey.
fn colour(stage: &str) -> &'static str {
    match stage.as_bytes().first() {
        Some(b'R') => "#9ecae1",
        Some(b'S') => "#c7e9c0",
        Some(b'E') => "#fdd0a2",
        _ => "#dadaeb",
    }
}

/// The diagram of some instructions.
pub fn diagram(program: &Program, rows: &[Row], threads: bool, numbering: Numbering) -> String {
    let labels: Vec<String> = rows
        .iter()
        .map(|row| label(program, row, threads, numbering))
        .collect();
    let margin = 16 + 8 * labels.iter().map(String::len).max().unwrap_or(0) as u64;
    let end = rows.iter().map(|row| row.write + 1).max().unwrap_or(0);
    let (width, height) = (margin + CELL * end + 8, LINE * (rows.len() + 1) + 8);
    let mut svg = header(width, height as u64);
    for cycle in 0..end {
        svg += &text(margin + CELL * cycle + CELL / 2, 16, "middle", &cycle.to_string());
    }
    for (index, (row, label)) in rows.iter().zip(&labels).enumerate() {
        let top = (LINE * (index + 1)) as u64;
        svg += &text(8, top + 16, "start", label);
        for (from, cycles) in [(row.read - row.waited, row.waited), (row.read + 1, row.held())] {
            if cycles > 0 {
                svg += &cell(margin + CELL * from, top, CELL * cycles, "#eeeeee", "stall");
            }
        }
        for (name, cycle) in row.stages() {
            svg += &cell(margin + CELL * cycle, top, CELL, colour(&name), &name);
        }
    }
    svg + "</svg>\n"
}

/// A box with a name in it.
fn cell(x: u64, top: u64, width: u64, fill: &str, name: &str) -> String {
    let name = text(x + width / 2, top + 16, "middle", name);
    format!(
        "<rect x=\"{x}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"3\" fill=\"{fill}\"/>\n{name}",
        top + 2,
        width - 2
    )
}
