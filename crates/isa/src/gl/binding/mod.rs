//! Bindings: what attributes, parameters, results and resources can be bound to, from the tables of bindings in
//! the extensions.
//!
//! `rows` is the table, [`pattern`] its notation, [`find`](find()) the look-up of what a program wrote.
//! The value of a binding at run time is the pipeline's business.

mod alias;
mod find;
mod interpolation;
mod passed;
pub mod pattern;
mod rows;
mod text;

pub use alias::{generic_alias, partners};
pub use find::{Match, Mismatch, PathPart, Reason, candidates, candidates_among, find};
pub use interpolation::Interpolated;
pub use rows::{BINDINGS, Family};

use super::availability::{Availability, Features, Missing};
use super::language::LanguageSet;
use super::option::ProgramOption;

/// The role of a binding in a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Read only, differs from invocation to invocation.
    Attribute,
    /// Read only, the same for a whole draw.
    Parameter,
    /// Written.
    Result,
    /// A program parameter buffer: BUFFER, BUFFER4 and CBUFFER.
    Buffer,
    /// A storage buffer: STORAGE.
    Storage,
    /// An atomic counter: COUNTER.
    Counter,
    /// Shared memory: SHARED.
    Shared,
    /// A subroutine parameter: SUBROUTINE.
    Subroutine,
    /// A texture image unit: TEXTURE, or in a texture instruction.
    Texture,
    /// An image unit: IMAGE, or in an image instruction.
    Image,
    /// A texture or image handle, in the instruction itself.
    Handle,
}

/// The base type of the components of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseType {
    /// Floating point.
    Float,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Whatever was written there; floating point in the languages that have nothing else.
    Any,
}

/// One bound vector: a family and the numbers that its pattern captured, in the pattern's order.
///
/// `state.light[3].position` is `StateLightPosition` with `[3]`; a face or type that is written as a word
/// counts from 0 in the order of the pattern's alternatives, and is 0 where it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Binding {
    /// The row.
    pub family: Family,
    /// Captured numbers; unused ones are 0.
    pub index: [u32; 4],
}

impl Binding {
    /// The captured number of a vertex that is left out: the binding spans all vertices.
    pub const EVERY: u32 = u32::MAX;

    /// The binding with these captured numbers.
    pub const fn new(family: Family, index: [u32; 4]) -> Binding {
        Binding { family, index }
    }

    /// Its row.
    pub fn row(&self) -> &'static BindingRow {
        self.family.row()
    }

    /// The matrix that it is a row of.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few families are matrices")]
    pub const fn matrix(&self) -> Option<MatrixRow> {
        let [first, second, third, _] = self.index;
        let (matrix, modifier, row) = match self.family {
            Family::StateMatrixModelview => (Matrix::Modelview(first), second, third),
            Family::StateMatrixProjection => (Matrix::Projection, first, second),
            Family::StateMatrixMvp => (Matrix::Mvp, first, second),
            Family::StateMatrixTexture => (Matrix::Texture(first), second, third),
            Family::StateMatrixPalette => (Matrix::Palette(first), second, third),
            Family::StateMatrixProgram => (Matrix::Program(first), second, third),
            _ => return None,
        };
        let modifier = match modifier {
            0 => MatrixModifier::None,
            1 => MatrixModifier::Inverse,
            2 => MatrixModifier::Transpose,
            _ => MatrixModifier::InverseTranspose,
        };
        Some(MatrixRow {
            matrix,
            modifier,
            row,
        })
    }
}

/// A matrix of GL state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Matrix {
    /// A modelview matrix.
    Modelview(u32),
    /// The projection matrix.
    Projection,
    /// Projection times modelview 0.
    Mvp,
    /// The texture matrix of a unit.
    Texture(u32),
    /// A palette matrix.
    Palette(u32),
    /// A program matrix.
    Program(u32),
}

/// The modifier of a matrix: the matrix itself, its inverse, its transpose, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatrixModifier {
    /// Itself.
    None,
    /// Its inverse; undefined for a singular matrix.
    Inverse,
    /// Its transpose.
    Transpose,
    /// The transpose of its inverse.
    InverseTranspose,
}

/// A row of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatrixRow {
    /// The matrix.
    pub matrix: Matrix,
    /// The modifier of the matrix.
    pub modifier: MatrixModifier,
    /// The row of the modified matrix, 0 to 3.
    pub row: u32,
}

/// One way to write the bindings of a family.
#[derive(Debug)]
pub struct Form {
    /// The pattern, in the notation of [`pattern`].
    pub pattern: &'static str,
    /// The availability of the form: it exists where any of these holds.
    pub availability: &'static [Availability],
}

impl Form {
    /// Whether a program with these features has it; if not, what is nearest to having it.
    pub fn check(&self, features: &Features) -> Result<(), Missing> {
        let mut nearest = Missing::Language;
        for availability in self.availability {
            match availability.check(features) {
                Ok(()) => return Ok(()),
                Err(missing) => nearest = nearest.max(missing),
            }
        }
        Err(nearest)
    }
}

/// A row of the binding table.
#[derive(Debug)]
pub struct BindingRow {
    /// Which family.
    pub family: Family,
    /// The family's name in this table, for manuals.
    pub name: &'static str,
    /// The ways to write it.
    pub forms: &'static [Form],
    /// The role of the binding.
    pub role: Role,
    /// The components as the specifications note them: `(s,t,r,q)`, `(f,0,0,1)`, `(id,-,-,-)`.
    pub contents: &'static str,
    /// The base type of the components.
    pub base: BaseType,
    /// Languages that let a register choose the number.
    pub relative: LanguageSet,
    /// Options that take the binding away.
    pub excluded: &'static [ProgramOption],
    /// The contents of its components.
    pub doc: &'static str,
}

impl BindingRow {
    /// The components that exist, bit 0 for x: not those noted `-` (undefined) or `*` (ignored).
    pub fn components(&self) -> u8 {
        let inside = self.contents.trim_start_matches('(').trim_end_matches(')');
        let exists = |(at, component): (usize, &str)| u8::from(!matches!(component, "-" | "*")) << at;
        inside.split(',').enumerate().map(exists).sum()
    }
}

impl Family {
    /// Whether it belongs to one of several vertices, whose number is the second that is captured.
    pub fn has_vertex(self) -> bool {
        self.row()
            .forms
            .iter()
            .any(|form| form.pattern.contains("[vertices]"))
    }

    /// Whether no specification has it, and drivers take it all the same.
    pub const fn is_undocumented(self) -> bool {
        matches!(
            self,
            Family::VertexBaseVertex | Family::VertexBaseInstance | Family::VertexDrawId
        )
    }

    /// Its row.
    pub fn row(self) -> &'static BindingRow {
        &BINDINGS[self as usize]
    }
}
