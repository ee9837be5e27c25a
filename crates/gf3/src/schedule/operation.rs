//! A program as operations of the units and the order that its bits ask for.
//!
//! A *web* is a value of a temporary with all its writes and reads: two writes belong together where one read may see
//! both, as with components that are written apart. Every web may have a register of its own. All else that is
//! written, outputs with R12, the address register and constants, keeps its place.

use crate::function::ancestry::{Step, steps};
use crate::word::{Instruction, OutputTarget, Register};
use quadrille_isa::nv20::{MacOp, limit};

/// An operation of one unit.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The operation by itself, in the registers of the program.
    pub(super) instruction: Instruction,
    /// Where it is from.
    pub(super) step: Step,
    /// The web of each operand that reads a temporary.
    pub(super) reads: [Option<usize>; 3],
    /// The web that it writes.
    pub(super) writes: Option<usize>,
    /// The operations that have to come before it.
    pub(super) before: Vec<Before>,
}

/// An operation that has to come before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Before {
    pub(super) operation: usize,
    pub(super) kind: Kind,
}

/// Why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Its result is read.
    Result,
    /// It reads what the other overwrites: both may be in one word, which reads before it writes.
    Overwritten,
    /// Both write the same place.
    Order,
    /// Its result is the address, which is added before registers are read.
    Address,
}

/// A program taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Operations {
    pub(super) all: Vec<Operation>,
    /// For each web the components that it takes of its register, x in bit 3.
    pub(super) webs: Vec<u8>,
    /// For each web whether it is read before the program writes it: its register has to be zero from the start.
    pub(super) initial: Vec<bool>,
}

/// A component of a value: the write it comes from.
type Value = Option<usize>;

/// A place that operations read and write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Web(usize),
    Output(u8),
    Address,
    Constant(u8),
    /// Any of the constants.
    Constants,
}

/// An access to a place.
#[derive(Clone, Copy, Debug)]
struct Access {
    operation: usize,
    place: Place,
    mask: u8,
    writes: bool,
}

impl Operations {
    /// Takes a program apart. Operations that write nothing are left out.
    pub(super) fn of(instructions: &[Instruction]) -> Operations {
        let mut all = Vec::new();
        for (index, instruction) in instructions.iter().enumerate() {
            for step in steps(index, instruction) {
                let alone = instruction.alone(step.unit());
                if alone.live(step.unit()) != 0 || alone.mac == MacOp::Arl {
                    all.push(Operation {
                        instruction: alone,
                        step,
                        reads: [None; 3],
                        writes: None,
                        before: Vec::new(),
                    });
                }
            }
        }
        let mut operations = Operations {
            all,
            ..Operations::default()
        };
        operations.find_webs();
        operations.find_order();
        operations
    }

    /// Joins writes that one read may see, and numbers what comes of it.
    fn find_webs(&mut self) {
        // Each operation's write, and behind them what each register holds at the start.
        let count = self.all.len();
        let mut joined: Vec<usize> = (0..count + limit::TEMPORARIES).collect();
        let mut masks = vec![0u8; joined.len()];
        let mut last: [[Value; 4]; limit::TEMPORARIES] = [[None; 4]; limit::TEMPORARIES];
        let mut seen: Vec<[Value; 3]> = Vec::new();
        let mut at = 0;
        while at < count {
            // Both operations of a word read before either writes.
            let word = self.all[at].step.instruction;
            let end = (at..count)
                .find(|other| self.all[*other].step.instruction != word)
                .unwrap_or(count);
            for operation in at..end {
                let instruction = self.all[operation].instruction;
                let mut values = [None; 3];
                for (slot, value) in values.iter_mut().enumerate() {
                    let Some(Register::Temporary(number)) =
                        instruction.operands[slot].map(|one| one.register)
                    else {
                        continue;
                    };
                    let Some(row) = last.get(usize::from(number)) else {
                        continue;
                    };
                    let read = instruction.components_read(slot);
                    for component in (0..4).filter(|component| read & (8 >> component) != 0) {
                        let initial = count + usize::from(number);
                        let source = row[component].unwrap_or(initial);
                        if source == initial {
                            masks[initial] |= 8 >> component;
                        }
                        match *value {
                            Some(first) => join(&mut joined, first, source),
                            None => *value = Some(source),
                        }
                    }
                }
                seen.push(values);
            }
            for (operation, mask) in masks.iter_mut().enumerate().take(end).skip(at) {
                if let Some(write) = self.all[operation].temporary() {
                    *mask = write.1;
                    for component in (0..4).filter(|component| write.1 & (8 >> component) != 0) {
                        last[usize::from(write.0)][component] = Some(operation);
                    }
                }
            }
            at = end;
        }
        let mut numbers: Vec<Option<usize>> = vec![None; joined.len()];
        for (value, mask) in masks.into_iter().enumerate() {
            if mask == 0 {
                continue;
            }
            let root = root(&joined, value);
            let web = *numbers[root].get_or_insert_with(|| {
                self.webs.push(0);
                self.initial.push(false);
                self.webs.len() - 1
            });
            self.webs[web] |= mask;
            self.initial[web] |= value >= count;
            if value < count {
                self.all[value].writes = Some(web);
            }
        }
        for (operation, values) in self.all.iter_mut().zip(seen) {
            operation.reads = values.map(|value| numbers[root(&joined, value?)]);
        }
    }

