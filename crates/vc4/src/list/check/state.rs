//! What is known of a QPU before an instruction, on all paths to it.

use quadrille_isa::qpu::{Mux, RegisterFile};

use super::interval::Interval;
use crate::vpm::setup::{Load, Store};

/// Places of the next uniform that are told apart. Branches of Mesa's shaders arrive with the number of their block's,
/// and find the stream's address there to begin with, whichever it is.
const PLACES: usize = 32;

/// Gap between the rows of a store, and nothing else that its size depends on.
pub(super) type Gap = u32;

#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    files: [[Interval; 32]; 2],
    accumulators: [Interval; 6],
    /// Registers that the instruction before wrote, with what they held: a read may still give that.
    late: Vec<(RegisterFile, u8, Interval)>,
    /// Where the next uniform can be: paths that meet may have read different numbers of them.
    pub(super) uniforms: Vec<u32>,
    /// Parameters that coordinates have taken, per TMU; none where paths disagree.
    pub(super) pending: [Vec<Option<u32>>; 2],
    /// Instructions after which accumulators are lost to a thread switch, counted down to 0.
    switch: u8,
    pub(super) load: Option<Load>,
    pub(super) pitch: Option<u32>,
    pub(super) store: Option<Store>,
    pub(super) gap: Option<Gap>,
}

fn index(file: RegisterFile) -> usize {
    match file {
        RegisterFile::A => 0,
        RegisterFile::B => 1,
    }
}

impl State {
    /// A program begins, and of registers nothing is known.
    pub(super) fn new(uniforms: u32) -> State {
        State {
            files: [[Interval::ANY; 32]; 2],
            accumulators: [Interval::ANY; 6],
            late: Vec::new(),
            uniforms: vec![uniforms],
            pending: [Vec::new(), Vec::new()],
            switch: 0,
            load: None,
            pitch: None,
            store: None,
            gap: None,
        }
    }

    pub(super) fn register(&self, file: RegisterFile, number: u8) -> Interval {
        let value = self.files[index(file)][usize::from(number & 31)];
        let before = self
            .late
            .iter()
            .filter(|(of, late, _)| *of == file && *late == number);
        before.fold(value, |value, (_, _, before)| value.hull(*before))
    }

    pub(super) fn accumulator(&self, mux: Mux) -> Interval {
        self.accumulators
            .get(usize::from(mux.code()))
            .copied()
            .unwrap_or(Interval::ANY)
    }

    /// The writes of one instruction, each with whether all elements get it; then the next instruction begins.
    pub(super) fn write(&mut self, writes: &[(Place, Interval, bool)]) {
        self.late.clear();
        for &(place, value, is_whole) in writes {
            let slot = match place {
                Place::Register(file, number) => {
                    let slot = &mut self.files[index(file)][usize::from(number & 31)];
                    self.late.push((file, number, *slot));
                    slot
                }
                Place::Accumulator(number) => &mut self.accumulators[usize::from(number)],
            };
            *slot = if is_whole { value } else { slot.hull(value) };
        }
        // What units give.
        self.accumulators[4] = Interval::ANY;
        if self.switch > 0 {
            self.switch -= 1;
            if self.switch == 0 {
                self.accumulators = [Interval::ANY; 6];
                // The set-up of memory is the QPU's, and the other thread may have made another.
                (self.load, self.pitch, self.store, self.gap) = (None, None, None, None);
            }
        }
    }

    /// A thread switch was signalled: it comes after two more instructions.
    pub(super) fn switch(&mut self) {
        self.switch = 3;
    }

    /// Takes in what another path knows. `None` if the paths disagree about a texture's set-up; otherwise whether
    /// anything changed.
    pub(super) fn meet(&mut self, other: &State) -> Option<bool> {
        if self.pending != other.pending {
            return None;
        }
        let before = self.clone();
        for late in [&before.late, &other.late] {
            for &(file, number, value) in late {
                let slot = &mut self.files[index(file)][usize::from(number & 31)];
                *slot = slot.hull(value);
            }
        }
        let agree = self.late == other.late;
        let mine = self.files.iter_mut().flatten().chain(&mut self.accumulators);
        let theirs = other.files.iter().flatten().chain(&other.accumulators);
        for (mine, theirs) in mine.zip(theirs) {
            *mine = mine.meet(*theirs);
        }
        if !agree {
            for (file, number, _) in before.late.iter().chain(&other.late) {
                self.files[index(*file)][usize::from(number & 31)] = Interval::ANY;
            }
            self.late.clear();
        }
        self.meet_uniforms(&other.uniforms);
        self.switch = self.switch.max(other.switch);
        if before.switch != other.switch {
            self.accumulators = [Interval::ANY; 6];
        }
        self.load = self.load.filter(|_| self.load == other.load);
        self.pitch = self.pitch.filter(|_| self.pitch == other.pitch);
        self.store = self.store.filter(|_| self.store == other.store);
        self.gap = self.gap.filter(|_| self.gap == other.gap);
        Some(*self != before)
    }
}

impl State {
    /// The places of both paths; none if there are too many, or one path knows of none.
    fn meet_uniforms(&mut self, other: &[u32]) {
        if self.uniforms.is_empty() || other.is_empty() {
            self.uniforms.clear();
            return;
        }
        self.uniforms.extend_from_slice(other);
        self.uniforms.sort_unstable();
        self.uniforms.dedup();
        if self.uniforms.len() > PLACES {
            self.uniforms.clear();
        }
    }
}

/// Where a result stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Register(RegisterFile, u8),
    Accumulator(u8),
}
