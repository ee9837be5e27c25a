//! The texture of an instruction: a unit and a target.

use quadrille_base::suggest;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::target::TARGETS;
use quadrille_program::TextureAccess;
use quadrille_syntax::tree::{self, Part, Value};

use crate::checker::Checker;
use crate::path::{part_span, parts_span};
use crate::rules;

impl<'t, 's> Checker<'t, 's> {
    /// `texture[n]` and a target.
    pub(crate) fn texture(
        &mut self,
        unit: &'t tree::Operand<'s>,
        target: &'t tree::Operand<'s>,
    ) -> Option<TextureAccess> {
        let number = self.texture_unit(unit);
        let name = self.texture_target(target);
        let (unit_number, target_name) = (number?, name?);
        if let Err((_, before)) = self
            .build
            .texture(unit_number, target_name, target.span, unit.span)
        {
            self.report(rules::texture_target_conflict::at(target.span, before));
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

    fn texture_unit(&mut self, operand: &'t tree::Operand<'s>) -> Option<u32> {
        let message = "a texture unit belongs here, such as `texture[0]`";
        let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.attached.is_none();
        let parts = match &operand.value {
            Value::Path(parts) if plain => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        match parts {
            _ if self.is_fp1() => self.named_texture_unit(parts, operand.span),
            [Part::Word(word), ..] if word.text == "texture" => {
                let found = self.binding(parts)?;
                if let Some(extra) = parts.get(found.consumed) {
                    let message = "nothing may follow a texture unit";
                    self.report(rules::syntax_error::unexpected(part_span(extra), message));
                    return None;
                }
                if found.array {
                    self.report(rules::many_vectors_for_one::at(parts_span(parts)));
                    return None;
                }
                Some(found.first.index[0])
            }
            _ => {
                self.report(rules::syntax_error::unexpected(operand.span, message));
                None
            }
        }
    }

    pub(crate) fn texture_target(&mut self, operand: &'t tree::Operand<'s>) -> Option<TextureTarget> {
        if !self.is_gpu() {
            self.no_attachment(operand)?;
        }
        let word = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => {
                match self.parts(parts) {
                    [Part::Word(word)] => Some(word),
                    _ => None,
                }
            }
            Value::Missing => return None,
            _ => None,
        };
        let row = word.and_then(|word| TextureTarget::of_name(word.text));
        let Some(row) = row else {
            let message = "a texture target belongs here, such as `2D`";
            let known = TARGETS
                .iter()
                .filter(|row| row.availability.check(&self.features).is_ok());
            let near = word.and_then(|word| suggest::nearest(word.text, known.map(|row| row.name)));
            self.report(rules::syntax_error::misspelled(operand.span, message, near));
            return None;
        };
        match row.availability.check(&self.features) {
            Ok(()) => Some(row.target),
            Err(Missing::Option(option)) => {
                let diagnostic = self.missing_option(operand.span, option);
                self.report(diagnostic);
                None
            }
            Err(Missing::Language | Missing::Stage) => {
                let message = "this language has no such texture target";
                self.report(rules::unavailable_form::at(operand.span, message));
                None
            }
        }
    }
}
