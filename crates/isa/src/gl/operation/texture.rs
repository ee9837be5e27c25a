//! The operations that look textures up.

use super::operations;

operations! {
    /// The operation of a texture instruction.
    TextureOp
    /// Sample of a texture; the parameter says where the level of detail comes from.
    Sample(Lod);
    /// Sample after division of x, y and z by w; the level of detail as [`Lod::Implicit`].
    SampleProjected;
    /// The same, but coordinates of cube maps are not divided (FP1.0).
    SampleProjectedButCube;
    /// One texel by integer coordinates, level in w.
    Fetch;
    /// One sample of a multisample texel, sample in w.
    FetchMultisample;
    /// One component of the four texels of a bilinear footprint.
    Gather;
    /// One component of four texels, each with its own offset.
    GatherOffsets;
    /// The level of detail that a sample would use.
    QueryLod;
    /// Size of a level.
    QuerySize;
    /// Number of samples of a texture.
    QuerySamples;
}

impl TextureOp {
    /// Whether it is a filtered lookup.
    pub const fn is_sample(self) -> bool {
        match self {
            TextureOp::Sample(_) | TextureOp::SampleProjected | TextureOp::SampleProjectedButCube => true,
            TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QueryLod
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => false,
        }
    }

    /// Whether it finds its level of detail by the coordinates of its neighbours in the quad.
    pub const fn asks_neighbours(self) -> bool {
        match self {
            TextureOp::Sample(Lod::Implicit | Lod::Bias)
            | TextureOp::SampleProjected
            | TextureOp::SampleProjectedButCube
            | TextureOp::QueryLod => true,
            TextureOp::Sample(Lod::Explicit | Lod::Derivatives)
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets
            | TextureOp::QuerySize
            | TextureOp::QuerySamples => false,
        }
    }

    /// Whether it asks about the texture and reads no texel.
    pub const fn is_query(self) -> bool {
        match self {
            TextureOp::QueryLod | TextureOp::QuerySize | TextureOp::QuerySamples => true,
            TextureOp::Sample(_)
            | TextureOp::SampleProjected
            | TextureOp::SampleProjectedButCube
            | TextureOp::Fetch
            | TextureOp::FetchMultisample
            | TextureOp::Gather
            | TextureOp::GatherOffsets => false,
        }
    }
}

/// The source of a sample's level of detail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lod {
    /// From the derivatives of the coordinates in fragment programs, the base level elsewhere.
    Implicit,
    /// As [`Lod::Implicit`], plus the operand's w.
    Bias,
    /// The operand's w.
    Explicit,
    /// From derivatives in two more operands.
    Derivatives,
}
