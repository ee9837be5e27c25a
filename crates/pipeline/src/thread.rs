//! The attributes of the threads that run invocations (NV_shader_thread_group): lanes of a batch are threads in
//! order, a warp is 32 of them.

use quadrille_engine::Planes;
use quadrille_isa::gl::Family;

/// Threads of a warp.
pub(crate) const WARP: usize = 32;

/// The value of an attribute of a thread in a lane; `None` for what is no attribute of threads. There is one
/// multiprocessor, whose number is 0.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "few families are attributes of threads"
)]
pub(crate) fn attribute(family: Family, lane: usize) -> Option<u32> {
    let thread = (lane % WARP) as u32;
    let own: u32 = 1 << thread;
    let below = own - 1;
    Some(match family {
        Family::Threadid => thread,
        Family::Threadeqmask => own,
        Family::Threadltmask => below,
        Family::Threadlemask => below | own,
        Family::Threadgtmask => !(below | own),
        Family::Threadgemask => !below,
        Family::Warpid => (lane / WARP) as u32,
        Family::Smid => 0,
        _ => return None,
    })
}

/// Fills a slot with an attribute of threads, or with 0 if it is none.
pub(crate) fn fill(attributes: &mut Planes, slot: usize, family: Family) {
    for lane in 0..attributes.lanes() {
        let value = attribute(family, lane).unwrap_or(0);
        attributes.set(slot, lane, [value, 0, 0, 0]);
    }
}
