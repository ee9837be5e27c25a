//! Native code for spans: which expressions it has, and what each is made of.

use std::cell::RefCell;

use quadrille_jit::{Angle, Binary, Comparison, Function, Native, Recorded, Unary};
use quadrille_numerics::binary32::{self, exponents, exponents::Exponents};
use quadrille_numerics::level::Level;
use quadrille_scalar::{
    Expression, FloatBinary, FloatCompare, FloatUnary, Form, IntBinary, IntCompare, IntUnary, Number, Type,
    ValueId,
};
use rustc_hash::FxHashMap;

use super::span::{Span, is_word};
use super::{Compiler, Uncompiled};
use crate::code::{NativeSpan, Source, Target};

/// Whether a span may compute a value.
pub(super) fn has(form: &Form, value: ValueId) -> bool {
    let found = &form.values[value];
    let is_short = |number: Number| matches!(number, Number::S32 | Number::U32);
    is_word(found.kind)
        && match found.expression {
            Expression::FloatUnary { number, .. }
            | Expression::FloatBinary { number, .. }
            | Expression::IsNan { number, .. }
            | Expression::FloatCompare { number, .. }
            | Expression::ToSigned { number, .. }
            | Expression::Canonical { number, .. } => number == Number::Ieee,
            Expression::IntUnary { number, op, .. } => {
                is_short(number)
                    && match op {
                        IntUnary::Negate | IntUnary::Magnitude | IntUnary::Not => true,
                        IntUnary::Reverse | IntUnary::Count | IntUnary::Lowest | IntUnary::Highest => false,
                    }
            }
            Expression::IntBinary { number, op, .. } => {
                is_short(number)
                    && match op {
                        IntBinary::Add
                        | IntBinary::Subtract
                        | IntBinary::Multiply
                        | IntBinary::ShiftLeft
                        | IntBinary::ShiftRight
                        | IntBinary::And
                        | IntBinary::Or
                        | IntBinary::Xor => true,
                        IntBinary::MultiplyHigh
                        | IntBinary::Divide
                        | IntBinary::Remainder
                        | IntBinary::Distance => false,
                    }
            }
            Expression::IntCompare { number, op, .. } => {
                is_short(number)
                    && match op {
                        IntCompare::Less | IntCompare::Equal => true,
                        IntCompare::Carry
                        | IntCompare::Overflow
                        | IntCompare::NoBorrow
                        | IntCompare::OverflowOfDifference => false,
                    }
            }
            Expression::And { .. }
            | Expression::Or { .. }
            | Expression::Not { .. }
            | Expression::Select { .. }
            | Expression::Variable { .. } => true,
            Expression::Constant { .. }
            | Expression::Parameter { .. }
            | Expression::ParameterAt { .. }
            | Expression::Attribute { .. }
            | Expression::AttributeAt { .. }
            | Expression::VertexAttributeAt { .. }
            | Expression::Result { .. }
            | Expression::Element { .. }
            | Expression::Active { .. }
            | Expression::Narrow { .. }
            | Expression::Extract { .. }
            | Expression::Insert { .. }
            | Expression::Convert { .. }
            | Expression::Pack { .. }
            | Expression::Unpack { .. }
            | Expression::Join { .. }
            | Expression::Low { .. }
            | Expression::High { .. }
            | Expression::Neighbour { .. }
            | Expression::Call(_)
            | Expression::Component { .. } => false,
        }
}

