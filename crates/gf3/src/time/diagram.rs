//! The pipeline diagram as text, in the lecture's notation.
//!
//! ```text
//! # Cycle                 0  1  2  3  4  5  6  7
//! t0: ADD r1, c[2], v[3]  RR SN E1 E2 WB
//! t1: MUL o[4], r1, c[5]     RR ----> SN E1 E2 WB
//! ```
//!
//! An arrow fills the cycles in which an instruction is held, or, before `RR`, those in which it was next in
//! turn and could not read its registers.

use super::trace::Row;
use crate::function::Program;
use crate::word::{Instruction, Numbering, OutputTarget, Register, SourceOperand, print};
use quadrille_isa::nv20::{IluOp, MacOp};

/// The diagram of some instructions. `threads` says whether lines name their thread.
pub fn text(program: &Program, rows: &[Row], threads: bool, numbering: Numbering) -> String {
    let labels: Vec<String> = rows
        .iter()
        .map(|row| label(program, row, threads, numbering))
        .collect();
    let margin = labels
        .iter()
        .map(String::len)
        .chain(["# Cycle".len()])
        .max()
        .unwrap_or(0)
        + 1;
    let end = rows.iter().map(|row| row.write + 1).max().unwrap_or(0);
    let stages = rows.iter().flat_map(Row::stages);
    let widest = stages
        .map(|stage| stage.0.len())
        .chain([end.saturating_sub(1).to_string().len()])
        .max();
    let width = widest.unwrap_or(0) + 1;
    let ruler: String = (0..end).map(|cycle| format!("{cycle:<width$}")).collect();
    let mut text = format!("{:margin$}{ruler}", "# Cycle").trim_end().to_string() + "\n";
    for (label, row) in labels.iter().zip(rows) {
        let mut line = " ".repeat(width * end as usize);
        let mut put = |cycle: u64, cells: u64, text: &str| {
            let at = cycle as usize * width;
            line.replace_range(
                at..at + (cells as usize * width).max(text.len()),
                &format!("{text:<0$}", cells as usize * width),
            );
        };
        if row.waited > 0 {
            put(row.read - row.waited, row.waited, &arrow(row.waited, width));
        }
        if row.held() > 0 {
            put(row.read + 1, row.held(), &arrow(row.held(), width));
        }
        row.stages().iter().for_each(|(name, cycle)| put(*cycle, 1, name));
        text += format!("{label:margin$}{line}").trim_end();
        text.push('\n');
    }
    text
}

/// The diagram with the lecture's notes: behind a row the input buffer of the attribute that it reads and the set of
/// temporaries that it uses.
pub fn noted(program: &Program, rows: &[Row], threads: bool, numbering: Numbering) -> String {
    let diagram = text(program, rows, threads, numbering);
    let widest = diagram.lines().map(str::len).max().unwrap_or(0);
    let mut lines = diagram.lines();
    let mut noted = lines.next().unwrap_or("").to_owned() + "\n";
    for (line, row) in lines.zip(rows) {
        let note = note(program, row);
        noted += format!("{line:widest$}{note}").trim_end();
        noted.push('\n');
    }
    noted
}

/// `  <- v[3] in IB 0, r1 in set 0`.
pub(super) fn note(program: &Program, row: &Row) -> String {
    let Some(instruction) = program.instructions().get(row.token.instruction) else {
        return String::new();
    };
    let mut parts = Vec::new();
    let mut sources = instruction
        .operands
        .iter()
        .flatten()
        .map(|source| source.register);
    if let Some(Register::Input(number)) = sources.clone().find(|one| matches!(one, Register::Input(_))) {
        parts.push(format!("v[{number}] in IB {}", row.token.buffer));
    }
    let read = sources.find_map(|register| match register {
        Register::Temporary(number) => Some(number),
        _ => None,
    });
    let written = [instruction.mac_write, instruction.ilu_write]
        .into_iter()
        .flatten()
        .next();
    if let Some(number) = written.map(|write| write.register).or(read) {
        parts.push(format!("r{number} in set {}", row.token.thread));
    }
    if parts.is_empty() {
        return String::new();
    }
    format!("  <- {}", parts.join(", "))
}

/// An arrow over some cycles: `---->` over two.
fn arrow(cycles: u64, width: usize) -> String {
    "-".repeat(cycles as usize * width - 2) + ">"
}

/// The text before the stages.
pub(super) fn label(program: &Program, row: &Row, threads: bool, numbering: Numbering) -> String {
    let text = program
        .instructions()
        .get(row.token.instruction)
        .map_or_else(String::new, |i| notation(i, numbering));
    if threads {
        format!("t{}: {text}", row.token.thread)
    } else {
        text
    }
}

/// An instruction as the lecture writes it: `ADD r1, c[2], v[3]`, `MUL o[4], r1, c[5]`.
pub fn notation(instruction: &Instruction, numbering: Numbering) -> String {
    let source = |source: &SourceOperand| {
        let register = match source.register {
            Register::Temporary(index) => format!("r{index}"),
            Register::Input(index) => format!("v[{index}]"),
            Register::Constant(index) => numbering.constant(index, instruction.relative),
            Register::Absent => "_".into(),
        };
        let sign = if source.negate { "-" } else { "" };
        format!("{sign}{register}{}", print::swizzle(source.swizzle))
    };
    let mask = |mask: u8| {
        if mask == 15 {
            String::new()
        } else {
            print::mask(mask)
        }
    };
    let [a, b, c] = &instruction.operands;
    let mut parts = Vec::new();
    let mut halves = Vec::new();
    if instruction.mac != MacOp::Nop {
        let sources = [a, b, c].into_iter().zip(instruction.mac.shape().reads());
        let sources: Vec<String> = sources
            .filter(|row| row.1)
            .filter_map(|row| row.0.as_ref().map(source))
            .collect();
        halves.push((
            crate::word::Unit::Mac,
            instruction.mac.name(),
            sources.join(", "),
            instruction.mac_write,
        ));
    }
    if instruction.ilu != IluOp::Nop {
        let sources = c.as_ref().map(source).unwrap_or_default();
        halves.push((
            crate::word::Unit::Ilu,
            instruction.ilu.name(),
            sources,
            instruction.ilu_write,
        ));
    }
    for (unit, name, sources, temporary) in halves {
        let before = parts.len();
        if unit == crate::word::Unit::Mac && instruction.mac == MacOp::Arl {
            parts.push(format!("{name} a0, {sources}"));
        }
        if let Some(write) = instruction.output.filter(|write| write.from == unit) {
            let target = match write.target {
                OutputTarget::Output(index) => format!("o[{index}]"),
                OutputTarget::Constant(index) => numbering.constant(index, false),
            };
            parts.push(format!("{name} {target}{}, {sources}", mask(write.mask)));
        }
        if let Some(write) = temporary {
            parts.push(format!(
                "{name} r{}{}, {sources}",
                write.register,
                mask(write.mask)
            ));
        }
        if parts.len() == before {
            parts.push(format!("{name} _, {sources}"));
        }
    }
    if parts.is_empty() {
        "NOP".into()
    } else {
        parts.join(" + ")
    }
}
