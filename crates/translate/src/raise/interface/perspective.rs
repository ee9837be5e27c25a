//! Values that are interpolated without perspective, where the target has no word for it
//! ([`Emulation::NoPerspectiveByW`]): multiplied by w at the vertices, interpolated with perspective, and times 1/w of the
//! fragment they are what they were, evenly spread over the window.

use crate::options::Emulation;
use crate::raise::context::Context;
use crate::target::Feature;

/// Whether w stands in for the interpolation without perspective.
pub(crate) fn divides_by_w(context: Context<'_>) -> bool {
    !context.supports(Feature::NoPerspective) && context.options.allows(Emulation::NoPerspectiveByW)
}
