//! One value: the step that computes it.

use quadrille_base::Id;
use quadrille_scalar::{Expression, SlotRange, Type, ValueId};

use super::fuse::Fused;
use super::{Compiler, Uncompiled};
use crate::code::{Input, Register, Step};
use crate::kernel::{self, Kernel};

impl Compiler<'_> {
    /// Makes the step of a value, and gives it a register.
    pub(super) fn expression(&mut self, at: usize, value: ValueId) -> Result<(), Uncompiled> {
        if let Some(fused) = self.script.fused[value] {
            return self.fused(at, value, fused);
        }
        let found = self.script.form.values[value];
        let uniform = |bits: &[ValueId]| {
            let each = bits.iter().enumerate();
            each.fold(0, |set, (at, value)| {
                set | u8::from(self.script.is_uniform(*value)) << at
            })
        };
        match found.expression {
            Expression::FloatUnary { number, op, a } => {
                self.kernel(at, value, kernel::float_unary(number, op), &[a])
            }
            Expression::FloatBinary { number, op, a, b } => self.kernel(
                at,
                value,
                kernel::float_binary(number, op, uniform(&[a, b])),
                &[a, b],
            ),
            Expression::IsNan { number, a } => self.kernel(at, value, kernel::is_nan(number), &[a]),
            Expression::FloatCompare { number, op, a, b } => self.kernel(
                at,
                value,
                kernel::float_compare(number, op, uniform(&[a, b])),
                &[a, b],
            ),
            Expression::ToSigned { number, a } => self.kernel(at, value, kernel::to_signed(number), &[a]),
            Expression::Canonical { number, a } => self.kernel(at, value, kernel::canonical(number), &[a]),
            Expression::Narrow { number, a } => self.kernel(at, value, kernel::narrow(number), &[a]),
            Expression::IntUnary { number, op, a } => {
                self.kernel(at, value, kernel::int_unary(number, op), &[a])
            }
            Expression::IntBinary { number, op, a, b } => {
                self.kernel(at, value, kernel::int_binary(number, op), &[a, b])
            }
            Expression::IntCompare { number, op, a, b } => {
                self.kernel(at, value, kernel::int_compare(number, op), &[a, b])
            }
            Expression::Extract {
                number,
                a,
                count,
                offset,
            } => self.kernel(at, value, kernel::extract(number), &[a, count, offset]),
            Expression::Insert {
                number,
                a,
                field,
                count,
                offset,
            } => self.kernel(at, value, kernel::insert(number), &[a, field, count, offset]),
            Expression::And { a, b } => self.kernel(at, value, Some(kernel::and()), &[a, b]),
            Expression::Or { a, b } => self.kernel(at, value, Some(kernel::or()), &[a, b]),
            Expression::Not { a } => self.kernel(at, value, Some(kernel::not()), &[a]),
            Expression::Select {
                mask,
                when,
                otherwise,
            } => {
                let run = match found.kind {
                    Type::Long => kernel::select_long(),
                    Type::Bool | Type::Word | Type::Vector => {
                        kernel::select(uniform(&[mask, when, otherwise]))
                    }
                };
                self.kernel(at, value, Some(run), &[mask, when, otherwise])
            }
            Expression::Join { low, high } => self.kernel(at, value, Some(kernel::join()), &[low, high]),
            Expression::Low { a } => self.kernel(at, value, Some(kernel::low()), &[a]),
            Expression::High { a } => self.kernel(at, value, Some(kernel::high()), &[a]),
            Expression::Constant { .. } | Expression::Call(_) | Expression::Component { .. } => Ok(()),
            Expression::Parameter { slot, component } => {
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Parameter { slot, component, to });
                Ok(())
            }
            Expression::Attribute { slot, component } => {
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Load {
                    from: Input::Attributes,
                    slot,
                    component,
                    to,
                });
                Ok(())
            }
            Expression::Result { slot, component } => {
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Load {
                    from: Input::Results,
                    slot,
                    component,
                    to,
                });
                Ok(())
            }
            Expression::ParameterAt { range, index } => {
                let index = self.word(index)?;
                let to = self.result(at, value)?.number();
                self.parameter_at(range, index, to);
                Ok(())
            }
            Expression::AttributeAt { range, index } => {
                let index = self.word(index)?;
                let to = self.result(at, value)?.number();
                self.steps.push(Step::AttributeAt { range, index, to });
                Ok(())
            }
            Expression::VertexAttributeAt { range, index, vertex } => {
                let (index, vertex) = (self.word(index)?, self.word(vertex)?);
                let to = self.result(at, value)?.number();
                self.steps.push(Step::VertexAttributeAt {
                    range,
                    index,
                    vertex,
                    to,
                });
                Ok(())
            }
            Expression::Element {
                array,
                component,
                index,
                ..
            } => {
                let (array, index) = (array.index() as u32, self.word(index)?);
                let to = self.result(at, value)?;
                self.steps.push(Step::Element {
                    array,
                    component,
                    index,
                    to,
                });
                Ok(())
            }
            Expression::Variable { variable, .. } => {
                let from = self.code.variables[variable.index()];
                let to = self.result(at, value)?;
                self.steps.push(Step::Copy { from, to });
                Ok(())
            }
            Expression::Active { .. } => {
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Active { to });
                Ok(())
            }
            Expression::Convert { conversion, a } => {
                if let run @ Some(_) = kernel::convert(conversion) {
                    return self.kernel(at, value, run, &[a]);
                }
                let from = self.register(a)?;
                let to = self.result(at, value)?;
                self.steps.push(Step::Convert { conversion, from, to });
                Ok(())
            }
            Expression::Pack { packing, operands } => {
                let mut from = [0; 4];
                for (from, operand) in from.iter_mut().zip(operands) {
                    *from = self.word(operand)?;
                }
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Pack { packing, from, to });
                Ok(())
            }
            Expression::Unpack {
                packing,
                component,
                a,
            } => {
                let from = self.word(a)?;
                let to = self.result(at, value)?.number();
                self.steps.push(Step::Unpack {
                    packing,
                    component,
                    from,
                    to,
                });
                Ok(())
            }
            Expression::Neighbour { axis, upper, a } => {
                let from = self.register(a)?;
                let to = self.result(at, value)?;
                self.steps.push(Step::Neighbour {
                    axis,
                    upper,
                    from,
                    to,
                });
                Ok(())
            }
        }
    }

    /// A component of a parameter by an index, with others of the same vector where the step before computes such.
    fn parameter_at(&mut self, range: SlotRange, index: u16, to: u16) {
        let SlotRange {
            first,
            length,
            component,
        } = range;
        if component > 3 {
            return self.steps.push(Step::ParameterAt { range, index, to });
        }
        let component = usize::from(component);
        if let Some(Step::ParameterVectorAt {
            first: other_first,
            length: other_length,
            index: other_index,
            to: others,
        }) = self.steps.last_mut()
        {
            let is_same = (*other_first, *other_length, *other_index) == (first, length, index);
            // What the step before writes is no index any more, and no component of this one.
            let is_apart = others.iter().flatten().all(|other| ![index, to].contains(other));
            if is_same && is_apart && others[component].is_none() {
                others[component] = Some(to);
                return;
            }
        }
        let mut all = [None; 4];
        all[component] = Some(to);
        self.steps.push(Step::ParameterVectorAt {
            first,
            length,
            index,
            to: all,
        });
    }

    fn fused(&mut self, at: usize, value: ValueId, fused: Fused) -> Result<(), Uncompiled> {
        match fused {
            Fused::MultiplyAdd(product, [a, b, c]) => {
                let uniform =
                    u8::from(self.script.is_uniform(b)) << 1 | u8::from(self.script.is_uniform(c)) << 2;
                self.kernel(
                    at,
                    value,
                    Some(kernel::multiply_add(product, uniform)),
                    &[a, b, c],
                )
            }
            Fused::Compared(op, operands) => self.kernel(at, value, kernel::select_compared(op), &operands),
        }
    }

    /// The step of a kernel.
    fn kernel(
        &mut self,
        at: usize,
        value: ValueId,
        run: Option<Kernel>,
        operands: &[ValueId],
    ) -> Result<(), Uncompiled> {
        let run = run.ok_or(Uncompiled::Meaningless)?;
        let mut numbers = [0; 5];
        for (number, operand) in numbers[1..].iter_mut().zip(operands) {
            *number = self.word(*operand)?;
        }
        numbers[0] = self.result(at, value)?.number();
        self.steps.push(Step::Kernel { run, at: numbers });
        Ok(())
    }

    /// A register for the value that the item at a position computes. It may be that of a value which dies there: a
    /// step writes its result behind all of its reads.
    fn result(&mut self, at: usize, value: ValueId) -> Result<Register, Uncompiled> {
        for dead in self.liveness.expire(at) {
            if *dead != value {
                self.release(*dead);
            }
        }
        let register = self.allocator.take(self.script.form.values[value].kind)?;
        self.registers[value] = Some(register);
        Ok(register)
    }
}
