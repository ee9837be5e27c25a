//! ALIAS: another name of a variable, and where a dialect lets it, of a binding.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Role, find};
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declarator, Part, Value};

use crate::checker::Checker;
use crate::dialect::Habit;
use crate::near::Used;
use crate::path::part_span;
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t, 's> Checker<'t, 's> {
    /// `ALIAS new = old;`
    pub(super) fn alias(
        &mut self,
        keyword: Span,
        item: &Declarator<'s>,
        size: Option<&'t Part<'s>>,
    ) -> Option<Entity> {
        if let Some(size) = size {
            self.report(rules::syntax_error::unexpected(
                part_span(size),
                "an alias has no size",
            ));
            return None;
        }
        let Some(value) = item.value else {
            let at = Span::at(item.span.end);
            self.report(rules::syntax_error::unexpected(
                at,
                "`=` and a declared name belong here",
            ));
            return None;
        };
        let value = self.operand(value);
        let parts = match &value.value {
            Value::Path(parts) if value.sign.is_none() && value.absolute.is_none() => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        if let [Part::Word(opening), _, ..] = parts
            && self.opens_binding(opening.text)
        {
            let message = "an alias is another name of a variable, not of a binding";
            let diagnostic = rules::syntax_error::unexpected(value.span, message);
            let diagnostic = match self.declaring(parts) {
                Some(word) => diagnostic.fix(format!("declare it with {word}"), keyword, word),
                None => diagnostic,
            };
            return match self.unless_admitted(Habit::AliasOfBinding, diagnostic) {
                true => self.alias_of_binding(parts),
                false => None,
            };
        }
        let [Part::Word(name)] = parts else {
            self.report(rules::syntax_error::unexpected(
                value.span,
                "a declared name belongs here",
            ));
            return None;
        };
        match self.scope.find(name.text) {
            Some(declared) => Some(declared.entity),
            None => {
                let diagnostic = self.undeclared(name, Used::Any);
                self.report(diagnostic);
                None
            }
        }
    }

    /// The word that declares a variable of a binding.
    fn declaring(&self, parts: &'t [Part<'s>]) -> Option<&'static str> {
        let found = find(&self.path(parts), &self.features, &self.options.limits).ok()?;
        match found.row.role {
            _ if found.array || found.consumed < parts.len() => None,
            Role::Attribute => Some(Statement::Attrib.row().word),
            Role::Parameter => Some(Statement::Param.row().word),
            Role::Result => Some(Statement::Output.row().word),
            Role::Buffer
            | Role::Storage
            | Role::Counter
            | Role::Shared
            | Role::Subroutine
            | Role::Texture
            | Role::Image
            | Role::Handle => None,
        }
    }

    /// What a binding is as a variable, where a dialect lets an alias name one.
    fn alias_of_binding(&mut self, parts: &'t [Part<'s>]) -> Option<Entity> {
        let place = self.place(parts, Used::Any)?;
        if let Some(extra) = place.rest.first() {
            let message = "nothing may follow the binding";
            self.report(rules::syntax_error::unexpected(part_span(extra), message));
            return None;
        }
        match place.register.relative {
            None => {
                let slot = place.register.slot as u32;
                Some(Entity::Variable(Variable::single(place.register.file, slot)))
            }
            Some(_) => Some(Entity::Relative(place.register)),
        }
    }
}
