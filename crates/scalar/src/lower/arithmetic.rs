//! Arithmetic: the bodies of operations, recorded; and the operations between formats.

use quadrille_isa::gl::operation::{AddressOp, ArithmeticOp, ConversionOp, Evaluator, carry};
use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::convert::Rounding;
use quadrille_program::types::Types;
use quadrille_program::{Access, InstId, Instruction};
use smallvec::SmallVec;

use super::operand::unlowered;
use super::{Lowering, Quad};
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::lane::{FloatLane, IntLane, with_float, with_int};
use crate::number::Number;
use crate::recorded::Recorded;
use crate::recorder::Recorder;
use crate::unlowered::{Reason, Unlowered};

/// The components of a result that are wanted, from the operands: the body of an operation over recorded numbers.
struct Components<N> {
    operands: [[N; 4]; 3],
    mask: u8,
}

impl<N: Copy> Components<N> {
    fn component<const COUNT: usize>(&self, component: usize) -> [N; COUNT] {
        std::array::from_fn(|operand| self.operands[operand][component])
    }

    fn all<const COUNT: usize>(&self) -> [[N; 4]; COUNT] {
        std::array::from_fn(|operand| self.operands[operand])
    }

    fn wanted(&self, component: usize, body: impl FnOnce() -> N) -> Option<N> {
        (self.mask >> component & 1 != 0).then(body)
    }
}

impl<N: Copy> Evaluator<N> for Components<N> {
    type Output = [Option<N>; 4];

    fn componentwise<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> Self::Output {
        std::array::from_fn(|at| self.wanted(at, || body(self.component(at))))
    }

    fn scalar<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> Self::Output {
        [Some(body(self.component(0))); 4]
    }

    fn dot<const COUNT: usize>(self, body: impl Fn([[N; 4]; COUNT]) -> N) -> Self::Output {
        [Some(body(self.all())); 4]
    }

    fn vector<const COUNT: usize>(
        self,
        x: impl Fn([[N; 4]; COUNT]) -> N,
        y: impl Fn([[N; 4]; COUNT]) -> N,
        z: impl Fn([[N; 4]; COUNT]) -> N,
        w: impl Fn([[N; 4]; COUNT]) -> N,
    ) -> Self::Output {
        [
            self.wanted(0, || x(self.all())),
            self.wanted(1, || y(self.all())),
            self.wanted(2, || z(self.all())),
            self.wanted(3, || w(self.all())),
        ]
    }
}

/// The result of an instruction before it is written: four components, of which the written ones are there, and of
/// integer sums carry and overflow.
#[derive(Clone, Copy, Default)]
pub(super) struct Computed {
    pub(super) components: Quad,
    pub(super) carry: [[Option<ValueId>; 2]; 4],
}

impl From<Quad> for Computed {
    fn from(components: Quad) -> Computed {
        Computed {
            components,
            carry: Default::default(),
        }
    }
}

/// An arithmetic operation over given operands.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    pub(super) operation: ArithmeticOp,
    pub(super) number: Number,
    pub(super) clamp: Clamp,
    pub(super) mask: u8,
}

impl Arithmetic {
    /// Records it; `None` if it has no body over these numbers.
    pub(super) fn record(self, recorder: &Recorder, operands: [[ValueId; 4]; 3]) -> Option<Quad> {
        match self.number.is_float() {
            true => with_float!(self.number, L => self.floats::<L>(recorder, operands))?,
            false => with_int!(self.number, I => self.integers::<I>(recorder, operands))?,
        }
    }

    fn floats<L: FloatLane>(self, recorder: &Recorder, operands: [[ValueId; 4]; 3]) -> Option<Quad> {
        let narrows = matches!(self.number, Number::Half | Number::Fixed);
        let operands = operands.map(|quad| {
            quad.map(|a| {
                let number = self.number;
                let value = if narrows {
                    recorder.value(Expression::Narrow { number, a })
                } else {
                    a
                };
                Recorded::<L>::of(recorder, value)
            })
        });
        let mask = self.mask;
        let result = self.operation.float(Components { operands, mask })?;
        Some(result.map(|value| Some(self.clamp.apply(value?).value(recorder))))
    }

