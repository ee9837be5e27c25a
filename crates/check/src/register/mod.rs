//! The languages whose registers have names of their own, !!VP1.0, !!VP1.1 and !!VSP1.0: which registers
//! there are, and the rules that only a whole instruction or the whole program shows.
//!
//! Behind it there is no difference: `R3` is a temporary slot, `v[OPOS]` the binding of `vertex.position`,
//! `c[7]` a parameter slot bound to `program.env[7]`. Single operands are read in `operand`.

mod fragment;
mod operand;
mod precision;

use quadrille_base::Span;
use quadrille_isa::gl::binding::{Binding, Family};
use quadrille_isa::gl::register::{RegisterFile, numbered, numbered_files};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::{File, Operand, Register, Temporary};
use quadrille_syntax::tree::OperandIndex;

use crate::checker::Checker;
use crate::rules;
use crate::scope::Variable;

/// The languages of NV_vertex_program and NV_vertex_program1_1, whose grammar is the smallest.
const FIRST: LanguageSet = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::VS);

impl Checker<'_, '_> {
    /// Lays out the registers of the language that carry their number in their name.
    pub(crate) fn registers(&mut self) {
        for file in numbered_files(self.features.languages) {
            match file.file {
                RegisterFile::Temporary | RegisterFile::HalfTemporary => {
                    let named = (0..file.count).map(|number| Temporary {
                        name: format!("{}{number}", file.prefix),
                        long: false,
                    });
                    self.build.temporaries.extend(named);
                }
                RegisterFile::Address => self.build.addresses = file.count,
                RegisterFile::TextureUnit => {}
            }
        }
    }

    /// The variable that `R3` or `A0` is.
    pub(crate) fn numbered_register(&self, name: &str) -> Option<Variable> {
        let (file, first) = match numbered(name, self.features.languages)? {
            (RegisterFile::Temporary, number) => (File::Temporary, number),
            (RegisterFile::Address, number) => (File::Address, number),
            // H0 comes behind the last R.
            (RegisterFile::HalfTemporary, number) => {
                let full = numbered_files(self.features.languages)
                    .find(|file| file.file == RegisterFile::Temporary)
                    .map_or(0, |file| file.count);
                (File::Temporary, full + number)
            }
            (RegisterFile::TextureUnit, _) => return None,
        };
        Some(Variable::single(file, first))
    }

    /// Whether a parameter may be written: state programs write those with a number (NV_vertex_program
    /// 2.14.4).
    pub(crate) fn writes_parameters(&self, register: &Register) -> bool {
        self.features.stage == Stage::VertexState && register.relative.is_none()
    }

    /// Reports a second parameter or attribute register among the operands of one instruction.
    pub(crate) fn one_of_each_file(&mut self, operands: &[Operand], written: &[OperandIndex]) {
        let spans = |checker: &Self, file: File| -> Vec<(Register, Span)> {
            let both = operands.iter().zip(written);
            both.filter(|(operand, _)| operand.register.file == file)
                .map(|(operand, index)| (operand.register, checker.operand(*index).span))
                .collect()
        };
        let parameters = spans(self, File::Parameter);
        if let Some((span, before)) = second(&parameters).filter(|_| !self.is_fp1()) {
            self.report(rules::many_parameters_read::at(span, before));
        }
        let attributes = spans(self, File::Attribute);
        if let Some((span, before)) = second(&attributes) {
            self.report(rules::many_attributes_read::at(span, before));
        }
    }

    /// What only the whole program shows: that it has instructions, and writes what it is there for. An
    /// instruction with an error might have been the one that does, so nothing is said about programs that
    /// have one.
    pub(crate) fn whole_register_program(&mut self) {
        let Some(end) = self.tree.end else { return };
        if self.malformed || self.instruction_spans.len() != self.build.instructions.len() {
            return;
        }
        if self.build.instructions.is_empty() && self.features.languages.meets(FIRST.or(LanguageSet::F10)) {
            self.report(rules::empty_program::at(end));
            return;
        }
        match self.features.stage {
            Stage::VertexState if !self.writes(|register| register.file == File::Parameter) => {
                self.report(rules::missing_parameter_write::at(end));
            }
            Stage::Vertex if !self.features.options.position_invariant() => {
                let position = Binding::new(Family::ResultPosition, [0; 4]);
                let slot = self
                    .build
                    .results
                    .iter()
                    .position(|result| result.binding == position);
                let is_position = |register: &Register| {
                    register.file == File::Result && Some(register.slot as usize) == slot
                };
                if !self.writes(is_position) {
                    self.report(rules::missing_position::at(end));
                }
            }
            Stage::Fragment if !self.writes(|register| register.file == File::Result) => {
                self.report(rules::missing_output::at(end));
            }
            _ => {}
        }
    }

    fn writes(&self, wanted: impl Fn(&Register) -> bool) -> bool {
        let mut written = self
            .build
            .instructions
            .iter()
            .filter_map(|instruction| instruction.destination);
        written.any(|to| to.register.as_ref().is_some_and(&wanted))
    }
}

/// The first register that is not the one before it, and where that one stands.
fn second(read: &[(Register, Span)]) -> Option<(Span, Span)> {
    let (first, before) = read.first()?;
    let other = read.iter().find(|(register, _)| register != first)?;
    Some((other.1, *before))
}
