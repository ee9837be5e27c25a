//! Pieces of work on threads, and what they give in the order of the list.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use quadrille_base::{Severity, Stop};

use super::counters::{Counters, TileCost};
use super::finding::{FrameFindingKind, FrameFindings};
use super::ops::Work;
use super::request::FrameRequest;
use super::state::State;
use super::trace::FrameEvents;
use super::worker::{Done, Shared, work};
use crate::binner::Pool;
use crate::machine::finding::{Finding, FindingKind};
use crate::machine::memory::Memory;
use crate::machine::pages::StoredPages;

/// What was done so far.
pub(super) struct Progressed {
    pub(super) program_findings: Vec<Finding>,
    places: HashMap<(FindingKind, u32), usize>,
    pub(super) dropped: u64,
    pub(super) counters: Counters,
    pub(super) tiles: Vec<TileCost>,
    instructions: u64,
    pub(super) events: FrameEvents,
    /// Clocks of one QPU up to here.
    pub(super) clock: u64,
}

/// Costs of pieces of work that are kept.
const COSTS: usize = 1 << 16;

impl Progressed {
    pub(super) fn new(events: usize) -> Progressed {
        Progressed {
            program_findings: Vec::new(),
            places: HashMap::new(),
            dropped: 0,
            counters: Counters::default(),
            tiles: Vec::new(),
            instructions: 0,
            events: FrameEvents::new(events),
            clock: 0,
        }
    }

    /// Does a batch of work; whether the frame may go on.
    pub(super) fn run(
        &mut self,
        batch: &[Work],
        states: &[State],
        pool: &Pool,
        memory: &mut Memory<'_>,
        request: &FrameRequest,
        findings: &mut FrameFindings,
    ) -> bool {
        let textures = Mutex::default();
        let shared = Shared {
            states,
            profile: &request.profile,
            limits: &request.limits,
            events: request.events,
            warnings: request.warnings,
            textures: &textures,
        };
        let mut rest = batch;
        while !rest.is_empty() {
            let count = independent(rest);
            let (now, later) = rest.split_at(count);
            rest = later;
            let results = all(now, &shared, pool, memory, request.threads.max(1));
            let mut stored = StoredPages::default();
            for (piece, mut result) in now.iter().zip(results) {
                if result.reads.meet(&stored) {
                    // It may have looked up what the pieces before it store, and these had not done so.
                    result = work(piece, &shared, memory.shared(), &pool.over(memory));
                }
                for (address, bytes) in result.writes.iter() {
                    stored.add(memory.physical(address), bytes.len() as u64);
                }
                if self.instructions > request.limits.instructions {
                    findings.note(FrameFindingKind::TooManyInstructions, piece.at, None);
                    return false;
                }
                self.take(piece, result, memory, request, findings);
            }
            if request.stop.as_ref().is_some_and(Stop::is_now) {
                findings.note(FrameFindingKind::Stopped, now[0].at, None);
                return false;
            }
        }
        true
    }

    fn take(
        &mut self,
        work: &Work,
        done: Done,
        memory: &mut Memory<'_>,
        request: &FrameRequest,
        findings: &mut FrameFindings,
    ) {
        for (address, bytes) in done.writes.iter() {
            let place = memory.bytes_mut(address);
            let there = place.len().min(bytes.len());
            place[..there].copy_from_slice(&bytes[..there]);
            if there < bytes.len() {
                let at = address.wrapping_add(there as u32);
                findings.note(FrameFindingKind::StoreOutside, at, work.tiles().last());
            }
        }
        findings.extend(done.findings);
        self.instructions += done.counts.instructions;
        let (found, dropped) = done.program_findings;
        self.dropped += dropped;
        let wanted = |finding: &Finding| request.warnings || finding.kind.severity() == Severity::Error;
        for finding in found.into_iter().filter(wanted) {
            match self.places.get(&(finding.kind, finding.address)) {
                Some(&at) => self.program_findings[at].count += finding.count,
                None if self.program_findings.len() < request.limits.findings => {
                    self.places
                        .insert((finding.kind, finding.address), self.program_findings.len());
                    self.program_findings.push(finding);
                }
                None => self.dropped += 1,
            }
        }
        self.events.extend(&done.events, self.clock);
        self.clock += done.clocks;
        self.counters.worked(&done.counts);
        if let Some((column, row)) = work.tiles().last()
            && self.tiles.len() < COSTS
        {
            self.tiles.push(TileCost::of(column, row, &done.counts));
        }
    }
}

/// How many pieces of work from the first on do not load what one of them stores.
fn independent(batch: &[Work]) -> usize {
    let mut seen: HashSet<(u8, u8)> = HashSet::new();
    let mut dumped = false;
    for (n, work) in batch.iter().enumerate() {
        let again = work.loads() && work.tiles().any(|tile| seen.contains(&tile));
        // Dumps lie wherever their packets say.
        if n > 0 && (again || dumped && work.loads_dump()) {
            return n;
        }
        seen.extend(work.tiles());
        dumped |= work.dumps();
    }
    batch.len()
}

/// Does all of the work, on as many threads.
fn all(batch: &[Work], shared: &Shared<'_>, pool: &Pool, memory: &Memory<'_>, threads: usize) -> Vec<Done> {
    let lists = pool.over(memory);
    if threads == 1 || batch.len() == 1 {
        return batch
            .iter()
            .map(|piece| work(piece, shared, memory.shared(), &lists))
            .collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Done>>> = batch.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(batch.len()) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = batch.get(n) else { return };
                    let done = work(piece, shared, memory.shared(), &lists);
                    if let Ok(mut place) = results[n].lock() {
                        *place = Some(done);
                    }
                }
            });
        }
    });
    results
        .into_iter()
        .filter_map(|result| result.into_inner().ok().flatten())
        .collect()
}
