//! Words back to the languages of OpenGL: [`raise`] gives `!!VP1.1`, `!!VSP1.0` or `!!ARBvp1.0` text that loads.
//!
//! A word may be several instructions of those languages: two units, each with two destinations. All read what was
//! before the word, so its instructions are put in an order in which none reads what one before it has written; where
//! there is none, a temporary that holds nothing then holds a result back. R12, which no language has, becomes such a
//! temporary too.

mod clamp;
mod constant;
mod free;
mod order;
mod print;
mod step;
mod viewport;

use crate::function::ancestry::{Ancestry, Origin};
use crate::target::Target;
use crate::word::{Instruction, OutputTarget, Register};
use quadrille_isa::nv20::{IluOp, MacOp, limit};
use thiserror::Error;

use constant::{Constants, state_program, unindexed};
use free::Free;
use step::{Destination, Step};
pub use viewport::Viewport;

/// The language that words go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `!!VP1.1`, or `!!VSP1.0` for a program that writes constants.
    Nv,
    /// `!!ARBvp1.0`.
    Arb {
        /// The screen whose pixels the position is in; it goes to clip space then.
        viewport: Option<Viewport>,
    },
}

/// Why a program has no text in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RaiseError {
    /// Indexed constants of both halves.
    #[error("word {0} indexes constants, and others do on the other side of 96: OpenGL has one array of 96")]
    BothHalves(usize),
    /// More constants than the language has.
    #[error("the text has {0} constants, and OpenGL has 96")]
    Constants(usize),
    /// An offset that no text has.
    #[error("word {index} adds {offset} to the address register, and the language takes -64 to 63")]
    Offset {
        /// The word.
        index: usize,
        /// The offset, by OpenGL's numbers.
        offset: i32,
    },
    /// An operation that the language does not have.
    #[error("word {index} is {operation}, which {language} does not have")]
    Operation {
        /// The word.
        index: usize,
        /// The operation's name.
        operation: &'static str,
        /// The language's header.
        language: &'static str,
    },
    /// A program that writes constants and is no state program.
    #[error(
        "word {0} writes a constant: only a program that has no outputs and reads v0 alone may, and only as !!VSP1.0"
    )]
    ConstantWrite(usize),
    /// An output that does not exist.
    #[error("word {0} writes an output that OpenGL does not have")]
    Output(usize),
    /// A register that does not exist.
    #[error("word {0} reads a register that the machine does not have")]
    Register(usize),
    /// No register left.
    #[error("word {0} needs a temporary, and all 12 hold something there")]
    Temporaries(usize),
    /// R12 is read where the position was not written.
    #[error("word {0} reads the position back before all of it is written")]
    PositionRead(usize),
    /// The position is not written.
    #[error("the program does not write the position, and no loader takes it then")]
    NoPosition,
    /// Too many instructions.
    #[error("the program is {0} instructions long in this language, and 128 fit")]
    Length(usize),
}

/// A program's text and what a reader should know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raised {
    /// The text.
    pub text: String,
    /// For each constant of the text its number in the word, where that is not 96 more.
    pub constants: Vec<(u8, u8)>,
    /// How many constants from `c[0]` on are those that the words index, where the program reads others too and the rest
    /// has to make room for them: a read beyond is of another constant.
    pub reach: Option<usize>,
}

/// The text of a program. `target` is the machine whose attributes the words name.
///
/// # Errors
///
/// What the language does not have.
pub fn raise(instructions: &[Instruction], language: Language, target: Target) -> Result<Raised, RaiseError> {
    let instructions = &unindexed(instructions);
    let state = state_program(instructions)?;
    let header = match (language, state) {
        (Language::Nv, false) => print::VERTEX,
        (Language::Nv, true) => print::STATE,
        (Language::Arb { .. }, _) => print::ARB,
    };
    let constants = Constants::of(instructions, language)?;
    let free = Free::of(instructions);
    let viewport = match language {
        Language::Arb { viewport } => viewport,
        Language::Nv => None,
    };
    let mirror = mirror(instructions, &free, viewport.is_some())?;
    let place = mirror.map(|mirror| mirror.place);
    let mut steps: Vec<Step> = Vec::new();
    let (mut written, mut positioned) = (0u8, false);
    for (index, instruction) in instructions.iter().enumerate() {
        check(index, instruction, header)?;
        if position_read(instruction) & !written != 0 {
            return Err(RaiseError::PositionRead(index));
        }
        let mut parts = step::steps(index, instruction);
        for part in &mut parts {
            if part.destination == Destination::Output(0) {
                written |= part.mask;
                positioned = true;
            }
            part.mirror(place);
        }
        let held = free.at(index..=index, [place, None]);
        let mut parts = order::ordered(parts, held).ok_or(RaiseError::Temporaries(index))?;
        if language != Language::Nv && parts.iter().any(Step::clamps) {
            let holds =
                |step: &Step| held.is_some_and(|held| step.destination == Destination::Temporary(held));
            let held = held.filter(|_| parts.iter().any(holds));
            let scratch = free.at(index..=index, [place, held]);
            let scratch = scratch.ok_or(RaiseError::Temporaries(index))?;
            for part in parts.iter_mut().filter(|part| part.clamps()) {
                part.scratch = Some(scratch);
            }
        }
        steps.extend(parts);
        if let Some(mirror) = mirror.filter(|mirror| mirror.until == index && written != 0) {
            steps.push(Step::copy(index, Destination::Output(0), written, mirror.place));
        }
    }
    if !positioned && !state {
        return Err(RaiseError::NoPosition);
    }
    let clamps = steps.iter().filter(|step| step.scratch.is_some()).count();
    let more = viewport.map_or(0, |_| viewport::MOST) + clamps * clamp::MORE;
    let length = steps.len() + more;
    if length > limit::GL_INSTRUCTIONS {
        return Err(RaiseError::Length(length));
    }
    let ancestry = Ancestry::of(instructions);
    let initial = ancestry.all().iter().filter_map(|source| match source.origin {
        Origin::Initial(number) => Some(number),
        _ => None,
    });
    let zero = initial.fold(0u16, |set, number| set | 1 << number);
    let numbers = Numbers { constants, target };
    let text = match language {
        Language::Nv => print::nv(&steps, &numbers, state)?,
        Language::Arb { .. } => print::arb(&steps, &numbers, zero, viewport)?,
    };
    let moved = (0u8..)
        .zip(&numbers.constants.words)
        .map(|(here, there)| (here, *there));
    Ok(Raised {
        text,
        constants: moved
            .filter(|(here, there)| here + limit::GL_FIRST_CONSTANT != *there)
            .collect(),
        reach: numbers.constants.reach,
    })
}

