//! What a run reads besides its batch: parameters, textures, budget.

use quadrille_isa::gl::Operation;
use quadrille_program::TextureAccess;

/// The surroundings of a run.
pub struct Environment<'a> {
    /// One value for each slot of [`Program::parameters`](quadrille_program::Program::parameters),
    /// constants filled in.
    pub parameters: &'a [[u32; 4]],
    /// The texture units.
    pub textures: &'a dyn Textures,
    /// Instructions that each lane may execute before it is stopped.
    pub budget: u64,
}

/// The texture units, as engines see them: one call looks up all lanes of a batch.
pub trait Textures: Sync {
    /// Looks up `lookup.lanes` texels.
    fn sample(&self, lookup: &Lookup<'_>, result: &mut [Vec<u32>; 4]);
}

/// One texture instruction over all lanes.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// Which texture instruction: TEX, TXB, TXL, …
    pub operation: Operation,
    /// Unit, target, offset.
    pub access: &'a TextureAccess,
    /// Number of lanes; quads are four consecutive ones.
    pub lanes: usize,
    /// Whether lanes form quads, so that there are implicit derivatives (fragment programs).
    pub quads: bool,
    /// Operand vectors: for each operand four components, for each component one word a lane.
    pub operands: &'a [[Vec<u32>; 4]],
    /// Texel offsets of each lane, where the access has a variable one.
    pub offsets: Option<&'a [Vec<i32>; 3]>,
    /// Units of each lane, where the access is indexed.
    pub units: Option<&'a [u32]>,
}
