//! Swizzles and write masks, as words.

use quadrille_program::{Selector, Swizzle};
use quadrille_syntax::tree::Word;

use crate::context::Context;
use crate::rules;
use crate::state::diagnostics::Diagnostics;

/// Which component a letter names, and whether it is of the set rgba.
pub(crate) fn letter(c: u8) -> Option<(u8, bool)> {
    match c {
        b'x' => Some((0, false)),
        b'y' => Some((1, false)),
        b'z' => Some((2, false)),
        b'w' => Some((3, false)),
        b'r' => Some((0, true)),
        b'g' => Some((1, true)),
        b'b' => Some((2, true)),
        b'a' => Some((3, true)),
        _ => None,
    }
}

fn letter_names(cx: &Context<'_, '_>) -> &'static str {
    if cx.language.has_colour_letters() {
        "x, y, z, w or r, g, b, a"
    } else {
        "x, y, z and w"
    }
}

/// The components that a word names, in its order; reports a word that is no selector.
fn components(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    word: &Word<'_>,
    fits: impl Fn(usize) -> bool,
) -> Option<Components> {
    let colours = cx.language.has_colour_letters();
    let mut components = Components::default();
    let mut sets = [false; 2];
    let known = fits(word.text.len())
        && word.text.bytes().all(|byte| match letter(byte) {
            Some((component, colour)) if colours || !colour => {
                sets[usize::from(colour)] = true;
                components.push(component);
                true
            }
            _ => false,
        });
    if !known {
        let names = letter_names(cx);
        diagnostics.report(rules::bad_selector::at(word.span, names));
        return None;
    }
    if sets == [true; 2] {
        diagnostics.report(rules::mixed_selectors::at(word.span));
        return None;
    }
    Some(components)
}

/// A swizzle of one letter or four.
pub(crate) fn swizzle(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    word: &Word<'_>,
) -> Option<Swizzle> {
    let components = components(cx, diagnostics, word, |length| length == 1 || length == 4)?;
    Some(match components.all() {
        [one] => Swizzle::replicate(Selector::component(*one)),
        _ => Swizzle(components.places.map(Selector::component)),
    })
}

/// A write mask, bit 0 for x.
pub(crate) fn mask(cx: &Context<'_, '_>, diagnostics: &mut Diagnostics, word: &Word<'_>) -> Option<u8> {
    let components = components(cx, diagnostics, word, |length| (1..=4).contains(&length))?;
    if components.all().windows(2).any(|pair| pair[0] >= pair[1]) {
        let colour = letter(word.text.as_bytes()[0]).is_some_and(|(_, colour)| colour);
        let letters = if colour { "rgba" } else { "xyzw" };
        let sorted = letters
            .bytes()
            .filter(|c| word.text.bytes().any(|other| other == *c));
        let sorted: String = sorted.map(char::from).collect();
        diagnostics.report(rules::bad_write_mask::at(word.span, Some(sorted)));
        return None;
    }
    Some(
        components
            .all()
            .iter()
            .fold(0, |mask, component| mask | 1 << component),
    )
}

/// At most four components, 0 to 3 for x to w.
#[derive(Default)]
struct Components {
    places: [u8; 4],
    count: usize,
}

impl Components {
    fn push(&mut self, component: u8) {
        self.places[self.count] = component;
        self.count += 1;
    }

    fn all(&self) -> &[u8] {
        &self.places[..self.count]
    }
}
