//! Condition codes: what is kept of them, and the tests.
//!
//! In a program whose codes are those of binary32 results, a component of a code is the number itself, which is below,
//! equal to or above zero or none. In the others it is four flags, of which ZF is kept the other way round, so that a
//! fresh code (EQ) is all clear.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::condition::{Condition, Flags, Test};
use quadrille_numerics::convert::{Format, Rounding};
use quadrille_program::Program;
use quadrille_program::types::Types;

use super::Lowering;
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::number::Number;
use crate::op::{FloatCompare, IntCompare};

/// What the codes of a program keep: numbers (words) or flags (truths).
pub(super) fn kept(program: &Program) -> Type {
    let floats = program.instructions().iter().all(|instruction| {
        let types = Types::of(program, instruction);
        let long = instruction
            .destination
            .and_then(|to| to.register)
            .map_or(types.result.is_long(), |register| {
                quadrille_program::types::is_long(program, &register)
            });
        let none = instruction.update.is_none() || matches!(instruction.operation, Operation::Flow(_));
        none || types.result.is_float() && !long && !types.half
    });
    if floats { Type::Word } else { Type::Bool }
}

/// What an instruction writes to a code: a value as its register holds it, and the flags of its sum.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) value: ValueId,
    pub(super) long: bool,
    pub(super) float: bool,
    pub(super) half: bool,
    pub(super) carry: [Option<ValueId>; 2],
}

