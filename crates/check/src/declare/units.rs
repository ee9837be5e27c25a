//! TEXTURE and IMAGE: names for texture and image units.

use quadrille_base::Span;
use quadrille_isa::gl::Role;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declarator, Part};

use crate::checker::Checker;
use crate::path::parts_span;
use crate::rules;
use crate::scope::{Entity, Units};

impl<'t, 's> Checker<'t, 's> {
    /// TEXTURE and IMAGE.
    pub(crate) fn units(
        &mut self,
        statement: Statement,
        item: &Declarator<'s>,
        sizes: &[&'t Part<'s>],
    ) -> Option<Entity> {
        let (role, what) = match statement {
            Statement::Image => (Role::Image, "an image"),
            _ => (Role::Texture, "a texture"),
        };
        let units = self.numbered(item, sizes, role, what)?;
        Some(match statement {
            Statement::Image => Entity::Image(units),
            _ => Entity::Texture(units),
        })
    }

    /// What a declaration binds of units or subroutine parameters: one, or a run of them.
    pub(crate) fn numbered(
        &mut self,
        item: &Declarator<'s>,
        sizes: &[&'t Part<'s>],
        role: Role,
        what: &str,
    ) -> Option<Units> {
        let [size] = sizes else {
            let parts = self.value_path(item, what)?;
            let (first, ..) = self.numbered_binding(parts, role, what, false)?;
            return Some(Units { first, length: None });
        };
        let (list, list_span) = self.braces(item)?;
        let mut all: Option<(u32, u32)> = None;
        let mut complete = true;
        for entry in list {
            let found = match self.listed_path(*entry, what) {
                Some(parts) => self.numbered_binding(parts, role, what, true),
                None => None,
            };
            let Some((first, count, span)) = found else {
                complete = false;
                continue;
            };
            all = match all {
                None => Some((first, count)),
                Some((start, length)) if start + length == first => Some((start, length + count)),
                Some(before) => {
                    self.report(rules::array_not_consecutive::at(span));
                    complete = false;
                    Some(before)
                }
            };
        }
        let (first, length) = all.filter(|_| complete)?;
        let length = self.array_length(size, length, list_span, false)?;
        Some(Units {
            first,
            length: Some(length),
        })
    }

    /// The first unit of a binding, how many it has, and where it stands.
    fn numbered_binding(
        &mut self,
        parts: &'t [Part<'s>],
        role: Role,
        what: &str,
        several: bool,
    ) -> Option<(u32, u32, Span)> {
        let found = self.binding(parts)?;
        let span = parts_span(&parts[..found.consumed]);
        self.nothing_behind(parts, found.consumed)?;
        if found.row.role != role {
            let message = format!("this is not a binding of {what}");
            self.report(rules::unknown_binding::at(span, message, None));
            return None;
        }
        if role == Role::Texture && found.consumed == 1 {
            // `texture` alone is unit 0 in instructions, not here (NV_gpu_program5 2.X.2, <textureUseDS>).
            let message = "a number in brackets belongs here";
            self.report(rules::unknown_binding::at(Span::at(span.end), message, None));
            return None;
        }
        if found.array && !several {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        Some((found.first.index[0], found.count, span))
    }
}
