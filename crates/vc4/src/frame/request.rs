//! What a frame is asked for, and what it gave.

use quadrille_base::{Severity, Stop};

use super::counters::{Counters, TileCost};
use super::cursor::ListRange;
use super::finding::FrameFinding;
use super::limits::FrameLimits;
use super::trace::FrameEvent;
use crate::list::packet::TileRenderingMode;
use crate::machine::finding::Finding;
use crate::machine::profile::Profile;

/// What is to be run.
#[derive(Clone, Debug, Default)]
pub struct FrameRequest {
    /// The binning list.
    pub bin: Option<ListRange>,
    /// The rendering list.
    pub render: Option<ListRange>,
    /// Address and size of the memory that tile lists may spill to (V3D_BPOA, V3D_BPOS).
    pub overspill: Option<(u32, u32)>,
    /// What the frame may cost.
    pub limits: FrameLimits,
    /// Sizes of caches, for the counters.
    pub profile: Profile,
    /// Whether warnings and notes about shaders are kept, and not errors alone: programs that a chip ran well have some.
    pub warnings: bool,
    /// Threads of the host, at least one.
    pub threads: usize,
    /// How many events are kept for a timeline; 0 by default.
    pub events: usize,
    /// Ends the run from outside.
    pub stop: Option<Stop>,
}

/// What a frame gave, beside the pixels in memory.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FrameOutcome {
    /// Findings about lists, records and draws.
    pub findings: Vec<FrameFinding>,
    /// Findings about shaders.
    pub program_findings: Vec<Finding>,
    /// Findings of both kinds beyond the limit.
    pub dropped_findings: u64,
    /// The rendering mode that was set last: where the frame is.
    pub mode: Option<TileRenderingMode>,
    /// Whether a store with an end of frame was reached.
    pub end_of_frame: bool,
    /// The chip's performance counters, as far as they are modelled.
    pub counters: Counters,
    /// What each piece of work cost, in the order of the list.
    pub tiles: Vec<TileCost>,
    /// What happened when, as far as it was asked for.
    pub events: Vec<FrameEvent>,
    /// Clocks that one QPU takes for all programs.
    pub clocks: u64,
}

impl FrameOutcome {
    /// Whether a finding is an error.
    pub fn has_errors(&self) -> bool {
        let own = self.findings.iter().map(|finding| finding.kind.severity());
        let programs = self.program_findings.iter();
        own.chain(programs.map(|finding| finding.kind.severity()))
            .any(|severity| severity == Severity::Error)
    }
}
