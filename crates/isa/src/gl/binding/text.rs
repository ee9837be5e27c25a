//! Writes a binding as a program writes it.

use std::fmt;

use super::Binding;
use super::pattern::{Bound, Element, Omitted, parse};
use crate::gl::availability::Features;

impl fmt::Display for Binding {
    /// The shortest text that means this binding in some program: what may be left out and means 0 is left
    /// out. Few families are spelled differently from stage to stage; [`Binding::text`] heeds that.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self
            .row()
            .forms
            .iter()
            .find_map(|form| self.write(&parse(form.pattern)));
        f.write_str(written.as_deref().unwrap_or(self.row().forms[0].pattern))
    }
}

impl Binding {
    /// The shortest text that means this binding in a program with these features.
    pub fn text(&self, features: &Features) -> String {
        let forms = self
            .row()
            .forms
            .iter()
            .filter(|form| form.check(features).is_ok());
        forms
            .filter_map(|form| self.write(&parse(form.pattern)))
            .min_by_key(String::len)
            .unwrap_or_else(|| self.to_string())
    }

    /// Its indices and what bounds each, in a program with these features.
    pub fn bounds(&self, features: &Features) -> Vec<(u32, Bound)> {
        let forms = self
            .row()
            .forms
            .iter()
            .filter(|form| form.check(features).is_ok());
        let elements = forms.map(|form| parse(form.pattern));
        let mut elements = elements.filter(|elements| self.write(elements).is_some());
        let captured = elements
            .next()
            .unwrap_or_default()
            .into_iter()
            .filter_map(|element| match element {
                Element::Word(_) | Element::Choice { captured: false, .. } | Element::Arguments => None,
                Element::Choice { .. } | Element::Constant(_) => Some(None),
                Element::Index { bound, .. } | Element::Whole { bound, .. } => Some(Some(bound)),
            });
        let numbers = self.index.into_iter().zip(captured);
        numbers
            .filter_map(|(number, bound)| Some((number, bound?)))
            .collect()
    }

    /// The text by one form; none if the form cannot mean this binding.
    fn write(&self, elements: &[Element]) -> Option<String> {
        let mut text = String::new();
        let mut numbers = self.index.iter().copied();
        for element in elements {
            match element {
                Element::Word(word) => push_word(&mut text, word),
                Element::Choice { captured: false, .. } => {}
                Element::Choice {
                    words,
                    first,
                    optional,
                    ..
                } => {
                    let number = numbers.next()?;
                    if number != 0 || !optional {
                        push_word(&mut text, words.get(number.checked_sub(*first)? as usize)?);
                    }
                }
                Element::Index { omitted, .. } => {
                    let number = numbers.next()?;
                    let left_out = match omitted {
                        Omitted::Error => false,
                        Omitted::Zero => number == 0,
                        Omitted::Every => number == Binding::EVERY,
                    };
                    if !left_out {
                        text.push_str(&format!("[{number}]"));
                    }
                }
                Element::Whole { word, .. } => {
                    if let Some(word) = word {
                        push_word(&mut text, word);
                    }
                    text.push_str(&format!("[{}]", numbers.next()?));
                }
                Element::Constant(value) => {
                    if numbers.next()? != *value {
                        return None;
                    }
                }
                Element::Arguments => text.push_str("(…)"),
            }
        }
        numbers.all(|number| number == 0).then_some(text)
    }
}

fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push('.');
    }
    text.push_str(word);
}
