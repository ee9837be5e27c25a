//! Condition codes, and choices between two values.
//!
//! A condition-code register is the number that was tested: what holds of it is whether it, its opposite or its
//! magnitude is below zero. Fragment programs choose with CMP, and vertex programs with an option by a write under a
//! condition. Plain vertex programs have nothing like it: a choice is the larger of two numbers, of which the one that does not count is bounded by the lowest number that there is. So an
//! infinity or NaN on the way that is not taken harms nothing, as it would in a sum of products with 0 and 1.

use quadrille_isa::gl::condition::{Condition, Flags, Test};

use super::Lowering;
use super::predicate::{Decision, Predicate, Tested};
use super::value::Value;
use super::variable::{Content, Kind, Variable};
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

/// The largest float.
const LARGEST: f32 = f32::MAX;

impl Lowering<'_> {
    /// A test of a condition code.
    pub(super) fn test(&mut self, condition: &Condition) -> Result<Tested, Refusal> {
        let value = self.variable_value(Variable::Code(condition.register.min(1)));
        let value = value.select(condition.swizzle.map(|at| at & 3));
        let known = value
            .contents
            .map(|content| match (condition.test, content.known) {
                (Test::Tr, _) => Some(true),
                (Test::Fl, _) => Some(false),
                (test, Some(bits)) => Some(test.holds(flags(content, bits))),
                (_, None) => None,
            });
        if known.iter().all(Option::is_some) {
            let predicate = Predicate::less(Source::number(0.0));
            return Ok(Tested { known, predicate });
        }
        let open = (0..4).filter(|at| known[*at].is_none());
        let open = open.fold(0, |mask, at| mask | 1 << at);
        let source = value.source;
        let predicate = match condition.test {
            Test::Lt | Test::Sf => Predicate::less(source),
            Test::Ge | Test::Nsf => Predicate::not_less(source),
            Test::Gt => Predicate::less(-source),
            Test::Le => Predicate::not_less(-source),
            Test::Ne => Predicate::less(-self.compute(Op::Abs, open, &[source])?),
            Test::Eq => Predicate::not_less(-self.compute(Op::Abs, open, &[source])?),
            Test::Tr | Test::Fl => Predicate::less(source),
            Test::Nan
            | Test::Leg
            | Test::Cf
            | Test::Ncf
            | Test::Of
            | Test::Nof
            | Test::Ab
            | Test::Ble
            | Test::Resident
            | Test::NonResident => return self.refuse(Reason::Test(condition.test.row().name)),
        };
        Ok(Tested { known, predicate })
    }

    /// Whether any component passes a test, which is how flow takes it.
    pub(super) fn any(&mut self, condition: Option<&Condition>) -> Result<Decision, Refusal> {
        let Some(condition) = condition else {
            return Ok(Decision::Known(true));
        };
        let tested = self.test(condition)?;
        if tested.known.contains(&Some(true)) {
            return Ok(Decision::Known(true));
        }
        let mut open: Vec<u8> = (0..4)
            .filter(|at| tested.known[usize::from(*at)].is_none())
            .collect();
        let Some(first) = open.first().copied() else {
            return Ok(Decision::Known(false));
        };
        // Components that test the same.
        let number = |at: u8| tested.predicate.source.swizzle[usize::from(at)];
        if open.iter().all(|at| number(*at) == number(first)) {
            open.truncate(1);
        }
        if open.len() == 1 {
            let predicate = self.captured(tested.predicate.component(first))?;
            return Ok(Decision::Open(predicate));
        }
        let mask = open.iter().fold(0, |mask, at| mask | 1 << at);
        let ones = self.ones(tested.predicate, mask)?;
        let to = self.code.temporary();
        let zero = Source::number(0.0);
        self.step(Op::Mov, Target::Temporary(to), mask, &[ones])?;
        if mask != 0b1111 {
            self.step(Op::Mov, Target::Temporary(to), !mask & 0b1111, &[zero])?;
        }
        let ones = Source::of(Place::Temporary(to));
        let sum = self.scalar(Op::Dp4, &[ones, ones])?;
        Ok(Decision::Open(Predicate::less(-sum)))
    }

    /// The predicate in a temporary that nothing writes again.
    fn captured(&mut self, predicate: Predicate) -> Result<Predicate, Refusal> {
        let source = self.compute(Op::Mov, 1, &[predicate.source])?;
        Ok(Predicate {
            source: source.component(0),
            ..predicate
        })
    }

    /// 1 where a predicate holds, else 0.
    pub(super) fn ones(&mut self, predicate: Predicate, mask: u8) -> Result<Source, Refusal> {
        let zero = Source::number(0.0);
        match (self.is_fragment(), predicate.less) {
            (false, true) => self.compute(Op::Slt, mask, &[predicate.source, zero]),
            (false, false) => self.compute(Op::Sge, mask, &[predicate.source, zero]),
            (true, true) => self.compute(Op::Cmp, mask, &[predicate.source, Source::number(1.0), zero]),
            (true, false) => self.compute(Op::Cmp, mask, &[predicate.source, zero, Source::number(1.0)]),
        }
    }

    /// With what vertex programs choose by, for a predicate that several choices are made by.
    pub(super) fn prepared(&mut self, predicate: Predicate, mask: u8) -> Result<Predicate, Refusal> {
        if self.chooses() || predicate.bound.is_some() {
            return Ok(predicate);
        }
        let ones = self.ones(predicate, mask)?;
        let signs = self.compute(Op::Mad, mask, &[ones, Source::number(2.0), Source::number(-1.0)])?;
        let bound = self.compute(Op::Mul, mask, &[signs, Source::number(LARGEST)])?;
        Ok(Predicate {
            bound: Some(bound),
            ..predicate
        })
    }

    /// The first where a predicate holds, else the second.
    pub(super) fn choose(
        &mut self,
        predicate: Predicate,
        mask: u8,
        [first, second]: [Source; 2],
    ) -> Result<Source, Refusal> {
        if first == second {
            return Ok(first);
        }
        if self.chooses() {
            let [below, other] = if predicate.less {
                [first, second]
            } else {
                [second, first]
            };
            return self.compute(Op::Cmp, mask, &[predicate.source, below, other]);
        }
        if let Some(chosen) = self.choose_constant(predicate, mask, [first, second])? {
            return Ok(chosen);
        }
        let bound = match predicate.bound {
            Some(bound) => bound,
            None => {
                let predicate = self.prepared(predicate, mask)?;
                predicate.bound.unwrap_or(Source::number(LARGEST))
            }
        };
        // A NaN as second operand gives the first (ARB_vertex_program 2.14.5, MIN).
        let first = self.compute(Op::Min, mask, &[bound, first])?;
        let second = self.compute(Op::Min, mask, &[-bound, second])?;
        self.compute(Op::Max, mask, &[first, second])
    }

    /// Of two constants, where their difference is exact: a product of 0 or 1, and a sum.
    fn choose_constant(
        &mut self,
        predicate: Predicate,
        mask: u8,
        [first, second]: [Source; 2],
    ) -> Result<Option<Source>, Refusal> {
        let (Some(first), Some(second)) = (first.numbers(), second.numbers()) else {
            return Ok(None);
        };
        let all = |holds: &dyn Fn(usize) -> bool| (0..4).filter(|at| mask >> at & 1 != 0).all(holds);
        let difference: [f32; 4] = std::array::from_fn(|at| first[at] - second[at]);
        if !all(&|at| difference[at] + second[at] == first[at]) {
            return Ok(None);
        }
        if all(&|at| first[at] == 0.0 && second[at] == 1.0) {
            return self.ones(predicate.opposite(), mask).map(Some);
        }
        let ones = self.ones(predicate, mask)?;
        if all(&|at| second[at] == 0.0 && first[at] == 1.0) {
            return Ok(Some(ones));
        }
        let difference = Source::of(Place::Literal(difference));
        let second = Source::of(Place::Literal(second));
        self.compute(Op::Mad, mask, &[ones, difference, second]).map(Some)
    }

    /// The first of two values where a predicate holds, else the second; by component.
    pub(super) fn choose_value(
        &mut self,
        predicate: Predicate,
        first: &Value,
        second: &Value,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let mut contents = first.contents;
        // Floats, integers.
        let mut open = [0u8; 2];
        for at in (0..4).filter(|at| mask >> at & 1 != 0) {
            let [a, b] = [first.contents[at], second.contents[at]];
            if a.known.is_some() && a.known == b.known {
                contents[at].kind = if a.kind == b.kind { a.kind } else { Kind::Any };
                continue;
            }
            let kinds = [a, b].map(|content| match content.kind {
                Kind::Integer(_) => Kind::Integer(content.range()),
                kind => kind,
            });
            let kind = match kinds[0].union(kinds[1]) {
                None => return self.refuse(Reason::Kind),
                Some(Kind::Any) => Kind::Float,
                Some(Kind::Integer(range)) => Kind::Integer(
                    range
                        .union(a.range_if_known(range))
                        .union(b.range_if_known(range)),
                ),
                Some(Kind::Float) => Kind::Float,
                Some(kind @ (Kind::Packed(_) | Kind::Mixed)) => kind,
            };
            contents[at] = Content::computed(kind);
            open[usize::from(kind.is_integer())] |= 1 << at;
        }
        let mut sources = Vec::new();
        for (mask, integer) in open.into_iter().zip([false, true]).filter(|(mask, _)| *mask != 0) {
            let first = self.physical(first, mask, integer)?;
            let second = self.physical(second, mask, integer)?;
            sources.push((mask, self.choose(predicate, mask, [first, second])?));
        }
        let source = match sources.as_slice() {
            [] => Source::number(0.0),
            [(_, source)] => *source,
            several => {
                let to = self.code.temporary();
                for (mask, source) in several {
                    self.step(Op::Mov, Target::Temporary(to), *mask, &[*source])?;
                }
                Source::of(Place::Temporary(to))
            }
        };
        Ok(Value {
            source,
            contents,
            held: 0,
        })
    }
}

/// The flags of a number that is known.
fn flags(content: Content, bits: u32) -> Flags {
    match content.kind {
        Kind::Integer(_) => Flags::of_integer(u64::from(bits), 32, false, false),
        Kind::Any | Kind::Float | Kind::Packed(_) | Kind::Mixed => {
            Flags::of_float(f64::from(f32::from_bits(bits)))
        }
    }
}
