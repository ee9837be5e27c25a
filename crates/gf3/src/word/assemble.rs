//! The assembler: statements that are joined by `+` become one word.

use super::statement::{Line, Statement, StatementTarget, parse};
use super::{
    Instruction, Numbering, OutputWrite, SourceOperand, TemporaryWrite, Unit, Word, decode_any, encode, rule,
};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, MacOp, Shape, field, limit};

/// The words of a text. The last one gets the final bit unless its field note says otherwise.
///
/// # Errors
///
/// Every line that is not one word, up to a thousand.
pub fn assemble(text: &str, numbering: Numbering) -> Result<Vec<Word>, Vec<Diagnostic>> {
    let (lines, mut diagnostics) = parse(text, numbering);
    if let Some(line) = lines.get(limit::SLOTS) {
        diagnostics.push(Diagnostic::new(
            &rule::LENGTH,
            line.span,
            "the program store has 136 slots",
        ));
    }
    let count = lines.len();
    let mut words = Vec::new();
    for (index, line) in lines.iter().enumerate().take(limit::SLOTS) {
        match word(line, index + 1 == count) {
            Ok(word) => words.push(word),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    if diagnostics.is_empty() {
        Ok(words)
    } else {
        Err(diagnostics)
    }
}

/// Warnings about words of a text whose result depends on the silicon.
pub fn warnings(text: &str, numbering: Numbering) -> Vec<Diagnostic> {
    let (lines, _) = parse(text, numbering);
    let mut warnings = Vec::new();
    for line in lines.iter().take(limit::SLOTS) {
        let Ok(word) = word(line, false) else { continue };
        let (instruction, odd) = decode_any(word);
        warnings.extend(odd.into_iter().map(|reason| {
            let message = format!("{reason}; {}", reason.placeholder());
            Diagnostic::new(&rule::ODD, line.span, message)
        }));
        if instruction.writes_r1_twice() {
            let message = "both halves write R1, and which write stays is not known of the silicon";
            warnings.push(Diagnostic::new(&rule::R1_TWICE, line.span, message));
        }
    }
    warnings
}

/// The word of a text that holds one line, without a final bit unless a field note sets it.
///
/// # Errors
///
/// The first problem; a text with another number of lines.
pub fn assemble_line(text: &str, numbering: Numbering) -> Result<Word, Diagnostic> {
    let (lines, diagnostics) = parse(text, numbering);
    match (lines.as_slice(), diagnostics.into_iter().next()) {
        (_, Some(diagnostic)) => Err(diagnostic),
        ([line], None) => word(line, false),
        (_, None) => {
            let all = Span::new(0, text.len() as u32);
            Err(Diagnostic::new(
                &rule::SYNTAX,
                all,
                "one line of text is one word",
            ))
        }
    }
}

/// The word of a line.
fn word(line: &Line, last: bool) -> Result<Word, Diagnostic> {
    let mut instruction = Instruction {
        last,
        ..Instruction::NOP
    };
    let mut relative = None;
    for (statement, unit) in line.statements.iter().zip(units(line)?) {
        if let Some(indexed) = statement.relative {
            if relative.is_some_and(|before| before != indexed) {
                return Err(pair(
                    statement,
                    "one word reads its constant absolutely or relatively, not both",
                ));
            }
            relative = Some(indexed);
        }
        issue(&mut instruction, statement, unit)?;
    }
    instruction.relative = relative == Some(true);
    let encoded = encode(&instruction)
        .map_err(|conflict| Diagnostic::new(&rule::PAIR, line.span, conflict.to_string()))?;
    Ok(line
        .fields
        .iter()
        .fold(encoded, |word, (field, value)| word.with(*field, *value)))
}

fn pair(statement: &Statement, message: &str) -> Diagnostic {
    Diagnostic::new(&rule::PAIR, statement.span, message)
}

/// Which unit each statement runs on. MOV is an operation of both: without a mark it is the vector unit's,
/// unless that unit has another operation or has moved something else already.
fn units(line: &Line) -> Result<Vec<Unit>, Diagnostic> {
    let mut vector = line.statements.iter().find(|s| {
        s.unit != Some(Unit::Ilu) && s.mac.is_some() && (s.ilu.is_none() || s.unit == Some(Unit::Mac))
    });
    line.statements
        .iter()
        .map(|statement| {
            let unit = match (statement.unit, statement.mac, statement.ilu) {
                (Some(Unit::Mac), Some(_), _) | (None, Some(_), None) => Unit::Mac,
                (Some(Unit::Ilu), _, Some(_)) | (None, None, Some(_)) => Unit::Ilu,
                (None, Some(_), Some(_)) => {
                    let same =
                        |first: &Statement| first.mac == statement.mac && first.sources == statement.sources;
                    match vector {
                        Some(first) if !same(first) => Unit::Ilu,
                        _ => {
                            vector = Some(statement);
                            Unit::Mac
                        }
                    }
                }
                _ => return Err(pair(statement, "this unit does not have the operation")),
            };
            Ok(unit)
        })
        .collect()
}

/// Adds a statement to an instruction.
fn issue(instruction: &mut Instruction, statement: &Statement, unit: Unit) -> Result<(), Diagnostic> {
    let (shape, busy) = match unit {
        Unit::Mac => {
            let op = statement.mac.unwrap_or(MacOp::Nop);
            let before = std::mem::replace(&mut instruction.mac, op);
            (op.shape(), before != MacOp::Nop && before != op)
        }
        Unit::Ilu => {
            let op = statement.ilu.unwrap_or(IluOp::Nop);
            let before = std::mem::replace(&mut instruction.ilu, op);
            (op.shape(), before != IluOp::Nop && before != op)
        }
    };
    if busy {
        return Err(pair(statement, "the unit has another operation in this word"));
    }
    place(instruction, statement, shape)?;
    destination(instruction, statement, unit)
}

/// Puts the sources into the operand selectors.
fn place(instruction: &mut Instruction, statement: &Statement, shape: Shape) -> Result<(), Diagnostic> {
    if statement.sources.len() != shape.count() {
        let message = format!("the operation takes {} source(s)", shape.count());
        return Err(Diagnostic::new(&rule::COUNT, statement.span, message));
    }
    let slots = (0..3).filter(|slot| shape.reads()[*slot]);
    for (slot, source) in slots.zip(&statement.sources) {
        let before: Option<SourceOperand> = instruction.operands[slot].replace(*source);
        if before.is_some_and(|before| before != *source) {
            return Err(pair(
                statement,
                "the operand selector holds another operand in this word",
            ));
        }
    }
    Ok(())
}

/// Records where the result goes.
fn destination(instruction: &mut Instruction, statement: &Statement, unit: Unit) -> Result<(), Diagnostic> {
    let address = unit == Unit::Mac && statement.mac == Some(MacOp::Arl);
    let taken = match statement.target {
        StatementTarget::Address if address => return Ok(()),
        _ if address => return Err(pair(statement, "ARL writes the address register")),
        StatementTarget::Address => return Err(pair(statement, "only ARL writes the address register")),
        StatementTarget::Nowhere => return Ok(()),
        StatementTarget::Temporary(register) => {
            let write = Some(TemporaryWrite {
                register,
                mask: statement.mask,
            });
            match unit {
                Unit::Mac => std::mem::replace(&mut instruction.mac_write, write).is_some(),
                Unit::Ilu => std::mem::replace(&mut instruction.ilu_write, write).is_some(),
            }
        }
        StatementTarget::Output(target) => {
            let write = OutputWrite {
                from: unit,
                target,
                mask: statement.mask,
            };
            instruction.output.replace(write).is_some()
        }
    };
    if taken {
        return Err(pair(
            statement,
            "one word writes one temporary a unit and one output",
        ));
    }
    Ok(())
}

/// Whether a word ends the program.
pub fn is_last(word: Word) -> bool {
    word.get(field::LAST) == 1
}
