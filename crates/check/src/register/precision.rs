//! Registers of two precisions: `H` of !!FP1.0, SHORT of the fragment options on ARB programs
//! (NV_fragment_program 3.11.3, NV_fragment_program_option 3.11.3.3 and 3.11.3.4).

use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::register::{self, RegisterFile, Selected, numbered};
use quadrille_isa::gl::statement::Modifier;
use quadrille_program::{Destination, File};
use quadrille_syntax::tree::{self, Part, Run, Value};

use crate::checker::Checker;
use crate::path::part_span;
use crate::rules;
use crate::scope::Entity;

impl<'t, 's> Checker<'t, 's> {
    /// Whether the language has precisions: those of !!FP1.0.
    pub(crate) fn has_precisions(&self) -> bool {
        self.features
            .languages
            .meets(LanguageSet::F10.or(LanguageSet::AF1))
    }

    /// Whether an operand names a register of 16-bit components.
    pub(super) fn is_half(&self, operand: &tree::Operand<'s>) -> bool {
        let Value::Path(parts) = &operand.value else {
            return false;
        };
        if !self.is_fp1() {
            return self.declared_size(parts) == Some(Modifier::Short);
        }
        let languages = self.features.languages;
        match self.parts(parts) {
            [Part::Word(file), Part::Index { from: Some(from), .. }, ..] => {
                let Value::Path(path) = &self.operand(*from).value else {
                    return false;
                };
                let [Part::Word(name)] = self.parts(path) else {
                    return false;
                };
                let named = Selected::Name(name.text);
                let found = register::bracketed(file.text, named, languages, &self.options.limits);
                found.is_ok_and(|(_, half)| half)
            }
            [Part::Word(name), ..] => {
                let half = numbered(name.text, languages).map(|(file, _)| file);
                name.text == "HC" || half == Some(RegisterFile::HalfTemporary)
            }
            _ => false,
        }
    }

    /// SHORT or LONG, if the variable that a path names was declared so.
    fn declared_size(&self, parts: &Run) -> Option<Modifier> {
        match self.parts(parts).first()? {
            Part::Word(name) => match self.scope.find(name.text)?.entity {
                Entity::Variable(variable) => variable.kind.size,
                _ => None,
            },
            _ => None,
        }
    }

    /// A result that is written through variables of two sizes (#73).
    pub(super) fn one_size(&mut self, result: &'t tree::Operand<'s>, to: &Destination) {
        let (Value::Path(parts), Some(register)) = (&result.value, to.register) else {
            return;
        };
        let Some(name) = self.parts(parts).first().map(part_span) else {
            return;
        };
        if register.file != File::Result {
            return;
        }
        let Some(size) = self.declared_size(parts) else {
            return;
        };
        let sizes = &mut self.fragment.sizes;
        let (before, span) = *sizes.entry(register.slot).or_insert((size, name));
        if before != size {
            self.report(rules::two_sizes::at(name, span));
        }
    }
}
