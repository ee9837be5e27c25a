//! The machines that have this processor, and where a program means something else on one of them.
//!
//! The GeForce 3 runs what its OpenGL driver loads; the Xbox's NV2A runs words. Attributes and constants have other
//! numbers there, and other loaders check them.

use crate::function::Access;
use crate::lower::{Lowered, rule};
use crate::word::{Instruction, OutputTarget, Register};
use quadrille_base::Diagnostic;
use quadrille_isa::nv20::{limit, register::INPUTS};
use thiserror::Error;

/// A machine with its loader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The GeForce 3 under OpenGL.
    Gf3,
    /// The Xbox.
    Nv2a,
}

/// Constants in which Direct3D on the Xbox keeps scale and offset of the viewport, `c[-38]` and `c[-37]` of its
/// programs.
const VIEWPORT: [u8; 2] = [58, 59];

/// The point of a program at which a target differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Remark {
    /// More instructions than the loader takes.
    #[error("the loader takes {0} instructions")]
    Length(usize),
    /// A constant that OpenGL does not reach.
    #[error("constant {0} is not one of the words' 96 to 191, which OpenGL calls c[0] to c[95]")]
    LowConstant(u8),
    /// An indexed read that reaches other constants.
    #[error("an indexed read gives zeros outside the words' constants 96 to 191")]
    UserHalf,
    /// A pair.
    #[error("two operations in one word: no program of OpenGL has them")]
    Pair,
    /// R12.
    #[error("R12 is read, and programs of OpenGL do not read the position back")]
    PositionRead,
    /// A constant is written by a vertex program.
    #[error("a constant is written: the loader takes that in a !!VSP1.0 program only")]
    StateWrite,
    /// A constant is written, and a mode has to allow it.
    #[error(
        "a constant is written: SET_TRANSFORM_PROGRAM_CXT_WRITE_EN must be 1, and vertices go one at a time"
    )]
    WriteEnable,
    /// A constant that the system's library keeps is written.
    #[error("constant {0} is written, in which Direct3D keeps the viewport")]
    ViewportWrite(u8),
    /// The position is not written.
    #[error("the position is not written")]
    NoPosition,
    /// An attribute that has another meaning.
    #[error("attribute {number} is {here} here and {there} on the NV2A")]
    Attribute {
        /// Its number in the word.
        number: u8,
        /// Its name on the target.
        here: &'static str,
        /// Its name on the Xbox.
        there: &'static str,
    },
}

/// A remark about an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("word {index}: {remark}")]
pub struct Finding {
    /// Index of the instruction.
    pub index: usize,
    /// The remark.
    pub remark: Remark,
}

impl Target {
    /// Instructions that the loader takes (NV_vertex_program 2.14.1.7; the NV2A's program store).
    pub fn slots(self) -> usize {
        match self {
            Target::Gf3 => limit::GL_INSTRUCTIONS,
            Target::Nv2a => limit::SLOTS,
        }
    }

    /// Which constants indexed reads reach.
    pub fn access(self) -> Access {
        match self {
            Target::Gf3 => Access::UserOnly,
            Target::Nv2a => Access::Full,
        }
    }

    /// The attribute that has what OpenGL has in attribute `number`; none where the machine has no such attribute.
    /// Texture coordinates 0 to 3 are 8 to 11 in OpenGL and 9 to 12 on the NV2A.
    pub fn attribute(self, number: u8) -> Option<u8> {
        match (self, number) {
            (Target::Gf3, _) | (Target::Nv2a, 0..=5) => Some(number),
            (Target::Nv2a, 8..=11) => Some(number + 1),
            (Target::Nv2a, _) => None,
        }
    }

    /// The name of an attribute; none where it has no meaning of its own.
    pub fn attribute_name(self, number: u8) -> Option<&'static str> {
        let input = INPUTS.get(usize::from(number))?;
        let name = match self {
            Target::Gf3 => input.gl,
            Target::Nv2a => input.nv2a,
        };
        (!name.is_empty()).then_some(name)
    }

    /// The points of a program at which the loader says no, or at which it means something else than it would on the
    /// other machine. `vertex` says whether it runs for vertices, not alone.
    pub fn check(self, instructions: &[Instruction], vertex: bool) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut positioned = !vertex;
        for (index, instruction) in instructions.iter().enumerate() {
            let mut say = |remark| findings.push(Finding { index, remark });
            if index == self.slots() {
                say(Remark::Length(self.slots()));
            }
            if let Some(write) = instruction.output {
                match (write.target, self) {
                    (OutputTarget::Output(0), _) => positioned = true,
                    (OutputTarget::Output(_), _) => {}
                    (OutputTarget::Constant(_), Target::Gf3) if vertex => say(Remark::StateWrite),
                    (OutputTarget::Constant(_), Target::Gf3) => {}
                    (OutputTarget::Constant(number), Target::Nv2a) => {
                        say(Remark::WriteEnable);
                        if VIEWPORT.contains(&number) {
                            say(Remark::ViewportWrite(number));
                        }
                    }
                }
            }
            if self == Target::Gf3 {
                if instruction.is_paired() {
                    say(Remark::Pair);
                }
                match instruction.constant() {
                    Some(_) if instruction.relative => say(Remark::UserHalf),
                    Some(number) if number < limit::GL_FIRST_CONSTANT => say(Remark::LowConstant(number)),
                    _ => {}
                }
                let mut sources = instruction.operands.iter().flatten();
                let position = Register::Temporary(limit::POSITION_TEMPORARY);
                if sources.any(|source| source.register == position) {
                    say(Remark::PositionRead);
                }
            }
        }
        if !positioned {
            let index = instructions.len().saturating_sub(1);
            findings.push(Finding {
                index,
                remark: Remark::NoPosition,
            });
        }
        if self == Target::Gf3 {
            findings.extend(attributes(instructions));
        }
        findings
    }

    /// Moves the attributes that a lowered OpenGL program reads to where the machine has them.
    ///
    /// # Errors
    ///
    /// The first instruction that reads an attribute that the machine does not have.
    pub fn place(self, lowered: &mut Lowered) -> Result<(), Box<Diagnostic>> {
        for (instruction, span) in &mut lowered.instructions {
            for source in instruction.operands.iter_mut().flatten() {
                let Register::Input(number) = source.register else {
                    continue;
                };
                let Some(place) = self.attribute(number) else {
                    let message = match INPUTS[usize::from(number)].gl {
                        "" => format!("attribute {number} of OpenGL has no place on the NV2A"),
                        name => format!("v[{name}] of OpenGL has no place on the NV2A"),
                    };
                    return Err(Box::new(Diagnostic::new(&rule::FIT, *span, message)));
                };
                source.register = Register::Input(place);
            }
        }
        Ok(())
    }
}

/// The attributes that the Xbox, for which words are made, has something else in, each where it is read first.
fn attributes(instructions: &[Instruction]) -> Vec<Finding> {
    let (mut seen, mut findings) = (0u16, Vec::new());
    for (index, instruction) in instructions.iter().enumerate() {
        for source in instruction.operands.iter().flatten() {
            let Register::Input(number) = source.register else {
                continue;
            };
            let name = |target: Target| target.attribute_name(number).unwrap_or("not named");
            if (6..=12).contains(&number) && seen & (1 << number) == 0 {
                seen |= 1 << number;
                findings.push(Finding {
                    index,
                    remark: Remark::Attribute {
                        number,
                        here: name(Target::Gf3),
                        there: name(Target::Nv2a),
                    },
                });
            }
        }
    }
    findings
}
