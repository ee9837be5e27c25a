//! Declarations of names: what each statement declares, and what all have in common.
//!
//! A name whose declaration has an error is declared all the same, so that its uses are not reported too.

mod alias;
mod argument;
mod bound;
mod declaring;
mod list;
mod memory;
pub(crate) mod modifiers;
mod named_constant;
mod parameter;
pub(crate) mod stage;
pub(crate) mod statement;
pub(crate) mod subroutine;
mod temporary;
mod units;

use quadrille_base::Span;
use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::reserved;
use quadrille_isa::gl::statement::Statement;
use quadrille_syntax::tree::{Declaration, Declarator, Part, Value, Word};

pub(crate) use self::declaring::Declaring;
use self::modifiers::Modifiers;
use crate::context::Context;
use crate::declare::alias::alias;
use crate::declare::bound::bound;
use crate::declare::memory::memory_variable;
use crate::declare::modifiers::modifiers_of;
use crate::declare::named_constant::named_constant;
use crate::declare::parameter::{parameter, parameter_array};
use crate::declare::statement::available;
use crate::declare::subroutine::{subroutine_type, subroutine_variable};
use crate::declare::temporary::{address_register, temporary};
use crate::declare::units::units;
use crate::path::part_span;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Scope};
use crate::{mnemonic, rules};

/// One declaration of names.
pub(crate) fn declaration<'t, 's>(declaring: &mut Declaring<'_, 't, 's>, declaration: &'t Declaration<'s>) {
    let (cx, keyword) = (declaring.cx, declaration.keyword);
    if Statement::find(keyword.text).is_none() && mnemonic::readings(keyword.text).next().is_some() {
        equals_in_instruction(&cx, declaring.diagnostics, declaration);
        return;
    }
    let statement = available(&cx, declaring.diagnostics, &keyword);
    if cx.language.is_fp1() {
        named_constant(declaring, declaration);
        return;
    }
    let modifiers = match statement {
        Some(statement) => modifiers_of(&cx, declaring.diagnostics, declaration, statement),
        None => Modifiers::NONE,
    };
    let mut items = cx.declarators(declaration);
    let lists = matches!(statement, None | Some(Statement::Temp | Statement::Address));
    if let ([first, extra, ..], false) = (items, lists) {
        if first.value.is_none() {
            // The comma stands where `=` belongs, which is told of the first.
            items = &items[..1];
        } else {
            let message = "this declaration names one thing";
            declaring
                .diagnostics
                .report(rules::syntax_error::unexpected(extra.span, message));
        }
    }
    for item in items {
        let Some((name, sizes)) = declared(&cx, declaring.diagnostics, item) else {
            declaring.undeclared.hidden += 1;
            continue;
        };
        let entity = match statement {
            Some(statement) => entity(
                declaring,
                (statement, keyword.span),
                item,
                &name,
                sizes,
                &modifiers,
            ),
            None => None,
        };
        if statement.is_none() && declaring.scope.find(name.text).is_some() {
            continue;
        }
        declare(
            &cx,
            declaring.scope,
            declaring.diagnostics,
            &name,
            entity.unwrap_or(Entity::Broken),
        );
    }
}

/// Reports an instruction that has `=` behind its first operand, where a comma belongs.
fn equals_in_instruction(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, declaration: &Declaration<'_>) {
    let [first, ..] = cx.declarators(declaration) else {
        return;
    };
    let from = cx.operand(first.target).span.end;
    let found = cx.text[from as usize..].find('=');
    let span = found.map_or(Span::at(from), |found| {
        Span::new(from + found as u32, from + found as u32 + 1)
    });
    let message = "an instruction has commas between its operands";
    diagnostics.report(rules::syntax_error::unexpected(span, message));
}

