//! Declarations of the ARB languages: ATTRIB, PARAM, TEMP, ADDRESS, OUTPUT, ALIAS.

#[allow(dead_code, reason = "the bindings of the NV languages ask these")]
mod layout;
#[allow(dead_code, reason = "the bindings of the NV languages ask these")]
pub(crate) mod stage;

use quadrille_base::Span;
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::reserved;
use quadrille_isa::gl::statement::Statement;
use quadrille_program::{File, Temporary};
use quadrille_syntax::tree::{Declaration, Declarator, Part, Value, Word};

use crate::checker::Checker;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t> Checker<'t> {
    /// The statement that a declaration is, if it is one of the stage: one that declares no name.
    pub(crate) fn stage_statement(&self, declaration: &Declaration<'t>) -> Option<Statement> {
        let statement = Statement::find(declaration.keyword.text)?;
        (self.features.languages.meets(LanguageSet::GPU) && statement.row().unterminated).then_some(statement)
    }

    /// One declaration. A name whose declaration has an error is declared all the same, so that its uses
    /// are not reported too.
    pub(crate) fn declaration(&mut self, declaration: &'t Declaration<'t>) {
        if self.is_fp1() {
            self.named_constant(declaration);
            return;
        }
        for item in self.declarators(declaration) {
            let Some((name, size)) = self.declared(item) else {
                continue;
            };
            let keyword = declaration.keyword.text;
            let entity = match keyword {
                "ATTRIB" => self.bound(item, size, Role::Attribute),
                "OUTPUT" => self.bound(item, size, Role::Result),
                "PARAM" => match size {
                    None => self.parameter(item),
                    Some(size) => self.parameter_array(item, size),
                },
                "TEMP" => self.temporary(item, &name, size),
                "ADDRESS" => self.address_register(item, &name, size),
                "ALIAS" => self.alias(item, size),
                _ => {
                    let message = "this language has no such declaration";
                    self.report(rules::syntax_error::unexpected(declaration.keyword.span, message));
                    None
                }
            };
            if name.text.starts_with(|first: char| first.is_ascii_digit()) {
                let message = "a name begins with a letter, `_` or `$`";
                self.report(rules::syntax_error::unexpected(name.span, message));
                continue;
            }
            if reserved::is_reserved(name.text, &self.features) {
                self.report(rules::reserved_name::at(name.span));
                continue;
            }
            let entity = entity.unwrap_or(Entity::Broken);
            if let Err(before) = self.scope.declare(name.text, entity, name.span) {
                self.report(rules::duplicate_name::at(name.span, before.span));
            }
        }
    }

    /// The name that is declared, and the size behind it: `a`, `a[4]`, `a[]`.
    fn declared(&mut self, item: &Declarator<'t>) -> Option<(Word<'t>, Option<&'t Part<'t>>)> {
        let target = self.operand(item.target);
        let plain = target.sign.is_none() && target.absolute.is_none() && target.attached.is_none();
        if let (Value::Path(parts), true, None) = (&target.value, plain, item.type_name) {
            match self.parts(parts) {
                [Part::Word(name)] => return Some((*name, None)),
                [Part::Word(name), size @ Part::Index { to: None, .. }] => return Some((*name, Some(size))),
                _ => {}
            }
        }
        if !matches!(target.value, Value::Missing) {
            self.report(rules::syntax_error::unexpected(
                target.span,
                "a name belongs here",
            ));
        }
        None
    }

    /// ATTRIB and OUTPUT.
    fn bound(&mut self, item: &Declarator<'t>, size: Option<&'t Part<'t>>, role: Role) -> Option<Entity> {
        let what = if role == Role::Attribute {
            "an attribute"
        } else {
            "a result"
        };
        if let Some(size) = size {
            self.report(rules::array_not_allowed::at(part_span(size), what));
            return None;
        }
        let parts = self.value_path(item, what)?;
        let found = self.binding(parts)?;
        let span = parts_span(&parts[..found.consumed]);
        if let Some(extra) = parts.get(found.consumed) {
            self.report(rules::syntax_error::unexpected(
                part_span(extra),
                "nothing may follow the binding",
            ));
            return None;
        }
        if found.row.role != role {
            self.report(rules::unknown_binding::at(
                span,
                format!("this is not a binding of {what}"),
                None,
            ));
            return None;
        }
        if found.array {
            self.report(rules::many_vectors_for_one::at(span));
            return None;
        }
        if found.dynamic.is_some() {
            return self.relative_binding(parts, &found).map(Entity::Relative);
        }
        let binding = found.first;
        let (file, slot) = match role {
            Role::Attribute => (File::Attribute, self.attribute(binding, span)),
            _ => (File::Result, self.build.bind(File::Result, binding, span)),
        };
        Some(Entity::Variable(Variable::single(file, slot)))
    }

    /// The path that a declaration has as its value.
    fn value_path(&mut self, item: &Declarator<'t>, what: &str) -> Option<&'t [Part<'t>]> {
        let Some(value) = item.value else {
            let at = Span::at(item.span.end);
            self.report(rules::syntax_error::unexpected(
                at,
                format!("`=` and the binding of {what} belong here"),
            ));
            return None;
        };
        let value = self.operand(value);
        let plain = value.sign.is_none() && value.absolute.is_none() && value.attached.is_none();
        match &value.value {
            Value::Path(parts) if plain => Some(self.parts(parts)),
            Value::Missing => None,
            _ => {
                self.report(rules::unknown_binding::at(
                    value.span,
                    format!("the binding of {what} belongs here"),
                    None,
                ));
                None
            }
        }
    }

    fn temporary(
        &mut self,
        item: &Declarator<'t>,
        name: &Word<'t>,
        size: Option<&'t Part<'t>>,
    ) -> Option<Entity> {
        self.no_value(item)?;
        if let Some(size) = size {
            self.report(rules::array_not_allowed::at(part_span(size), "a temporary"));
            return None;
        }
        self.temporary_spans.push(name.span);
        self.build.temporaries.push(Temporary {
            name: name.text.to_owned(),
            long: false,
        });
        let first = self.build.temporaries.len() as u32 - 1;
        Some(Entity::Variable(Variable::single(File::Temporary, first)))
    }

    fn address_register(
        &mut self,
        item: &Declarator<'t>,
        name: &Word<'t>,
        size: Option<&'t Part<'t>>,
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

    fn no_value(&mut self, item: &Declarator<'t>) -> Option<()> {
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

    /// `ALIAS new = old;`
    fn alias(&mut self, item: &Declarator<'t>, size: Option<&'t Part<'t>>) -> Option<Entity> {
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
                let near = self.scope.nearest(name.text);
                self.report(rules::undeclared_name::at(name.span, near));
                None
            }
        }
    }
}
