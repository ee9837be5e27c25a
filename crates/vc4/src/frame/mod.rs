//! A frame: the two threads of the control list executor, from lists in memory to pixels in memory.
//!
//! [`render`] runs the binning list, which leaves tile lists in memory, and the rendering list, which draws them tile by
//! tile. Packets are read one after the other; the work that they ask for is split where the tile buffer is cleared as a
//! whole, because what follows needs nothing from before, and such pieces may be done by several threads. What they give
//! does not depend on how many there are.

mod assembly;
mod binning;
mod clipping;
mod counters;
mod cursor;
mod draw;
pub mod finding;
mod limits;
mod ops;
mod picture;
mod pixels;
mod processor;
mod record;
mod rendering;
mod request;
mod state;
mod threads;
pub mod trace;
mod transfers;
mod units;
mod vertex;
mod worker;

use quadrille_base::Severity;

use crate::binner::Pool;
use crate::machine::memory::Memory;

use binning::Binning;
pub use counters::{Counter, Counters, TileCost};
pub use cursor::ListRange;
use cursor::{Cursor, Progress};
use finding::FrameFindings;
pub use finding::{FrameFinding, FrameFindingKind};
pub use limits::FrameLimits;
pub use picture::{FramePicture, FrameTooLarge};
use processor::Processor;
use rendering::{Read, Rendering};
pub use request::{FrameOutcome, FrameRequest};
use threads::Progressed;
pub use trace::{FrameEvent, FrameEventKind};
use units::{Left, Semaphores, Units};

pub use crate::list::packet::TileRenderingMode;

/// Runs the lists of a frame.
pub fn render(memory: &mut Memory<'_>, request: &FrameRequest) -> FrameOutcome {
    let limits = &request.limits;
    let mut findings = FrameFindings::new(limits.findings);
    let mut processor = Processor::new(&request.profile, limits, request.warnings);
    let (mut left, mut semaphores) = (Left::new(limits), Semaphores::default());
    let mut binning = request.bin.map(|list| {
        let pool = Pool::new(request.overspill, limits.overspill);
        Binning::new(Cursor::new(list), pool, request.events)
    });
    let mut rendering = request.render.map(|list| Rendering::new(Cursor::new(list)));
    let mut done = Progressed::new(request.events);
    loop {
        let mut moved = false;
        let mut waiting = None;
        if let Some(bin) = binning.as_mut().filter(|bin| !bin.cursor.is_done()) {
            let before = bin.cursor.at();
            let mut units = Units {
                memory,
                processor: &mut processor,
                findings: &mut findings,
            };
            let progress = bin.run(&mut units, &mut semaphores, &mut left);
            moved |= bin.cursor.at() != before || progress == Progress::Ended;
            if progress == Progress::Waits {
                waiting = Some(bin.cursor.at());
            }
        }
        if let Some(render) = rendering.as_mut().filter(|render| !render.cursor.is_done()) {
            let before = render.cursor.at();
            let own = bin_pool(binning.as_ref());
            let lists = own.over(memory);
            let read = render.read(&lists, &mut semaphores, &mut left, &mut findings);
            done.clock = done.clock.max(processor.qpu.clock);
            let goes_on = done.run(&render.batch, &render.states, own, memory, request, &mut findings);
            render.begin_batch();
            moved |= render.cursor.at() != before || read != Read::Stopped(Progress::Waits);
            if !goes_on {
                render.cursor.stop();
            }
            if read == Read::Stopped(Progress::Waits) {
                waiting = Some(render.cursor.at());
            }
        }
        let runs = binning.as_ref().is_some_and(|bin| !bin.cursor.is_done())
            || rendering.as_ref().is_some_and(|render| !render.cursor.is_done());
        if !runs {
            break;
        }
        if !moved {
            findings.note(FrameFindingKind::Deadlock, waiting.unwrap_or_default(), None);
            break;
        }
    }
    let mut outcome = finish(done, binning.as_ref(), rendering.as_ref(), processor, findings);
    outcome
        .program_findings
        .retain(|finding| request.warnings || finding.kind.severity() == Severity::Error);
    outcome
}

/// The pool of the binner, or one that nothing was written to.
fn bin_pool(binning: Option<&Binning>) -> &Pool {
    static EMPTY: std::sync::LazyLock<Pool> = std::sync::LazyLock::new(Pool::default);
    binning.map_or(&EMPTY, |binning| &binning.pool)
}

fn finish(
    done: Progressed,
    binning: Option<&Binning>,
    rendering: Option<&Rendering>,
    mut processor: Processor,
    mut findings: FrameFindings,
) -> FrameOutcome {
    if let Some(binning) = binning
        && binning.pool.spilled
        && !binning.pool.is_small
    {
        findings.note(FrameFindingKind::Overspill, 0, None);
    }
    let end_of_frame = rendering.is_some_and(|rendering| rendering.end_of_frame);
    if let Some(rendering) = rendering
        && !end_of_frame
    {
        findings.note(FrameFindingKind::NoEndOfFrame, rendering.cursor.at(), None);
    }
    let (bin_findings, bin_dropped) = processor.take_findings();
    let mut program_findings = bin_findings;
    program_findings.extend(done.program_findings);
    let (findings, dropped) = findings.into_parts();
    let mut counters = done.counters;
    if let Some(binning) = binning {
        counters.binned(&binning.counts, binning.pool.blocks, processor.instructions);
    }
    let mut events = binning.map_or_else(Default::default, |binning| binning.events.clone());
    events.extend(&done.events, 0);
    FrameOutcome {
        findings,
        program_findings,
        dropped_findings: dropped + bin_dropped + done.dropped,
        mode: rendering.and_then(|rendering| rendering.mode),
        end_of_frame,
        counters,
        tiles: done.tiles,
        events: events.into_list(),
        clocks: done.clock.max(processor.qpu.clock),
    }
}
