//! Writing results: clamp and conversion, write masks, condition-code updates.

use quadrille_engine::{Batch, Environment, Mask, Planes};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::condition::Flags;
use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::convert::{Binary, Rounding};
use quadrille_numerics::environment::{Double, Ieee};
use quadrille_program::{Destination, File, InstId, Instruction, Register};

use crate::observer::{Observer, OutputEvent};
use crate::operand::Sources;
use crate::prepared::Prepared;
use crate::state::{State, Value};
use crate::word::resize;
use quadrille_program::types::{NumberKind, Types};

/// Clamps the components of a result that no arithmetic clamped: of textures, loads and votes.
pub(crate) fn clamp(clamp: Clamp, data_type: DataType, active: &Mask, result: &mut Value) {
    if clamp == Clamp::None {
        return;
    }
    for component in 0..4 {
        for lane in active.iter() {
            match data_type {
                DataType::F32 | DataType::F16 | DataType::Fx12 => {
                    let word = &mut result.low[component][lane];
                    *word = clamp.apply(Ieee(f32::from_bits(*word))).0.to_bits();
                }
                DataType::F64 => {
                    let value = Double(f64::from_bits(result.long(component, lane)));
                    result.set_long(component, lane, clamp.apply(value).0.to_bits());
                }
                DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => {}
            }
        }
    }
}

/// The properties of a result's write to its register.
struct Write<'a> {
    to: &'a Destination,
    update: Option<usize>,
    types: Types,
    /// Whether the register holds numbers of 64 bits.
    long: bool,
    /// The type that is written, and the components of the result that are undefined: for who watches.
    kind: NumberKind,
    undefined: u8,
    undefined_flags: bool,
}

/// Writes the result of an instruction to the enabled components of the active lanes, and the condition code
/// that it updates.
pub(crate) fn store<O: Observer>(
    batch: &mut Batch,
    (prepared, environment): (&Prepared, &Environment<'_>),
    state: &mut State,
    id: InstId,
    instruction: &Instruction,
    (types, long): (Types, bool),
    observer: &mut O,
) {
    let Some(to) = &instruction.destination else {
        return;
    };
    let write = Write {
        to,
        update: instruction.update.map(usize::from),
        types,
        long,
        kind: NumberKind::given(instruction, types),
        undefined: instruction.operation.unspecified(),
        undefined_flags: O::WATCHES && has_undefined_flags(instruction),
    };
    match to.register {
        Some(register) if register.relative.is_none() && register.outer.is_none() => {
            if write.is_copy() && !prepared.patch.is_some() {
                copy(batch, state, id, register, &write, observer);
            } else {
                each_lane(batch, (prepared, environment), state, id, &write, observer);
            }
        }
        _ => each_lane(batch, (prepared, environment), state, id, &write, observer),
    }
}

impl Write<'_> {
    /// Whether words go to the register as they are, in all lanes the same way.
    fn is_copy(&self) -> bool {
        let file = self.to.register.map(|register| register.file);
        self.to.condition.is_none()
            && self.update.is_none()
            && !self.to.short
            && !self.long
            && !self.types.result.is_long()
            && file != Some(File::Parameter)
    }

    /// A component of the result as the register holds it.
    fn converted(&self, bits: u64) -> u64 {
        if self.to.short && self.types.result.is_float() {
            let value = match self.types.result {
                DataType::F64 => f64::from_bits(bits),
                _ => f64::from(f32::from_bits(bits as u32)),
            };
            let half = Binary::B16.encode(value, Rounding::Nearest);
            return Binary::B32.encode(Binary::B16.decode(half), Rounding::Nearest);
        }
        resize(bits, self.types.result, self.types.result.is_long(), self.long)
    }

    /// The flags of what is written.
    fn flags(&self, bits: u64, carry: u8) -> Flags {
        let size = if self.long { 64 } else { 32 };
        if self.types.half {
            return Flags::of_float(Binary::B16.decode(bits & 0xffff));
        }
        match self.types.result {
            DataType::F64 | DataType::F32 | DataType::F16 | DataType::Fx12 if self.long => {
                Flags::of_float(f64::from_bits(bits))
            }
            DataType::F64 | DataType::F32 | DataType::F16 | DataType::Fx12 => {
                Flags::of_float(f64::from(f32::from_bits(bits as u32)))
            }
            DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => {
                Flags::of_integer(bits, size, carry & 1 != 0, carry & 2 != 0)
            }
        }
    }
}

