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
/// Every line that is not one word, up to a thousand; a text without one.
pub fn assemble(text: &str, numbering: Numbering) -> Result<Vec<Word>, Vec<Diagnostic>> {
    let (lines, mut diagnostics) = parse(text, numbering);
    if let Some(line) = lines.get(limit::SLOTS) {
        diagnostics.push(Diagnostic::new(
            &rule::LENGTH,
            line.span,
            "the program store has 136 slots",
        ));
    }
    if lines.is_empty() && diagnostics.is_empty() {
        let message = "the program has no instruction";
        diagnostics.push(Diagnostic::new(&rule::EMPTY, Span::at(0), message));
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
        let special = units(line).is_ok_and(|units| {
            let mut halves = units.iter().zip(&line.statements);
            units.contains(&Unit::Mac) && halves.any(|(unit, half)| *unit == Unit::Ilu && elsewhere(half))
        });
        if special {
            let message =
                "beside a vector operation the special function unit writes R1, whatever the text says";
            warnings.push(Diagnostic::new(&rule::PAIRED_TEMPORARY, line.span, message));
        }
        if line.spoilt {
            let message = "this macro overwrites a register that it still reads";
            if warnings
                .last()
                .is_none_or(|last: &Diagnostic| last.span != line.span)
            {
                warnings.push(Diagnostic::new(&rule::MACRO_OVERLAP, line.span, message));
            }
        }
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
    let units = units(line)?;
    for (statement, unit) in line.statements.iter().zip(&units) {
        if let Some(indexed) = statement.relative {
            if relative.is_some_and(|before| before != indexed) {
                return Err(pair(
                    statement,
                    "one word reads its constant absolutely or relatively, not both",
                ));
            }
            relative = Some(indexed);
        }
        let paired = Statement {
            target: StatementTarget::Temporary(limit::PAIRED_TEMPORARY),
            ..statement.clone()
        };
        let beside = *unit == Unit::Ilu && units.contains(&Unit::Mac);
        let statement = if beside && elsewhere(statement) {
            &paired
        } else {
            statement
        };
        issue(&mut instruction, statement, *unit)?;
    }
    instruction.relative = relative == Some(true);
    let encoded = encode(&instruction)
        .map_err(|conflict| Diagnostic::new(&rule::PAIR, line.span, conflict.to_string()))?;
    Ok(line
        .fields
        .iter()
        .fold(encoded, |word, (field, value)| word.with(*field, *value)))
}

/// Whether a statement writes a temporary that the special function unit of a pair does not.
fn elsewhere(statement: &Statement) -> bool {
    matches!(statement.target, StatementTarget::Temporary(number) if number != limit::PAIRED_TEMPORARY)
}

fn pair(statement: &Statement, message: &str) -> Diagnostic {
    Diagnostic::new(&rule::PAIR, statement.span, message)
}

/// Which unit each statement runs on. MOV is an operation of both: without a mark it takes the unit that has no other
/// operation; of two different MOVs the one that writes a temporary other than R1 is the vector unit's, else the one
/// that does not write R1, else the first.
fn units(line: &Line) -> Result<Vec<Unit>, Diagnostic> {
    let own: Vec<Option<Unit>> = line.statements.iter().map(own_unit).collect::<Result<_, _>>()?;
    let free = |place: &usize| own[*place].is_none();
    let same = |place: &usize, first: usize| {
        line.statements[*place].mac == Some(MacOp::Mov)
            && line.statements[*place].sources == line.statements[first].sources
    };
    let places = 0..line.statements.len();
    let Some(first) = places.clone().find(free) else {
        return Ok(own.into_iter().flatten().collect());
    };
    let (one, other): (Vec<usize>, Vec<usize>) = places.clone().filter(free).partition(|at| same(at, first));
    let writes = |places: &[usize], test: &dyn Fn(u8) -> bool| {
        let mut targets = places.iter().map(|place| line.statements[*place].target);
        targets.any(|target| matches!(target, StatementTarget::Temporary(number) if test(number)))
    };
    let paired = |number| number == limit::PAIRED_TEMPORARY;
    let marked = places
        .clone()
        .any(|at| own[at] == Some(Unit::Mac) && same(&at, first));
    let first_is_vector = if own.contains(&Some(Unit::Mac)) {
        marked
    } else if own.contains(&Some(Unit::Ilu)) || other.is_empty() {
        true
    } else {
        let elsewhere = |number: u8| !paired(number);
        let yields = writes(&one, &paired) && !writes(&other, &paired);
        writes(&one, &elsewhere) || !(writes(&other, &elsewhere) || yields)
    };
    let unit = |place: usize| match own[place] {
        Some(unit) => unit,
        None if one.contains(&place) == first_is_vector => Unit::Mac,
        None => Unit::Ilu,
    };
    Ok(places.map(unit).collect())
}

/// The unit that a statement's operation or mark names.
fn own_unit(statement: &Statement) -> Result<Option<Unit>, Diagnostic> {
    match (statement.unit, statement.mac, statement.ilu) {
        (Some(Unit::Mac), Some(_), _) | (None, Some(_), None) => Ok(Some(Unit::Mac)),
        (Some(Unit::Ilu), _, Some(_)) | (None, None, Some(_)) => Ok(Some(Unit::Ilu)),
        (None, Some(MacOp::Nop), Some(_)) => Ok(Some(Unit::Mac)),
        (None, Some(_), Some(_)) => Ok(None),
        (Some(_), _, _) | (None, None, None) => Err(pair(statement, "this unit does not have the operation")),
    }
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