impl Compiler<'_> {
    /// The code of a span; its outputs get registers.
    pub(super) fn native_span(&mut self, span: &Span, level: Level) -> Result<NativeSpan, Uncompiled> {
        let function = RefCell::new(Function::new());
        let mut planes = Planes {
            function: &function,
            reads: Vec::new(),
            uniforms: Vec::new(),
            known: FxHashMap::default(),
        };
        for value in &span.values {
            let recorded = self.recorded(*value, &mut planes, Native::has_exponents(level))?;
            planes.known.insert(*value, recorded);
        }
        for (_, _, value) in &span.exports {
            self.operand(*value, &mut planes)?;
        }
        let Planes {
            reads,
            uniforms,
            known,
            ..
        } = planes;
        let mut writes = Vec::new();
        for value in &span.outputs {
            let register = self.allocator.take(self.script.form.values[*value].kind)?;
            self.registers[*value] = Some(register);
            writes.push((Target::Register(register.number()), *value));
        }
        for (slot, component, value) in &span.exports {
            let target = Target::Result {
                slot: *slot,
                component: *component,
            };
            writes.push((target, *value));
        }
        for (at, (_, value)) in writes.iter().enumerate() {
            let value = known.get(value).ok_or(Uncompiled::Meaningless)?.value(&function);
            function.borrow_mut().output((reads.len() + at) as u16, value);
        }
        let native = Native::new(&function.borrow(), level).map_err(|_| Uncompiled::NoNativeCode)?;
        Ok(NativeSpan {
            native,
            reads,
            uniforms,
            writes: writes.into_iter().map(|(target, _)| target).collect(),
            registers: span.outputs.len(),
        })
    }

    /// What a value is made of; whether that may be operations that take numbers apart.
    fn recorded<'f>(
        &mut self,
        value: ValueId,
        planes: &mut Planes<'f>,
        by_parts: bool,
    ) -> Result<Recorded<'f>, Uncompiled> {
        let form = self.script.form;
        let mut of = |value: ValueId| self.operand(value, planes);
        Ok(match form.values[value].expression {
            Expression::FloatUnary { op, a, .. } => float_unary(op, of(a)?, by_parts),
            Expression::FloatBinary { op, a, b, .. } => {
                let (a, b) = (of(a)?, of(b)?);
                match op {
                    FloatBinary::Add => a + b,
                    FloatBinary::Subtract => a - b,
                    FloatBinary::Multiply => a * b,
                    FloatBinary::Divide => a.binary(Binary::FloatDivide, b),
                    FloatBinary::Power if by_parts => exponents::power(a, b),
                    FloatBinary::Power => binary32::power(a, b),
                }
            }
            Expression::IsNan { a, .. } => is_nan(of(a)?),
            Expression::FloatCompare { op, a, b, .. } => float_compare(op, of(a)?, of(b)?),
            Expression::ToSigned { a, .. } => to_signed(of(a)?),
            Expression::Canonical { a, .. } => {
                let a = of(a)?;
                choose(is_nan(a), Recorded::Constant(binary32::NAN.to_bits()), a)
            }
            Expression::IntUnary { number, op, a } => {
                int_unary(number, op, of(a)?).ok_or(Uncompiled::Meaningless)?
            }
            Expression::IntBinary { number, op, a, b } => {
                int_binary(number, op, of(a)?, of(b)?).ok_or(Uncompiled::Meaningless)?
            }
            Expression::IntCompare { number, op, a, b } => {
                let comparison = match (op, number) {
                    (IntCompare::Equal, _) => Comparison::Equal,
                    (_, Number::S32) => Comparison::Less,
                    _ => Comparison::Below,
                };
                of(a)?.compare(comparison, of(b)?)
            }
            Expression::And { a, b } => of(a)? & of(b)?,
            Expression::Or { a, b } => of(a)? | of(b)?,
            Expression::Not { a } => !of(a)?,
            Expression::Select {
                mask,
                when,
                otherwise,
            } => choose(of(mask)?, of(when)?, of(otherwise)?),
            Expression::Variable { variable, .. } => {
                let register = self.code.variables[quadrille_base::Id::index(variable)];
                planes.read(Source::Register(register.number()))
            }
            _ => return Err(Uncompiled::Meaningless),
        })
    }

    /// A value that an expression of a span reads.
    fn operand<'f>(&mut self, value: ValueId, planes: &mut Planes<'f>) -> Result<Recorded<'f>, Uncompiled> {
        if let Some(known) = planes.known.get(&value) {
            return Ok(*known);
        }
        let recorded = match self.script.form.values[value].expression {
            Expression::Constant { kind, bits } => {
                let is_true = kind == Type::Bool && bits != 0;
                Recorded::Constant(if is_true { u32::MAX } else { bits as u32 })
            }
            _ if self.script.is_uniform(value) => {
                let register = self.word(value)?;
                planes.uniform(register)
            }
            Expression::Attribute { slot, component } => planes.read(Source::Attribute { slot, component }),
            _ => {
                let register = self.word(value)?;
                planes.read(Source::Register(register))
            }
        };
        planes.known.insert(value, recorded);
        Ok(recorded)
    }
}

/// What a function reads, as it is made.
struct Planes<'f> {
    function: &'f RefCell<Function>,
    reads: Vec<Source>,
    uniforms: Vec<u16>,
    known: FxHashMap<ValueId, Recorded<'f>>,
}

impl<'f> Planes<'f> {
    fn read(&mut self, source: Source) -> Recorded<'f> {
        let plane = self
            .reads
            .iter()
            .position(|known| *known == source)
            .unwrap_or_else(|| {
                self.reads.push(source);
                self.reads.len() - 1
            });
        Recorded::Value(self.function, self.function.borrow_mut().input(plane as u16))
    }

    fn uniform(&mut self, register: u16) -> Recorded<'f> {
        self.uniforms.push(register);
        let number = (self.uniforms.len() - 1) as u16;
        Recorded::Value(self.function, self.function.borrow_mut().uniform(number))
    }
}

fn choose<'f>(mask: Recorded<'f>, when: Recorded<'f>, otherwise: Recorded<'f>) -> Recorded<'f> {
    <Recorded<'f> as binary32::Word>::select(mask, when, otherwise)
}