impl Lowering<'_> {
    /// The cells of a code's component with what they hold after a write.
    pub(super) fn flags(&self, written: Written) -> [Option<ValueId>; 4] {
        let recorder = &self.recorder;
        if self.codes == Type::Word {
            return [Some(written.value), None, None, None];
        }
        let clear = recorder.constant(Type::Bool, 0);
        let not = |a| recorder.value(Expression::Not { a });
        if written.half || written.float {
            let (number, a) = match (written.half, written.long) {
                (true, long) => {
                    let word = if long {
                        recorder.value(Expression::Low { a: written.value })
                    } else {
                        written.value
                    };
                    let conversion = Conversion::Number {
                        from: Format::F16,
                        to: Format::F32,
                        rounding: Rounding::Nearest,
                        saturate: false,
                    };
                    (
                        Number::Ieee,
                        recorder.value(Expression::Convert { conversion, a: word }),
                    )
                }
                (false, true) => (Number::Double, written.value),
                (false, false) => (Number::Ieee, written.value),
            };
            let zero = recorder.constant(Type::of(number), 0);
            let compare = |op, a, b| recorder.value(Expression::FloatCompare { number, op, a, b });
            // Sign: below zero or NaN; the other of zero: other than zero and no NaN.
            let sign = not(compare(FloatCompare::LessOrEqual, zero, a));
            let below = compare(FloatCompare::Less, a, zero);
            let above = compare(FloatCompare::Less, zero, a);
            let other = recorder.value(Expression::Or { a: below, b: above });
            return [Some(sign), Some(other), Some(clear), Some(clear)];
        }
        let number = if written.long { Number::S64 } else { Number::S32 };
        let zero = recorder.constant(Type::of(number), 0);
        let compare = |op| {
            recorder.value(Expression::IntCompare {
                number,
                op,
                a: written.value,
                b: zero,
            })
        };
        let sign = compare(IntCompare::Less);
        let other = not(compare(IntCompare::Equal));
        let [carry, overflow] = written.carry.map(|flag| flag.unwrap_or(clear));
        [Some(sign), Some(other), Some(carry), Some(overflow)]
    }

    /// Whether a component passes a test.
    pub(super) fn passes(&self, condition: &Condition, component: usize) -> ValueId {
        let recorder = &self.recorder;
        let read = usize::from(condition.swizzle[component & 3] & 3);
        let cell = self.cells.code(usize::from(condition.register), read);
        let held = |at| self.cells.read(recorder, cell + at, false);
        if self.codes == Type::Word {
            return self.passes_float(condition.test, held(0));
        }
        let not = |a| recorder.value(Expression::Not { a });
        let flags = [held(0), not(held(1)), held(2), held(3)];
        self.passes_flags(condition.test, flags, [None; 4])
    }

    /// Whether a number passes a test: by which of below, equal, above and none it is do.
    fn passes_float(&self, test: Test, a: ValueId) -> ValueId {
        let recorder = &self.recorder;
        let number = Number::Ieee;
        let zero = recorder.constant(Type::Word, 0);
        let compare = |op, a, b| recorder.value(Expression::FloatCompare { number, op, a, b });
        let truth = |truth: bool| recorder.constant(Type::Bool, u64::from(truth));
        let not = |a| recorder.value(Expression::Not { a });
        let less = || compare(FloatCompare::Less, a, zero);
        let equal = || compare(FloatCompare::Equal, a, zero);
        let above = || compare(FloatCompare::Less, zero, a);
        let nan = || recorder.value(Expression::IsNan { number, a });
        let either = |a, b| recorder.value(Expression::Or { a, b });
        match [-1.0, 0.0, 1.0, f64::NAN].map(|value| test.holds(Flags::of_float(value))) {
            [false, false, false, false] => truth(false),
            [true, false, false, false] => less(),
            [false, true, false, false] => equal(),
            [true, true, false, false] => compare(FloatCompare::LessOrEqual, a, zero),
            [false, false, true, false] => above(),
            [true, false, true, false] => either(less(), above()),
            [false, true, true, false] => compare(FloatCompare::LessOrEqual, zero, a),
            [true, true, true, false] => not(nan()),
            [false, false, false, true] => nan(),
            [true, false, false, true] => not(compare(FloatCompare::LessOrEqual, zero, a)),
            [false, true, false, true] => not(either(less(), above())),
            [true, true, false, true] => not(above()),
            [false, false, true, true] => not(compare(FloatCompare::LessOrEqual, a, zero)),
            [true, false, true, true] => not(equal()),
            [false, true, true, true] => not(less()),
            [true, true, true, true] => truth(true),
        }
    }

    /// Whether flags pass a test, in the order SF, ZF, CF, OF: by what the test says where each is known.
    fn passes_flags(&self, test: Test, flags: [ValueId; 4], known: [Option<bool>; 4]) -> ValueId {
        let recorder = &self.recorder;
        let answers = |known: [Option<bool>; 4]| {
            let fits =
                |number: &u8| (0..4).all(|at| known[at].is_none_or(|is| is == (number >> at & 1 != 0)));
            let all = (0..16u8).filter(fits);
            let holds = all.map(|number| {
                test.holds(Flags {
                    sign: number & 1 != 0,
                    zero: number & 2 != 0,
                    carry: number & 4 != 0,
                    overflow: number & 8 != 0,
                })
            });
            holds.collect::<Vec<bool>>()
        };
        let with = |at: usize, is| {
            let mut more = known;
            more[at] = Some(is);
            more
        };
        let first = answers(known);
        if first.iter().all(|holds| *holds == first[0]) {
            return recorder.constant(Type::Bool, u64::from(first[0]));
        }
        // The first flag that makes a difference decides between two tests of the others.
        let differs =
            |at: &usize| known[*at].is_none() && answers(with(*at, false)) != answers(with(*at, true));
        let Some(at) = (0..4).find(differs) else {
            return recorder.constant(Type::Bool, u64::from(first[0]));
        };
        let set = self.passes_flags(test, flags, with(at, true));
        let clear = self.passes_flags(test, flags, with(at, false));
        let not = recorder.value(Expression::Not { a: flags[at] });
        let set = recorder.value(Expression::And { a: flags[at], b: set });
        let clear = recorder.value(Expression::And { a: not, b: clear });
        recorder.value(Expression::Or { a: set, b: clear })
    }

    /// Whether any component passes: how flow control takes a test.
    pub(super) fn any(&self, condition: Option<&Condition>) -> ValueId {
        let recorder = &self.recorder;
        let Some(condition) = condition else {
            return recorder.constant(Type::Bool, 1);
        };
        let mut any = recorder.constant(Type::Bool, 0);
        for component in 0..4 {
            let b = self.passes(condition, component);
            any = recorder.value(Expression::Or { a: any, b });
        }
        any
    }
}
