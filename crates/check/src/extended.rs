//! The operand of SWZ: a register and four extended selectors.

use quadrille_program::{Operand, Selector, Swizzle};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::context::Context;
use crate::dialect::Habit;
use crate::path::part_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::selector::letter;

impl<'t, 's> Resolver<'_, 't, 's> {
    /// SWZ: a register without sign or selector, and four selectors.
    pub(crate) fn extended_swizzle(
        &mut self,
        source: &'t tree::Operand<'s>,
        selectors: [OperandIndex; 4],
    ) -> Option<Operand> {
        let mut negate = 0;
        let mut chosen = [Selector::X; 4];
        let mut complete = true;
        let mut colours = None;
        for (at, index) in selectors.into_iter().enumerate() {
            let operand = self.cx.operand(index);
            match extended_selector(&self.cx, operand) {
                Some((selector, colour)) => {
                    chosen[at] = selector;
                    if operand.sign.is_some_and(|sign| sign.negative) {
                        negate |= 1 << at;
                    }
                    match (colours, colour) {
                        (Some(before), Some(now)) if before != now => {
                            self.report(rules::mixed_selectors::at(operand.span));
                            complete = false;
                        }
                        _ => colours = colours.or(colour),
                    }
                }
                None => match self.padded_selector(operand) {
                    Some(selector) => chosen[at] = selector,
                    None => complete = false,
                },
            }
        }
        if let Some(absolute) = source.absolute {
            let message = "the register of `SWZ` takes no magnitude";
            self.report(rules::unavailable_form::at(absolute.span, message));
            return None;
        }
        if let Some(sign) = source.sign {
            let message = "the register of `SWZ` takes no sign; its selectors do";
            self.report(rules::unavailable_form::at(sign.span, message));
            return None;
        }
        let swizzled = match &source.value {
            Value::Braces(_) | Value::Number(_) => self.cx.parts(&source.suffix).first(),
            _ => None,
        };
        if let Some(part) = swizzled {
            let message = "the register of `SWZ` takes no selector of its own";
            self.report(rules::unavailable_form::at(part_span(part), message));
            return None;
        }
        let operand = self.source(source, Wanted::Vector)?;
        if operand.swizzle != Swizzle::IDENTITY || ends_in_selector(&self.cx, source) {
            let message = "the register of `SWZ` takes no selector of its own";
            self.report(rules::unavailable_form::at(source.span, message));
            return None;
        }
        complete.then_some(Operand {
            swizzle: Swizzle(chosen),
            negate,
            ..operand
        })
    }

    /// An extended selector that is a number with zeros before it, where the dialect takes that; any other is reported.
    fn padded_selector(&mut self, operand: &tree::Operand<'_>) -> Option<Selector> {
        let selector = match &operand.value {
            Value::Missing => return None,
            Value::Number(number) if operand.suffix.is_empty() => match number.text.trim_start_matches('0') {
                "" => Some(Selector::Zero),
                "1" => Some(Selector::One),
                _ => None,
            },
            _ => None,
        };
        let diagnostic = rules::bad_selector::extended(operand.span);
        if selector.is_none() {
            self.report(diagnostic);
            return None;
        }
        let admitted = self
            .diagnostics
            .unless_admitted(Habit::PaddedSelector, diagnostic);
        selector.filter(|_| admitted)
    }
}

/// Whether a path operand ends in a written selector (an identity swizzle, or the caller would know).
fn ends_in_selector(cx: &Context<'_, '_>, operand: &tree::Operand<'_>) -> bool {
    let Value::Path(parts) = &operand.value else {
        return false;
    };
    match cx.parts(parts) {
        [Part::Word(_)] => false,
        [.., Part::Word(last)] => last.text == "xyzw" || last.text == "rgba",
        _ => false,
    }
}

/// One extended selector: 0, 1 or a component; for a component, whether it is of rgba.
fn extended_selector(cx: &Context<'_, '_>, operand: &tree::Operand<'_>) -> Option<(Selector, Option<bool>)> {
    if operand.absolute.is_some() || operand.attached.is_some() || !operand.suffix.is_empty() {
        return None;
    }
    match &operand.value {
        Value::Number(number) if number.text == "0" => Some((Selector::Zero, None)),
        Value::Number(number) if number.text == "1" => Some((Selector::One, None)),
        Value::Path(parts) => match cx.parts(parts) {
            [Part::Word(word)] if word.text.len() == 1 => {
                let (component, colour) = letter(word.text.as_bytes()[0])?;
                let allowed = !colour || cx.language.has_colour_letters();
                allowed.then_some((Selector::component(component), Some(colour)))
            }
            _ => None,
        },
        _ => None,
    }
}
