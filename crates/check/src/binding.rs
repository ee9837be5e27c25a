//! Bindings in programs: look-up, what is wrong with one, and the rule about the two names of an attribute.

use quadrille_base::{Diagnostic, Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::{Match, Mismatch, PathPart, Reason, candidates, find, partners};
use quadrille_isa::gl::{Binding, Family, Limits};
use quadrille_program::File;
use quadrille_syntax::tree::Part;

use crate::ascii;
use crate::context::Context;
use crate::dialect::Habit;
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::state::diagnostics::Diagnostics;
use crate::state::slots::Slots;

/// Looks a path up; reports why it is no binding.
pub(crate) fn look_up(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
) -> Option<Match> {
    look_up_within(cx, diagnostics, parts, cx.limits())
}

/// Looks a path up under other limits than the program's.
pub(crate) fn look_up_within(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
    limits: &Limits,
) -> Option<Match> {
    let path = cx.path(parts);
    match find(&path, &cx.language.features, limits) {
        Ok(found) => {
            // A16 of the decisions: the prose leaves `patch` out.
            if let (Family::PatchAttrib, [_, Part::Word(out), Part::Word(word), ..]) =
                (found.first.family, parts)
                && (out.text, word.text) == ("out", "attrib")
            {
                diagnostics.report(rules::prose_binding::at(word.span));
            }
            if found.first.family.is_undocumented() {
                let message = "the specifications have no such binding";
                let diagnostic = rules::unknown_binding::at(parts_span(parts), message, None);
                if !diagnostics.unless_admitted(Habit::DrawParameters, diagnostic) {
                    return None;
                }
            }
            Some(found)
        }
        Err(mismatch) => {
            let diagnostic = explain(cx, parts, &mismatch);
            diagnostics.report(diagnostic);
            None
        }
    }
}

/// Whether a dialect takes a range of environment or local parameters as one without elements; says so then.
pub(crate) fn is_empty_range(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    parts: &[Part<'_>],
) -> bool {
    let [Part::Word(_), Part::Word(kind), Part::Index { .. }] = parts else {
        return false;
    };
    if !diagnostics.admits(Habit::ReversedRange) || !matches!(kind.text, "env" | "local") {
        return false;
    }
    let mut path = cx.path(parts);
    match find(&path, &cx.language.features, cx.limits()) {
        Err(mismatch) if matches!(mismatch.reason, Reason::RangeReversed { .. }) => {
            // Each end has to be there.
            if let Some(PathPart::Range(from, to)) = path.last_mut() {
                *to = *from;
            }
            let diagnostic = explain(cx, parts, &mismatch);
            match find(&path, &cx.language.features, cx.limits()) {
                Ok(_) => diagnostics.unless_admitted(Habit::ReversedRange, diagnostic),
                Err(_) => false,
            }
        }
        _ => false,
    }
}

/// Whether a dialect takes the declaration of a position that the program does not compute, as its name stands nowhere
/// else; says so then.
pub(crate) fn is_unused_position(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    name: &str,
    parts: &[Part<'_>],
) -> bool {
    if !diagnostics.admits(Habit::DeclaredPosition) || ascii::words(cx.text, name).count() > 1 {
        return false;
    }
    match find(&cx.path(parts), &cx.language.features, cx.limits()) {
        Err(mismatch) if matches!(mismatch.reason, Reason::Excluded(_)) => {
            let diagnostic = explain(cx, parts, &mismatch);
            diagnostics.unless_admitted(Habit::DeclaredPosition, diagnostic)
        }
        _ => false,
    }
}

/// Why a path is no binding.
fn explain(cx: &Context<'_, '_>, parts: &[Part<'_>], mismatch: &Mismatch) -> Diagnostic {
    let whole = parts_span(parts);
    let end = mismatch.end.max(mismatch.part).min(parts.len());
    let span = match parts.get(mismatch.part..end) {
        Some(wrong @ [_, ..]) => parts_span(wrong),
        _ => Span::at(whole.end),
    };
    // An index is marked by what is in its brackets.
    let inside = match parts.get(mismatch.part) {
        Some(Part::Index {
            from: Some(from), to, ..
        }) => {
            let from = cx.operand(*from).span;
            to.map_or(from, |to| from.to(cx.operand(to).span))
        }
        Some(part) => part_span(part),
        None => span,
    };
    let written = parts_span(&parts[..end.max(1)]);
    if mismatch.reason == Reason::Unavailable(Missing::Language) {
        let path = cx.path(parts);
        let limits = cx.limits();
        if let Some(option) = cx
            .language
            .option_with(|features| find(&path, features, limits).is_ok())
        {
            return cx.missing_option(written, option);
        }
    }
    match mismatch.reason {
        Reason::UnknownWord => {
            let path = cx.path(parts);
            let known = candidates(&path, mismatch.part, &cx.language.features, cx.limits());
            if let Some(Part::Word(word)) = parts.get(mismatch.part)
                && let Some((name, number)) = numbered(word.text)
                && known.contains(&name)
            {
                return rules::index_in_brackets::at(word.span, format!("{name}[{number}]"));
            }
            let near = match parts.get(mismatch.part) {
                Some(Part::Word(word)) => suggest::nearest(word.text, known),
                _ => None,
            };
            rules::unknown_binding::at(span, "no binding of this program has this name here", near)
        }
        Reason::WordMissing => rules::unknown_binding::at(span, "the binding is not complete", None),
        Reason::IndexMissing | Reason::IndexEmpty => {
            rules::unknown_binding::at(span, "a number in brackets belongs here", None)
        }
        Reason::OutOfRange { below, limit, .. } => {
            let most = below.saturating_sub(1);
            let message = match (below, limit) {
                (0, _) => "this implementation has none of these".to_owned(),
                (_, Some(limit)) => {
                    format!(
                        "this number is at most {most} here, by the limit `{}`",
                        limit.row().name
                    )
                }
                (_, None) => format!("this number is at most {most}"),
            };
            rules::binding_index_out_of_range::at(inside, message)
        }
        Reason::NotMultipleOf(step) => {
            let message = format!("this number has to be a multiple of {step}");
            rules::binding_index_out_of_range::at(inside, message)
        }
        Reason::RangeReversed { .. } => rules::reversed_range::at(inside),
        Reason::RangeNotAllowed => rules::many_vectors_for_one::at(written),
        Reason::RelativeNotAllowed => rules::relative_binding::at(inside),
        Reason::Parenthesis => rules::unknown_binding::at(span, "a parenthesis does not fit here", None),
        Reason::Unavailable(Missing::Option(option)) => cx.missing_option(written, option),
        Reason::Unavailable(Missing::Language) => {
            rules::unknown_binding::at(span, "this language has no such binding", None)
        }
        Reason::Unavailable(Missing::Stage) => {
            rules::unknown_binding::at(span, "programs of this stage have no such binding", None)
        }
        Reason::Excluded(_) => rules::position_invariant_write::at(written),
    }
}

/// A word that ends in a number, `texcoord0`, as its two parts.
fn numbered(word: &str) -> Option<(&str, &str)> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &word[name.len()..];
    (!name.is_empty() && !number.is_empty()).then_some((name, number))
}

/// The slot of an attribute; reports its alias if that is bound too.
pub(crate) fn attribute(
    slots: &mut Slots,
    diagnostics: &mut Diagnostics,
    attribute: Binding,
    span: Span,
) -> u32 {
    attribute_as(slots, diagnostics, attribute, false, span)
}

/// The slot of an attribute, of 64-bit components or not; reports its alias if that is bound too.
pub(crate) fn attribute_as(
    slots: &mut Slots,
    diagnostics: &mut Diagnostics,
    attribute: Binding,
    long: bool,
    span: Span,
) -> u32 {
    let before = slots.attributes.len();
    let slot = slots.bind_as(File::Attribute, attribute, long, span);
    if slot as usize == before {
        no_alias(slots, diagnostics, attribute, span);
    }
    slot
}

/// Reports the other name of an attribute if that is bound too.
pub(crate) fn no_alias(slots: &Slots, diagnostics: &mut Diagnostics, attribute: Binding, span: Span) {
    let build = &slots;
    let bound = partners(attribute).find_map(|partner| build.named(File::Attribute, partner));
    if let Some(at) = bound {
        let other = build.attribute_spans[at as usize];
        diagnostics.report(rules::aliased_attributes::at(span, other));
    }
}