    fn integers<I: IntLane>(self, recorder: &Recorder, operands: [[ValueId; 4]; 3]) -> Option<Quad> {
        let operands = operands.map(|quad| quad.map(|value| Recorded::<I>::of(recorder, value)));
        let mask = self.mask;
        let result = self.operation.integer(Components { operands, mask })?;
        Some(result.map(|value| Some(value?.value(recorder))))
    }
}

fn carries<I: IntLane>(
    recorder: &Recorder,
    operation: ArithmeticOp,
    operands: [ValueId; 3],
    negated: [bool; 3],
) -> [Option<ValueId>; 2] {
    let operands = operands.map(|value| Recorded::<I>::of(recorder, value));
    let flags = carry(operation, operands, negated);
    [flags.carry, flags.overflow].map(|flag| Some(flag.value(recorder)))
}

impl Lowering<'_> {
    /// The operands of an instruction; components that a body does not read are 0.
    pub(super) fn operands(
        &self,
        id: InstId,
        instruction: &Instruction,
        types: Types,
        needs: impl Fn(usize) -> u8,
        all: bool,
    ) -> Result<SmallVec<[[ValueId; 4]; 3]>, Unlowered> {
        let operands = instruction.operands.iter().enumerate();
        let each = operands.map(|(at, operand)| {
            let data_type = types.operands[at.min(2)];
            let zero = self.recorder.constant(Type::register(data_type.is_long()), 0);
            let mut quad = [zero; 4];
            let needed = needs(at);
            for component in (0..4).filter(|component| needed >> component & 1 != 0) {
                quad[component] = self.operand(id, operand, component, data_type, all)?;
            }
            Ok(quad)
        });
        each.collect()
    }

    /// An arithmetic instruction, its clamp among it.
    pub(super) fn arithmetic(
        &self,
        id: InstId,
        operation: ArithmeticOp,
        instruction: &Instruction,
        types: Types,
        mask: u8,
    ) -> Result<Computed, Unlowered> {
        let recorder = &self.recorder;
        let needs = |at: usize| operation.needs(at, mask);
        let operands = self.operands(id, instruction, types, needs, false)?;
        if let (ArithmeticOp::Round(rounding), false) = (operation, instruction.data_type.is_float()) {
            return Ok(self.rounded(rounding, types, operands[0], mask).into());
        }
        let number = self.number(id, instruction.data_type)?;
        let zero = recorder.constant(Type::of(number), 0);
        let three = std::array::from_fn(|at| operands.get(at).copied().unwrap_or([zero; 4]));
        let arithmetic = Arithmetic {
            operation,
            number,
            clamp: instruction.clamp,
            mask,
        };
        let components = arithmetic
            .record(recorder, three)
            .ok_or(unlowered(id, Reason::Meaningless))?;
        let mut computed = Computed::from(components);
        if instruction.update.is_some() && operation.addition().is_some() {
            for component in (0..4).filter(|component| mask >> component & 1 != 0) {
                let operands = three.map(|quad| quad[component]);
                let negated = std::array::from_fn(|at| {
                    let operand = instruction.operands.get(at);
                    operand.is_some_and(|operand| operand.negate >> component & 1 != 0)
                });
                let flags = with_int!(number, I => carries::<I>(recorder, operation, operands, negated));
                computed.carry[component] = flags.unwrap_or_default();
            }
        }
        Ok(computed)
    }

    /// The numbers of an instruction's type.
    pub(super) fn number(&self, id: InstId, data_type: DataType) -> Result<Number, Unlowered> {
        Number::of(data_type, self.program.profile().numeric).ok_or(unlowered(id, Reason::Nv20))
    }

    /// Floats rounded to integers, or integers to floats.
    fn rounded(&self, rounding: Rounding, types: Types, operand: [ValueId; 4], mask: u8) -> Quad {
        let conversion = Conversion::Number {
            from: types.operands[0].register_format(),
            to: types.result.register_format(),
            rounding,
            saturate: true,
        };
        std::array::from_fn(|at| {
            let a = operand[at];
            let wanted = mask >> at & 1 != 0;
            wanted.then(|| self.recorder.value(Expression::Convert { conversion, a }))
        })
    }

    /// A conversion, before the clamp that most have.
    pub(super) fn conversion(
        &self,
        id: InstId,
        operation: ConversionOp,
        instruction: &Instruction,
        types: Types,
        mask: u8,
    ) -> Result<Quad, Unlowered> {
        let recorder = &self.recorder;
        let needs = |at| instruction.needs(at);
        let operands = self.operands(id, instruction, types, needs, false)?;
        let Some([x, y, z, w]) = operands.first().copied() else {
            return Err(unlowered(id, Reason::Meaningless));
        };
        let value = |expression| Some(recorder.value(expression));
        let join = |low, high| value(Expression::Join { low, high });
        Ok(match operation {
            ConversionOp::IntegerToFloat => self.rounded(Rounding::Nearest, types, [x, y, z, w], mask),
            ConversionOp::Convert => {
                let Access::Conversion(access) = &instruction.access else {
                    return Err(unlowered(id, Reason::Meaningless));
                };
                let conversion = Conversion::Register {
                    from: access.from,
                    from_long: types.operands[0].is_long(),
                    to: access.to,
                    to_long: types.result.is_long(),
                    rounding: access.rounding,
                    clamp: instruction.clamp,
                };
                [x, y, z, w].map(|a| value(Expression::Convert { conversion, a }))
            }
            ConversionOp::Pack(packing) => {
                let operands = [x, y, z, w];
                [value(Expression::Pack { packing, operands }); 4]
            }
            ConversionOp::Unpack(packing) => [0, 1, 2, 3].map(|component| {
                value(Expression::Unpack {
                    packing,
                    component,
                    a: x,
                })
            }),
            ConversionOp::Pack64 => [join(x, y), join(z, w), join(x, y), join(z, w)],
            ConversionOp::Unpack64 => {
                let low = |a| value(Expression::Low { a });
                let high = |a| value(Expression::High { a });
                [low(x), high(x), low(y), high(y)]
            }
        })
    }

    /// An address load, or the sum of an address register's halves.
    pub(super) fn address(
        &self,
        id: InstId,
        operation: AddressOp,
        instruction: &Instruction,
        types: Types,
        mask: u8,
    ) -> Result<Quad, Unlowered> {
        let recorder = &self.recorder;
        let sums = matches!(operation, AddressOp::Sum(_));
        let needs = |_| if sums { 0b1111 } else { mask };
        let operands = self.operands(id, instruction, types, needs, false)?;
        let Some(operand) = operands.first() else {
            return Err(unlowered(id, Reason::Meaningless));
        };
        if let Some(sum) = operation.sum(operand.map(|value| Recorded::<i32>::of(recorder, value))) {
            return Ok(sum.map(|value| Some(value.value(recorder))));
        }
        let number = self.number(id, DataType::F32)?;
        let load = |a| with_float!(number, L => loaded::<L>(recorder, operation, a)).flatten();
        let wanted = |at: usize| mask >> at & 1 != 0;
        Ok(std::array::from_fn(|at| {
            wanted(at).then(|| load(operand[at])).flatten()
        }))
    }

    /// The clamp of a result that no arithmetic clamped: of textures, loads and votes.
    pub(super) fn clamp(&self, clamp: Clamp, data_type: DataType, components: Quad) -> Quad {
        if clamp == Clamp::None {
            return components;
        }
        let number = match data_type {
            DataType::F32 | DataType::F16 | DataType::Fx12 => Number::Ieee,
            DataType::F64 => Number::Double,
            DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => return components,
        };
        let clamped = |a| with_float!(number, L => clamped::<L>(&self.recorder, clamp, a));
        components.map(|value| clamped(value?))
    }
}

fn loaded<L: FloatLane>(recorder: &Recorder, operation: AddressOp, a: ValueId) -> Option<ValueId> {
    let value = operation.load(Recorded::<L>::of(recorder, a))?;
    Some(value.value(recorder))
}

fn clamped<L: FloatLane>(recorder: &Recorder, clamp: Clamp, a: ValueId) -> ValueId {
    clamp.apply(Recorded::<L>::of(recorder, a)).value(recorder)
}
