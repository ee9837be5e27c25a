//! Why a program, or an instruction of it, has no ARB program.

use quadrille_isa::gl::{Binding, Features};
use quadrille_program::InstId;
use thiserror::Error;

use crate::options::Approximation;

/// The reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// An instruction that nothing in the language stands for.
    #[error("ARB programs have nothing like `{0}`")]
    Operation(&'static str),
    /// An operation on the bits of an integer that floats do not have.
    #[error("ARB programs have floats alone, and `{0}` works on the bits of integers")]
    Bits(&'static str),
    /// A number of one kind that is read as one of another.
    #[error("the bits of a number are read as another kind of number, and ARB programs have floats alone")]
    Kind,
    /// An integer that no float has.
    #[error("this integer may leave the range in which floats are exact, -16777216 to 16777216")]
    Range,
    /// A quotient of integers that may be one too small or too large.
    #[error("quotients of integers beyond -2097152 to 2097152 may not be exact")]
    Quotient,
    /// Numbers of 64 bits.
    #[error("ARB programs have no numbers of 64 bits")]
    Long,
    /// A test of carry or overflow, or of the residency of texels.
    #[error("ARB programs have no flag for `{0}`")]
    Test(&'static str),
    /// A loop whose rounds are not known.
    #[error("how often the loop runs is known only at run time, or is more than {0} times")]
    Rounds(u32),
    /// A loop that nothing leaves.
    #[error("nothing leaves the loop")]
    Endless,
    /// Flow without blocks.
    #[error("the branches of the program form no blocks and loops")]
    Unstructured,
    /// Blocks within blocks.
    #[error("blocks are nested too deep")]
    Nested,
    /// A subroutine that calls itself too deep.
    #[error("the calls are deeper than the call stack")]
    Calls,
    /// A subroutine that the application chooses.
    #[error("which subroutine is called is known only at run time")]
    IndirectCall,
    /// The program is too long when loops are unrolled and calls inlined.
    #[error("the program has more than {0} instructions when its loops are unrolled and its calls inlined")]
    Length(usize),
    /// Something that the program reads or writes.
    #[error("plain ARB programs have no `{0}`")]
    Binding(String),
    /// An attribute and the texture coordinates that would stand in for it.
    #[error("`{0}` has no texture coordinates to stand in for it: they are used or do not exist")]
    Occupied(String),
    /// An array that a run-time index chooses of.
    #[error(
        "an array of {0} registers is indexed at run time, and ARB programs index parameters of vertex programs alone"
    )]
    Array(u32),
    /// A write to an element of an array that a run-time index chooses.
    #[error(
        "an element of an array is written at an index of the run, and ARB programs write registers by their numbers"
    )]
    ArrayWrite,
    /// Textures that fragment programs do not have.
    #[error("ARB programs have no texture target `{0}`")]
    TextureTarget(&'static str),
    /// What a lookup asks for.
    #[error("ARB programs have no {0}")]
    Lookup(&'static str),
    /// Memory.
    #[error("ARB programs reach no memory but their parameters")]
    Memory,
    /// How attributes are interpolated.
    #[error("ARB programs have no interpolation modifiers")]
    Interpolation,
    /// A fragment that is discarded behind its tests.
    #[error("the tests come before the program, and ARB programs that discard are tested behind it")]
    EarlyTests,
    /// A parameter that is set by its name.
    #[error("ARB programs have no parameters that are set by name")]
    NamedParameter,
    /// NaN.
    #[error("ARB programs have no constant that is no number")]
    Constant,
    /// A limit that the program exceeds.
    #[error("the program needs {needs} {what}, and the limits allow {limit}")]
    Limit {
        /// The noun.
        what: &'static str,
        /// The amount that it needs.
        needs: u32,
        /// The amount that there is.
        limit: u32,
    },
    /// Something of a number that the limits do not hold.
    #[error("the program uses {what}, and the limits allow numbers below {limit}")]
    Number {
        /// What it is.
        what: Numbered,
        /// What its number has to be below.
        limit: u32,
    },
    /// A program of another stage than VP1.x has.
    #[error("VP1.x has vertex programs alone")]
    VertexOnly,
    /// A program that does not say where its vertices are.
    #[error("a program of VP1.x writes its position")]
    Position,
    /// Something that a program reads or writes, and VP1.x has no register for.
    #[error("VP1.x has no register for `{0}`")]
    Register(String),
    /// A stage.
    #[error("ARB programs are vertex and fragment programs")]
    Stage,
}

/// What a program names by a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Numbered {
    /// A binding, by one of its numbers.
    #[error("{0}")]
    Binding(Binding),
    /// A texture image unit.
    #[error("texture[{0}]")]
    TextureUnit(u32),
}

/// A reason with the instruction that it is about; none is the whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    pub(super) at: Option<InstId>,
    pub(super) reason: Reason,
    /// What may be asked for instead.
    pub(super) approximation: Option<Approximation>,
}

impl Reason {
    /// At an instruction.
    pub(super) const fn at(self, at: InstId) -> Refusal {
        Refusal {
            at: Some(at),
            reason: self,
            approximation: None,
        }
    }

    /// Of the whole program.
    pub(super) const fn whole(self) -> Refusal {
        Refusal {
            at: None,
            reason: self,
            approximation: None,
        }
    }

    /// Whether the program is too large without branches, or of a size that only a run knows.
    pub(super) const fn is_of_size(&self) -> bool {
        matches!(
            self,
            Reason::Rounds(_) | Reason::Endless | Reason::Length(_) | Reason::Nested | Reason::Limit { .. }
        )
    }

    /// A binding that the language does not have.
    pub(super) fn binding(binding: Binding, features: &Features) -> Reason {
        Reason::Binding(binding.text(features))
    }
}

impl Refusal {
    /// With what may be asked for instead.
    pub(super) fn or(self, approximation: Approximation) -> Refusal {
        Refusal {
            approximation: Some(approximation),
            ..self
        }
    }
}
