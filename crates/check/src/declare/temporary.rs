//! TEMP and ADDRESS: variables without a binding.

use quadrille_isa::gl::{LanguageSet, Resource};
use quadrille_program::{File, Temporary};
use quadrille_syntax::tree::{Declarator, Part, Word};

use super::modifiers::Modifiers;
use crate::checker::Checker;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t, 's> Checker<'t, 's> {
    /// `TEMP a, b[4];`
    pub(crate) fn temporary(
        &mut self,
        item: &Declarator<'s>,
        name: &Word<'s>,
        size: Option<&'t Part<'s>>,
        modifiers: &Modifiers,
    ) -> Option<Entity> {
        self.no_value(item)?;
        let arrays = self.features.languages.meets(LanguageSet::GPU);
        let length = match size {
            Some(size) if arrays => Some(self.temporaries_of(size, name)?),
            Some(size) => {
                let diagnostic = rules::array_not_allowed::at(part_span(size), "a temporary");
                if !self.unless_admitted(Habit::TemporaryArrays, diagnostic) {
                    return None;
                }
                Some(self.temporaries_of(size, name)?)
            }
            None => None,
        };
        let count = length.unwrap_or(1) as usize;
        let spans = self.temporary_spans.len() + count;
        self.temporary_spans.resize(spans, name.span);
        let first = self.build.temporaries.len() as u32;
        let temporary = Temporary {
            name: name.text.to_owned(),
            long: modifiers.long(),
        };
        let slots = self.build.temporaries.len() + count;
        self.build.temporaries.resize(slots, temporary);
        Some(Entity::Variable(Variable {
            length,
            kind: modifiers.kind,
            ..Variable::single(File::Temporary, first)
        }))
    }

    /// The size of an array of temporaries. One that no limit allows makes no slots.
    fn temporaries_of(&mut self, size: &'t Part<'s>, name: &Word<'s>) -> Option<u32> {
        let Part::Index { from: Some(from), .. } = size else {
            let message = "an array of temporaries has its size in the brackets";
            self.report(rules::syntax_error::unexpected(part_span(size), message));
            return None;
        };
        let span = self.operand(*from).span;
        let Some(written) = self.integer(*from) else {
            let message = "the size of an array is a whole number";
            self.report(rules::syntax_error::unexpected(span, message));
            return None;
        };
        let most = self.options.limits.of(Resource::Temporaries, &self.features);
        if written < 1 || written > i64::from(most) {
            self.report(rules::array_size_out_of_range::at(span, most));
            return None;
        }
        let left = (most as usize).saturating_sub(self.temporary_spans.len());
        if written as usize > left {
            // Counted so far that the program is rejected.
            self.temporary_spans.resize(most as usize + 1, name.span);
            return None;
        }
        Some(written as u32)
    }

    pub(crate) fn address_register(
        &mut self,
        item: &Declarator<'s>,
        name: &Word<'s>,
        size: Option<&'t Part<'s>>,
    ) -> Option<Entity> {
        self.no_value(item)?;
        if let Some(size) = size {
            self.report(rules::array_not_allowed::at(
                part_span(size),
                "an address register",
            ));
            return None;
        }
        self.address_spans.push(name.span);
        self.build.addresses += 1;
        let first = self.build.addresses - 1;
        Some(Entity::Variable(Variable::single(File::Address, first)))
    }

    fn no_value(&mut self, item: &Declarator<'s>) -> Option<()> {
        match item.value {
            None => Some(()),
            Some(value) => {
                let span = self.operand(value).span;
                self.report(rules::syntax_error::unexpected(
                    span,
                    "this declaration has no value",
                ));
                None
            }
        }
    }
}
