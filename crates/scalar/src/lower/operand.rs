//! Reading operands: the reference's `operand`, a component at a time.

use quadrille_isa::gl::DataType;
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::types::is_long;
use quadrille_program::{File, Index, InstId, Operand, Outer, ParameterSource, Register};

use super::Lowering;
use crate::expression::{Conversion, Expression, SlotRange, Type, ValueId};
use crate::number::Number;
use crate::op::{FloatUnary, IntBinary, IntCompare, IntUnary};
use crate::unlowered::{Reason, Unlowered};

/// An index of which is only known what it must stay below, and what is at 0.
#[derive(Clone, Copy)]
struct Place {
    /// The first slot that it may reach.
    first: u32,
    /// How many slots from there on it may.
    length: u32,
    /// The index from the first, a word.
    index: ValueId,
}

impl Place {
    /// A component of the slots that it may reach.
    fn slots(&self, component: u8) -> SlotRange {
        SlotRange {
            first: self.first,
            length: self.length,
            component,
        }
    }
}

impl Lowering<'_> {
    /// A component of an operand as a number of a type. With `all`, as it is in all lanes, active or not.
    pub(super) fn operand(
        &self,
        id: InstId,
        operand: &Operand,
        at: usize,
        data_type: DataType,
        all: bool,
    ) -> Result<ValueId, Unlowered> {
        let kind = Type::register(data_type.is_long());
        let mut value = match operand.swizzle.0[at & 3].component_or_number() {
            Err(one) => self.recorder.constant(kind, data_type.zero_or_one(one)),
            Ok(component) => {
                let long = is_long(self.program, &operand.register);
                let value = self.register(id, &operand.register, component, long, all)?;
                self.resize(value, data_type, long, data_type.is_long())
            }
        };
        if operand.absolute {
            value = self.magnitude(data_type, value);
        }
        if operand.negate >> at & 1 != 0 {
            value = self.negate(data_type, value);
        }
        Ok(value)
    }

    /// A component of a register, a word or with `long` a long.
    pub(super) fn register(
        &self,
        id: InstId,
        register: &Register,
        component: usize,
        long: bool,
        all: bool,
    ) -> Result<ValueId, Unlowered> {
        let recorder = &self.recorder;
        let plane = component as u8;
        let words = |word: &dyn Fn(u8) -> Expression| {
            let low = recorder.value(word(plane));
            if long {
                let high = recorder.value(word(plane + 4));
                recorder.value(Expression::Join { low, high })
            } else {
                low
            }
        };
        let zero = || recorder.constant(Type::register(long), 0);
        let fixed = register.relative.is_none() && register.outer.is_none();
        Ok(match register.file {
            File::Temporary if register.outer.is_none() => {
                let at = self.arrays.of(match &register.relative {
                    Some(relative) => relative.first as usize,
                    None => register.slot.max(0) as usize,
                });
                match at {
                    None => {
                        let cell = self.cells.of(register, component);
                        cell.map_or_else(zero, |cell| self.cells.read(recorder, cell, all))
                    }
                    Some(_) => {
                        let (array, index) = self.element(id, register)?;
                        let element = Expression::Element {
                            array,
                            component: plane,
                            index,
                            version: self.version,
                        };
                        recorder.value_of(element, Type::register(long))
                    }
                }
            }
            File::Address | File::Result if fixed => {
                let cell = self.cells.of(register, component);
                cell.map_or_else(zero, |cell| self.cells.read(recorder, cell, all))
            }
            File::Parameter if fixed => self.parameter(register.slot as u32, plane, long),
            File::Parameter => match self.place(id, register, true)? {
                None => zero(),
                Some(place) => words(&|component| Expression::ParameterAt {
                    range: place.slots(component),
                    index: place.index,
                }),
            },
            File::Attribute if fixed => {
                let slot = register.slot as u32;
                words(&|component| Expression::Attribute { slot, component })
            }
            File::Attribute => {
                let (Some(place), Some(vertex)) = (
                    self.place(id, register, false)?,
                    register.outer.map_or(Ok(Some(None)), |outer| {
                        self.outer(id, &outer).map(|number| number.map(Some))
                    })?,
                ) else {
                    return Ok(zero());
                };
                let index = place.index;
                words(&|component| match (place.slots(component), vertex) {
                    (range, None) => Expression::AttributeAt { range, index },
                    (range, Some(vertex)) => Expression::VertexAttributeAt { range, index, vertex },
                })
            }
            File::Temporary | File::Address | File::Result => {
                return Err(unlowered(id, Reason::IndexedRegister));
            }
        })
    }

    /// A component of a parameter that is found without an index.
    fn parameter(&self, slot: u32, component: u8, long: bool) -> ValueId {
        let recorder = &self.recorder;
        let parameter = &self.program.parameters()[slot as usize];
        let at = usize::from(component);
        let low = match parameter.source {
            ParameterSource::Constant(words) => recorder.constant(Type::Word, u64::from(words[at])),
            ParameterSource::Binding(_) | ParameterSource::Buffer(_) => {
                recorder.value(Expression::Parameter { slot, component })
            }
        };
        if !long {
            return low;
        }
        let high = parameter.high.map_or(0, |high| high[at]);
        let high = recorder.constant(Type::Word, u64::from(high));
        recorder.value(Expression::Join { low, high })
    }

    /// An array and the index of an element, a word.
    pub(super) fn element(
        &self,
        id: InstId,
        register: &Register,
    ) -> Result<(crate::form::ArrayId, ValueId), Unlowered> {
        let wrong = || unlowered(id, Reason::IndexedRegister);
        let Some(relative) = &register.relative else {
            let (array, element) = self.arrays.of(register.slot.max(0) as usize).ok_or_else(wrong)?;
            return Ok((array, self.recorder.constant(Type::Word, u64::from(element))));
        };
        let (array, first) = self.arrays.of(relative.first as usize).ok_or_else(wrong)?;
        let Some(place) = self.place(id, register, false)? else {
            return Err(wrong());
        };
        let length = self.recorder.with(|form| form.arrays[array].length);
        let index = if first == 0 && place.length == length {
            place.index
        } else {
            // The array that the instruction sees is a part of this one.
            let inside = self.below(place.index, place.length);
            let index = self.sum(place.index, i64::from(first));
            self.where_inside(inside, index)
        };
        Ok((array, index))
    }

    /// Where a register with run-time indices lies; none if nowhere. `outer` says whether the first of two indices
    /// chooses among slots.
    fn place(&self, id: InstId, register: &Register, outer: bool) -> Result<Option<Place>, Unlowered> {
        let recorder = &self.recorder;
        let mut place = match &register.relative {
            None => Place {
                first: register.slot.max(0) as u32,
                length: 1,
                index: recorder.constant(Type::Word, 0),
            },
            Some(relative) => {
                let index = self.index(id, &relative.index)?;
                let from_first = i64::from(register.slot) - i64::from(relative.first);
                Place {
                    first: relative.first,
                    length: relative.length,
                    index: self.sum(index, from_first),
                }
            }
        };
        let Some(outer) = register.outer.filter(|_| outer) else {
            return Ok(Some(place));
        };
        let Some(number) = self.outer(id, &outer)? else {
            return Ok(None);
        };
        if outer.count == 0 {
            return Ok(None);
        }
        // Both are inside, or the sum is outside.
        let inside = self.below(place.index, place.length);
        let chosen = self.below(number, outer.count);
        let inside = recorder.value(Expression::And { a: inside, b: chosen });
        let stride = recorder.constant(Type::Word, u64::from(outer.stride));
        let step = self.int(IntBinary::Multiply, number, stride);
        place.index = self.where_inside(inside, self.int(IntBinary::Add, place.index, step));
        place.length += outer.stride.saturating_mul(outer.count - 1);
        Ok(Some(place))
    }

    /// The slot that a register with a run-time index is, a word; −1 where it lies outside.
    pub(super) fn absolute(&self, id: InstId, register: &Register) -> Result<Option<ValueId>, Unlowered> {
        let place = self.place(id, register, false)?;
        Ok(place.map(|place| {
            let inside = self.below(place.index, place.length);
            let slot = self.sum(place.index, i64::from(place.first));
            self.where_inside(inside, slot)
        }))
    }

    /// The first of two indices, a word; −1 where it is too large, and none if it always is.
    fn outer(&self, id: InstId, outer: &Outer) -> Result<Option<ValueId>, Unlowered> {
        let recorder = &self.recorder;
        let Some(index) = &outer.index else {
            let inside = (0..i64::from(outer.count)).contains(&i64::from(outer.number));
            return Ok(inside.then(|| recorder.constant(Type::Word, outer.number as u64)));
        };
        let index = self.index(id, index)?;
        let number = self.sum(index, i64::from(outer.number));
        let inside = self.below(number, outer.count);
        Ok(Some(self.where_inside(inside, number)))
    }

    fn index(&self, id: InstId, index: &Index) -> Result<ValueId, Unlowered> {
        self.word(id, &index.register(), usize::from(index.component))
    }

    /// A component of a register, of a long one its low word.
    pub(super) fn word(
        &self,
        id: InstId,
        register: &Register,
        component: usize,
    ) -> Result<ValueId, Unlowered> {
        let long = is_long(self.program, register);
        let value = self.register(id, register, component, long, false)?;
        Ok(if long {
            self.recorder.value(Expression::Low { a: value })
        } else {
            value
        })
    }

    fn int(&self, op: IntBinary, a: ValueId, b: ValueId) -> ValueId {
        let number = Number::S32;
        self.recorder.value(Expression::IntBinary { number, op, a, b })
    }

    fn sum(&self, a: ValueId, b: i64) -> ValueId {
        let b = self.recorder.constant(Type::Word, u64::from(b as u32));
        self.int(IntBinary::Add, a, b)
    }

    /// Whether a signed word is not below 0 and below a number.
    fn below(&self, a: ValueId, length: u32) -> ValueId {
        let b = self.recorder.constant(Type::Word, u64::from(length));
        self.recorder.value(Expression::IntCompare {
            number: Number::U32,
            op: IntCompare::Less,
            a,
            b,
        })
    }

    fn where_inside(&self, mask: ValueId, when: ValueId) -> ValueId {
        let otherwise = self.recorder.constant(Type::Word, u64::from(u32::MAX));
        self.recorder.value(Expression::Select {
            mask,
            when,
            otherwise,
        })
    }

    /// A number of a register of 32 or 64 bits as one of the other size, within its base type.
    pub(super) fn resize(&self, a: ValueId, data_type: DataType, from_long: bool, to_long: bool) -> ValueId {
        if from_long == to_long {
            return a;
        }
        let format = match data_type {
            DataType::F16 | DataType::Fx12 | DataType::F32 | DataType::F64 => Format::F32,
            DataType::S32 | DataType::S64 => Format::S32,
            DataType::U32 | DataType::U64 => Format::U32,
        };
        let conversion = Conversion::Number {
            from: format.in_register(from_long),
            to: format.in_register(to_long),
            rounding: Rounding::Nearest,
            saturate: false,
        };
        self.recorder.value(Expression::Convert { conversion, a })
    }

    fn magnitude(&self, data_type: DataType, a: ValueId) -> ValueId {
        self.recorder.value(match signed(data_type) {
            // Unsigned numbers are their magnitudes.
            Number::U32 | Number::U64 => return a,
            number if number.is_float() => Expression::FloatUnary {
                number,
                op: FloatUnary::Magnitude,
                a,
            },
            number => Expression::IntUnary {
                number,
                op: IntUnary::Magnitude,
                a,
            },
        })
    }

    fn negate(&self, data_type: DataType, a: ValueId) -> ValueId {
        self.recorder.value(match signed(data_type) {
            number if number.is_float() => Expression::FloatUnary {
                number,
                op: FloatUnary::Negate,
                a,
            },
            number => Expression::IntUnary {
                number,
                op: IntUnary::Negate,
                a,
            },
        })
    }
}

/// The numbers by which operands of a type take signs: of short floats those of the word that holds them.
const fn signed(data_type: DataType) -> Number {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => Number::Ieee,
        DataType::F64 => Number::Double,
        DataType::S32 => Number::S32,
        DataType::U32 => Number::U32,
        DataType::S64 => Number::S64,
        DataType::U64 => Number::U64,
    }
}

pub(super) const fn unlowered(instruction: InstId, reason: Reason) -> Unlowered {
    Unlowered { instruction, reason }
}
