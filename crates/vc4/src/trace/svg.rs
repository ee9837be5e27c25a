//! The trace as a picture: a row for each QPU and for the two transfer units, time to the right.

use std::fmt::Write;

use super::{InstructionEvent, Observer, TransferEvent};

/// Width of the picture in pixels, without the names.
const WIDTH: f64 = 1200.0;
const ROW: f64 = 22.0;
const NAMES: f64 = 60.0;

/// The activity during a stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    Execute,
    Wait,
    Transfer,
}

impl Colour {
    fn fill(self) -> &'static str {
        match self {
            Colour::Execute => "#4c78a8",
            Colour::Wait => "#e45756",
            Colour::Transfer => "#54a24b",
        }
    }
}

#[derive(Debug)]
struct Stretch {
    row: usize,
    start: u64,
    end: u64,
    colour: Colour,
    count: u64,
}

/// Gathers stretches of executing and waiting, neighbours joined, up to a limit.
#[derive(Debug)]
pub struct SvgTrace {
    stretches: Vec<Stretch>,
    /// The last stretch of each row.
    last: [Option<usize>; 18],
    limit: usize,
}

impl SvgTrace {
    /// A picture of at most `limit` stretches.
    pub fn new(limit: usize) -> SvgTrace {
        SvgTrace {
            stretches: Vec::new(),
            last: [None; 18],
            limit,
        }
    }

    fn push(&mut self, row: usize, start: u64, end: u64, colour: Colour) {
        if start >= end {
            return;
        }
        let row = row.min(self.last.len() - 1);
        if let Some(last) = self.last[row].map(|at| &mut self.stretches[at])
            && last.colour == colour
            && last.end == start
            && colour == Colour::Execute
        {
            last.end = end;
            last.count += 1;
            return;
        }
        if self.stretches.len() < self.limit {
            self.last[row] = Some(self.stretches.len());
            self.stretches.push(Stretch {
                row,
                start,
                end,
                colour,
                count: 1,
            });
        }
    }

    /// The picture.
    pub fn into_text(self) -> String {
        let end = self
            .stretches
            .iter()
            .map(|stretch| stretch.end)
            .max()
            .unwrap_or(1)
            .max(1);
        let mut rows: Vec<usize> = self.stretches.iter().map(|stretch| stretch.row).collect();
        rows.sort_unstable();
        rows.dedup();
        let height = ROW * (rows.len() as f64 + 1.0);
        let scale = WIDTH / end as f64;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<text x=\"{NAMES}\" y=\"15\">{end} clocks</text>",
            WIDTH + NAMES + 10.0
        );
        for (line, &row) in rows.iter().enumerate() {
            let name = match row {
                16 => "load".to_string(),
                17 => "store".to_string(),
                qpu => format!("QPU {qpu}"),
            };
            let y = ROW * (line as f64 + 1.0);
            let _ = writeln!(text, "<text x=\"4\" y=\"{}\">{name}</text>", y + 15.0);
        }
        for stretch in &self.stretches {
            let line = rows.binary_search(&stretch.row).unwrap_or(0);
            let (x, width) = (
                stretch.start as f64 * scale + NAMES,
                (stretch.end - stretch.start) as f64 * scale,
            );
            let _ = writeln!(
                text,
                "<rect x=\"{x:.2}\" y=\"{}\" width=\"{:.2}\" height=\"{}\" fill=\"{}\"><title>{}-{}, {}</title></rect>",
                ROW * (line as f64 + 1.0) + 2.0,
                width.max(0.2),
                ROW - 4.0,
                stretch.colour.fill(),
                stretch.start,
                stretch.end,
                match stretch.colour {
                    Colour::Execute => format!("{} instructions", stretch.count),
                    Colour::Wait => "waiting".to_string(),
                    Colour::Transfer => "transfer".to_string(),
                }
            );
        }
        text.push_str("</svg>\n");
        text
    }
}

impl Observer for SvgTrace {
    fn instruction(&mut self, event: &InstructionEvent<'_>) {
        let row = usize::from(event.qpu);
        let execute = event.start + event.stalled;
        self.push(row, event.start, execute, Colour::Wait);
        self.push(row, execute, event.end, Colour::Execute);
    }

    fn transfer(&mut self, event: &TransferEvent) {
        self.push(
            16 + usize::from(event.store),
            event.start,
            event.end,
            Colour::Transfer,
        );
    }
}
