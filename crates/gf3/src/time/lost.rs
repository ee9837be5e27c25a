//! Lost cycles by instruction: as text and as a picture.

use super::diagram::notation;
use super::machine::Report;
use super::trace::Stall;
use crate::function::Program;
use crate::picture::{bar, header, text, width};
use crate::word::Numbering;

/// The reasons that an instruction of the program can have, in the order of [`Stall::ALL`].
const OWN: [Stall; 3] = [Stall::Operand, Stall::IluBusy, Stall::WriteOrder];

/// A line for each instruction: the cycles that it lost, by reason, and its text.
pub fn table(program: &Program, report: &Report, numbering: Numbering) -> String {
    let mut out = format!("{:>4}  {:>8}", "word", "lost");
    for reason in OWN {
        out += &format!("  {:>8}", short(reason));
    }
    out += "  instruction\n";
    for (index, instruction) in program.instructions().iter().enumerate() {
        let lost = report.lost.get(index).copied().unwrap_or_default();
        let counts = OWN.map(|reason| lost[reason.index()]);
        out += &format!("{index:>4}  {:>8}", lost.iter().sum::<u64>());
        for count in counts {
            out += &format!(
                "  {:>8}",
                if count == 0 {
                    String::new()
                } else {
                    count.to_string()
                }
            );
        }
        out += &format!("  {}\n", notation(instruction, numbering));
    }
    let others = Stall::ALL
        .iter()
        .zip(report.stalls)
        .filter(|row| !OWN.contains(&row.0.0) && row.1 > 0);
    for ((_, name), count) in others {
        out += &format!(
            "{:>4}  {count:>8}  {:>8}  {:>8}  {:>8}  ({name})\n",
            "", "", "", ""
        );
    }
    out
}

/// A word for a reason.
fn short(reason: Stall) -> &'static str {
    match reason {
        Stall::Operand => "operand",
        Stall::IluBusy => "ilu busy",
        Stall::WriteOrder => "write",
        Stall::Input | Stall::Output | Stall::Serial | Stall::Emptying | Stall::Setup => "",
    }
}

fn colour(reason: Stall) -> &'static str {
    match reason {
        Stall::Operand => "#fdae6b",
        Stall::IluBusy => "#9e9ac8",
        Stall::WriteOrder => "#74c476",
        Stall::Input | Stall::Output | Stall::Serial | Stall::Emptying | Stall::Setup => "#bdbdbd",
    }
}

const LINE: u64 = 22;

/// The same as bars: a row an instruction, and below them the cycles that no instruction is the cause of.
pub fn chart(program: &Program, report: &Report, numbering: Numbering) -> String {
    let mut rows: Vec<(String, Vec<(Stall, u64)>)> = Vec::new();
    for (index, instruction) in program.instructions().iter().enumerate() {
        let lost = report.lost.get(index).copied().unwrap_or_default();
        let parts = OWN.map(|reason| (reason, lost[reason.index()])).to_vec();
        rows.push((format!("{index:3}  {}", notation(instruction, numbering)), parts));
    }
    for ((reason, name), count) in Stall::ALL.iter().zip(report.stalls) {
        if !OWN.contains(reason) && count > 0 {
            rows.push((format!("     ({name})"), vec![(*reason, count)]));
        }
    }
    let most = rows
        .iter()
        .map(|row| row.1.iter().map(|part| part.1).sum::<u64>())
        .max()
        .unwrap_or(0)
        .max(1);
    let left = 16 + rows.iter().map(|row| width(&row.0)).max().unwrap_or(0);
    let room = 400;
    let mut svg = header(left + room + 90, LINE * (rows.len() as u64 + 1) + 10);
    let mut at = left;
    for reason in OWN {
        svg += &bar(at, 7, 12, 12, colour(reason));
        svg += &text(at + 18, 17, "start", short(reason));
        at += 40 + width(short(reason));
    }
    for (row, (label, parts)) in rows.iter().enumerate() {
        let top = LINE * (row as u64 + 1) + 4;
        svg += &text(8, top + 14, "start", label);
        let (mut at, mut sum) = (left, 0);
        for (reason, count) in parts.iter().filter(|part| part.1 > 0) {
            let long = (room * count).div_ceil(most).max(1);
            svg += &bar(at, top, long, LINE - 6, colour(*reason));
            at += long;
            sum += count;
        }
        if sum > 0 {
            svg += &text(at + 6, top + 14, "start", &sum.to_string());
        }
    }
    svg + "</svg>\n"
}
