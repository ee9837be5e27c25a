//! Texel offsets: constant ones, and those that are found at run time (NV_gpu_program4 and 5, 2.X.4.4).

use quadrille_base::Span;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::texture::Sampling;
use quadrille_isa::gl::{DataType, LanguageSet, Operation, TextureTarget};
use quadrille_program::TexelOffset;
use quadrille_syntax::tree::{self, NumberForm, OperandIndex, Part, Value};

use crate::constant::plain_number;
use crate::context::Context;
use crate::instruct::given::Given;
use crate::path::part_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// `(1, 0)`, `offset(1, 0)` or `offset(R0)`; behind a comma or not, as the languages have it.
pub(super) fn texel_offset<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    index: OperandIndex,
    target: TextureTarget,
    comma: bool,
) -> Option<Option<TexelOffset>> {
    let operand = resolver.cx.operand(index);
    let newer = resolver.cx.language.meets(LanguageSet::NV5);
    let (list, word) = match &operand.value {
        _ if !operand.is_plain() => return no_offset(resolver.diagnostics, operand.span),
        Value::Parenthesis(list) => (list, false),
        Value::Path(parts) => match resolver.cx.parts(parts) {
            [Part::Word(word), Part::Arguments { list, .. }] if word.text == "offset" => (list, true),
            [Part::Word(_), Part::Arguments { .. }, extra, ..] => {
                let message = "nothing may follow a texel offset";
                resolver.report(rules::syntax_error::unexpected(part_span(extra), message));
                return None;
            }
            _ => return no_offset(resolver.diagnostics, operand.span),
        },
        _ => return no_offset(resolver.diagnostics, operand.span),
    };
    if !newer && (word || !comma) {
        let message = "in this language a texel offset is one to three numbers behind a comma";
        resolver.report(rules::unavailable_form::at(operand.span, message));
        return None;
    }
    let items = resolver.cx.list(list);
    if let ([only], true) = (items, word) {
        return variable_offset(resolver, given, resolver.cx.operand(*only), operand.span, target);
    }
    if items.is_empty() || items.len() > 3 {
        let message = "a texel offset has one to three numbers";
        resolver.report(rules::syntax_error::unexpected(operand.span, message));
        return None;
    }
    constant_offset(&resolver.cx, resolver.diagnostics, given, items, target)
}

fn no_offset(diagnostics: &mut Diagnostics, span: Span) -> Option<Option<TexelOffset>> {
    let message = "a texel offset belongs here, such as `(1, 0)`";
    diagnostics.report(rules::syntax_error::unexpected(span, message));
    None
}

fn constant_offset(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
    items: &[OperandIndex],
    target: TextureTarget,
) -> Option<Option<TexelOffset>> {
    let (below, above) = (cx.limits().texel_offset_below, cx.limits().texel_offset_above);
    let (below, above) = (-i64::from(below), i64::from(above));
    let used = offset_components(given.row.operation, target);
    let mut offset = [0; 3];
    let mut complete = true;
    for (at, index) in items.iter().enumerate() {
        let item = cx.operand(*index);
        let whole = plain_number(item).is_some_and(|(number, _)| number.form != NumberForm::Float);
        let Some(value) = cx.signed_integer(*index).filter(|_| whole) else {
            if !matches!(item.value, Value::Missing) {
                let message = "a texel offset is a whole number";
                diagnostics.report(rules::syntax_error::unexpected(item.span, message));
            }
            return None;
        };
        let diagnostic = if value != 0 && at >= used {
            rules::texel_offset::not_here(item.span, unused(given.row.operation, target))
        } else if !(below..=above).contains(&value) {
            rules::texel_offset::out_of_range(item.span, below, above)
        } else {
            offset[at] = value as i32;
            continue;
        };
        diagnostics.report(diagnostic);
        complete = false;
    }
    complete.then_some(Some(TexelOffset::Constant(offset)))
}

fn variable_offset<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    operand: &'t tree::Operand<'s>,
    span: Span,
    target: TextureTarget,
) -> Option<Option<TexelOffset>> {
    let operation = given.row.operation;
    let message = match operation {
        Operation::Texture(TextureOp::Sample(Lod::Derivatives) | TextureOp::GatherOffsets) => {
            "this instruction takes no texel offset that is found at run time"
        }
        _ if target.row().cube => "a cube map takes no texel offset that is found at run time",
        _ if is_buffer(target) => "a buffer texture takes no texel offset",
        _ => {
            let offset = resolver.typed_source(operand, Wanted::Vector, given.expect(DataType::S32))?;
            return Some(Some(TexelOffset::Variable(offset)));
        }
    };
    resolver.report(rules::texel_offset::not_here(span, message));
    None
}

/// The number of components of a constant texel offset that may differ from 0.
fn offset_components(operation: Operation, target: TextureTarget) -> usize {
    if operation == Operation::Texture(TextureOp::GatherOffsets) || target.row().cube || is_buffer(target) {
        return 0;
    }
    usize::from(target.row().coordinates)
}

fn is_buffer(target: TextureTarget) -> bool {
    target.row().texture.row().sampling == Sampling::Buffer
}

fn unused(operation: Operation, target: TextureTarget) -> &'static str {
    if operation == Operation::Texture(TextureOp::GatherOffsets) {
        "`TXGO` has its offsets in operands, and no other beside them"
    } else if target.row().cube {
        "a cube map takes no texel offset"
    } else if is_buffer(target) {
        "a buffer texture takes no texel offset"
    } else {
        "the target does not have this direction"
    }
}