/// R12.
const POSITION: Register = Register::Temporary(limit::POSITION_TEMPORARY);

/// The numbers that registers have in a text.
struct Numbers {
    constants: Constants,
    /// The machine whose attributes the words name.
    target: Target,
}

impl Numbers {
    /// The attribute of OpenGL that an attribute of the word is. Back colours and point size, which OpenGL does not
    /// have as attributes, get numbers that are free.
    fn attribute(&self, number: u8) -> u8 {
        match (self.target, number) {
            (Target::Nv2a, 9..=12) => number - 1,
            (Target::Nv2a, 8) => 12,
            (Target::Nv2a | Target::Gf3, _) => number,
        }
    }
}

/// The temporary that stands for the position.
#[derive(Clone, Copy)]
struct Mirror {
    place: u8,
    /// The word behind which it goes to the position.
    until: usize,
}

/// The temporary that stands for the position, where the program reads it back or where it is to be moved.
fn mirror(instructions: &[Instruction], free: &Free, moved: bool) -> Result<Option<Mirror>, RaiseError> {
    if !moved && !instructions.iter().any(names_position) {
        return Ok(None);
    }
    let writes = |instruction: &Instruction| {
        instruction
            .output
            .is_some_and(|write| write.target == OutputTarget::Output(0))
    };
    let uses = |instruction: &Instruction| writes(instruction) || names_position(instruction);
    let (Some(first), Some(last)) = (
        instructions.iter().position(uses),
        instructions.iter().rposition(uses),
    ) else {
        return Ok(None);
    };
    let none = [None; 2];
    let found = match free.everywhere(none) {
        Some(place) => Some((place, instructions.len() - 1)),
        None => free.at(first..=last, none).map(|place| (place, last)),
    };
    let (place, until) = found.ok_or(RaiseError::Temporaries(first))?;
    Ok(Some(Mirror { place, until }))
}

/// Whether the text of an instruction names R12, also where the result depends on no component of it.
fn names_position(instruction: &Instruction) -> bool {
    let steps = step::steps(0, instruction);
    let mut sources = steps.iter().flat_map(|step| &step.sources);
    sources.any(|source| source.register == POSITION)
}

/// The components of R12 that the results of an instruction depend on, x in bit 3.
fn position_read(instruction: &Instruction) -> u8 {
    let operands =
        (0..3).filter(|slot| instruction.operands[*slot].is_some_and(|source| source.register == POSITION));
    operands.fold(0, |mask, slot| mask | instruction.components_read(slot))
}

/// What no text of a language says. `!!VSP1.0` has the operations of `!!VP1.0` for good (NV_vertex_program1_1 adds RCC
/// and DPH to `!!VP1.1` alone).
fn check(index: usize, instruction: &Instruction, language: &'static str) -> Result<(), RaiseError> {
    let mut sources = instruction.operands.iter().flatten();
    if sources.any(|source| source.register == Register::Absent) {
        return Err(RaiseError::Register(index));
    }
    let lacks = |operation| RaiseError::Operation {
        index,
        operation,
        language,
    };
    if instruction.ilu == IluOp::Rcc && language == print::STATE {
        return Err(lacks(IluOp::Rcc.name()));
    }
    if instruction.mac == MacOp::Dph && language == print::STATE {
        return Err(lacks(MacOp::Dph.name()));
    }
    Ok(())
}
