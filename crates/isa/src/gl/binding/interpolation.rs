//! Which fragment attributes take interpolation modifiers.

use super::Family;

/// The interpolation modifiers that an attribute takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interpolated {
    /// None: it is not interpolated, or in one way only.
    No,
    /// FLAT, which it is anyway.
    Flat,
    /// Every modifier.
    Any,
}

impl Family {
    /// The interpolation modifiers that a fragment attribute takes.
    ///
    /// Colours, texture coordinates and generic interpolants take any. The table of NV_fragment_program4
    /// 2.X.3.2 stars position, facing, clip and the primitive's identifier, its text lists fogcoord instead
    /// of the last; here fogcoord takes none, and the identifier takes FLAT, as do the other whole numbers that
    /// the rasterizer makes, of which neither speaks. Point coordinates stand without a star in the table of
    /// NV_gpu_program5 2.X.3.2.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other families are no fragment attributes, or take no modifier"
    )]
    pub const fn interpolated(self) -> Interpolated {
        match self {
            Family::FragmentColor
            | Family::FragmentTexcoord
            | Family::FragmentAttrib
            | Family::FragmentPointcoord => Interpolated::Any,
            Family::PrimitiveId
            | Family::FragmentSampleid
            | Family::FragmentSamplemask
            | Family::FragmentLayer
            | Family::FragmentViewport
            | Family::FragmentFullycovered
            | Family::Threadid
            | Family::Threadeqmask
            | Family::Threadltmask
            | Family::Threadlemask
            | Family::Threadgtmask
            | Family::Threadgemask
            | Family::Warpid
            | Family::Smid
            | Family::Helperthread => Interpolated::Flat,
            _ => Interpolated::No,
        }
    }
}
