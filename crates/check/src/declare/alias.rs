//! ALIAS: another name of a variable, and where a dialect lets it, of a binding.

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Role, find};
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declarator, Part, Value};

use crate::context::Context;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::resolver::Resolver;
use crate::rules;
use crate::state::scope::{Entity, Variable};
use crate::undeclared::{self, NameUse};

/// `ALIAS new = old;`
pub(crate) fn alias<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    keyword: Span,
    item: &Declarator<'s>,
    size: Option<&'t Part<'s>>,
) -> Option<Entity> {
    if let Some(size) = size {
        resolver.report(rules::syntax_error::unexpected(
            part_span(size),
            "an alias has no size",
        ));
        return None;
    }
    let Some(value) = item.value else {
        let at = Span::at(item.span.end);
        resolver.report(rules::syntax_error::unexpected(
            at,
            "`=` and a declared name belong here",
        ));
        return None;
    };
    let value = resolver.cx.operand(value);
    let parts = match &value.value {
        Value::Path(parts) if value.sign.is_none() && value.absolute.is_none() => resolver.cx.parts(parts),
        Value::Missing => return None,
        _ => &[],
    };
    if let [Part::Word(opening), _, ..] = parts
        && resolver.names.opens_binding(opening.text)
    {
        let message = "an alias is another name of a variable, not of a binding";
        let diagnostic = rules::syntax_error::unexpected(value.span, message);
        let diagnostic = match declaring(&resolver.cx, parts) {
            Some(word) => diagnostic.fix(format!("declare it with {word}"), keyword, word),
            None => diagnostic,
        };
        return match resolver
            .diagnostics
            .unless_admitted(Habit::AliasOfBinding, diagnostic)
        {
            true => alias_of_binding(resolver, parts),
            false => None,
        };
    }
    let [Part::Word(name)] = parts else {
        resolver.report(rules::syntax_error::unexpected(
            value.span,
            "a declared name belongs here",
        ));
        return None;
    };
    match resolver.names.scope.find(name.text) {
        Some(declared) => Some(declared.entity),
        None => {
            let diagnostic = undeclared::diagnostic(
                &resolver.cx,
                resolver.names.scope,
                resolver.undeclared,
                resolver.diagnostics,
                name,
                NameUse::Any,
            );
            resolver.report(diagnostic);
            None
        }
    }
}

/// The word that declares a variable of a binding.
fn declaring(cx: &Context<'_, '_>, parts: &[Part<'_>]) -> Option<&'static str> {
    let found = find(&cx.path(parts), &cx.language.features, cx.limits()).ok()?;
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

/// The variable of a binding, where a dialect lets an alias name one.
fn alias_of_binding<'t, 's>(resolver: &mut Resolver<'_, 't, 's>, parts: &'t [Part<'s>]) -> Option<Entity> {
    let place = resolver.place(parts, NameUse::Any)?;
    if let Some(extra) = place.rest.first() {
        let message = "nothing may follow the binding";
        resolver.report(rules::syntax_error::unexpected(part_span(extra), message));
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
