//! The texture of an instruction: a unit and a target.

use quadrille_base::suggest;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::target::TARGETS;
use quadrille_program::TextureAccess;
use quadrille_syntax::tree::{self, Part, Value};

use crate::binding::look_up;
use crate::condition::parenthesized_number;
use crate::context::Context;
use crate::path::{part_span, parts_span};
use crate::register::fragment::named_texture_unit;
use crate::resolver::Resolver;
use crate::rules;
use crate::source::no_attachment;
use crate::state::diagnostics::Diagnostics;
use crate::state::textures::Textures;

/// `texture[n]` and a target.
pub(crate) fn texture<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    textures: &mut Textures,
    unit: &'t tree::Operand<'s>,
    target: &'t tree::Operand<'s>,
) -> Option<TextureAccess> {
    let number = texture_unit(&resolver.cx, resolver.diagnostics, unit);
    let name = texture_target(&resolver.cx, resolver.diagnostics, target);
    let (unit_number, target_name) = (number?, name?);
    if let Err((_, before)) = textures.note(unit_number, target_name, target.span, unit.span) {
        resolver.report(rules::texture_target_conflict::at(target.span, before));
        return None;
    }
    Some(TextureAccess {
        unit: unit_number,
        index: None,
        handle: None,
        target: target_name,
        offset: None,
        component: 0,
        lod_clamp: false,
        sparse: false,
    })
}

fn texture_unit(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
) -> Option<u32> {
    let message = "a texture unit belongs here, such as `texture[0]`";
    let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none();
    let parts = match &operand.value {
        Value::Path(parts) if plain => cx.parts(parts),
        Value::Missing => return None,
        Value::Path(parts) if matches!(cx.parts(parts), [Part::Word(word)] if word.text == "texture") => {
            // `texture(0)`
            let attached = operand.attached.map(|attached| cx.operand(attached));
            if let Some(attached) = attached
                && let Some(number) = parenthesized_number(cx, attached)
            {
                diagnostics.report(rules::index_in_brackets::at(attached.span, format!("[{number}]")));
                return None;
            }
            &[]
        }
        _ => &[],
    };
    match parts {
        _ if cx.language.is_fp1() => named_texture_unit(cx, diagnostics, parts, operand.span),
        [Part::Word(word), ..] if word.text == "texture" => {
            let found = look_up(cx, diagnostics, parts)?;
            if let Some(extra) = parts.get(found.consumed) {
                let message = "nothing may follow a texture unit";
                diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
                return None;
            }
            if found.array {
                diagnostics.report(rules::many_vectors_for_one::at(parts_span(parts)));
                return None;
            }
            Some(found.first.index[0])
        }
        _ => {
            diagnostics.report(rules::syntax_error::unexpected(operand.span, message));
            None
        }
    }
}

pub(crate) fn texture_target(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    operand: &tree::Operand<'_>,
) -> Option<TextureTarget> {
    if !cx.language.is_gpu() {
        no_attachment(cx, diagnostics, operand)?;
    }
    let word = match &operand.value {
        Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => match cx.parts(parts) {
            [Part::Word(word)] => Some(word),
            _ => None,
        },
        Value::Missing => return None,
        _ => None,
    };
    let row = word.and_then(|word| TextureTarget::of_name(word.text));
    let Some(row) = row else {
        let message = "a texture target belongs here, such as `2D`";
        let known = TARGETS
            .iter()
            .filter(|row| row.availability.check(&cx.language.features).is_ok());
        let near = word.and_then(|word| suggest::nearest(word.text, known.map(|row| row.name)));
        diagnostics.report(rules::syntax_error::misspelled(operand.span, message, near));
        return None;
    };
    match row.availability.check(&cx.language.features) {
        Ok(()) => Some(row.target),
        Err(Missing::Option(option)) => {
            let diagnostic = cx.missing_option(operand.span, option);
            diagnostics.report(diagnostic);
            None
        }
        Err(Missing::Language | Missing::Stage) => {
            let message = "this language has no such texture target";
            diagnostics.report(rules::unavailable_form::at(operand.span, message));
            None
        }
    }
}
