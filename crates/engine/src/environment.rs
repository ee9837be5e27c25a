//! The inputs of a run besides its batch: parameters, textures, memory, and its budget.

use quadrille_base::Meter;
use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::TextureOp;
use quadrille_numerics::level::Level;
use quadrille_program::TextureAccess;
use quadrille_texture::{ObjectTarget, Texture};

use crate::memory::Memory;

/// The surroundings of a run.
pub struct Environment<'a> {
    /// One value for each slot of [`Program::parameters`](quadrille_program::Program::parameters),
    /// constants filled in.
    pub parameters: &'a [[u32; 4]],
    /// The texture units.
    pub textures: &'a dyn Textures,
    /// Buffers, images, shared and global memory.
    pub memory: Memory<'a>,
    /// The budget of the run: instructions of a lane, and work in all, which the kernel counts.
    pub meter: &'a Meter,
    /// The numbers of the functions that the subroutine parameters hold (`program.subroutine[n]`).
    pub subroutines: &'a [u32],
    /// Evaluates attributes at other places; `None` where there is nothing to interpolate.
    pub interpolator: Option<&'a dyn Interpolator>,
    /// Called now and then in a long run, by kernels that can: what the caller does meanwhile must be little, and no result
    /// depends on it. To prefetch what the next run reads is such.
    pub meanwhile: Option<&'a dyn Fn()>,
}

impl<'a> Environment<'a> {
    /// Surroundings with parameters and textures, and nothing else.
    pub fn new(parameters: &'a [[u32; 4]], textures: &'a dyn Textures, meter: &'a Meter) -> Environment<'a> {
        Environment {
            parameters,
            textures,
            memory: Memory::NONE,
            meter,
            subroutines: &[],
            interpolator: None,
            meanwhile: None,
        }
    }
}

/// Attributes of fragments at other places than their own (IPAC, IPAO, IPAS).
pub trait Interpolator: Sync {
    /// An attribute, given by its slot, in one lane at another place; `None` if it is the same there.
    fn interpolate(&self, slot: usize, lane: usize, place: AttributeLocation) -> Option<[u32; 4]>;
}

/// The location in its pixel at which an attribute is evaluated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AttributeLocation {
    /// At the centroid of the covered part (IPAC).
    Centroid,
    /// At an offset from the centre, in pixels (IPAO).
    Offset([f32; 2]),
    /// At a sample (IPAS).
    Sample(u32),
}

/// The texture units, as engines see them: one call looks up all lanes of a batch.
pub trait Textures: Sync {
    /// Looks up `lookup.lanes` texels; `result` has a word of each lane for each of x, y, z and w.
    fn sample(&self, lookup: &Lookup<'_>, result: &mut [&mut [u32]; 4]);

    /// Makes a lookup of one operand with each of several operands in its place; `results` has the planes of each.
    fn sample_several(&self, lookup: &Lookup<'_>, operands: &[[&[u32]; 4]], results: &mut [[&mut [u32]; 4]]) {
        for (operand, result) in operands.iter().zip(results) {
            let operands = std::slice::from_ref(operand);
            self.sample(&Lookup { operands, ..*lookup }, result);
        }
    }

    /// Whether a lookup takes a texel that is not in memory, lane by lane; nothing is said where no texture lacks any
    /// (EXT_sparse_texture2).
    fn absent(&self, lookup: &Lookup<'_>) -> Option<Vec<bool>> {
        let _ = lookup;
        None
    }

    /// The texture that is bound to a target of a unit, where units have textures.
    fn texture(&self, unit: u32, target: ObjectTarget) -> Option<&Texture> {
        let _ = (unit, target);
        None
    }

    /// Whether a unit that a handle names ([`crate::handle`]) has a texture.
    fn is_resident(&self, unit: u32) -> bool {
        let _ = unit;
        false
    }
}

/// One texture instruction over all lanes.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// Which texture instruction: TEX, TXB, TXL, …
    pub operation: TextureOp,
    /// Unit, target, offset.
    pub access: &'a TextureAccess,
    /// The type of the result: floats, or integers as the texture holds them.
    pub data_type: DataType,
    /// The result of a filtered lookup where there is no texture, or an incomplete one: (0, 0, 0, 0) in FP1.0
    /// (NV_fragment_program 3.8), (0, 0, 0, 1) elsewhere.
    pub absent: [f32; 4],
    /// Number of lanes; quads are four consecutive ones.
    pub lanes: usize,
    /// Whether lanes form quads, so that there are implicit derivatives (fragment programs).
    pub quads: bool,
    /// The components of the result that are read, x in bit 0: planes of others may be left as they are.
    pub components: u8,
    /// The vector instructions that lookups may be made with. No result depends on them.
    pub simd: Level,
    /// Operand vectors: for each operand four components, for each component one word a lane.
    pub operands: &'a [[&'a [u32]; 4]],
    /// Texel offsets of each lane, where the access has a variable one.
    pub offsets: Option<&'a [Vec<i32>; 3]>,
    /// Units of each lane, where the access is indexed.
    pub units: Option<&'a [u32]>,
}
