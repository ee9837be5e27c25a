//! Bindings whose number an index says at run time: `vertex.texcoord[A0.x + 1]`.

use quadrille_isa::gl::binding::{Family, Match};
use quadrille_program::{File, Register, Relative};
use quadrille_syntax::tree::Part;

use crate::resolver::Resolver;
use quadrille_isa::gl::Limits;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// A binding with such an index: `vertex.texcoord[A0.x + 1]`. Its family is laid out as a run of slots
    /// at the first need. Numbers out of range read what is undefined (NV_vertex_program3 2.14.3.1).
    pub(crate) fn relative_binding(&mut self, parts: &'t [Part<'s>], found: &Match) -> Option<Register> {
        let Some(Part::Index { from: Some(from), .. }) = found.dynamic.and_then(|at| parts.get(at)) else {
            return None;
        };
        let (file, length) = family(self.cx.limits(), found.first.family)?;
        let element = self.run_time_index(self.cx.operand(*from), length)?;
        let index = element.index?;
        let first = self.slots.run(file, found.first.family, length);
        let mut register = Register::fixed(file, first);
        register.slot += element.number;
        register.relative = Some(Relative { index, first, length });
        Some(register)
    }
}

/// The file of a family of numbered vectors, and how many there are.
fn family(limits: &Limits, family: Family) -> Option<(File, u32)> {
    match family {
        Family::VertexTexcoord | Family::FragmentTexcoord => {
            Some((File::Attribute, limits.texture_coordinates))
        }
        Family::VertexAttrib => Some((File::Attribute, limits.generic_vertex_attributes)),
        Family::ResultTexcoord => Some((File::Result, limits.texture_coordinates)),
        _ => None,
    }
}
