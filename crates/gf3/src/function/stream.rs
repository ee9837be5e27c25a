//! The inputs and outputs of many vertices: a quad for all or one for each.

use super::Quad;
use quadrille_isa::nv20::limit;

/// The source of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum Stream<'a> {
    /// The same quad for every vertex.
    Uniform(Quad),
    /// One quad a vertex.
    PerVertex(&'a [Quad]),
}

/// The output registers of a batch: one array for each register that the program writes, empty for the
/// others, which are `(0, 0, 0, 1)` for every vertex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputArrays(pub [Vec<Quad>; limit::OUTPUTS]);
