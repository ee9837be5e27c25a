//! DEFINE and DECLARE: the named constants and parameters of !!FP1.0 (NV_fragment_program 3.11.3).

use quadrille_base::Span;
use quadrille_isa::gl::reserved;
use quadrille_program::File;
use quadrille_syntax::tree::{self, Declaration, Part, Value};

use crate::constant::{self, no_constant};
use crate::declare::declaring::Declaring;
use crate::resolver::Resolver;
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, Variable};
use crate::state::slots::Constant;
use crate::state::undeclared::Undeclared;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// The value of a DEFINE or DECLARE, and whether it is a scalar.
    fn constant_value(&mut self, operand: &'t tree::Operand<'s>) -> Option<(Constant, bool)> {
        if let Some((number, negative)) = constant::plain_number(operand) {
            return Some((constant::scalar(number, negative), true));
        }
        let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.suffix.is_empty();
        match &operand.value {
            Value::Braces(list) if plain => Some((self.vector_constant(list, operand.span)?, false)),
            Value::Path(parts) if plain => match self.cx.parts(parts) {
                [Part::Word(name)] => self.named_value(name),
                _ => no_constant(self.diagnostics, operand.span),
            },
            Value::Missing => None,
            _ => no_constant(self.diagnostics, operand.span),
        }
    }
}

/// DEFINE and DECLARE.
pub(crate) fn named_constant<'t, 's>(
    declaring: &mut Declaring<'_, 't, 's>,
    declaration: &'t Declaration<'s>,
) {
    let cx = declaring.cx;
    let (mut resolver, _) = declaring.split();
    let define = declaration.keyword.text == "DEFINE";
    let (item, more) = match cx.declarators(declaration) {
        [item] => (item, None),
        [item, more, ..] => (item, Some(more)),
        [] => return,
    };
    if let Some(more) = more {
        let message = "one name is declared at a time";
        resolver.report(rules::syntax_error::unexpected(more.span, message));
    }
    let target = cx.operand(item.target);
    let name = match &target.value {
        Value::Path(parts) if target.sign.is_none() && target.absolute.is_none() => match cx.parts(parts) {
            [Part::Word(name)] => *name,
            _ => return no_name(resolver.undeclared, resolver.diagnostics, target.span),
        },
        Value::Missing => return,
        _ => return no_name(resolver.undeclared, resolver.diagnostics, target.span),
    };
    let value = match item.value {
        Some(value) => resolver.constant_value(cx.operand(value)),
        None if define => {
            let message = "`=` and the value of the constant belong here";
            resolver.report(rules::syntax_error::unexpected(Span::at(item.span.end), message));
            None
        }
        None => Some(([0; 4], false)),
    };
    if reserved::is_reserved(name.text, &cx.language.features) || resolver.names.opens_binding(name.text) {
        resolver.report(rules::reserved_name::at(name.span));
        return;
    }
    let entity = match value {
        None => Entity::Broken,
        Some((bits, true)) if define => Entity::Scalar(resolver.constant(bits, name.span).slot as u32),
        Some((bits, _)) => {
            let first = if define {
                resolver.constant(bits, name.span).slot as u32
            } else {
                resolver.slots.declared_parameter(bits)
            };
            Entity::Variable(Variable::single(File::Parameter, first))
        }
    };
    if let Err(before) = declaring.scope.declare(name.text, entity, name.span) {
        declaring
            .diagnostics
            .report(rules::duplicate_name::at(name.span, before.span));
    }
}

fn no_name<'s>(undeclared: &mut Undeclared<'s>, diagnostics: &mut Diagnostics, span: Span) {
    diagnostics.report(rules::syntax_error::unexpected(span, "a name belongs here"));
    undeclared.hidden += 1;
}