fn each_lane<O: Observer>(
    batch: &mut Batch,
    (prepared, environment): (&Prepared, &Environment<'_>),
    state: &mut State,
    id: InstId,
    write: &Write<'_>,
    observer: &mut O,
) {
    let lanes: Vec<usize> = state.schedule.active().iter().collect();
    for lane in lanes {
        let passes = match &write.to.condition {
            Some(condition) => state.codes.test(condition, lane),
            None => [true; 4],
        };
        let slot = match &write.to.register {
            None => None,
            Some(register) => {
                let sources = Sources {
                    prepared,
                    batch,
                    environment,
                    state,
                };
                let (slot, outside) = sources.destination(register, lane);
                if let Some((index, length)) = outside {
                    watch!(O, { observer.out_of_range(id, lane, index, length, true) });
                }
                slot.map(|slot| (register.file, slot))
            }
        };
        for component in (0..4).filter(|component| write.to.mask >> component & 1 != 0) {
            if !passes[component] {
                continue;
            }
            let words = &state.values.result;
            let bits = if write.types.result.is_long() {
                words.long(component, lane)
            } else {
                u64::from(words.low[component][lane])
            };
            let bits = write.converted(bits);
            if let Some(register) = write.update {
                let flags = write.flags(bits, state.values.carry[component][lane]);
                state.codes.set(register, lane, component, flags);
                watch!(O, {
                    state
                        .codes
                        .mark(register, lane, 1 << component, write.undefined_flags);
                });
            }
            if let Some((file, slot)) = slot {
                let lanes = match file {
                    File::Result => prepared.patch.sees(slot, lane),
                    _ => lane..lane + 1,
                };
                watch!(O, {
                    if file == File::Result && prepared.patch.is_some() {
                        observer.output(OutputEvent {
                            instruction: id,
                            lane,
                            active: state.schedule.active(),
                            place: (lanes.start, slot, component),
                            written: Some(bits),
                        });
                    }
                });
                for lane in lanes.start..lanes.end.min(batch.lanes()) {
                    put(batch, state, (file, slot), component, lane, bits, write.long);
                    watch!(O, {
                        mark(state, (file, slot), lane, 1 << component, write);
                        observer.written(id, lane, file, slot, 1 << component);
                    });
                }
            }
        }
    }
}

fn put(
    batch: &mut Batch,
    state: &mut State,
    (file, slot): (File, usize),
    component: usize,
    lane: usize,
    bits: u64,
    long: bool,
) {
    let set = |planes: &mut Planes| {
        planes.component_mut(slot, component)[lane] = bits as u32;
        if long {
            planes.component_mut(slot, component + 4)[lane] = (bits >> 32) as u32;
        }
    };
    match file {
        File::Temporary => set(&mut state.temporaries),
        File::Address => set(&mut state.addresses),
        File::Result => set(&mut batch.results),
        File::Parameter => {
            if let Some(parameter) = state.parameters.get_mut(slot) {
                parameter[component] = bits as u32;
            }
        }
        File::Attribute => {}
    }
}

/// Whether an integer sum of two negated operands leaves carry and overflow undefined.
fn has_undefined_flags(instruction: &Instruction) -> bool {
    let negated = |at: usize| {
        let operand = instruction.operands.get(at);
        operand.is_some_and(|operand| operand.negate != 0)
    };
    let Operation::Arithmetic(operation) = instruction.operation else {
        return false;
    };
    !instruction.data_type.is_float()
        && operation
            .addition()
            .is_some_and(|addition| addition.is_undefined([negated(0), negated(1), negated(2)]))
}

/// Notes what was written and in which type; an undefined component counts as not written.
fn mark(state: &mut State, (file, slot): (File, usize), lane: usize, components: u8, write: &Write<'_>) {
    let note = |marks: &mut u8| *marks = (*marks | components) & !(components & write.undefined);
    match file {
        File::Temporary => {
            note(&mut state.written[slot][lane]);
            let kinds = &mut state.kinds[slot][lane];
            let written = (0..4).filter(|component| components >> component & 1 != 0);
            written.for_each(|component| kinds[component] = write.kind);
        }
        File::Address => note(&mut state.addresses_written[slot][lane]),
        File::Result => note(&mut state.results_written[slot][lane]),
        File::Attribute | File::Parameter => {}
    }
}

/// The common case: words go where they belong in all active lanes.
fn copy<O: Observer>(
    batch: &mut Batch,
    state: &mut State,
    id: InstId,
    register: Register,
    write: &Write<'_>,
    observer: &mut O,
) {
    let mask = write.to.mask;
    let slot = register.slot as usize;
    let State {
        temporaries,
        addresses,
        values,
        schedule,
        ..
    } = state;
    let planes = match register.file {
        File::Temporary => temporaries,
        File::Address => addresses,
        File::Result => &mut batch.results,
        File::Attribute | File::Parameter => return,
    };
    let active = schedule.active();
    let all = active.all();
    for component in (0..4).filter(|component| mask >> component & 1 != 0) {
        let words = planes.component_mut(slot, component);
        if all {
            words.copy_from_slice(&values.result.low[component]);
        } else {
            for lane in active.iter() {
                words[lane] = values.result.low[component][lane];
            }
        }
    }
    watch!(O, {
        let lanes: Vec<usize> = state.schedule.active().iter().collect();
        for lane in lanes {
            mark(state, (register.file, slot), lane, mask, write);
            observer.written(id, lane, register.file, slot, mask);
        }
    });
}
