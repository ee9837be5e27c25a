//! Bindings: what attributes, parameters and results can be bound to (facts 3.4 to 3.7).

use super::availability::Availability;
use super::language::{LanguageSet, Stage, StageSet};

/// What a binding is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Read only, differs from invocation to invocation.
    Attribute,
    /// Read only, the same for a whole draw.
    Parameter,
    /// Written.
    Result,
}

/// One bound vector: a family and the numbers that its pattern captured, in the pattern's order.
///
/// `state.light[3].position` is `StateLightPosition` with `[3]`; a face or type that is written as a word
/// counts from 0 in the order of the pattern's alternatives, and is 0 where it is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Binding {
    /// The row.
    pub family: Family,
    /// Captured numbers; unused ones are 0.
    pub index: [u32; 4],
}

/// A row of the binding table.
#[derive(Debug)]
pub struct BindingRow {
    /// Which family.
    pub family: Family,
    /// The pattern: words; `[name]` an index below the limit `name`; `[name]?` one that may be left out;
    /// `(.a|.b)` alternatives, `(.a|.b)?` ones of which the first is meant when none is written.
    pub pattern: &'static str,
    /// What it is for.
    pub role: Role,
    /// Where it exists.
    pub availability: Availability,
    /// What its components hold.
    pub doc: &'static str,
}

macro_rules! bindings {
    ($($(#[doc = $doc:literal])* $family:ident $pattern:literal $role:ident, in [$($language:ident)*], stages [$($stage:ident)*];)*) => {
        /// A family of bindings.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Family {
            $($(#[doc = $doc])* $family,)*
        }

        /// All families.
        pub static BINDINGS: &[BindingRow] = &[
            $(BindingRow {
                family: Family::$family,
                pattern: $pattern,
                role: Role::$role,
                availability: Availability {
                    languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
                    by_option: &[],
                    stages: StageSet::of(&[$(Stage::$stage),*]),
                },
                doc: concat!($($doc),*),
            },)*
        ];
    };
}

bindings! {
    /// Object-space position (x, y, z, w).
    VertexPosition "vertex.position" Attribute, in [AV N40 N41 N50], stages [Vertex];
    /// Normal (x, y, z, 1).
    VertexNormal "vertex.normal" Attribute, in [AV N40 N41 N50], stages [Vertex];
    /// Primary or secondary colour (r, g, b, a).
    VertexColor "vertex.color(.primary|.secondary)?" Attribute, in [AV N40 N41 N50], stages [Vertex];
    /// Clip-space position (x, y, z, w).
    ResultPosition "result.position" Result, in [AV N40 N41 N50], stages [Vertex TessellationControl TessellationEvaluation Geometry];
    /// Colour: face, then primary or secondary.
    ResultColor "result.color(.front|.back)?(.primary|.secondary)?" Result, in [AV N40 N41 N50], stages [Vertex TessellationControl TessellationEvaluation Geometry];
    /// Primary or secondary colour (r, g, b, a), interpolated.
    FragmentColor "fragment.color(.primary|.secondary)?" Attribute, in [AF N40 N41 N50], stages [Fragment];
    /// Colour of draw buffer 0.
    ResultFragmentColor "result.color" Result, in [AF N40 N41 N50], stages [Fragment];
    /// A row of a matrix: which matrix, its number, modifier (none, inverse, transpose, invtrans), row.
    StateMatrixRow "state.matrix" Parameter, in [AV AF N40 N41 N50 C50], stages [Vertex TessellationControl TessellationEvaluation Geometry Fragment Compute];
    /// Program environment parameter.
    ProgramEnv "program.env[env-parameters]" Parameter, in [AV AF N40 N41 N50 C50], stages [Vertex TessellationControl TessellationEvaluation Geometry Fragment Compute];
    /// Program local parameter.
    ProgramLocal "program.local[local-parameters]" Parameter, in [AV AF N40 N41 N50 C50], stages [Vertex TessellationControl TessellationEvaluation Geometry Fragment Compute];
}
