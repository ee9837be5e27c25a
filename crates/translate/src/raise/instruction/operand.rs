//! Operands: registers with selectors, magnitudes and signs, as expressions of just the components that are
//! wanted.

use quadrille_program::{File, Operand, Register, Selector};

use crate::form::{BuiltIn, Expression, ExpressionKind, Scalar, Unary};
use crate::raise::instruction::precision::Precision;
use crate::raise::interface::reading::Reading;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// The wanted components of a float operand, 0 to 3 for x to w of what the instruction gets.
    pub(crate) fn operand(&mut self, operand: &Operand, wanted: &[u8]) -> Expression {
        self.operand_as(operand, wanted, Scalar::Float)
    }

    /// The wanted components of an operand as numbers of a kind; those of a register of another size are converted
    /// within their base type.
    pub(crate) fn operand_as(&mut self, operand: &Operand, wanted: &[u8], kind: Scalar) -> Expression {
        self.rounded_operand(operand, wanted, kind, None)
    }

    /// The same, rounded to the precision of an instruction. Where only some components change their sign, none is.
    pub(crate) fn rounded_operand(
        &mut self,
        operand: &Operand,
        wanted: &[u8],
        kind: Scalar,
        precision: Option<Precision>,
    ) -> Expression {
        let reading = self.register(&operand.register);
        let parts: Vec<(Expression, bool)> = wanted
            .iter()
            .map(|at| {
                let negative = operand.negate >> at & 1 != 0;
                let part = pick(&reading, operand.swizzle.0[usize::from(*at)], kind);
                (part.resize(kind), negative)
            })
            .collect();
        let uniform = parts.iter().all(|(_, negative)| *negative == parts[0].1);
        if uniform {
            let negative = parts[0].1;
            let whole = Expression::construct(parts.into_iter().map(|(part, _)| part).collect());
            let value = signed(whole, operand.absolute, negative);
            return match precision {
                Some(precision) => self.rounded(value, operand, precision),
                None => value,
            };
        }
        let signed = |(part, negative): (Expression, bool)| signed(part, operand.absolute, negative);
        Expression::construct(parts.into_iter().map(signed).collect())
    }

    /// An operand in the precision of its instruction; a register of binary16 has it already.
    fn rounded(&mut self, value: Expression, operand: &Operand, precision: Precision) -> Expression {
        if value.ty.scalar != Scalar::Float {
            return value;
        }
        let short = operand.register.file == File::Temporary
            && self.program().temporaries()[operand.register.slot.max(0) as usize]
                .name
                .starts_with('H');
        match value.kind {
            _ if short && precision == Precision::Half => value,
            ExpressionKind::Literal(bits) => Expression::new(
                value.ty,
                ExpressionKind::Literal(bits.map(|bits| u64::from(precision.round(bits as u32)))),
            ),
            _ => self.helper(precision.helper(), vec![value]),
        }
    }

    /// One component of a float operand.
    pub(crate) fn scalar(&mut self, operand: &Operand, wanted: u8) -> Expression {
        self.operand(operand, &[wanted])
    }

    /// A register as it is read.
    pub(crate) fn register(&mut self, register: &Register) -> Reading {
        if let Some(element) = self.indexed_buffer(register) {
            return Reading::Whole(element);
        }
        if let (File::Attribute, Some(outer)) = (register.file, register.outer) {
            return self.of_vertex(register, &outer);
        }
        if register.relative.is_some() {
            return Reading::Whole(self.element(register));
        }
        self.fixed(register.file, register.slot as usize)
    }
}

/// One component of a register, or a number of a kind.
fn pick(reading: &Reading, selector: Selector, kind: Scalar) -> Expression {
    let at = match selector {
        Selector::Zero => return Expression::zero(kind, 1),
        Selector::One if kind.is_float() => return Expression::number(kind, 1.0, 1),
        Selector::One => return Expression::integer(kind, 1, 1),
        Selector::X => 0,
        Selector::Y => 1,
        Selector::Z => 2,
        Selector::W => 3,
    };
    reading.component(at)
}

/// A value with its magnitude taken, and then with its sign changed.
pub(crate) fn signed(value: Expression, absolute: bool, negative: bool) -> Expression {
    let value = match value.kind {
        _ if value.ty.scalar.is_unsigned() => value,
        ExpressionKind::Literal(bits) if absolute && value.ty.scalar.is_float() => {
            let sign = value.ty.scalar.float_bits(-0.0);
            Expression::new(value.ty, ExpressionKind::Literal(bits.map(|bits| bits & !sign)))
        }
        _ if absolute => Expression::built_in(BuiltIn::Absolute, vec![value]),
        _ => value,
    };
    if negative {
        value.unary(Unary::Negate)
    } else {
        value
    }
}