    /// Which operation has to come before which.
    fn find_order(&mut self) {
        let mut accesses: Vec<Access> = Vec::new();
        for operation in 0..self.all.len() {
            accesses.extend(self.accesses(operation));
        }
        for (at, later) in accesses.iter().enumerate() {
            for earlier in accesses[..at]
                .iter()
                .filter(|one| one.operation != later.operation)
            {
                let same = earlier.place.meets(later.place) && earlier.mask & later.mask != 0;
                if !same || !(earlier.writes || later.writes) {
                    continue;
                }
                let word = |access: &Access| self.all[access.operation].step.instruction;
                // The first operation of a word has not written what the second reads.
                if earlier.writes && !later.writes && word(earlier) == word(later) {
                    let before = Before {
                        operation: later.operation,
                        kind: Kind::Overwritten,
                    };
                    self.all[earlier.operation].before.push(before);
                    continue;
                }
                let kind = match (earlier.writes, later.writes, earlier.place) {
                    (true, false, Place::Address) => Kind::Address,
                    (true, false, _) => Kind::Result,
                    (false, _, _) => Kind::Overwritten,
                    (true, true, _) => Kind::Order,
                };
                self.all[later.operation].before.push(Before {
                    operation: earlier.operation,
                    kind,
                });
            }
        }
    }

    fn accesses(&self, number: usize) -> Vec<Access> {
        let operation = &self.all[number];
        let instruction = &operation.instruction;
        let mut accesses = Vec::new();
        let mut add = |place, mask, writes| {
            accesses.push(Access {
                operation: number,
                place,
                mask,
                writes,
            });
        };
        for slot in 0..3 {
            let Some(source) = instruction.operands[slot] else {
                continue;
            };
            let mask = instruction.components_read(slot);
            match (source.register, operation.reads[slot]) {
                (_, Some(web)) => add(Place::Web(web), mask, false),
                (Register::Temporary(limit::POSITION_TEMPORARY), _) => add(Place::Output(0), mask, false),
                (Register::Constant(_), _) if instruction.relative => {
                    add(Place::Constants, 15, false);
                    add(Place::Address, 8, false);
                }
                (Register::Constant(number), _) => add(Place::Constant(number), 15, false),
                (Register::Temporary(_) | Register::Input(_) | Register::Absent, _) => {}
            }
        }
        if instruction.mac == MacOp::Arl {
            add(Place::Address, 8, true);
        }
        if let Some((_, mask)) = operation.temporary() {
            operation
                .writes
                .into_iter()
                .for_each(|web| add(Place::Web(web), mask, true));
        }
        match instruction.output.map(|write| (write.target, write.mask)) {
            Some((OutputTarget::Output(number), mask)) => add(Place::Output(number), mask, true),
            Some((OutputTarget::Constant(number), _)) => add(Place::Constant(number), 15, true),
            None => {}
        }
        accesses
    }
}

impl Operation {
    /// The temporary that it writes in the program, and its components.
    pub(super) fn temporary(&self) -> Option<(u8, u8)> {
        let write = self.instruction.mac_write.or(self.instruction.ilu_write);
        write.map(|write| (write.register, write.mask))
    }
}

impl Place {
    fn meets(self, other: Place) -> bool {
        match (self, other) {
            (Place::Constants, Place::Constants | Place::Constant(_))
            | (Place::Constant(_), Place::Constants) => true,
            _ => self == other,
        }
    }
}

fn root(joined: &[usize], mut value: usize) -> usize {
    while joined[value] != value {
        value = joined[value];
    }
    value
}

fn join(joined: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(joined, a), root(joined, b));
    joined[a.max(b)] = a.min(b);
}
