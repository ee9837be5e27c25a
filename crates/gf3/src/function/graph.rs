//! The ancestry of results as text and as a picture.

use super::Program;
use super::ancestry::{Ancestry, Origin, Source, Step};
use crate::picture::{bar, header, text, width};
use crate::word::{Numbering, Register, print};

/// The text of an operation by itself.
pub fn operation(program: &Program, step: Step, numbering: Numbering) -> String {
    let instruction = program.instructions().get(step.instruction);
    instruction.map_or_else(String::new, |instruction| {
        print::instruction(&instruction.alone(step.unit()), numbering)
    })
}

/// A source as a reader names it: `v3.xyz`, `c[A0+5].x`, `R1.xy from word 4`.
pub fn source(program: &Program, source: &Source, numbering: Numbering) -> String {
    let components = print::mask(source.components);
    match source.origin {
        Origin::Input(number) => numbering.register(Register::Input(number), false) + &components,
        Origin::Constant(number, relative) => numbering.constant(number, relative) + &components,
        Origin::Initial(number) => format!("R{number}{components} at the start"),
        Origin::InitialAddress => "A0 at the start".into(),
        Origin::Step(step) => {
            let register = read(program, source, numbering);
            format!("{register} from word {}", step.instruction)
        }
    }
}

/// The register of a source and its components.
fn read(program: &Program, source: &Source, numbering: Numbering) -> String {
    let instruction = program.instructions().get(source.reader.instruction);
    let operand = source.operand.and_then(|slot| instruction?.operands[slot]);
    match operand {
        Some(operand) => numbering.register(operand.register, false) + &print::mask(source.components),
        None => numbering.address().into(),
    }
}

/// The operations that some results are made of, a line each, in order.
pub fn listing(program: &Program, ancestry: &Ancestry, of: &[Step], numbering: Numbering) -> String {
    let mut out = String::new();
    for step in ancestry.closure(of) {
        let mark = if of.contains(&step) { '*' } else { ' ' };
        let sources = names(ancestry.sources(step).map(|one| source(program, one, numbering)));
        let line = operation(program, step, numbering);
        out += &format!(
            "{mark}{:3}  {line:<34}  {}\n",
            step.instruction,
            sources.join(", ")
        );
    }
    out
}

/// Each name once, in order.
fn names(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

const ROW: u64 = 26;
/// How far an arc goes out for each row that it passes.
const REACH: u64 = 7;

/// The same as a picture: a row an operation, and arcs from each to those that read it, with the components. Operations
/// of the special function unit are orange, the results that were asked for green.
pub fn picture(program: &Program, ancestry: &Ancestry, of: &[Step], numbering: Numbering) -> String {
    let steps = ancestry.closure(of);
    let mut arcs: Vec<(usize, usize)> = Vec::new();
    for (to, step) in steps.iter().enumerate() {
        for source in ancestry.sources(*step) {
            let Origin::Step(before) = source.origin else {
                continue;
            };
            let from = steps.iter().position(|other| *other == before);
            arcs.extend(from.map(|from| (from, to)).filter(|arc| !arcs.contains(arc)));
        }
    }
    let far = arcs
        .iter()
        .map(|(from, to)| REACH * (to - from) as u64)
        .max()
        .unwrap_or(0);
    let left = far.min(220) + 30;
    let lines: Vec<[String; 2]> = steps
        .iter()
        .map(|step| {
            let sources = names(ancestry.sources(*step).map(|one| source(program, one, numbering)));
            let line = operation(program, *step, numbering);
            [format!("{:3}  {line}", step.instruction), sources.join(", ")]
        })
        .collect();
    let column = |which: usize| lines.iter().map(|line| width(&line[which])).max().unwrap_or(0) + 24;
    let (box_width, note_width) = (column(0), column(1));
    let mut svg = header(left + box_width + note_width, ROW * steps.len() as u64 + 12);
    let middle = |row: usize| ROW * row as u64 + 18;
    for (from, to) in arcs {
        let out = left - (REACH * (to - from) as u64).min(220) - 14;
        let (top, bottom) = (middle(from), middle(to));
        svg += &format!(
            "<path d=\"M{left} {top}C{out} {top} {out} {bottom} {left} {bottom}\" fill=\"none\" stroke=\"#3182bd\"/>\n\
             <circle cx=\"{left}\" cy=\"{bottom}\" r=\"3\" fill=\"#3182bd\"/>\n"
        );
    }
    for (row, [line, sources]) in lines.iter().enumerate() {
        let fill = match (of.contains(&steps[row]), steps[row].special) {
            (true, _) => "#c7e9c0",
            (false, true) => "#fdd0a2",
            (false, false) => "#dadaeb",
        };
        svg += &bar(left + 4, middle(row) - 11, box_width - 12, 22, fill);
        svg += &text(left + 12, middle(row) + 4, "start", line);
        let notes = text(left + box_width, middle(row) + 4, "start", sources);
        svg += &format!("<g fill=\"#636363\">{notes}</g>\n");
    }
    svg + "</svg>\n"
}
