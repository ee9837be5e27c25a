//! # Texture and memory look-ups: what is outstanding
//!
//! Look-ups are counted on every path. Those with t, r or b may give one or two results, as the type of the
//! texture says, which the program does not; both are allowed for. What a path from another entry than the first brings
//! along is not known, so that there a load without a look-up is a warning.
//!
//! ## qpu-tmu-queue-full
//!
//! A TMU's queue has room for eight coordinates of a QPU, four if two threads share it; four results are safe,
//! two with threads.
//!
//! ```text reject
//! mov t0s, r0
//! mov t0s, r0
//! mov t0s, r0
//! mov t0s, r0
//! «mov t0s, r0»
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! ```
//!
//! ```text accept
//! mov t0s, r0
//! mov t0s, r0
//! mov t0s, r0
//! mov t0s, r0
//! nop; nop; ldtmu0
//! mov t0s, r0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu0
//! ```
//!
//! ## qpu-tmu-loads-and-lookups
//!
//! Every result is loaded, and nothing else: a load without a look-up waits for ever, and a result that is left
//! is the next program's first.
//!
//! ```text reject
//! mov t0s, r0
//! nop; nop; ldtmu0
//! «nop; nop; ldtmu0»
//! ```
//!
//! ```text accept
//! mov t0s, r0
//! mov t1s, r0
//! nop; nop; ldtmu0
//! nop; nop; ldtmu1
//! ```
//!
//! ```text reject warning
//! mov t0s, r0
//! nop; nop; ldtmu0
//! nop; nop; thrend
//! nop
//! nop
//! ::reached_by_data
//! «nop; nop; ldtmu0»
//! nop; nop; thrend
//! nop
//! nop
//! ```
//!
//! ## qpu-tmu-results-across-switch
//!
//! Results asked for before a thread switch are loaded before the next one takes place.
//!
//! ```text reject
//! mov t0s, r0
//! nop; nop; thrsw
//! nop
//! nop
//! nop; nop; lthrsw
//! nop
//! «nop»
//! nop; nop; ldtmu0
//! ```
//!
//! ```text accept
//! mov t0s, r0
//! nop; nop; thrsw
//! nop
//! nop
//! nop; nop; ldtmu0
//! nop; nop; lthrsw
//! nop
//! nop
//! ```
//!
//! ## qpu-tmu-load-before-switch
//!
//! With two threads a result is loaded only after a switch that came after the look-up: the queues do not keep
//! the threads apart.
//!
//! ```text reject
//! nop; nop; lthrsw
//! nop
//! nop
//! mov t0s, ra0
//! «nop; nop; ldtmu0»
//! ```
//!
//! ```text accept
//! mov t0s, ra0
//! nop; nop; lthrsw
//! nop
//! nop
//! nop; nop; ldtmu0
//! ```

use quadrille_base::{Severity, rule};
use quadrille_isa::qpu::TmuCoordinate;

use super::tmu::{Coordinates, coordinates};
use crate::hazard::flow::{State, solve};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    TMU_QUEUE_FULL,
    "qpu-tmu-queue-full",
    Warning,
    "more is asked of a TMU than its queues hold",
    ["#19", "guide s. 4", "vc4asm addendum"],
    "tmu_queue.rs"
);
rule!(
    TMU_LOADS_AND_LOOKUPS,
    "qpu-tmu-loads-and-lookups",
    Error,
    "the number of loads is not that of the look-ups",
    ["#20", "guide s. 4"],
    "tmu_queue.rs"
);
rule!(
    TMU_RESULTS_ACROSS_SWITCH,
    "qpu-tmu-results-across-switch",
    Error,
    "results asked for before the last but one thread switch are still unread",
    ["#46", "Mesa vc4_qpu_validate.c"],
    "tmu_queue.rs"
);
rule!(
    TMU_LOAD_BEFORE_SWITCH,
    "qpu-tmu-load-before-switch",
    Error,
    "a result is loaded that was asked for after the last thread switch",
    ["#47", "Mesa vc4_qpu_validate.c"],
    "tmu_queue.rs"
);

/// The bound at which counting stops. More than this is full in any case.
const MOST: u8 = 20;

/// The number of outstanding results: over the paths the least and the most, with one result for a texture and
/// with two.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Count {
    least: u8,
    most: u8,
    least_double: u8,
    most_double: u8,
}

impl Count {
    fn join(self, other: Count) -> Count {
        Count {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            least_double: self.least_double.min(other.least_double),
            most_double: self.most_double.max(other.most_double),
        }
    }

    fn add(self, doubled: u8) -> Count {
        Count {
            least: (self.least + 1).min(MOST),
            most: (self.most + 1).min(MOST),
            least_double: (self.least_double + doubled).min(MOST),
            most_double: (self.most_double + doubled).min(MOST),
        }
    }

    fn take(self) -> Count {
        Count {
            least: self.least.saturating_sub(1),
            most: self.most.saturating_sub(1),
            least_double: self.least_double.saturating_sub(1),
            most_double: self.most_double.saturating_sub(1),
        }
    }
}

/// The queues of both units.
#[derive(Clone, Copy, PartialEq)]
struct Queues {
    all: [Count; 2],
    /// Those asked for before the last thread switch.
    old: [Count; 2],
    /// Coordinates of the outstanding look-ups, the oldest first.
    entries: [[u8; ENTRIES]; 2],
}

