//! What texture instructions ask.

use quadrille_isa::gl::operation::Lod;

/// What a texture instruction asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextureOperation {
    /// A filtered sample.
    Sample(Lod),
    /// A filtered sample, after division by w.
    Projected(Divided),
    /// One texel by integer coordinates.
    Fetch(Fetched),
    /// One component of four texels.
    Gather,
    /// One component of four texels, each with its own offset.
    GatherOffsets,
    /// The level of detail that a sample would use.
    QueryLod,
    /// The size of a level.
    QuerySize,
    /// The number of samples.
    QuerySamples,
}

/// Whose coordinates are divided by w.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Divided {
    /// Those of all targets.
    All,
    /// Those of all targets but cube maps (FP1.0).
    AllButCubes,
}

/// What w says of a fetch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fetched {
    /// The level.
    Level,
    /// The sample.
    Sample,
}

impl TextureOperation {
    /// Whether it only asks for something of the texture, not for its texels.
    pub(crate) const fn is_query(self) -> bool {
        match self {
            TextureOperation::QueryLod | TextureOperation::QuerySize | TextureOperation::QuerySamples => true,
            TextureOperation::Sample(_)
            | TextureOperation::Projected(_)
            | TextureOperation::Fetch(_)
            | TextureOperation::Gather
            | TextureOperation::GatherOffsets => false,
        }
    }

    /// Whether it finds its level of detail by the coordinates of its neighbours.
    pub(crate) const fn asks_neighbours(self) -> bool {
        match self {
            TextureOperation::Sample(Lod::Implicit | Lod::Bias)
            | TextureOperation::Projected(_)
            | TextureOperation::QueryLod => true,
            TextureOperation::Sample(Lod::Explicit | Lod::Derivatives)
            | TextureOperation::Fetch(_)
            | TextureOperation::Gather
            | TextureOperation::GatherOffsets
            | TextureOperation::QuerySize
            | TextureOperation::QuerySamples => false,
        }
    }
}
