//! Writing results: conversion, write masks, tests, condition codes.

use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::types::{Types, is_long};
use quadrille_program::{Destination, File, InstId, Instruction};

use super::Lowering;
use super::arithmetic::Computed;
use super::condition::Written;
use super::operand::unlowered;
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::number::Number;
use crate::statement::Statement;
use crate::unlowered::{Reason, Unlowered};

impl Lowering<'_> {
    /// Writes a result and updates the condition code.
    pub(super) fn store(
        &mut self,
        id: InstId,
        instruction: &Instruction,
        types: Types,
        computed: &Computed,
    ) -> Result<(), Unlowered> {
        let Some(to) = &instruction.destination else {
            return Ok(());
        };
        let long = match &to.register {
            Some(register) => is_long(self.program, register),
            None => types.result.is_long(),
        };
        // A component's test sees the codes as they were before the instruction.
        let passes: [Option<ValueId>; 4] = std::array::from_fn(|component| {
            let condition = to.condition.as_ref()?;
            Some(self.passes(condition, component))
        });
        for component in (0..4).filter(|component| to.mask >> component & 1 != 0) {
            let Some(value) = computed.components[component] else {
                return Err(unlowered(id, Reason::Meaningless));
            };
            let value = self.converted(to, types, long, value);
            if let Some(register) = instruction.update {
                let flags = self.flags(Written {
                    value,
                    long,
                    float: types.result.is_float(),
                    half: types.half,
                    carry: computed.carry[component],
                });
                let cell = self.cells.code(usize::from(register), component);
                for (at, flag) in flags.into_iter().enumerate() {
                    if let Some(flag) = flag {
                        self.write(cell + at, passes[component], flag);
                    }
                }
            }
            self.put(id, to, component, passes[component], value)?;
        }
        Ok(())
    }

    /// A component of the result as the register holds it.
    fn converted(&self, to: &Destination, types: Types, long: bool, a: ValueId) -> ValueId {
        if !(to.short && types.result.is_float()) {
            return self.resize(a, types.result, types.result.is_long(), long);
        }
        let convert = |from, to, a| {
            let conversion = Conversion::Number {
                from,
                to,
                rounding: Rounding::Nearest,
                saturate: false,
            };
            self.recorder.value(Expression::Convert { conversion, a })
        };
        let word = if types.result.is_long() {
            convert(Format::F16, Format::F32, convert(Format::F64, Format::F16, a))
        } else {
            let number = Number::Half;
            self.recorder.value(Expression::Narrow { number, a })
        };
        if long {
            let high = self.recorder.constant(Type::Word, 0);
            self.recorder.value(Expression::Join { low: word, high })
        } else {
            word
        }
    }

    fn put(
        &mut self,
        id: InstId,
        to: &Destination,
        component: usize,
        passes: Option<ValueId>,
        value: ValueId,
    ) -> Result<(), Unlowered> {
        let Some(register) = &to.register else {
            return Ok(());
        };
        let slot = register
            .relative
            .map_or(register.slot.max(0) as usize, |relative| relative.first as usize);
        let indexed = register.relative.is_some() || register.outer.is_some();
        match register.file {
            File::Temporary if self.arrays.of(slot).is_some() && register.outer.is_none() => {
                let (array, index) = self.element(id, register)?;
                let index = match passes {
                    None => index,
                    Some(mask) => {
                        let otherwise = self.recorder.constant(Type::Word, u64::from(u32::MAX));
                        self.recorder.value(Expression::Select {
                            mask,
                            when: index,
                            otherwise,
                        })
                    }
                };
                self.recorder.statement(Statement::Store {
                    array,
                    component: component as u8,
                    index,
                    value,
                });
                self.version += 1;
            }
            File::Result if indexed => return Err(unlowered(id, Reason::IndexedResult)),
            File::Temporary | File::Address if indexed => {
                return Err(unlowered(id, Reason::IndexedRegister));
            }
            File::Parameter => return Err(unlowered(id, Reason::WrittenParameter)),
            File::Attribute => {}
            File::Temporary | File::Address | File::Result => {
                if let Some(cell) = self.cells.of(register, component) {
                    self.write(cell, passes, value);
                }
            }
        }
        Ok(())
    }

    /// Writes a cell where a test passes.
    pub(super) fn write(&mut self, cell: usize, passes: Option<ValueId>, value: ValueId) {
        let value = match passes {
            None => value,
            Some(mask) => {
                let old = self.cells.read(&self.recorder, cell, false);
                self.either(mask, value, old)
            }
        };
        let all = (self.tracks && self.diverged()).then(|| {
            let version = self.left;
            let region = self.recorder.region();
            let active = self.recorder.value(Expression::Active { region, version });
            let old = self.cells.read(&self.recorder, cell, true);
            self.either(active, value, old)
        });
        let state = &mut self.cells.states[cell];
        (state.value, state.all) = (Some(value), all);
        (state.dirty, state.unexported) = (true, true);
    }

    /// One value or another, truths among them.
    pub(super) fn either(&self, mask: ValueId, when: ValueId, otherwise: ValueId) -> ValueId {
        let recorder = &self.recorder;
        if recorder.kind(when) != Type::Bool {
            return recorder.value(Expression::Select {
                mask,
                when,
                otherwise,
            });
        }
        let not = recorder.value(Expression::Not { a: mask });
        let when = recorder.value(Expression::And { a: mask, b: when });
        let otherwise = recorder.value(Expression::And { a: not, b: otherwise });
        recorder.value(Expression::Or {
            a: when,
            b: otherwise,
        })
    }
}
