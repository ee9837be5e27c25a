//! The start of a pass: PassTexCoord and SampleMap.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::ati::{INSTRUCTIONS, SETUP, Selection};
use quadrille_program::ati::{AtiCoordinates, AtiSetup};
use quadrille_syntax::tree::{self, Instruction, Part, Value, Word};

use super::{Ati, Place, REGISTERS, numbered};
use crate::checker::Checker;
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// A statement of a pass.
    pub(super) fn ati_step(
        &mut self,
        ati: &mut Ati,
        instruction: &'t Instruction<'s>,
        span: Span,
        place: Place,
    ) {
        let word = instruction.mnemonic;
        if let Some(modifier) = self.words(&instruction.modifiers).first() {
            let message = "modifiers stand on destinations and arguments";
            self.report(rules::syntax_error::unexpected(modifier.span, message));
            ati.broken = true;
            return;
        }
        if SETUP.contains(&word.text) {
            let late = ati
                .shader
                .passes
                .last()
                .is_some_and(|pass| !pass.instructions.is_empty());
            if late {
                let message = "registers are set up before the first instruction of a pass";
                self.report(rules::syntax_error::unexpected(word.span, message));
            }
            match self.ati_setup(ati, instruction, span, place) {
                Some(setup) => {
                    if let (Some(pass), Some((setups, _))) =
                        (ati.shader.passes.last_mut(), ati.spans.last_mut())
                    {
                        pass.setups.push(setup);
                        setups.push(span);
                    }
                }
                None => ati.broken = true,
            }
            return;
        }
        let Some(row) = INSTRUCTIONS.iter().find(|row| row.name == word.text) else {
            let known = INSTRUCTIONS.iter().map(|row| row.name).chain(SETUP);
            let near = suggest::nearest(word.text, known);
            self.report(rules::unknown_opcode::at(
                word.span,
                "there is no such instruction",
                near,
            ));
            ati.broken = true;
            return;
        };
        match self.ati_arithmetic(ati, row, instruction, span, place) {
            Some(read) => {
                if let (Some(pass), Some((_, spans))) = (ati.shader.passes.last_mut(), ati.spans.last_mut()) {
                    pass.instructions.push(read);
                    spans.push(span);
                }
            }
            None => ati.broken = true,
        }
    }

    fn ati_setup(
        &mut self,
        ati: &mut Ati,
        instruction: &'t Instruction<'s>,
        span: Span,
        place: Place,
    ) -> Option<AtiSetup> {
        let written = self.list(&instruction.operands);
        let [destination, source] = written else {
            let word = instruction.mnemonic.text;
            self.wrong_count(span, word, 2, written);
            return None;
        };
        let destination = self.operand(*destination);
        let to = match self.ati_words(destination)?.as_slice() {
            [word] => self.ati_register(word)?,
            _ => {
                let message = "a register without a mask belongs here";
                self.report(rules::syntax_error::unexpected(destination.span, message));
                return None;
            }
        };
        let pass = ati.shader.passes.last();
        let twice = pass.is_some_and(|pass| pass.setups.iter().any(|setup| setup.destination == to));
        if twice {
            self.report(rules::register_set_up_twice::at(destination.span));
        }
        let source = self.operand(*source);
        let (from, selection) = self.ati_coordinates(ati, source, place)?;
        Some(AtiSetup {
            sample: instruction.mnemonic.text == "SampleMap",
            destination: to,
            source: from,
            selection,
        })
    }

    /// `t0.str`, or `r0.str_dr` in a second pass.
    fn ati_coordinates(
        &mut self,
        ati: &mut Ati,
        operand: &'t tree::Operand<'s>,
        place: Place,
    ) -> Option<(AtiCoordinates, Selection)> {
        let words = self.ati_words(operand)?;
        let [name, selector] = words.as_slice() else {
            let message = "coordinates with a selection, such as `t0.str`, belong here";
            self.report(rules::syntax_error::unexpected(operand.span, message));
            return None;
        };
        let known = Selection::ALL.iter().find(|(word, _)| *word == selector.text);
        let Some((_, selection)) = known else {
            let near = suggest::nearest(selector.text, Selection::ALL.iter().map(|(word, _)| *word));
            let message = match near {
                Some(near) => format!("this selects no coordinates; did you mean `{near}`"),
                None => {
                    "this selects no coordinates: they are `str`, `stq`, `str_dr` and `stq_dq`".to_owned()
                }
            };
            self.report(rules::syntax_error::unexpected(selector.span, message));
            return None;
        };
        if let Some(set) = numbered(name, "t", REGISTERS) {
            if u32::from(set) >= self.options.limits.texture_units {
                let message = format!(
                    "this implementation has {} texture units",
                    self.options.limits.texture_units
                );
                self.report(rules::binding_index_out_of_range::at(name.span, message));
            }
            match ati.selected[usize::from(set)] {
                Some((with_q, before)) if with_q != selection.reads_q() => {
                    self.report(rules::coordinate_selection::at(operand.span, before));
                }
                Some(_) => {}
                None => ati.selected[usize::from(set)] = Some((selection.reads_q(), operand.span)),
            }
            return Some((AtiCoordinates::Texture(set), *selection));
        }
        let register = self.ati_register(name)?;
        let first = place == Place::Preliminary || ati.shader.passes.len() < 2;
        if first {
            self.report(rules::routed_in_first_pass::at(name.span));
        } else if selection.reads_q() {
            self.report(rules::register_selection::at(selector.span));
        }
        Some((AtiCoordinates::Register(register), *selection))
    }

    /// The words of an operand that is a name and selectors.
    pub(super) fn ati_words(&mut self, operand: &'t tree::Operand<'s>) -> Option<Vec<Word<'s>>> {
        let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none();
        let parts = match &operand.value {
            Value::Path(parts) if plain => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        let word = |part: &Part<'s>| match part {
            Part::Word(word) => Some(*word),
            Part::Index { .. } | Part::Arguments { .. } => None,
        };
        let words: Option<Vec<Word<'s>>> = parts.iter().map(word).collect();
        let words = words.filter(|words| !words.is_empty());
        if words.is_none() {
            let message = "a register or coordinates belong here";
            self.report(rules::syntax_error::unexpected(operand.span, message));
        }
        words
    }

    /// `r0` to `r5`, of which there are as many as texture units.
    pub(super) fn ati_register(&mut self, word: &Word<'s>) -> Option<u8> {
        let Some(number) = numbered(word, "r", REGISTERS) else {
            self.report(rules::unknown_register::at(word.span, None));
            return None;
        };
        let units = self.options.limits.texture_units;
        if u32::from(number) >= units {
            let message = format!("this implementation has {units} texture units, and as many registers");
            self.report(rules::binding_index_out_of_range::at(word.span, message));
        }
        Some(number)
    }
}
