//! Instructions: opcode, suffix, operands by their shapes.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{DataType, Stage, TextureTarget};
use quadrille_program::{
    Access, Destination, File, Instruction, Operand, Register, Selector, Swizzle, TextureAccess,
};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::checker::Checker;
use crate::mnemonic::{self, Suffix};
use crate::path::{part_span, parts_span};
use crate::rules;
use crate::scope::{Entity, Variable};
use crate::selector::letter;
use crate::source::Wanted;

impl<'t> Checker<'t> {
    /// One instruction; `span` is the statement without its semicolon.
    pub(crate) fn instruction(&mut self, instruction: &'t tree::Instruction<'t>, span: Span) {
        let Some((row, suffix)) = self.opcode(instruction) else {
            return;
        };
        if let Some(modifier) = self.words(&instruction.modifiers).first() {
            let message = "this language has no dot modifiers";
            self.report(rules::unavailable_form::at(modifier.span, message));
            return;
        }
        if row.operation.class() == Class::Flow && self.is_extended() {
            self.flow(row, instruction, span);
            return;
        }
        let written = self.list(&instruction.operands);
        let wanted = self.written_operands(row);
        if written.len() != wanted {
            if !written
                .iter()
                .any(|operand| matches!(self.operand(*operand).value, Value::Missing))
            {
                self.report(rules::wrong_operand_count::at(
                    span,
                    row.mnemonic,
                    wanted,
                    written.len(),
                ));
            }
            return;
        }
        let (destination, sources) = match row.result {
            ResultShape::None => (Some(None), written),
            ResultShape::Vector
            | ResultShape::VectorFloat
            | ResultShape::VectorSigned
            | ResultShape::VectorUnsigned
            | ResultShape::Scalar => {
                let destination = self.destination(self.operand(written[0]));
                (destination.map(Some), &written[1..])
            }
            ResultShape::Address => {
                let destination = self.address_destination(self.operand(written[0]));
                (destination.map(Some), &written[1..])
            }
        };
        let operands = self.sources(row, sources);
        let (Some(destination), Some((operands, access))) = (destination, operands) else {
            return;
        };
        if self.profile.variables == Variables::Registers {
            self.one_of_each_file(&operands, sources);
        }
        let data_type = if self.is_fp1() {
            self.fragment_instruction(row.opcode, &suffix, destination.as_ref(), &operands, written)
        } else {
            DataType::F32
        };
        self.note_use(&operands, destination);
        self.build.instructions.push(Instruction {
            opcode: row.opcode,
            operation: row.operation_in(self.features.languages),
            data_type,
            clamp: suffix.clamp,
            precise: false,
            update: suffix.update.map(|(register, _)| register),
            destination,
            operands,
            access,
        });
        self.build.spans.push(span);
    }

    /// How many operands are written for an opcode, its result among them.
    fn written_operands(&self, row: &OpcodeRow) -> usize {
        let operands = row
            .operands_in(self.features.languages)
            .iter()
            .map(|shape| match shape {
                OperandShape::ExtendedSwizzle => 5,
                OperandShape::Texture | OperandShape::Image => 2,
                _ => 1,
            });
        operands.sum::<usize>() + usize::from(row.result != ResultShape::None)
    }

    /// The row of an opcode and its suffix.
    fn opcode(&mut self, instruction: &tree::Instruction<'t>) -> Option<(&'static OpcodeRow, Suffix)> {
        let word = instruction.mnemonic;
        let mut missing = None;
        for (row, suffix) in mnemonic::readings(word.text) {
            match row.availability.check(&self.features) {
                Ok(()) if mnemonic::takes(row, &suffix, &self.features) => return Some((row, suffix)),
                Ok(()) => missing = Some(Err(row)),
                Err(why) => missing = missing.or(Some(Ok(why))),
            }
        }
        match missing {
            Some(Err(row)) => {
                let message = format!("`{}` does not take this suffix in this language", row.mnemonic);
                self.report(rules::unknown_opcode::at(word.span, message, Some(row.mnemonic)));
            }
            Some(Ok(missing)) => self.report_missing(word.span, missing),
            None => {
                let here = OPCODES
                    .iter()
                    .filter(|row| row.availability.check(&self.features).is_ok());
                let near = suggest::nearest(word.text, here.map(|row| row.mnemonic));
                self.report(rules::unknown_opcode::at(
                    word.span,
                    "there is no such instruction",
                    near,
                ));
            }
        }
        None
    }

    fn report_missing(&mut self, span: Span, missing: Missing) {
        let diagnostic = match missing {
            Missing::Language => {
                rules::unknown_opcode::at(span, "this language has no such instruction", None)
            }
            Missing::Stage => {
                rules::unknown_opcode::at(span, "programs of this stage have no such instruction", None)
            }
            Missing::Option(option) => self.missing_option(span, option),
        };
        self.report(diagnostic);
    }

