//! What !!FP1.0 has: named constants and parameters, registers of two precisions, and its rules about a
//! whole instruction (NV_fragment_program 3.11.3 and 3.11.5). The fragment options on ARB programs share those
//! about precision (NV_fragment_program_option 3.11.3.4 and 3.11.5).

use quadrille_base::Span;
use quadrille_isa::gl::binding::Family;
use quadrille_isa::gl::register::{self, RegisterFile, numbered};
use quadrille_isa::gl::{DataType, LanguageSet, Opcode, reserved};
use quadrille_program::{Destination, File, Operand, Parameter, ParameterSource, Register};
use quadrille_syntax::tree::{self, Declaration, OperandIndex, Part, Value, Word};
use rustc_hash::FxHashSet;

use crate::checker::Checker;
use crate::constant::{self, Constant};
use crate::mnemonic::Suffix;
use crate::near::Used;
use crate::path::part_span;
use crate::rules;
use crate::scope::{Entity, Variable};

impl<'t, 's> Checker<'t, 's> {
    /// Whether the program is an !!FP1.0 program.
    pub(crate) fn is_fp1(&self) -> bool {
        self.features.languages.meets(LanguageSet::F10)
    }

    /// DEFINE and DECLARE.
    pub(crate) fn named_constant(&mut self, declaration: &'t Declaration<'s>) {
        let define = declaration.keyword.text == "DEFINE";
        let (item, more) = match self.declarators(declaration) {
            [item] => (item, None),
            [item, more, ..] => (item, Some(more)),
            [] => return,
        };
        if let Some(more) = more {
            let message = "one name is declared at a time";
            self.report(rules::syntax_error::unexpected(more.span, message));
        }
        let target = self.operand(item.target);
        let name = match &target.value {
            Value::Path(parts) if target.sign.is_none() && target.absolute.is_none() => {
                match self.parts(parts) {
                    [Part::Word(name)] => *name,
                    _ => return self.no_name(target.span),
                }
            }
            Value::Missing => return,
            _ => return self.no_name(target.span),
        };
        let value = match item.value {
            Some(value) => self.constant_value(self.operand(value)),
            None if define => {
                let message = "`=` and the value of the constant belong here";
                self.report(rules::syntax_error::unexpected(Span::at(item.span.end), message));
                None
            }
            None => Some(([0; 4], false)),
        };
        if reserved::is_reserved(name.text, &self.features) || self.opens_binding(name.text) {
            self.report(rules::reserved_name::at(name.span));
            return;
        }
        let entity = match value {
            None => Entity::Broken,
            Some((bits, true)) if define => Entity::Scalar(self.constant(bits, name.span).slot as u32),
            Some((bits, _)) => {
                let first = if define {
                    self.constant(bits, name.span).slot as u32
                } else {
                    self.declared_parameter(bits)
                };
                Entity::Variable(Variable::single(File::Parameter, first))
            }
        };
        if let Err(before) = self.scope.declare(name.text, entity, name.span) {
            self.report(rules::duplicate_name::at(name.span, before.span));
        }
    }

    /// Whether DECLARE made a parameter slot.
    pub(crate) fn is_settable(&self, slot: u32) -> bool {
        self.fragment.declared.contains(&slot)
    }

    fn no_name(&mut self, span: Span) {
        self.report(rules::syntax_error::unexpected(span, "a name belongs here"));
        self.unread.names += 1;
    }

    /// A slot of its own, with its first value.
    fn declared_parameter(&mut self, bits: Constant) -> u32 {
        let source = ParameterSource::Constant(bits);
        self.build.parameters.push(Parameter::of(source));
        let slot = self.build.parameters.len() as u32 - 1;
        self.fragment.declared.insert(slot);
        slot
    }

    /// The value of a DEFINE or DECLARE, and whether it is a scalar.
    fn constant_value(&mut self, operand: &'t tree::Operand<'s>) -> Option<(Constant, bool)> {
        if let Some((number, negative)) = constant::plain_number(operand) {
            return Some((constant::scalar(number, negative), true));
        }
        let plain = operand.sign.is_none() && operand.absolute.is_none() && operand.suffix.is_empty();
        match &operand.value {
            Value::Braces(list) if plain => Some((self.vector_constant(list, operand.span)?, false)),
            Value::Path(parts) if plain => match self.parts(parts) {
                [Part::Word(name)] => self.named_value(name),
                _ => self.no_constant(operand.span),
            },
            Value::Missing => None,
            _ => self.no_constant(operand.span),
        }
    }

    fn no_constant(&mut self, span: Span) -> Option<(Constant, bool)> {
        self.report(rules::syntax_error::unexpected(span, "a constant belongs here"));
        None
    }

    /// The value of a name that DEFINE declared, and whether it is a scalar.
    pub(crate) fn named_value(&mut self, name: &Word<'s>) -> Option<(Constant, bool)> {
        let (slot, is_scalar) = match self.find(name.text) {
            Some(Entity::Scalar(slot)) => (slot, true),
            Some(Entity::Variable(variable)) if variable.file == File::Parameter => (variable.first, false),
            Some(Entity::Broken) => return None,
            Some(_) => return self.no_constant(name.span),
            None => {
                self.unknown_name(name, Used::Constant);
                return None;
            }
        };
        match self.build.parameters[slot as usize].source {
            ParameterSource::Constant(bits) if !self.fragment.declared.contains(&slot) => {
                Some((bits, is_scalar))
            }
            _ => self.no_constant(name.span),
        }
    }

