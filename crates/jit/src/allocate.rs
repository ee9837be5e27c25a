//! Registers for the values of a schedule, and the instructions that compute them: a value stays in a register until the
//! place is needed for another, which takes that of the value whose next use is furthest away (Belady). What can be
//! read again from where it came is not stored.

use crate::function::{Expression, Value};
use crate::hoist::hoist;
use crate::schedule::Schedule;
use crate::step::{Allocated, Memory, Place, Registers, Step, Test};

/// Makes the instructions of a schedule. Its constants follow others.
pub(crate) fn allocate(schedule: &Schedule, registers: Registers, constants: Vec<u32>) -> Allocated {
    let mut allocator = Allocator::new(schedule, registers, constants);
    for at in 0..schedule.values.len() {
        if !allocator.uses[at].is_empty() || !allocator.written[at].is_empty() {
            allocator.value(at);
        }
    }
    hoist(&mut allocator.made, registers, allocator.touched);
    allocator.made
}

struct Allocator<'s> {
    schedule: &'s Schedule,
    registers: Registers,
    /// Of each value the positions at which it is read, the last first.
    uses: Vec<Vec<u32>>,
    /// Of each value the planes that it is written to.
    written: Vec<Vec<(u16, u8)>>,
    register_of: Vec<Option<u8>>,
    slot_of: Vec<Option<u16>>,
    holds: [Option<u32>; 32],
    /// Registers that were in use at one time.
    touched: u32,
    free_slots: Vec<u16>,
    made: Allocated,
}

