//! `!!VP1.0`, `!!VP1.1` and `!!VSP1.0`: every instruction is one word.

use super::grammar::{Destination, Language, Parsed, Reader, fail};
use super::{Lowered, rule};
use crate::word::{Instruction, OutputTarget, OutputWrite, Register, Source, TemporaryWrite, Unit};
use quadrille_base::{Diagnostic, Span};
use quadrille_isa::nv20::{IluOp, MacOp, limit};

/// What a mnemonic is on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Mac(MacOp),
    Ilu(IluOp),
    /// ADD with the second operand negated.
    Subtract,
    /// MAX of an operand and its negation.
    Absolute,
}

/// The constants, by the number in the word, that hold the rows of the modelview-projection matrix for
/// position-invariant programs: the fixed-function half, which programs of OpenGL do not reach.
pub const POSITION_ROWS: [u8; 4] = [0, 1, 2, 3];

/// The meaning of a mnemonic, where the language has it.
fn meaning(name: &str, language: Language) -> Option<Meaning> {
    let version_1_1 = match name {
        "SUB" => Some(Meaning::Subtract),
        "ABS" => Some(Meaning::Absolute),
        "DPH" => Some(Meaning::Mac(MacOp::Dph)),
        "RCC" => Some(Meaning::Ilu(IluOp::Rcc)),
        _ => None,
    };
    if version_1_1.is_some() {
        return version_1_1.filter(|_| language == Language::Vp11);
    }
    let mac = MacOp::ALL
        .iter()
        .find(|op| op.name() == name && **op != MacOp::Nop);
    let ilu = IluOp::ALL
        .iter()
        .find(|op| op.name() == name && **op != IluOp::Nop);
    mac.map(|op| Meaning::Mac(*op))
        .or_else(|| ilu.map(|op| Meaning::Ilu(*op)))
}

/// Reads a program and lowers it.
///
/// # Errors
///
/// The first problem. Its place is the one that `PROGRAM_ERROR_POSITION_NV` reports: the first offending
/// token, or the length of the text for what only a full scan shows.
pub fn lower(text: &str) -> Result<Lowered, Box<Diagnostic>> {
    let headers = [
        ("!!VP1.0", Language::Vp10),
        ("!!VP1.1", Language::Vp11),
        ("!!VSP1.0", Language::Vsp10),
    ];
    let Some((header, language)) = headers.into_iter().find(|(header, _)| text.starts_with(header)) else {
        return fail(Span::at(0), "the text begins with !!VP1.0, !!VP1.1 or !!VSP1.0");
    };
    let mut reader = Reader::new(text, header.len(), language);
    options(&mut reader)?;
    let mut lowered = Lowered::default();
    if reader.invariant {
        transform(&mut lowered);
    }
    let (mut count, mut position, mut parameter) = (0, reader.invariant, false);
    let most = if reader.invariant {
        limit::GL_INVARIANT_INSTRUCTIONS
    } else {
        limit::GL_INSTRUCTIONS
    };
    while !(count > 0 && reader.accept_word("END")) {
        let start = reader.span();
        count += 1;
        if count > most {
            let message = format!("a program has at most {most} instructions");
            return Err(Box::new(Diagnostic::new(&rule::LENGTH, start, message)));
        }
        let (instruction, destination) = instruction(&mut reader)?;
        let span = start.to(Span::at(reader.span().start));
        reader.expect(';')?;
        position |= destination == Some(Destination::Output(0));
        parameter |= matches!(destination, Some(Destination::Parameter(_)));
        if destination == Some(Destination::MissingOutput) {
            let message = "the machine has four texture coordinates, so this write is ignored";
            lowered
                .notes
                .push(Diagnostic::new(&rule::MISSING_OUTPUT, span, message));
        } else {
            lowered.instructions.push((instruction, span));
        }
    }
    if !reader.is_over() {
        return fail(reader.span(), "nothing stands after END");
    }
    let end = Span::at(text.len() as u32);
    if language == Language::Vsp10 && !parameter {
        let message = "the program writes no program parameter";
        return Err(Box::new(Diagnostic::new(&rule::PARAMETER_WRITE, end, message)));
    }
    if language != Language::Vsp10 && !position {
        return Err(Box::new(Diagnostic::new(
            &rule::POSITION,
            end,
            "the program does not write o[HPOS]",
        )));
    }
    lowered.finish();
    Ok(lowered)
}

/// `OPTION NV_position_invariant;`, any number of times.
fn options(reader: &mut Reader<'_>) -> Parsed<()> {
    while reader.language == Language::Vp11 && reader.accept_word("OPTION") {
        match reader.word("an option's name stands here")? {
            ("NV_position_invariant", _) => reader.invariant = true,
            (_, span) => return fail(span, "no option has this name"),
        }
        reader.expect(';')?;
    }
    Ok(())
}