    /// Judges a whole instruction, whose registers are resolved; gives the type that it computes in.
    pub(crate) fn fragment_instruction(
        &mut self,
        opcode: Opcode,
        suffix: &Suffix,
        destination: Option<&mut Destination>,
        operands: &[Operand],
        written: &'t [OperandIndex],
    ) -> DataType {
        let (result, sources) = match destination {
            Some(_) => (written.first(), written.get(1..).unwrap_or_default()),
            None => (None, &[][..]),
        };
        let result = result.map(|index| self.operand(*index));
        let half = result.is_some_and(|result| self.is_half(result));
        let destination = destination.map(|to| {
            to.short = half;
            &*to
        });
        if let (Some(result), Some(to)) = (result, destination) {
            self.fragment_result(opcode, result, to, half);
        }
        let unpacks = matches!(
            opcode,
            Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub
        );
        if let Some(source) = sources.first().map(|index| self.operand(*index))
            && unpacks
            && self.is_half(source)
        {
            self.report(rules::packed_precision::at(source.span, "unpacked from"));
        }
        if self.is_fp1() {
            self.parameters_of(operands, sources);
            self.count_registers(destination, operands, half, result.map(|result| result.span));
        }
        let coordinates = self.is_fp1()
            && operands.iter().any(|operand| {
                operand.register.file == File::Attribute
                    && matches!(
                        self.build.attributes[operand.register.slot as usize]
                            .binding
                            .family,
                        Family::FragmentFogcoord | Family::FragmentTexcoord
                    )
            });
        match suffix.precision {
            _ if coordinates => DataType::F32,
            Some('X') => DataType::Fx12,
            Some('H') => DataType::F16,
            None if half => DataType::F16,
            _ => DataType::F32,
        }
    }

    fn fragment_result(
        &mut self,
        opcode: Opcode,
        result: &'t tree::Operand<'s>,
        to: &Destination,
        half: bool,
    ) {
        let packs = matches!(
            opcode,
            Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub
        );
        if packs && half {
            self.report(rules::packed_precision::at(result.span, "packed into"));
        }
        if opcode == Opcode::Rfl && to.mask & 8 != 0 {
            self.report(rules::reflection_mask::at(result.span));
        }
        if !self.is_fp1() {
            self.one_size(result, to);
            return;
        }
        let is_colour = to.register.is_some_and(|register| {
            register.file == File::Result
                && self.build.results[register.slot as usize].binding.family == Family::ResultFragmentColor
        });
        if is_colour {
            let [full, short] = self.fragment.colours;
            let other = if half { full } else { short };
            if let Some(before) = other
                && self.fragment.colours[usize::from(half)].is_none()
            {
                self.report(rules::two_colours::at(result.span, before));
            }
            self.fragment.colours[usize::from(half)].get_or_insert(result.span);
        }
    }

    /// One parameter register, or constants of four different numbers together (#57).
    fn parameters_of(&mut self, operands: &[Operand], sources: &[OperandIndex]) {
        let read: Vec<(Register, Span)> = operands
            .iter()
            .zip(sources)
            .filter(|(operand, _)| operand.register.file == File::Parameter)
            .map(|(operand, index)| (operand.register, self.operand(*index).span))
            .collect();
        let Some((first, before)) = read.first().copied() else {
            return;
        };
        let mut numbers = FxHashSet::default();
        let mut constants = true;
        for (register, span) in &read {
            let slot = register.slot as u32;
            match self.build.parameters[slot as usize].source {
                ParameterSource::Constant(bits) if !self.fragment.declared.contains(&slot) => {
                    numbers.extend(bits)
                }
                _ => constants = false,
            }
            if *register != first && (!constants || numbers.len() > 4) {
                self.report(rules::many_parameters_read::at(*span, before));
                return;
            }
        }
    }

    /// Counts the registers of an instruction that were not used before (#55).
    fn count_registers(
        &mut self,
        destination: Option<&Destination>,
        operands: &[Operand],
        half: bool,
        span: Option<Span>,
    ) {
        let full = register::numbered_files(self.features.languages)
            .find(|file| file.file == RegisterFile::Temporary)
            .map_or(0, |file| file.count as i32);
        let before = self.fragment.units;
        let read = operands.iter().map(|operand| (operand.register, false));
        let to = destination
            .and_then(|to| to.register)
            .map(|register| (register, half));
        for (register, half) in read.chain(to) {
            let is_short = match register.file {
                File::Temporary => register.slot >= full,
                File::Result => half,
                File::Attribute | File::Parameter | File::Address => continue,
            };
            if self
                .fragment
                .used
                .insert((register.file, register.slot, is_short))
            {
                self.fragment.units += if is_short { 1 } else { 2 };
            }
        }
        let most = self.options.limits.fp1_register_units;
        if before <= most && self.fragment.units > most {
            let place = span.unwrap_or_default();
            self.report(rules::too_many_registers::at(place, most));
        }
    }

    /// A texture unit by its name, `TEX3`.
    pub(crate) fn named_texture_unit(&mut self, parts: &'t [Part<'s>], span: Span) -> Option<u32> {
        match parts {
            [Part::Word(name)] => {
                if let Some((RegisterFile::TextureUnit, number)) =
                    numbered(name.text, self.features.languages)
                {
                    return Some(number);
                }
                self.report(rules::unknown_register::at(name.span, None));
                None
            }
            [_, extra, ..] => {
                let message = "nothing may follow a texture unit";
                self.report(rules::syntax_error::unexpected(part_span(extra), message));
                None
            }
            [..] => {
                let message = "a texture unit belongs here, such as `TEX0`";
                self.report(rules::syntax_error::unexpected(span, message));
                None
            }
        }
    }
}