fn is_nan(a: Recorded<'_>) -> Recorded<'_> {
    a.compare(Comparison::FloatUnordered, a)
}

fn float_unary(op: FloatUnary, a: Recorded<'_>, by_parts: bool) -> Recorded<'_> {
    let one = Recorded::Constant(1.0f32.to_bits());
    match op {
        FloatUnary::Negate => a ^ Recorded::Constant(0x8000_0000),
        FloatUnary::Magnitude => a & Recorded::Constant(0x7fff_ffff),
        FloatUnary::Admit => a,
        FloatUnary::Floor => a.unary(Unary::Floor),
        FloatUnary::Ceiling => a.unary(Unary::Ceiling),
        FloatUnary::Truncate => a.unary(Unary::Truncate),
        FloatUnary::Round => a.unary(Unary::Round),
        FloatUnary::Reciprocal => one.binary(Binary::FloatDivide, a),
        FloatUnary::ReciprocalSquareRoot => one.binary(Binary::FloatDivide, a.unary(Unary::SquareRoot)),
        FloatUnary::Exp2 if by_parts => exponents::exp2(a),
        FloatUnary::Log2 if by_parts => exponents::log2(a),
        FloatUnary::Exponent if by_parts => a.exponent(),
        FloatUnary::Mantissa if by_parts => (a & Recorded::Constant(0x7fff_ffff)).significand(),
        FloatUnary::Exp2 => binary32::exp2(a),
        FloatUnary::Log2 => binary32::log2(a),
        FloatUnary::Exponent => binary32::exponent(a),
        FloatUnary::Mantissa => binary32::mantissa(a),
        FloatUnary::Sine => a.angle(Angle::Sine),
        FloatUnary::Cosine => a.angle(Angle::Cosine),
    }
}

fn float_compare<'f>(op: FloatCompare, a: Recorded<'f>, b: Recorded<'f>) -> Recorded<'f> {
    match op {
        FloatCompare::Less => a.compare(Comparison::FloatLess, b),
        FloatCompare::LessOrEqual => a.compare(Comparison::FloatLessOrEqual, b),
        FloatCompare::Equal => a.compare(Comparison::FloatEqual, b),
        FloatCompare::LessInTotalOrder => {
            // Of numbers below zero a larger magnitude is less.
            let key = |a: Recorded<'f>| {
                let sign = a.binary(Binary::ShiftRightSigned, Recorded::Constant(31));
                a ^ sign.binary(Binary::ShiftRight, Recorded::Constant(1))
            };
            key(a).compare(Comparison::Less, key(b))
        }
    }
}

/// The integer towards zero, saturated; of NaN 0.
fn to_signed(a: Recorded<'_>) -> Recorded<'_> {
    let most = Recorded::Constant(2_147_483_648f32.to_bits());
    let converted = a.unary(Unary::ToSigned);
    let is_over = most.compare(Comparison::FloatLessOrEqual, a);
    let saturated = choose(is_over, Recorded::Constant(i32::MAX as u32), converted);
    choose(is_nan(a), Recorded::Constant(0), saturated)
}

fn int_unary(number: Number, op: IntUnary, a: Recorded<'_>) -> Option<Recorded<'_>> {
    let zero = Recorded::Constant(0);
    let negated = || zero.binary(Binary::Subtract, a);
    Some(match op {
        IntUnary::Negate => negated(),
        IntUnary::Magnitude if number == Number::U32 => a,
        IntUnary::Magnitude => choose(a.compare(Comparison::Less, zero), negated(), a),
        IntUnary::Not => !a,
        IntUnary::Reverse | IntUnary::Count | IntUnary::Lowest | IntUnary::Highest => return None,
    })
}

fn int_binary<'f>(number: Number, op: IntBinary, a: Recorded<'f>, b: Recorded<'f>) -> Option<Recorded<'f>> {
    Some(match op {
        IntBinary::Add => a.binary(Binary::Add, b),
        IntBinary::Subtract => a.binary(Binary::Subtract, b),
        IntBinary::Multiply => a.binary(Binary::Multiply, b),
        IntBinary::And => a & b,
        IntBinary::Or => a | b,
        IntBinary::Xor => a ^ b,
        IntBinary::ShiftLeft => a.binary(Binary::ShiftLeft, b),
        IntBinary::ShiftRight if number == Number::U32 => a.binary(Binary::ShiftRight, b),
        IntBinary::ShiftRight => {
            let shifted = a.binary(Binary::ShiftRightSigned, b);
            let is_within = b.compare(Comparison::Below, Recorded::Constant(32));
            choose(is_within, shifted, Recorded::Constant(0))
        }
        IntBinary::MultiplyHigh | IntBinary::Divide | IntBinary::Remainder | IntBinary::Distance => {
            return None;
        }
    })
}