/// The position of the fixed-function pipeline: four dot products with the rows of the matrix.
pub(super) fn transform(lowered: &mut Lowered) {
    let source = |register| {
        Some(Source {
            register,
            swizzle: [0, 1, 2, 3],
            negate: false,
        })
    };
    for (component, row) in POSITION_ROWS.iter().enumerate() {
        let output = OutputWrite {
            from: Unit::Mac,
            target: OutputTarget::Output(0),
            mask: 8 >> component,
        };
        let instruction = Instruction {
            mac: MacOp::Dp4,
            operands: [source(Register::Input(0)), source(Register::Constant(*row)), None],
            output: Some(output),
            ..Instruction::NOP
        };
        lowered.instructions.push((instruction, Span::default()));
    }
}

/// One instruction without its semicolon, and where it writes.
fn instruction(reader: &mut Reader<'_>) -> Parsed<(Instruction, Option<Destination>)> {
    let (name, span) = reader.word("an instruction or END stands here")?;
    let Some(meaning) = meaning(name, reader.language) else {
        return fail(span, "no instruction has this name");
    };
    let mut instruction = Instruction::NOP;
    let (unit, shape) = match meaning {
        Meaning::Mac(op) => {
            instruction.mac = op;
            (Unit::Mac, op.shape())
        }
        Meaning::Ilu(op) => {
            instruction.ilu = op;
            (Unit::Ilu, op.shape())
        }
        Meaning::Subtract => {
            instruction.mac = MacOp::Add;
            (Unit::Mac, MacOp::Add.shape())
        }
        Meaning::Absolute => {
            instruction.mac = MacOp::Max;
            (Unit::Mac, MacOp::Mov.shape())
        }
    };
    let scalar = matches!(
        instruction.ilu,
        IluOp::Rcp | IluOp::Rcc | IluOp::Rsq | IluOp::Exp | IluOp::Log
    );
    let mut destination = None;
    if instruction.mac == MacOp::Arl {
        reader.address()?;
    } else {
        let (target, mask) = reader.destination()?;
        write(&mut instruction, unit, target, mask);
        destination = Some(target);
    }
    let mut read = Read::default();
    for slot in (0..3).filter(|slot| shape.reads()[*slot]) {
        reader.expect(',')?;
        let start = reader.span();
        let (source, relative) = reader.source(scalar || instruction.mac == MacOp::Arl)?;
        read.check(&source, relative, start.to(Span::at(reader.span().start)))?;
        instruction.relative |= relative;
        instruction.operands[slot] = Some(source);
    }
    match meaning {
        Meaning::Subtract => instruction.operands[2] = instruction.operands[2].map(negated),
        Meaning::Absolute => instruction.operands[1] = instruction.operands[0].map(negated),
        Meaning::Mac(_) | Meaning::Ilu(_) => {}
    }
    Ok((instruction, destination))
}

fn negated(source: Source) -> Source {
    Source {
        negate: !source.negate,
        ..source
    }
}

/// Records a write.
fn write(instruction: &mut Instruction, from: Unit, destination: Destination, mask: u8) {
    let target = match destination {
        Destination::Temporary(register) => {
            let write = Some(TemporaryWrite { register, mask });
            match from {
                Unit::Mac => instruction.mac_write = write,
                Unit::Ilu => instruction.ilu_write = write,
            }
            return;
        }
        Destination::MissingOutput => return,
        Destination::Output(index) => OutputTarget::Output(index),
        Destination::Parameter(index) => OutputTarget::Constant(index),
    };
    instruction.output = Some(OutputWrite { from, target, mask });
}

/// The parameter and the attribute that an instruction has read so far.
#[derive(Default)]
struct Read {
    parameter: Option<(u8, bool)>,
    attribute: Option<u8>,
}

impl Read {
    /// An instruction reads one parameter and one attribute, each as often as it likes.
    fn check(&mut self, source: &Source, relative: bool, span: Span) -> Parsed<()> {
        let (rule, message, other) = match source.register {
            Register::Constant(index) => {
                let before = self.parameter.replace((index, relative));
                let other = before.is_some_and(|before| before != (index, relative));
                (
                    &rule::PARAMETERS,
                    "the instruction reads another program parameter already",
                    other,
                )
            }
            Register::Input(index) => {
                let before = self.attribute.replace(index);
                let other = before.is_some_and(|before| before != index);
                (
                    &rule::ATTRIBUTES,
                    "the instruction reads another vertex attribute already",
                    other,
                )
            }
            Register::Temporary(_) => return Ok(()),
        };
        if other {
            Err(Box::new(Diagnostic::new(rule, span, message)))
        } else {
            Ok(())
        }
    }
}
