//! Stencil test (GL 2.1, 4.1.5).

use super::depth;
use crate::framebuffer::band::Band;
use crate::inter_stage::fragments::Fragments;
use crate::state::{DepthTest, Stencil, StencilFace, StencilOperation};

/// Tests stencil and depth of each fragment, drops those that fail, and updates both buffers; false if there
/// is no stencil test. Both are tested together, since a fragment that meets the pixel of an earlier one must
/// see both of its values.
pub(crate) fn test(
    state: &Stencil,
    depth_state: &DepthTest,
    fragments: &mut Fragments,
    band: &mut Band<'_>,
) -> bool {
    let Some(values) = band.stencil.as_deref_mut().filter(|_| state.enabled) else {
        return false;
    };
    for lane in 0..fragments.length {
        if !fragments.is_drawn(lane) {
            continue;
        }
        let pixel = fragments.pixel(lane);
        let face = &state.faces[usize::from(!fragments.front[lane / 4])];
        let stored = &mut values[pixel];
        let reference = face.reference & face.value_mask;
        let operation = if !face.function.passes(reference, *stored & face.value_mask) {
            fragments.drop_lane(lane);
            face.fail
        } else if !depth::test_one(depth_state, fragments.depth[lane], band.depth.as_mut(), pixel) {
            fragments.drop_lane(lane);
            face.depth_fail
        } else {
            face.pass
        };
        *stored = *stored & !face.write_mask | updated(operation, face, *stored) & face.write_mask;
    }
    true
}

fn updated(operation: StencilOperation, face: &StencilFace, stored: u8) -> u8 {
    match operation {
        StencilOperation::Keep => stored,
        StencilOperation::Zero => 0,
        StencilOperation::Replace => face.reference,
        StencilOperation::Increment => stored.saturating_add(1),
        StencilOperation::Decrement => stored.saturating_sub(1),
        StencilOperation::Invert => !stored,
        StencilOperation::IncrementWrap => stored.wrapping_add(1),
        StencilOperation::DecrementWrap => stored.wrapping_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, 4.1.5: the eight operations; INCR and DECR clamp, the WRAP forms wrap.
    #[test]
    fn operations() {
        let mut face = Stencil::default().faces[0];
        face.reference = 0x5a;
        for (operation, from_zero, from_max) in [
            (StencilOperation::Keep, 0, 255),
            (StencilOperation::Zero, 0, 0),
            (StencilOperation::Replace, 0x5a, 0x5a),
            (StencilOperation::Increment, 1, 255),
            (StencilOperation::Decrement, 0, 254),
            (StencilOperation::Invert, 255, 0),
            (StencilOperation::IncrementWrap, 1, 0),
            (StencilOperation::DecrementWrap, 255, 254),
        ] {
            assert_eq!(updated(operation, &face, 0), from_zero, "{operation:?}");
            assert_eq!(updated(operation, &face, 255), from_max, "{operation:?}");
        }
    }
}
