//! Arrays of texture units: a number that is found at run time chooses the texture of a lookup (NV_gpu_program5,
//! 2.X.3.8). Invocations side by side may choose different ones (issue 1), which arrays of samplers do not allow in
//! most targets, and so every unit stays a texture of its own, and the lookup is made where the number is the unit's.
//!
//! A lookup that finds its level by its neighbours is made in all units, before one is chosen: among invocations that
//! go different ways there would be none to ask.

use quadrille_isa::gl::operation::Lod;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::instruction::Indexed;
use quadrille_program::{Instruction, TextureAccess};

use crate::form::{Expression, Root, Scalar, Statement, Type};
use crate::raise::memory::buffers::sum;
use crate::raise::memory::storage::is;
use crate::raise::raiser::Raiser;

impl Raiser<'_> {
    /// The four components of a lookup in the texture that an index chooses, of those that begin with one: 0 where
    /// there is none, which is undefined. `tells` says whether residency is asked for.
    pub(crate) fn chosen_unit(
        &mut self,
        instruction: &Instruction,
        (first, index): (u32, &Indexed),
        tells: bool,
        mut make: impl FnMut(&mut Self, u32) -> Expression,
    ) -> Expression {
        let number = self.operand_as(&index.operand, &[0], Scalar::Int);
        let number = self.hold("unit", sum(number, index.offset), false);
        let ty = Type::new(self.result_kind(instruction), 4);
        let chosen = Root::Variable(self.scratch("chosen", ty));
        let none = Expression::zero(ty.scalar, ty.width);
        let resident = self.residency.filter(|_| tells).map(Root::Variable);
        let together = self.shader.stage == Stage::Fragment && asks_neighbours(instruction.operation);
        if let Some(resident) = resident {
            self.put(resident, Expression::truth(true));
        }
        if !together {
            self.put(chosen, none.clone());
        }
        for at in 0..index.length {
            let Some(texture) = self.units.get(&(first + at)).copied() else {
                continue;
            };
            let this = is(&number, at);
            if !together {
                self.only_if(this, |raiser| {
                    let value = make(raiser, texture);
                    raiser.put(chosen, value);
                });
                continue;
            }
            // What is told of a texture that is not chosen counts for nothing.
            let told = resident.map(|_| self.scratch("told", Type::BOOL));
            let kept = std::mem::replace(&mut self.residency, told);
            let value = make(self, texture);
            self.residency = kept;
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

    /// Puts a value into a variable.
    pub(crate) fn put(&mut self, root: Root, value: Expression) {
        self.push(Statement::assign(root, None, value).kind);
    }
}

/// Whether a lookup finds its level of detail by the coordinates of its neighbours.
const fn asks_neighbours(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Sample(Lod::Implicit | Lod::Bias)
            | Operation::SampleProjected
            | Operation::SampleProjectedButCube
            | Operation::QueryLod
    )
}

/// Whether a lookup may be made in a unit.
pub(crate) fn covers(access: &TextureAccess, unit: u32) -> bool {
    let length = access.index.as_ref().map_or(1, |index| index.length);
    access.handle.is_none() && (access.unit..access.unit + length).contains(&unit)
}
