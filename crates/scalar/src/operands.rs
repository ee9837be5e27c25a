//! The operands of expressions, and the types that follow from them.

use crate::call::Call;
use crate::expression::{Conversion, Expression, Type, ValueId};
use crate::form::Form;

impl Expression {
    /// Visits its operands in order; those of a call are [`Call::visit`]'s.
    pub fn visit(&self, mut visit: impl FnMut(ValueId)) {
        let mut copy = *self;
        copy.map(|value| {
            visit(value);
            value
        });
    }

    /// Puts other operands in place of its own.
    pub fn map(&mut self, mut map: impl FnMut(ValueId) -> ValueId) {
        let mut all = |values: &mut [&mut ValueId]| {
            for value in values {
                **value = map(**value);
            }
        };
        match self {
            Expression::Constant { .. }
            | Expression::Parameter { .. }
            | Expression::Attribute { .. }
            | Expression::Result { .. }
            | Expression::Variable { .. }
            | Expression::Active { .. }
            | Expression::Call(_) => {}
            Expression::ParameterAt { index, .. }
            | Expression::AttributeAt { index, .. }
            | Expression::Element { index, .. } => all(&mut [index]),
            Expression::VertexAttributeAt { index, vertex, .. } => all(&mut [index, vertex]),
            Expression::FloatUnary { a, .. }
            | Expression::IsNan { a, .. }
            | Expression::ToSigned { a, .. }
            | Expression::Canonical { a, .. }
            | Expression::Narrow { a, .. }
            | Expression::IntUnary { a, .. }
            | Expression::Not { a }
            | Expression::Convert { a, .. }
            | Expression::Unpack { a, .. }
            | Expression::Low { a }
            | Expression::High { a }
            | Expression::Neighbour { a, .. }
            | Expression::Component { of: a, .. } => all(&mut [a]),
            Expression::FloatBinary { a, b, .. }
            | Expression::FloatCompare { a, b, .. }
            | Expression::IntBinary { a, b, .. }
            | Expression::IntCompare { a, b, .. }
            | Expression::And { a, b }
            | Expression::Or { a, b }
            | Expression::Join { low: a, high: b } => all(&mut [a, b]),
            Expression::Extract { a, count, offset, .. } => all(&mut [a, count, offset]),
            Expression::Insert {
                a,
                field,
                count,
                offset,
                ..
            } => all(&mut [a, field, count, offset]),
            Expression::Select {
                mask,
                when,
                otherwise,
            } => all(&mut [mask, when, otherwise]),
            Expression::Pack { operands, .. } => operands.iter_mut().for_each(|value| all(&mut [value])),
        }
    }

    /// Whether lanes may have different values of it though those of its operands are the same in all.
    pub(crate) const fn varies(&self) -> bool {
        match self {
            Expression::Attribute { .. }
            | Expression::Result { .. }
            | Expression::AttributeAt { .. }
            | Expression::VertexAttributeAt { .. }
            | Expression::Element { .. }
            | Expression::Variable { .. }
            | Expression::Active { .. }
            | Expression::Neighbour { .. }
            | Expression::Call(_)
            | Expression::Component { .. } => true,
            Expression::Constant { .. }
            | Expression::Parameter { .. }
            | Expression::ParameterAt { .. }
            | Expression::FloatUnary { .. }
            | Expression::FloatBinary { .. }
            | Expression::IsNan { .. }
            | Expression::FloatCompare { .. }
            | Expression::ToSigned { .. }
            | Expression::Canonical { .. }
            | Expression::Narrow { .. }
            | Expression::IntUnary { .. }
            | Expression::IntBinary { .. }
            | Expression::IntCompare { .. }
            | Expression::Extract { .. }
            | Expression::Insert { .. }
            | Expression::And { .. }
            | Expression::Or { .. }
            | Expression::Not { .. }
            | Expression::Select { .. }
            | Expression::Convert { .. }
            | Expression::Pack { .. }
            | Expression::Unpack { .. }
            | Expression::Join { .. }
            | Expression::Low { .. }
            | Expression::High { .. } => false,
        }
    }

    /// Its type, by those of its operands; `Word` for variables, elements and components, whose place says it.
    pub fn kind(&self, of: impl Fn(ValueId) -> Type) -> Type {
        match *self {
            Expression::Constant { kind, .. } => kind,
            Expression::Parameter { .. }
            | Expression::Attribute { .. }
            | Expression::Result { .. }
            | Expression::ParameterAt { .. }
            | Expression::AttributeAt { .. }
            | Expression::VertexAttributeAt { .. }
            | Expression::Element { .. }
            | Expression::Variable { .. }
            | Expression::Component { .. }
            | Expression::ToSigned { .. }
            | Expression::Narrow { .. }
            | Expression::Pack { .. }
            | Expression::Unpack { .. }
            | Expression::Low { .. }
            | Expression::High { .. } => Type::Word,
            Expression::FloatUnary { number, .. }
            | Expression::FloatBinary { number, .. }
            | Expression::Canonical { number, .. }
            | Expression::IntUnary { number, .. }
            | Expression::IntBinary { number, .. }
            | Expression::Extract { number, .. }
            | Expression::Insert { number, .. } => Type::of(number),
            Expression::IsNan { .. }
            | Expression::FloatCompare { .. }
            | Expression::IntCompare { .. }
            | Expression::Active { .. }
            | Expression::And { .. }
            | Expression::Or { .. }
            | Expression::Not { .. } => Type::Bool,
            Expression::Select { when, .. } => of(when),
            Expression::Neighbour { a, .. } => of(a),
            Expression::Convert { conversion, .. } => conversion.kind(),
            Expression::Join { .. } => Type::Long,
            Expression::Call(_) => Type::Vector,
        }
    }
}

impl Conversion {
    /// The type of its result.
    pub const fn kind(self) -> Type {
        match self {
            Conversion::Number { to, .. } => Type::register(to.bits() == 64),
            Conversion::Register { to_long, .. } => Type::register(to_long),
            Conversion::Whole(_) => Type::Long,
        }
    }
}

impl Call {
    /// Visits its operands.
    pub fn visit(&self, mut visit: impl FnMut(ValueId)) {
        self.operands.iter().flatten().copied().for_each(&mut visit);
        self.visit_others(visit);
    }

    /// Visits the values that it reads beside its operands.
    pub fn visit_others(&self, mut visit: impl FnMut(ValueId)) {
        let single = [self.index, self.handle, self.address, self.slot];
        single.into_iter().flatten().for_each(&mut visit);
        self.offset.into_iter().flatten().for_each(&mut visit);
    }

    /// Puts other operands in place of its own.
    pub fn map(&mut self, mut map: impl FnMut(ValueId) -> ValueId) {
        let single = [
            &mut self.index,
            &mut self.handle,
            &mut self.address,
            &mut self.slot,
        ];
        let operands = self.operands.iter_mut().flatten();
        let single = single.into_iter().flatten();
        for value in operands.chain(single).chain(self.offset.iter_mut().flatten()) {
            *value = map(*value);
        }
    }
}

impl Form {
    /// Visits the operands of an expression, those of its call among them.
    pub fn operands(&self, expression: &Expression, mut visit: impl FnMut(ValueId)) {
        match expression {
            Expression::Call(call) => self.calls[*call].visit(visit),
            _ => expression.visit(&mut visit),
        }
    }
}
