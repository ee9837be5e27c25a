//! Texture instructions over a batch, as engines hand them over: which operand is what, for each operation.
//!
//! Lookups themselves are in [`crate::lookup`], [`crate::gather`], [`crate::fetch`] and [`crate::query`].

use crate::fetch::Fetch;
use crate::lookup::{LevelOfDetail, Lookup, Offset, Results, lane_of};
use crate::{Access, BoundTexture, Gather};
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::target::Slot;
use quadrille_numerics::level::Level;
use std::ops::Range;

/// The words of one operand: for each of x, y, z and w one word a lane.
pub type Operand<'a> = [&'a [u32]; 4];

/// One texture instruction over a batch.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// The operation.
    pub operation: TextureOp,
    /// The target, as the instruction names it.
    pub target: TextureTarget,
    /// The component that gathers take, 0 to 3.
    pub gathered: u8,
    /// Whether lanes form quads, so that there are differences to take levels of detail from. Without, λ_base is 0
    /// where the instruction gives none.
    pub quads: bool,
    /// Whether an operand has a smallest level of detail (LODCLAMP).
    pub lod_clamp: bool,
    /// The components of the result that are read, x in bit 0: planes of others may be left as they are.
    pub components: u8,
    /// The vector instructions that lookups may be made with. No result depends on them.
    pub simd: Level,
    /// The operands in written order, without the texture.
    pub operands: &'a [Operand<'a>],
    /// The texel offset.
    pub offset: Offset<'a>,
}

/// What is asked of lookups besides their results.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// The components of the results that are read: the planes of others may be left as they are.
    pub components: u8,
    /// The vector instructions that may be used. No result depends on them.
    pub simd: Level,
}

impl Asked {
    /// All components, by the strongest instructions of the machine.
    pub(crate) fn all() -> Asked {
        Asked {
            components: 0b1111,
            simd: Level::best(),
        }
    }
}

/// Planes of an operand that an instruction does not have.
const NO_WORDS: [&[u32]; 4] = [&[]; 4];

/// Coordinates divided by w, which [`Instruction::divided`] makes for TXP.
pub(crate) type Divided = [Vec<f32>; 3];