/// Look-ups whose coordinates are remembered; with this many outstanding the queue is full in any case.
const ENTRIES: usize = 8;

impl State for Queues {
    fn entry() -> Queues {
        Queues {
            all: [Count::default(); 2],
            old: [Count::default(); 2],
            entries: [[0; ENTRIES]; 2],
        }
    }

    fn join(self, other: Queues) -> Queues {
        let units = [0, 1];
        Queues {
            all: units.map(|unit| self.all[unit].join(other.all[unit])),
            old: units.map(|unit| self.old[unit].join(other.old[unit])),
            entries: units
                .map(|unit| std::array::from_fn(|at| self.entries[unit][at].max(other.entries[unit][at]))),
        }
    }
}

impl Queues {
    fn after(mut self, subject: &Subject<'_>, node: u32, written: Coordinates) -> Queues {
        let Some(effect) = subject.effect(node) else {
            return self;
        };
        if let Some(unit) = effect.tmu_load() {
            self.all[unit] = self.all[unit].take();
            self.old[unit] = self.old[unit].take();
            self.entries[unit].copy_within(1.., 0);
            self.entries[unit][ENTRIES - 1] = 0;
        }
        for (unit, coordinate) in effect.tmu_writes() {
            if coordinate == TmuCoordinate::S {
                let others = written.some[unit].count_ones() as u8;
                let slot = usize::from(self.all[unit].most).min(ENTRIES - 1);
                self.all[unit] = self.all[unit].add(if others == 0 { 1 } else { 2 });
                self.entries[unit][slot] = self.entries[unit][slot].max(others + 1);
            }
        }
        if subject.switched_after[node as usize] {
            self.old = self.all;
        }
        self
    }
}

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    let written = coordinates(subject);
    let before = solve(subject, |queues: Queues, node| {
        queues.after(subject, node, written[node as usize])
    });
    let threads = if subject.is_threaded { 2 } else { 1 };
    subject.each(|node, effect| {
        let word = subject.word(node);
        let queues = before[node as usize];
        if let Some(unit) = effect.tmu_load() {
            load(subject, queues, unit, node, breaches);
        }
        let after = queues.after(subject, node, written[node as usize]);
        for (unit, coordinate) in effect.tmu_writes() {
            if coordinate == TmuCoordinate::S {
                full(after, unit, threads, word, breaches);
            }
        }
        if subject.switched_after[node as usize] {
            // A load in this very instruction still counts as before the switch.
            let loaded = effect.tmu_load();
            let unread = [0, 1].map(|unit| match loaded == Some(unit) {
                true => queues.old[unit].take(),
                false => queues.old[unit],
            });
            if let Some(severity) = severity(&unread) {
                breaches.add_as(
                    &TMU_RESULTS_ACROSS_SWITCH,
                    severity,
                    word,
                    "the thread is switched after this, and results from before the last switch are unread",
                );
            }
        }
        if subject.graph.nodes[node as usize].after_end == 2
            && let Some(severity) = severity(&after.all)
        {
            breaches.add_as(
                &TMU_LOADS_AND_LOOKUPS,
                severity,
                word,
                "the program ends with results in a TMU",
            );
        }
    });
}

/// An error if there is something on every path, a warning if on some.
fn severity(counts: &[Count; 2]) -> Option<Severity> {
    if counts.iter().any(|count| count.least > 0) {
        Some(Severity::Error)
    } else if counts.iter().any(|count| count.most > 0) {
        Some(Severity::Warning)
    } else {
        None
    }
}

fn load(subject: &Subject<'_>, queues: Queues, unit: usize, node: u32, breaches: &mut Breaches) {
    let word = subject.word(node);
    let all = queues.all[unit];
    let old = queues.old[unit];
    if all.most_double == 0 && !subject.graph.from_elsewhere[node as usize] {
        breaches.add(
            &TMU_LOADS_AND_LOOKUPS,
            word,
            format!("TMU {unit} has no result for this load, which waits for ever"),
        );
    } else if all.least_double == 0 {
        breaches.add_as(
            &TMU_LOADS_AND_LOOKUPS,
            Severity::Warning,
            word,
            format!("on some path TMU {unit} has no result for this load"),
        );
    } else if subject.is_threaded && old.most_double == 0 {
        breaches.add(
            &TMU_LOAD_BEFORE_SWITCH,
            word,
            "this result was asked for after the last thread switch",
        );
    } else if subject.is_threaded && old.least_double == 0 {
        breaches.add_as(
            &TMU_LOAD_BEFORE_SWITCH,
            Severity::Warning,
            word,
            "on some path this result was asked for after the last thread switch",
        );
    }
}

fn full(after: Queues, unit: usize, threads: u8, word: u32, breaches: &mut Breaches) {
    let entries: u32 = after.entries[unit]
        .iter()
        .map(|entries| u32::from(*entries))
        .sum();
    let message = if entries > u32::from(8 / threads) {
        format!(
            "TMU {unit} has room for {} coordinates, and this is one more",
            8 / threads
        )
    } else if after.all[unit].most > 4 / threads {
        format!("more than {} results of TMU {unit} are outstanding", 4 / threads)
    } else {
        return;
    };
    breaches.add(&TMU_QUEUE_FULL, word, message);
}