impl<'s> Allocator<'s> {
    fn new(schedule: &'s Schedule, registers: Registers, constants: Vec<u32>) -> Allocator<'s> {
        let count = schedule.values.len();
        let mut uses = vec![Vec::new(); count];
        let mut written = vec![Vec::new(); count];
        for (plane, vector, value) in &schedule.outputs {
            written[value.0 as usize].push((*plane, *vector));
        }
        for at in (0..count).rev() {
            if uses[at].is_empty() && written[at].is_empty() {
                continue;
            }
            for operand in schedule.operands(at).into_iter().flatten() {
                let uses: &mut Vec<u32> = &mut uses[operand.0 as usize];
                if uses.last() != Some(&(at as u32)) {
                    uses.push(at as u32);
                }
            }
        }
        Allocator {
            schedule,
            registers,
            uses,
            written,
            register_of: vec![None; count],
            slot_of: vec![None; count],
            holds: [None; 32],
            touched: 0,
            free_slots: Vec::new(),
            made: Allocated {
                constants,
                ..Allocated::default()
            },
        }
    }

    /// Computes a value, and writes it where it is asked for.
    fn value(&mut self, at: usize) {
        let expression = self.schedule.values[at];
        if expression.is_leaf() {
            // It is read where it is needed; a plane that is a copy of it is written now.
            if !self.written[at].is_empty() {
                let from = self.in_register(Value(at as u32), at, 0);
                self.store(at, from);
                self.release(at, at);
            }
            return;
        }
        let to = match expression {
            Expression::Input(..) | Expression::Uniform(_) | Expression::Constant(_) => return,
            Expression::Unary(op, a) => {
                let a = self.operand(a, at, 0);
                let to = self.result(at, &[a]);
                self.made.steps.push(Step::Unary { op, to, a });
                to
            }
            Expression::Shift(op, a, places) => {
                let a = self.in_register(a, at, 0);
                let to = self.result(at, &[Place::Register(a)]);
                self.made.steps.push(Step::Shift { op, to, a, places });
                to
            }
            Expression::Binary(op, a, b) => {
                // What is in memory comes second.
                let swaps = op.commutes() && self.is_in_memory(a) && !self.is_in_memory(b);
                let (a, b) = if swaps { (b, a) } else { (a, b) };
                let a = self.in_register(a, at, 0);
                let b = self.operand(b, at, 1 << a);
                let to = self.result(at, &[Place::Register(a), b]);
                self.made.steps.push(Step::Binary { op, to, a, b });
                to
            }
            Expression::Select {
                mask,
                when,
                otherwise,
            } => self.select(at, mask, when, otherwise),
            Expression::Angle {
                of,
                magnitude,
                most,
                angle,
                small,
            } => {
                let magnitude = self.in_register(magnitude, at, 0);
                let mut pinned = 1 << magnitude;
                let most = self.operand(most, at, pinned);
                pinned |= pin(most);
                let angle = self.in_register(angle, at, pinned);
                pinned |= 1 << angle;
                let small = self.in_register(small, at, pinned);
                let to = self.take(at, pinned | 1 << small);
                let [magnitude_place, angle_place, small_place] =
                    [magnitude, angle, small].map(Place::Register);
                self.read(at, &[magnitude_place, most, angle_place, small_place]);
                self.hold(to, at as u32);
                self.made.steps.push(Step::Angle {
                    of,
                    to,
                    magnitude,
                    most,
                    angle,
                    small,
                });
                to
            }
        };
        self.store(at, to);
        self.free_slots(at);
        if self.uses[at].is_empty() {
            self.holds[usize::from(to)] = None;
            self.register_of[at] = None;
        }
    }

    fn select(&mut self, at: usize, mask: Value, when: Value, otherwise: Value) -> u8 {
        let Some((comparison, a, b)) = self.schedule.comparison(mask) else {
            let mask = self.in_register(mask, at, 0);
            let otherwise = self.in_register(otherwise, at, 1 << mask);
            let when = self.operand(when, at, 1 << mask | 1 << otherwise);
            let to = self.result(at, &[Place::Register(mask), Place::Register(otherwise), when]);
            self.made.steps.push(Step::Select {
                to,
                mask,
                when,
                otherwise,
            });
            return to;
        };
        // What is in memory is what is chosen where the test holds.
        let opposite = self.is_in_memory(otherwise) && !self.is_in_memory(when);
        let (when, otherwise) = if opposite {
            (otherwise, when)
        } else {
            (when, otherwise)
        };
        let a = self.in_register(a, at, 0);
        let b = self.operand(b, at, 1 << a);
        let mut pinned = 1 << a | pin(b);
        let otherwise = self.in_register(otherwise, at, pinned);
        pinned |= 1 << otherwise;
        let when = self.operand(when, at, pinned);
        let to = self.result(at, &[Place::Register(a), b, Place::Register(otherwise), when]);
        let test = Test { comparison, opposite };
        self.made.steps.push(Step::Choose {
            test,
            a,
            b,
            to,
            when,
            otherwise,
        });
        to
    }

    /// Whether an operand would be read from memory.
    fn is_in_memory(&self, value: Value) -> bool {
        self.register_of[value.0 as usize].is_none()
    }

    /// Where a value is in memory; a constant gets its place among them.
    fn memory(&mut self, value: Value) -> Memory {
        match self.schedule.values[value.0 as usize] {
            Expression::Input(plane, vector) => Memory::Plane(plane, vector),
            Expression::Uniform(number) => Memory::Uniform(number),
            Expression::Constant(bits) => {
                let constants = &mut self.made.constants;
                let known = constants.iter().position(|constant| *constant == bits);
                let at = known.unwrap_or_else(|| {
                    constants.push(bits);
                    constants.len() - 1
                });
                Memory::Constant(at as u16)
            }
            Expression::Unary(..)
            | Expression::Binary(..)
            | Expression::Shift(..)
            | Expression::Select { .. }
            | Expression::Angle { .. } => Memory::Slot(self.slot_of[value.0 as usize].unwrap_or(0)),
        }
    }

    /// A value as an operand that may be in memory, where it is worth no register.
    fn operand(&mut self, value: Value, at: usize, pinned: u32) -> Place {
        if let Some(register) = self.register_of[value.0 as usize] {
            return Place::Register(register);
        }
        let memory = self.memory(value);
        let is_last = self.uses[value.0 as usize]
            .iter()
            .all(|position| *position <= at as u32);
        let stays = match memory {
            Memory::Constant(_) | Memory::Uniform(_) => self.registers.broadcasts,
            Memory::Plane(..) | Memory::Slot(_) => is_last,
        };
        if stays {
            Place::Memory(memory)
        } else {
            Place::Register(self.in_register(value, at, pinned))
        }
    }

    /// A value in a register; none of the pinned ones is given up for it.
    fn in_register(&mut self, value: Value, at: usize, pinned: u32) -> u8 {
        if let Some(register) = self.register_of[value.0 as usize] {
            return register;
        }
        let from = self.memory(value);
        let to = self.take(at, pinned);
        self.hold(to, value.0);
        self.made.steps.push(Step::Load { to, from });
        to
    }

    fn hold(&mut self, register: u8, value: u32) {
        self.holds[usize::from(register)] = Some(value);
        self.register_of[value as usize] = Some(register);
    }

    /// A register that nothing is in, if need be after its value was put aside.
    fn take(&mut self, at: usize, pinned: u32) -> u8 {
        let all = 0..self.registers.count;
        let free = all
            .clone()
            .find(|r| self.holds[usize::from(*r)].is_none() && pinned >> r & 1 == 0);
        let taken = free.unwrap_or_else(|| {
            let next = |register: &u8| {
                let held = self.holds[usize::from(*register)].map_or(0, |value| value as usize);
                let later = self.uses[held]
                    .iter()
                    .rev()
                    .find(|position| **position >= at as u32);
                later.copied().unwrap_or(u32::MAX)
            };
            let others = all.filter(|register| pinned >> register & 1 == 0);
            let furthest = others.max_by_key(next).unwrap_or(0);
            self.put_aside(furthest);
            furthest
        });
        self.touched |= 1 << taken;
        taken
    }

    fn put_aside(&mut self, register: u8) {
        let Some(value) = self.holds[usize::from(register)].take() else {
            return;
        };
        let value = value as usize;
        self.register_of[value] = None;
        if self.schedule.values[value].is_leaf() || self.slot_of[value].is_some() {
            return;
        }
        let slot = self.free_slots.pop().unwrap_or_else(|| {
            self.made.slots += 1;
            self.made.slots - 1
        });
        self.slot_of[value] = Some(slot);
        self.made.steps.push(Step::Save { slot, from: register });
    }

    /// The register of the value that is computed: it may be one of an operand that is read for the last time.
    fn result(&mut self, at: usize, operands: &[Place]) -> u8 {
        let pinned = self.read(at, operands);
        let to = self.take(at, pinned);
        self.hold(to, at as u32);
        to
    }

    /// Notes that operands are read, and gives up the registers of those that are read for the last time; the others'
    /// are the result.
    fn read(&mut self, at: usize, operands: &[Place]) -> u32 {
        let mut pinned = 0;
        for operand in operands {
            let Place::Register(register) = *operand else {
                continue;
            };
            if let Some(value) = self.holds[usize::from(register)] {
                let uses = &mut self.uses[value as usize];
                while uses.last().is_some_and(|position| *position <= at as u32) {
                    uses.pop();
                }
                if uses.is_empty() {
                    self.holds[usize::from(register)] = None;
                    self.register_of[value as usize] = None;
                } else {
                    pinned |= 1 << register;
                }
            }
        }
        pinned
    }

    fn store(&mut self, at: usize, from: u8) {
        for (plane, vector) in std::mem::take(&mut self.written[at]) {
            self.made.steps.push(Step::Store { plane, vector, from });
        }
    }

    /// Gives up the register of a value that nothing reads after a position.
    fn release(&mut self, value: usize, at: usize) {
        if self.uses[value].iter().all(|position| *position <= at as u32)
            && let Some(register) = self.register_of[value].take()
        {
            self.holds[usize::from(register)] = None;
        }
    }

    /// Gives up the slots of the operands that were read for the last time, after they were.
    fn free_slots(&mut self, at: usize) {
        for operand in self.schedule.operands(at).into_iter().flatten() {
            let operand = operand.0 as usize;
            let is_dead = self.uses[operand].iter().all(|position| *position <= at as u32);
            if let (true, Some(slot)) = (is_dead, self.slot_of[operand]) {
                self.slot_of[operand] = None;
                self.free_slots.push(slot);
            }
        }
    }
}

/// The bit of an operand's register.
fn pin(place: Place) -> u32 {
    match place {
        Place::Register(register) => 1 << register,
        Place::Memory(_) => 0,
    }
}