    /// The source operands of an opcode, by their shapes.
    fn sources(&mut self, row: &OpcodeRow, written: &'t [OperandIndex]) -> Option<(Vec<Operand>, Access)> {
        let mut operands = Vec::with_capacity(row.operands.len());
        let mut access = Access::None;
        let mut complete = true;
        let mut written = written.iter();
        let mut next = || written.next().copied();
        for shape in row.operands_in(self.features.languages) {
            let operand = match shape {
                OperandShape::Vector
                | OperandShape::OptionalVector
                | OperandShape::VectorFloat
                | OperandShape::VectorSigned
                | OperandShape::VectorUnsigned
                | OperandShape::VectorOrCondition => {
                    let index = next()?;
                    self.source(self.operand(index), Wanted::Vector)
                }
                OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                    let index = next()?;
                    self.source(self.operand(index), Wanted::Scalar(row.mnemonic))
                }
                OperandShape::ExtendedSwizzle => {
                    let source = next()?;
                    let selectors = [next()?, next()?, next()?, next()?];
                    self.extended_swizzle(self.operand(source), selectors)
                }
                OperandShape::Texture => {
                    let (unit, target) = (next()?, next()?);
                    match self.texture(self.operand(unit), self.operand(target)) {
                        Some(texture) => access = Access::Texture(texture),
                        None => complete = false,
                    }
                    continue;
                }
                OperandShape::Address => {
                    let index = next()?;
                    self.address_operand(self.operand(index))
                }
                OperandShape::Condition => {
                    match next().and_then(|index| self.bare_condition(index)) {
                        Some(condition) => access = Access::Condition(condition),
                        None => complete = false,
                    }
                    continue;
                }
                OperandShape::Image
                | OperandShape::Memory
                | OperandShape::Label
                | OperandShape::Subroutine => None,
            };
            match operand {
                Some(operand) => operands.push(operand),
                None => complete = false,
            }
        }
        complete.then_some((operands, access))
    }

    /// SWZ: a register without sign or selector, and four selectors.
    fn extended_swizzle(
        &mut self,
        source: &'t tree::Operand<'t>,
        selectors: [OperandIndex; 4],
    ) -> Option<Operand> {
        let mut negate = 0;
        let mut chosen = [Selector::X; 4];
        let mut complete = true;
        let mut colours = None;
        for (at, index) in selectors.into_iter().enumerate() {
            let operand = self.operand(index);
            match self.extended_selector(operand) {
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
                None => {
                    if !matches!(operand.value, Value::Missing) {
                        self.report(rules::bad_selector::extended(operand.span));
                    }
                    complete = false;
                }
            }
        }
        if let Some(sign) = source.sign {
            let message = "the register of `SWZ` takes no sign; its selectors do";
            self.report(rules::unavailable_form::at(sign.span, message));
            return None;
        }
        let swizzled = match &source.value {
            Value::Braces(_) | Value::Number(_) => self.parts(&source.suffix).first(),
            _ => None,
        };
        if let Some(part) = swizzled {
            let message = "the register of `SWZ` takes no selector of its own";
            self.report(rules::unavailable_form::at(part_span(part), message));
            return None;
        }
        let operand = self.source(source, Wanted::Vector)?;
        if operand.swizzle != Swizzle::IDENTITY || self.ends_in_selector(source) {
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

    /// Whether a path operand ends in a written selector (an identity swizzle, or the caller would know).
    fn ends_in_selector(&self, operand: &tree::Operand<'t>) -> bool {
        let Value::Path(parts) = &operand.value else {
            return false;
        };
        match self.parts(parts) {
            [Part::Word(_)] => false,
            [.., Part::Word(last)] => last.text == "xyzw" || last.text == "rgba",
            _ => false,
        }
    }

    /// One extended selector: 0, 1 or a component; for a component, whether it is of rgba.
    fn extended_selector(&self, operand: &tree::Operand<'t>) -> Option<(Selector, Option<bool>)> {
        if operand.absolute.is_some() || operand.attached.is_some() || !operand.suffix.is_empty() {
            return None;
        }
        match &operand.value {
            Value::Number(number) if number.text == "0" => Some((Selector::Zero, None)),
            Value::Number(number) if number.text == "1" => Some((Selector::One, None)),
            Value::Path(parts) => match self.parts(parts) {
                [Part::Word(word)] if word.text.len() == 1 => {
                    let (component, colour) = letter(word.text.as_bytes()[0])?;
                    let allowed = !colour || self.colour_letters();
                    allowed.then_some((Selector::component(component), Some(colour)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `texture[n]` and a target.
    fn texture(
        &mut self,
        unit: &'t tree::Operand<'t>,
        target: &'t tree::Operand<'t>,
    ) -> Option<TextureAccess> {
        let number = self.texture_unit(unit);
        let name = self.texture_target(target);
        let (unit_number, target_name) = (number?, name?);
        if let Err((_, before)) = self.build.texture(unit_number, target_name, target.span) {
            self.report(rules::texture_target_conflict::at(target.span, before));
            return None;
        }
        Some(TextureAccess {
            unit: unit_number,
            index: None,
            target: target_name,
            offset: None,
            component: 0,
        })
    }

    fn texture_unit(&mut self, operand: &'t tree::Operand<'t>) -> Option<u32> {
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

    fn texture_target(&mut self, operand: &'t tree::Operand<'t>) -> Option<TextureTarget> {
        self.no_attachment(operand)?;
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
            self.report(rules::syntax_error::unexpected(operand.span, message));
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

    /// The destination of ARL: an address register with the mask `.x`.
    fn address_destination(&mut self, operand: &'t tree::Operand<'t>) -> Option<Destination> {
        let condition = self.attached_condition(operand.attached)?;
        let (register, mask) = self.masked_address(operand)?;
        Some(Destination {
            register: Some(register),
            mask,
            condition,
        })
    }

    /// A whole address register, as ARA and PUSHA read it.
    fn address_operand(&mut self, operand: &'t tree::Operand<'t>) -> Option<Operand> {
        self.no_attachment(operand)?;
        if let Value::Path(parts) = &operand.value
            && operand.sign.is_none()
            && operand.absolute.is_none()
            && let [Part::Word(name)] = self.parts(parts)
            && let Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) = self.find(name.text)
        {
            return Some(Operand::of(Register::fixed(File::Address, first)));
        }
        if !matches!(operand.value, Value::Missing) {
            let message = "an address register without a selector belongs here";
            self.report(rules::bad_index::at(operand.span, message));
        }
        None
    }

    fn masked_address(&mut self, operand: &'t tree::Operand<'t>) -> Option<(Register, u8)> {
        let parts = match &operand.value {
            Value::Path(parts) if operand.sign.is_none() && operand.absolute.is_none() => self.parts(parts),
            Value::Missing => return None,
            _ => &[],
        };
        let Some(Part::Word(name)) = parts.first() else {
            self.report(rules::not_writable::at(operand.span, "only an address register"));
            return None;
        };
        match self.find(name.text) {
            Some(Entity::Variable(Variable {
                file: File::Address,
                first,
                ..
            })) => match &parts[1..] {
                [Part::Word(word)] if word.text == "x" => Some((Register::fixed(File::Address, first), 1)),
                [] if self.is_extended() => Some((Register::fixed(File::Address, first), 0b1111)),
                [Part::Word(word)] if self.is_extended() => {
                    let mask = self.mask(word)?;
                    Some((Register::fixed(File::Address, first), mask))
                }
                _ => {
                    let message = "an address register has one component, and needs `.x`";
                    self.report(rules::bad_index::at(operand.span, message));
                    None
                }
            },
            Some(Entity::Broken) => None,
            Some(Entity::Variable(_) | Entity::Scalar(_)) => {
                self.report(rules::not_writable::at(
                    name.span,
                    "anything but an address register",
                ));
                None
            }
            None if self.opens_binding(name.text) => {
                self.report(rules::not_writable::at(
                    operand.span,
                    "anything but an address register",
                ));
                None
            }
            None => {
                self.unknown_name(name);
                None
            }
        }
    }

    /// Notes which components of attributes are read and of results written.
    fn note_use(&mut self, operands: &[Operand], destination: Option<Destination>) {
        for operand in operands {
            if operand.register.file == File::Attribute && operand.register.relative.is_none() {
                let used = operand.swizzle.0.iter().fold(0, |used, selector| match selector {
                    Selector::X => used | 1,
                    Selector::Y => used | 2,
                    Selector::Z => used | 4,
                    Selector::W => used | 8,
                    Selector::Zero | Selector::One => used,
                });
                self.build.attributes[operand.register.slot as usize].used |= used;
            }
        }
        if let Some(Destination {
            register:
                Some(Register {
                    file: File::Result,
                    slot,
                    relative: None,
                }),
            mask,
            ..
        }) = destination
        {
            self.build.results[slot as usize].used |= mask;
        }
    }

    /// Whether the program is a fragment program, whose ALU and texture instructions are counted apart.
    pub(crate) fn is_fragment(&self) -> bool {
        self.profile.stage == Stage::Fragment
    }
}