/// The entity that a statement declares.
fn entity<'t, 's>(
    declaring: &mut Declaring<'_, 't, 's>,
    (statement, keyword): (Statement, Span),
    item: &Declarator<'s>,
    name: &Word<'s>,
    sizes: &'t [Part<'s>],
    modifiers: &Modifiers,
) -> Option<Entity> {
    let cx = &{ declaring.cx };
    let (mut resolver, noted) = declaring.split();
    let resolver = &mut resolver;
    one_size(resolver.diagnostics, statement, sizes)?;
    let size = sizes.first();
    match statement {
        Statement::Attrib => bound(
            resolver,
            noted.interpolations,
            item,
            size,
            Role::Attribute,
            modifiers,
        ),
        Statement::Output => bound(
            resolver,
            noted.interpolations,
            item,
            size,
            Role::Result,
            modifiers,
        ),
        Statement::Param => match size {
            None => parameter(resolver, item, modifiers.kind),
            Some(size) => parameter_array(resolver, item, size, modifiers.kind),
        },
        Statement::Temp => temporary(
            cx,
            resolver.slots,
            resolver.diagnostics,
            item,
            name,
            size,
            modifiers,
        ),
        Statement::Address => address_register(cx, resolver.slots, resolver.diagnostics, item, name, size),
        Statement::Alias => alias(resolver, keyword, item, size),
        Statement::Buffer
        | Statement::Buffer4
        | Statement::Cbuffer
        | Statement::Storage
        | Statement::Shared
        | Statement::Counter => {
            let (stage, diagnostics) = (resolver.stage, &mut *resolver.diagnostics);
            let list = (item, sizes);
            memory_variable(
                cx,
                stage,
                noted.memory,
                diagnostics,
                statement,
                list,
                modifiers.kind,
            )
        }
        Statement::Texture => units(cx, resolver.diagnostics, item, size, Role::Texture).map(Entity::Texture),
        Statement::Image => units(cx, resolver.diagnostics, item, size, Role::Image).map(Entity::Image),
        Statement::SubroutineType => {
            let (names, diagnostics) = (resolver.names, &mut *resolver.diagnostics);
            subroutine_type(cx, names, noted.subroutines, diagnostics, item, name, size)
        }
        Statement::Subroutine => subroutine_variable(resolver, noted.subroutines, item, size),
        Statement::Option
        | Statement::Define
        | Statement::Declare
        | Statement::PrimitiveIn
        | Statement::PrimitiveOut
        | Statement::VerticesOut
        | Statement::Invocations
        | Statement::TessMode
        | Statement::TessSpacing
        | Statement::TessVertexOrder
        | Statement::TessPointMode
        | Statement::GroupSize
        | Statement::SharedMemory
        | Statement::Passthrough
        | Statement::SecondaryViewLayerOffset => None,
    }
}

/// Reports a second size, which only a range of buffers has.
fn one_size(diagnostics: &mut Diagnostics, statement: Statement, sizes: &[Part<'_>]) -> Option<()> {
    let buffer = matches!(
        statement,
        Statement::Buffer | Statement::Buffer4 | Statement::Cbuffer
    );
    if let [_, extra, ..] = sizes
        && !buffer
    {
        let message = "an array has one size";
        diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
        return None;
    }
    Some(())
}

/// Gives an entity its name.
fn declare<'s>(
    cx: &Context<'_, 's>,
    scope: &mut Scope<'s>,
    diagnostics: &mut Diagnostics,
    name: &Word<'s>,
    entity: Entity,
) {
    if name.text.starts_with(|first: char| first.is_ascii_digit()) {
        let message = "a name begins with a letter, `_` or `$`";
        diagnostics.report(rules::syntax_error::unexpected(name.span, message));
        return;
    }
    if reserved::is_reserved(name.text, &cx.language.features) {
        diagnostics.report(rules::reserved_name::at(name.span));
        return;
    }
    if let Err(before) = scope.declare(name.text, entity, name.span) {
        // A subroutine type may be named again, and has the labels of both then (ARB_shader_subroutine).
        let again = matches!(entity, Entity::SubroutineType(_)) && before.entity == entity;
        if !again {
            diagnostics.report(rules::duplicate_name::at(name.span, before.span));
        }
    }
}

/// The name that is declared, and the sizes behind it: `a`, `a[4]`, `a[]`, `a[][]`.
fn declared<'t, 's>(
    cx: &Context<'t, 's>,
    diagnostics: &mut Diagnostics,
    item: &Declarator<'s>,
) -> Option<(Word<'s>, &'t [Part<'s>])> {
    let target = cx.operand(item.target);
    let plain = target.sign.is_none() && target.absolute.is_none() && target.attached.is_none();
    if let (Value::Path(parts), true) = (&target.value, plain)
        && let [Part::Word(name), sizes @ ..] = cx.parts(parts)
        && sizes.len() <= 2
        && sizes
            .iter()
            .all(|size| matches!(size, Part::Index { to: None, .. }))
    {
        return Some((*name, sizes));
    }
    if !matches!(target.value, Value::Missing) {
        diagnostics.report(rules::syntax_error::unexpected(
            target.span,
            "a name belongs here",
        ));
    }
    None
}
