//! Arrays of texture units: a number that is found at run time chooses the texture of a lookup (NV_gpu_program5,
//! 2.X.3.8). Invocations side by side may choose different ones (issue 1), which arrays of samplers do not allow in
//! most targets, and so every unit stays a texture of its own, and the lookup is made where the number is the unit's.
//!
//! A lookup that finds its level by its neighbours is made in all units, before one is chosen: among invocations that
//! go different ways there would be none to ask.

use quadrille_program::instruction::Indexed;

use crate::form::{Expression, Root, Scalar, Type};
use crate::raise::lowering::Lowering;
use crate::raise::memory::chosen::is;

impl Lowering<'_, '_> {
    /// The four components of a lookup in the texture that an index chooses, of those that begin with one: 0 where
    /// there is none, which is undefined. `tells` is the variable that is told of residency, if one is; `together` says
    /// whether the lookup finds its level by its neighbours.
    pub(crate) fn chosen_unit(
        &mut self,
        kind: Scalar,
        together: bool,
        (first, index): (u32, &Indexed),
        tells: Option<u32>,
        mut make: impl FnMut(&mut Self, u32, Option<u32>) -> Expression,
    ) -> Expression {
        let number = self.operand_as(&index.operand, &[0], Scalar::Int);
        let number = self.hold("unit", number.plus(index.offset), false);
        let ty = Type::new(kind, 4);
        let chosen = Root::Variable(self.scratch("chosen", ty));
        let none = Expression::zero(ty.scalar, ty.width);
        let resident = tells.map(Root::Variable);
        if let Some(resident) = resident {
            self.put(resident, Expression::truth(true));
        }
        if !together {
            self.put(chosen, none.clone());
        }
        for at in 0..index.length {
            let Some(texture) = self.interface.units.get(&(first + at)).copied() else {
                continue;
            };
            let this = is(&number, at);
            if !together {
                self.only_if(this, |lowering| {
                    let value = make(lowering, texture, tells);
                    lowering.put(chosen, value);
                });
                continue;
            }
            // What is told of a texture that is not chosen counts for nothing.
            let told = resident.map(|_| self.scratch("told", Type::BOOL));
            let value = make(self, texture, told);
            let value = self.hold("looked_up", value, false);
            let otherwise = if at == 0 {
                none.clone()
            } else {
                Expression::read(chosen, ty)
            };
            self.put(chosen, Expression::select(this.clone(), value, otherwise));
            if let (Some(resident), Some(told)) = (resident, told) {
                let [told, before] =
                    [Root::Variable(told), resident].map(|root| Expression::read(root, Type::BOOL));
                self.put(resident, Expression::select(this, told, before));
            }
        }
        Expression::read(chosen, ty)
    }
}
