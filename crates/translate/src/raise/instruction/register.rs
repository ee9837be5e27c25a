//! Registers that no index chooses, and the indices that choose others.

use quadrille_program::{File, Index, Register, Relative};

use crate::form::{Binary, Expression, Lvalue, Root, Scalar};
use crate::raise::interface::reading::Reading;
use crate::raise::lowering::Lowering;

impl Lowering<'_, '_> {
    /// A register that no index chooses.
    pub(crate) fn fixed(&self, file: File, slot: usize) -> Reading {
        let zero = || Reading::Whole(Expression::float(0.0, 4));
        match file {
            File::Temporary => {
                let (variable, element) = self.interface.registers.temporaries[slot];
                let index = element.map(|element| Box::new(Expression::int(element as i32)));
                let root = Root::Variable(variable);
                let ty = self.draft.type_of(variable);
                Reading::Whole(Expression::read(Lvalue { root, index }, ty))
            }
            File::Attribute => self.interface.attributes[slot].clone().unwrap_or_else(zero),
            File::Parameter => self.interface.parameters.slots[slot].clone().unwrap_or_else(zero),
            File::Address => {
                let at = self.interface.registers.addresses[slot];
                let ty = self.draft.type_of(at);
                Reading::Whole(Expression::read(Root::Variable(at), ty))
            }
            File::Result => zero(),
        }
    }

    /// The number of the element, counted from the first of the array.
    pub(crate) fn index(&self, register: &Register, relative: &Relative) -> Expression {
        let value = self.index_value(&relative.index);
        let offset = register.slot.wrapping_sub(relative.first as i32);
        match offset {
            0 => value,
            1.. => Expression::binary(Binary::Add, value, Expression::int(offset)),
            _ => Expression::binary(Binary::Subtract, value, Expression::int(offset.wrapping_neg())),
        }
    }

    /// The value of an index register.
    pub(crate) fn index_value(&self, at: &Index) -> Expression {
        let value = self.fixed(at.file, at.slot as usize).component(at.component);
        value.resize(Scalar::Int)
    }

    /// An address register as a whole.
    pub(crate) fn address_vector(&self, slot: usize) -> Expression {
        match self.fixed(File::Address, slot) {
            Reading::Whole(whole) => whole.splat(4),
            Reading::Pieces(pieces) => Expression::construct(pieces.to_vec()),
        }
    }
}
