//! Expressions, with no more parentheses than they need.

use super::{Language, Printer};
use crate::form::{Binary, Expression};

/// The precedence of the operators, as in C; a higher number binds more.
pub(crate) mod tightness {
    pub(crate) const SELECT: u8 = 2;
    pub(crate) const OR: u8 = 3;
    pub(crate) const AND: u8 = 4;
    pub(crate) const BIT_OR: u8 = 5;
    pub(crate) const BIT_XOR: u8 = 6;
    pub(crate) const BIT_AND: u8 = 7;
    pub(crate) const EQUALITY: u8 = 8;
    pub(crate) const RELATION: u8 = 9;
    pub(crate) const SHIFT: u8 = 10;
    pub(crate) const SUM: u8 = 11;
    pub(crate) const PRODUCT: u8 = 12;
    pub(crate) const UNARY: u8 = 13;
    pub(crate) const POSTFIX: u8 = 14;
}

impl<L: Language> Printer<'_, L> {
    /// Writes an expression.
    pub(crate) fn expression(&self, expression: &Expression, out: &mut String) {
        self.within(expression, 0, out);
    }

    /// Writes an expression for a place where an operator binds this tightly.
    pub(crate) fn within(&self, expression: &Expression, outer: u8, out: &mut String) {
        let is_parted = L::tightness(expression) < outer;
        if is_parted {
            out.push('(');
        }
        L::bare(self, expression, out);
        if is_parted {
            out.push(')');
        }
    }

    /// Writes a call.
    pub(crate) fn call(&self, name: &str, arguments: &[Expression], out: &mut String) {
        out.push_str(name);
        out.push('(');
        for (number, argument) in arguments.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            self.expression(argument, out);
        }
        out.push(')');
    }

    /// Writes a choice by one truth value.
    pub(crate) fn choice(&self, [condition, then, otherwise]: &[Expression; 3], out: &mut String) {
        self.within(condition, tightness::SELECT + 1, out);
        out.push_str(" ? ");
        self.within(then, tightness::SELECT + 1, out);
        out.push_str(" : ");
        self.within(otherwise, tightness::SELECT, out);
    }
}

/// The word of an operation and how tightly it binds.
pub(crate) fn operator(operation: Binary) -> (&'static str, u8) {
    match operation {
        Binary::Add => ("+", tightness::SUM),
        Binary::Subtract => ("-", tightness::SUM),
        Binary::Multiply => ("*", tightness::PRODUCT),
        Binary::Divide => ("/", tightness::PRODUCT),
        Binary::Remainder => ("%", tightness::PRODUCT),
        Binary::Equal => ("==", tightness::EQUALITY),
        Binary::NotEqual => ("!=", tightness::EQUALITY),
        Binary::Less => ("<", tightness::RELATION),
        Binary::LessOrEqual => ("<=", tightness::RELATION),
        Binary::Greater => (">", tightness::RELATION),
        Binary::GreaterOrEqual => (">=", tightness::RELATION),
        Binary::And => ("&&", tightness::AND),
        Binary::Or => ("||", tightness::OR),
        Binary::BitAnd => ("&", tightness::BIT_AND),
        Binary::BitOr => ("|", tightness::BIT_OR),
        Binary::BitXor => ("^", tightness::BIT_XOR),
        Binary::ShiftLeft => ("<<", tightness::SHIFT),
        Binary::ShiftRight => (">>", tightness::SHIFT),
    }
}
