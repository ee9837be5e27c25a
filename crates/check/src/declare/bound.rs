//! ATTRIB and OUTPUT: names for what an invocation gets and gives, and arrays of them.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Match, Role};
use quadrille_isa::gl::{Binding, Family, LanguageSet, Stage};
use quadrille_program::File;
use quadrille_syntax::tree::{Declarator, OperandIndex, Part};

use super::modifiers::Modifiers;
use crate::build::ARRAY_SLOTS;
use crate::checker::Checker;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Variable, Vertex};

impl<'t, 's> Checker<'t, 's> {
    /// ATTRIB and OUTPUT.
    pub(crate) fn bound(
        &mut self,
        item: &Declarator<'s>,
        sizes: &[&'t Part<'s>],
        role: Role,
        modifiers: &Modifiers,
    ) -> Option<Entity> {
        let what = what(role);
        if let Some(size) = sizes.first() {
            let arrays = self.features.languages.meets(LanguageSet::GPU)
                && (role == Role::Attribute || self.features.stage != Stage::Fragment);
            if !arrays {
                self.report(rules::array_not_allowed::at(part_span(size), what));
                return None;
            }
            return self.bound_array(item, size, role, modifiers);
        }
        let parts = self.value_path(item, what)?;
        let (found, span) = self.bindable(parts, role)?;
        if found.array {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        if found.dynamic.is_some() {
            return self.relative_binding(parts, &found).map(Entity::Relative);
        }
        self.bind_all(&found, span, role, modifiers, None)
    }

    /// A binding of an attribute or result, and nothing else.
    fn bindable(&mut self, parts: &'t [Part<'s>], role: Role) -> Option<(Match, Span)> {
        let found = self.binding(parts)?;
        let span = parts_span(&parts[..found.consumed]);
        self.nothing_behind(parts, found.consumed)?;
        if found.row.role != role {
            let message = format!("this is not a binding of {}", what(role));
            self.report(rules::unknown_binding::at(span, message, None));
            return None;
        }
        self.patch_only(&found, span)?;
        Some((found, span))
    }

    /// `ATTRIB a[4] = { vertex.attrib[0..3] };`
    fn bound_array(
        &mut self,
        item: &Declarator<'s>,
        size: &'t Part<'s>,
        role: Role,
        modifiers: &Modifiers,
    ) -> Option<Entity> {
        let (list, list_span) = self.braces(item)?;
        let mut all: Option<(Match, Span)> = None;
        let mut complete = true;
        for entry in list {
            let Some((found, span)) = self.listed(*entry, role) else {
                complete = false;
                continue;
            };
            match &mut all {
                None if !found.countable => {
                    self.report(rules::array_not_consecutive::not_numbered(span));
                    complete = false;
                }
                None => all = Some((found, span)),
                Some((before, _)) if follows(before, &found) => before.count += found.count,
                Some((before, _)) => {
                    let mixed = before.row.family == found.row.family
                        && before.every_vertex() != found.every_vertex();
                    self.report(if mixed {
                        rules::mixed_vertices::at(span)
                    } else {
                        rules::array_not_consecutive::at(span)
                    });
                    complete = false;
                }
            }
        }
        let (found, span) = all.filter(|_| complete)?;
        let length = self.array_length(size, found.count, list_span, false)?;
        self.bind_all(&found, span, role, modifiers, Some(length))
    }

    fn listed(&mut self, entry: OperandIndex, role: Role) -> Option<(Match, Span)> {
        let parts = self.listed_path(entry, what(role))?;
        self.bindable(parts, role)
    }

    /// The variable of a binding, or of all that an array has.
    fn bind_all(
        &mut self,
        found: &Match,
        span: Span,
        role: Role,
        modifiers: &Modifiers,
        length: Option<u32>,
    ) -> Option<Entity> {
        let long = modifiers.long();
        let (first, vertex) = self.vertex_of(found.first, span)?;
        let count = length.unwrap_or(1);
        let along = found.along;
        let bindings = move || {
            (0..count).map(move |offset| {
                let mut binding = first;
                binding.index[along] += offset;
                binding
            })
        };
        let file = if role == Role::Attribute {
            self.interpolate(found.row, bindings(), modifiers, span);
            File::Attribute
        } else {
            File::Result
        };
        let slot = match length {
            None if file == File::Attribute => self.attribute_as(first, long, span),
            None => self.build.bind_as(file, first, long, span),
            Some(_) => {
                let Some(slot) = self.build.bind_array(file, bindings(), long, span) else {
                    self.report(rules::array_size_out_of_range::at(span, ARRAY_SLOTS));
                    return None;
                };
                if file == File::Attribute {
                    for binding in bindings() {
                        self.no_alias(binding, span);
                    }
                }
                slot
            }
        };
        Some(Entity::Variable(Variable {
            file,
            first: slot,
            length,
            vertex,
            kind: modifiers.kind,
        }))
    }

    /// Reports an attribute of patches in a program that gets none (NV_gpu_program5 2.X.3.2).
    pub(crate) fn patch_only(&mut self, found: &Match, span: Span) -> Option<()> {
        let of_patch = matches!(
            found.row.family,
            Family::PrimitiveTessouter | Family::PrimitiveTessinner | Family::PatchAttrib
        );
        if of_patch && !self.reads_patches() {
            let declared = self.stated.primitive_in.map(|once| once.span).unwrap_or_default();
            self.report(rules::attribute_of_patch::at(span, declared));
            return None;
        }
        Some(())
    }

    /// The binding of an attribute for all vertices, and the vertex that is meant where one is written.
    pub(crate) fn vertex_of(&mut self, binding: Binding, span: Span) -> Option<(Binding, Vertex)> {
        if !binding.family.has_vertex() {
            return Some((binding, Vertex::None));
        }
        let number = binding.index[1];
        let mut every = binding;
        every.index[1] = Binding::EVERY;
        if number == Binding::EVERY {
            return Some((every, Vertex::Every));
        }
        match self.vertices_of(every) {
            Some(count) if number >= count => {
                self.report(rules::vertex_out_of_range::at(span, count));
                None
            }
            _ => Some((every, Vertex::Number(number))),
        }
    }
}

const fn what(role: Role) -> &'static str {
    match role {
        Role::Attribute => "an attribute",
        _ => "a result",
    }
}

/// Whether a binding goes on where another ends.
fn follows(before: &Match, next: &Match) -> bool {
    let mut end = before.first;
    let Some(number) = end.index[before.along].checked_add(before.count) else {
        return false;
    };
    end.index[before.along] = number;
    before.countable && next.countable && before.along == next.along && end == next.first
}
