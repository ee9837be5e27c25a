//! Geometry and compute programs: what they have besides entry points that all programs have. Enables that are saved and
//! brought back.

use super::capture;
use super::content::indirect_groups;
use super::current::with;
use super::real::{Driver, call};
use crate::context::{Dispatch, Operation};

pub(super) unsafe fn glPushAttrib(mask: u32) {
    if with(|context| context.push_attributes(&Driver, mask)).is_none() {
        call!(glPushAttrib(mask));
    }
}

pub(super) unsafe fn glPopAttrib() {
    if with(|context| context.pop_attributes(&Driver)).is_none() {
        call!(glPopAttrib());
    }
}

pub(super) unsafe fn glProgramVertexLimitNV(target: u32, limit: i32) {
    if with(|context| context.perform(&Driver, Operation::Limit { target, limit })).is_none() {
        call!(glProgramVertexLimitNV(target, limit));
    }
}

pub(super) unsafe fn glFramebufferTextureFaceEXT(
    target: u32,
    attachment: u32,
    texture: u32,
    level: i32,
    face: u32,
) {
    call!(glFramebufferTexture2D(target, attachment, face, texture, level));
}

/// Dispatches with the program that is enabled.
fn dispatch(native: impl FnOnce()) {
    match with(|context| context.before_dispatch(&Driver)) {
        Some(Dispatch::Refused) => {}
        Some(ours @ Dispatch::Ours(_)) => {
            native();
            with(|context| context.after_dispatch(&Driver, ours));
        }
        Some(Dispatch::Native) | None => native(),
    }
}

pub(super) unsafe fn glDispatchCompute(num_groups_x: u32, num_groups_y: u32, num_groups_z: u32) {
    capture::dispatching("glDispatchCompute", || {
        Some([num_groups_x, num_groups_y, num_groups_z])
    });
    dispatch(|| {
        // By value alone.
        call!(glDispatchCompute(num_groups_x, num_groups_y, num_groups_z));
    });
}

pub(super) unsafe fn glDispatchComputeIndirect(indirect: isize) {
    capture::dispatching("glDispatchComputeIndirect", || indirect_groups(indirect));
    dispatch(|| {
        // By value alone.
        call!(glDispatchComputeIndirect(indirect));
    });
}

pub(super) unsafe fn glDispatchComputeGroupSizeARB(
    num_groups_x: u32,
    num_groups_y: u32,
    num_groups_z: u32,
    group_size_x: u32,
    group_size_y: u32,
    group_size_z: u32,
) {
    dispatch(|| {
        // By value alone.
        call!(glDispatchComputeGroupSizeARB(
            num_groups_x,
            num_groups_y,
            num_groups_z,
            group_size_x,
            group_size_y,
            group_size_z
        ));
    });
}
