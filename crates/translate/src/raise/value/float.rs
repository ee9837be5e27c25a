//! Arithmetic on floats: how operands are read, and how what is made of them is clamped and rounded.
//!
//! With exact semantics special values are those of the operation's meaning (`isa::gl::operation`); with fast semantics
//! they are those of the target's nearest function. Which differ, `docs/translate.md` lists.

use quadrille_isa::gl::NumericEnvironment;
use quadrille_program::{Instruction, Operand};

use crate::form::{Binary, BuiltIn, Expression, Scalar};
use crate::raise::instruction::precision::Precision;
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::raise::types::kind;

/// An arithmetic instruction on floats, and those of its components that are written.
pub(crate) struct Floats<'l, 'a, 'd> {
    /// The lowering that it is part of.
    pub(crate) lowering: &'l mut Lowering<'a, 'd>,
    /// The instruction.
    pub(crate) instruction: &'l Instruction,
    /// The components that are written.
    pub(crate) written: &'l [u8],
    /// The rounding of operands, and of values on the way to a result: the whole operation is carried out in the
    /// instruction's precision (NV_fragment_program 3.11.4.2).
    precision: Option<Precision>,
}

/// The written components of the value of an instruction, which `body` makes, clamped and rounded.
pub(crate) fn value(
    lowering: &mut Lowering<'_, '_>,
    instruction: &Instruction,
    written: &[u8],
    body: impl FnOnce(&mut Floats<'_, '_, '_>) -> Expression,
) -> Expression {
    let precision = Precision::of(instruction.data_type).filter(|_| lowering.is_exact());
    let value = body(&mut Floats {
        lowering,
        instruction,
        written,
        precision,
    });
    lowering.finished(value, instruction)
}

impl<'l> Floats<'l, '_, '_> {
    /// Whether special values are those of the source language.
    pub(crate) fn is_exact(&self) -> bool {
        self.lowering.is_exact()
    }

    /// The operands as the program wrote them.
    pub(crate) fn operands(&self) -> &'l [Operand] {
        &self.instruction.operands
    }

    /// The kind of numbers that the instruction computes with.
    pub(crate) fn kind(&self) -> Scalar {
        kind(self.instruction.data_type)
    }

    /// The written components of each operand.
    pub(crate) fn components<const COUNT: usize>(&mut self) -> [Expression; COUNT] {
        let (operands, own, written) = (self.operands(), self.kind(), self.written);
        std::array::from_fn(|at| {
            let operand = &operands[at];
            self.lowering
                .rounded_operand(operand, written, own, self.precision)
        })
    }

    /// The written components of each operand; what is the same in all components is computed once.
    pub(crate) fn each<const COUNT: usize>(&mut self) -> [Expression; COUNT] {
        let each = self.components::<COUNT>();
        let narrow = each.clone().map(Expression::narrow);
        match narrow.iter().all(|value| value.ty.is_scalar()) {
            true => narrow,
            false => each,
        }
    }

    /// The first component of each operand.
    pub(crate) fn scalars<const COUNT: usize>(&mut self) -> [Expression; COUNT] {
        let (operands, own) = (self.operands(), self.kind());
        std::array::from_fn(|at| {
            let operand = &operands[at];
            self.lowering.rounded_operand(operand, &[0], own, self.precision)
        })
    }

    /// Components of an operand.
    pub(crate) fn operand(&mut self, operand: &Operand, wanted: &[u8]) -> Expression {
        self.lowering
            .rounded_operand(operand, wanted, Scalar::Float, self.precision)
    }

    /// One component of an operand.
    pub(crate) fn scalar(&mut self, operand: &Operand, wanted: u8) -> Expression {
        self.operand(operand, &[wanted])
    }

    /// A vector whose components are made one by one.
    pub(crate) fn by_component(&mut self, mut make: impl FnMut(&mut Self, u8) -> Expression) -> Expression {
        let written = self.written;
        let parts = written.iter().map(|at| make(self, *at)).collect();
        Expression::construct(parts)
    }

    /// A function of the library.
    pub(crate) fn helper(&mut self, helper: Helper, arguments: Vec<Expression>) -> Expression {
        self.lowering.helper(helper, arguments)
    }

    /// A function of the library, or with fast semantics the target's.
    pub(crate) fn exactly(
        &mut self,
        helper: Helper,
        plain: BuiltIn,
        arguments: impl Into<Vec<Expression>>,
    ) -> Expression {
        match self.is_exact() {
            true => self.helper(helper, arguments.into()),
            false => Expression::built_in(plain, arguments.into()),
        }
    }

    /// A value on the way to a result, in the precision of the instruction.
    pub(crate) fn rounded(&mut self, value: Expression) -> Expression {
        match self.precision {
            Some(precision) => self.helper(precision.helper(), vec![value]),
            None => value,
        }
    }

    /// Whether zero times anything is zero.
    fn is_vp1(&self) -> bool {
        self.is_exact() && self.lowering.program().profile().numeric == NumericEnvironment::Vp1
    }

    /// A product.
    pub(crate) fn product(&mut self, a: Expression, b: Expression) -> Expression {
        match self.is_vp1() {
            true => self.helper(Helper::Product, vec![a, b]),
            false => Expression::binary(Binary::Multiply, a, b),
        }
    }

    /// The sum of the products of leading components; in written order where zero times anything is zero, and
    /// where each step is rounded.
    pub(crate) fn dot(&mut self, a: &Operand, b: &Operand, count: u8) -> Expression {
        if self.is_vp1() || self.precision.is_some() {
            let mut sum: Option<Expression> = None;
            for at in 0..count {
                let (a, b) = (self.scalar(a, at), self.scalar(b, at));
                let product = self.product(a, b);
                let product = self.rounded(product);
                sum = Some(match sum {
                    None => product,
                    Some(sum) => self.rounded(Expression::binary(Binary::Add, sum, product)),
                });
            }
            return sum.unwrap_or_else(|| Expression::float(0.0, 1));
        }
        let wanted = &[0, 1, 2, 3][..usize::from(count)];
        let (a, b) = (self.operand(a, wanted), self.operand(b, wanted));
        Expression::built_in(BuiltIn::Dot, vec![a, b])
    }
}