impl Instruction<'_> {
    fn words(&self, operand: usize) -> [&[u32]; 4] {
        self.operands.get(operand).copied().unwrap_or(NO_WORDS)
    }

    fn floats(&self, operand: usize) -> [&[f32]; 4] {
        self.words(operand).map(bytemuck::cast_slice)
    }

    fn integers(&self, operand: usize) -> [&[i32]; 4] {
        self.words(operand).map(bytemuck::cast_slice)
    }

    /// x, y and z divided by w in every lane, for the operations that divide.
    ///
    /// Sources: ARB_fragment_program section 3.11.6.2; NV_fragment_program section 3.11.5.40 leaves the
    /// coordinates of cube maps as they are.
    pub(crate) fn divided(&self) -> Option<Divided> {
        let [x, y, z, w] = self.floats(0);
        self.divides()
            .then(|| [x, y, z].map(|plane| plane.iter().zip(w).map(|(value, w)| value / w).collect()))
    }

    /// Whether coordinates are divided by w.
    pub(crate) fn divides(&self) -> bool {
        match self.operation {
            TextureOp::SampleProjected => true,
            TextureOp::SampleProjectedButCube => !self.target.row().cube,
            TextureOp::Sample(_)
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => false,
        }
    }

    /// The lookup at some coordinates.
    fn lookup<'a>(&'a self, coordinates: [&'a [f32]; 4]) -> Lookup<'a> {
        Lookup {
            access: Access::of(self.target),
            coordinates,
            second: self.floats(1),
            level: self.level(),
            least_level: self.lod_clamp.then(|| self.least_level()),
            offset: self.offset,
        }
    }

    fn asked(&self) -> Asked {
        Asked {
            components: self.components,
            simd: self.simd,
        }
    }

    /// Whether it is a lookup that has its coordinates from its only operand, as they are, and nothing else.
    pub(crate) fn differs_in_coordinates(&self) -> bool {
        self.operation == TextureOp::Sample(Lod::Implicit) && !self.lod_clamp && self.operands.len() <= 1
    }

    /// Performs the lookup at several coordinates.
    pub(crate) fn run_several(
        &self,
        bound: &BoundTexture,
        operands: &[Operand<'_>],
        results: &mut [Results<'_>],
    ) {
        let lanes = results.iter().flatten().map(|plane| plane.len()).min();
        let lookup = self.lookup(self.floats(0));
        bound.sample_several(self.asked(), &lookup, operands, 0..lanes.unwrap_or(0), results);
    }

    /// Performs the instruction for some lanes of a batch; `divided` is that of [`Instruction::divided`].
    pub(crate) fn run(
        &self,
        bound: &BoundTexture,
        divided: Option<&Divided>,
        lanes: Range<usize>,
        results: &mut Results<'_>,
    ) {
        let mut coordinates = self.floats(0);
        if let Some([x, y, z]) = divided {
            (coordinates[0], coordinates[1], coordinates[2]) = (x, y, z);
        }
        let lookup = self.lookup(coordinates);
        if self.operation.is_sample() {
            bound.sample_lanes(self.asked(), &lookup, lanes, results);
            return;
        }
        let component = usize::from(self.gathered);
        let result = |lane: usize| match self.operation {
            TextureOp::Fetch | TextureOp::FetchMultisample => {
                let fetch = Fetch {
                    access: Access::of(self.target),
                    coordinates: self.integers(0),
                    offset: self.offset,
                };
                bound.fetch_lane(&fetch, lane)
            }
            TextureOp::Gather => bound.gather_lane(&lookup, Gather::Footprint, component, lane),
            TextureOp::GatherOffsets => {
                let gather = Gather::Offsets(self.integers(1), self.integers(2));
                bound.gather_lane(&lookup, gather, component, lane)
            }
            TextureOp::QueryLod => bound.query_level_lane(&lookup, lane),
            TextureOp::QuerySize => bound
                .size(lane_of(self.integers(0)[0], lane))
                .map(i32::cast_unsigned),
            TextureOp::QuerySamples => [bound.samples(); 4],
            // They go together, above.
            TextureOp::Sample(_) | TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => {
                bound.absent()
            }
        };
        for lane in lanes {
            for (plane, word) in results.iter_mut().zip(result(lane)) {
                plane[lane] = word;
            }
        }
    }

    /// The result where there is no complete texture, of which a lookup would give `color`; `None` for the
    /// operations that look at an incomplete texture themselves.
    pub(crate) fn absent(&self, color: [u32; 4]) -> Option<[u32; 4]> {
        match self.operation {
            TextureOp::Gather | TextureOp::GatherOffsets => {
                Some([color[usize::from(self.gathered.min(3))]; 4])
            }
            TextureOp::Sample(_) | TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => {
                Some(color)
            }
            TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => None,
        }
    }

    /// The source of the level of detail.
    ///
    /// A bias or level is in w, or in x of a second operand for the targets whose coordinates use w
    /// (EXT_sparse_texture2).
    fn level(&self) -> LevelOfDetail<'_> {
        let scalar = self.slot(self.target.row().lod);
        match self.operation {
            TextureOp::Sample(Lod::Bias) if self.quads => LevelOfDetail::Biased(scalar),
            TextureOp::Sample(Lod::Bias | Lod::Explicit) => LevelOfDetail::Explicit(scalar),
            TextureOp::Sample(Lod::Derivatives) => {
                // A second coordinate operand stands before the derivatives.
                let last = self.operands.len().max(2);
                let [per_x, per_y] = [last - 2, last - 1].map(|operand| {
                    let [x, y, z, _] = self.floats(operand);
                    [x, y, z]
                });
                LevelOfDetail::Gradient { per_x, per_y }
            }
            TextureOp::Sample(Lod::Implicit)
            | TextureOp::SampleProjected
            | TextureOp::SampleProjectedButCube
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => {
                if self.quads {
                    LevelOfDetail::Implicit
                } else {
                    LevelOfDetail::Zero
                }
            }
        }
    }

    /// The smallest level of detail: w of the last derivative, or of the second coordinate operand what stands
    /// behind a bias or reference value (EXT_sparse_texture2 Table X.17 and TXD).
    fn least_level(&self) -> &[f32] {
        match self.operation {
            TextureOp::Sample(Lod::Derivatives) => self.floats(self.operands.len().saturating_sub(1))[3],
            TextureOp::Sample(lod) => self.slot(self.target.row().smallest_level(lod)),
            _ => self.slot(self.target.row().lod_clamp),
        }
    }

    /// The number of each lane in a component of the coordinates or of a second vector; nothing where the target has
    /// none.
    fn slot(&self, slot: Option<Slot>) -> &[f32] {
        match slot {
            Some(Slot::First(component)) => self.floats(0)[usize::from(component)],
            Some(Slot::Second(component)) => self.floats(1)[usize::from(component)],
            None => &[],
        }
    }
}
