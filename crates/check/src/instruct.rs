//! Instructions: opcode, suffix, operands by their shapes.

mod agreement;
mod flow;
pub(crate) mod gpu;
pub(crate) mod indirect;
pub(crate) mod interlock;
mod lookup;
mod memory;
pub(crate) mod modifiers;
pub(crate) mod operand;
mod special;
pub(crate) mod unit;

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, Operation};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{DataType, Features, Stage};
use quadrille_program::{Access, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex, Value};

use crate::checker::Checker;
use crate::mnemonic::{self, Suffix};
use crate::rules;
use crate::source::Wanted;

impl<'t, 's> Checker<'t, 's> {
    /// One instruction; `span` is the statement without its semicolon.
    pub(crate) fn instruction(&mut self, instruction: &'t tree::Instruction<'s>, span: Span) {
        if self.is_gpu() {
            self.gpu_instruction(instruction, span);
            return;
        }
        let Some((row, suffix)) = self.opcode(instruction) else {
            return;
        };
        if let Some(modifier) = self.words(&instruction.modifiers).first() {
            let message = "this language has no dot modifiers";
            self.report(rules::unavailable_form::at(modifier.span, message));
            return;
        }
        if row.operation.class() == Class::Flow {
            self.flow(row, instruction, span);
            return;
        }
        let written = self.list(&instruction.operands);
        let wanted = self.written_operands(row);
        if written.len() != wanted {
            self.wrong_count(span, row.mnemonic, wanted, written);
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
        if row.operation == Operation::AddressPop {
            self.whole_pop(destination.flatten(), written);
        }
        let (Some(mut destination), Some((operands, access))) = (destination, operands) else {
            return;
        };
        if self.profile.variables == Variables::Registers {
            self.one_of_each_file(&operands, sources);
        }
        let data_type = if self.has_precisions() {
            self.fragment_instruction(row.opcode, &suffix, destination.as_mut(), &operands, written)
        } else {
            DataType::F32
        };
        let instruction = Instruction {
            opcode: row.opcode,
            operation: row.operation_in(self.features.languages),
            data_type,
            clamp: suffix.clamp,
            precise: false,
            update: suffix.update.map(|(register, _)| register),
            destination,
            operands,
            access,
        };
        self.build.push(instruction, span);
    }

    /// How many operands are written for an opcode, its result among them.
    pub(crate) fn written_operands(&self, row: &OpcodeRow) -> usize {
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
    pub(crate) fn opcode(
        &mut self,
        instruction: &tree::Instruction<'s>,
    ) -> Option<(&'static OpcodeRow, Suffix)> {
        let word = instruction.mnemonic;
        let mut missing = None;
        for (row, suffix) in mnemonic::readings(word.text) {
            match row.availability.check(&self.features) {
                Ok(()) if mnemonic::takes(row, &suffix, &self.features) => return Some((row, suffix)),
                Ok(()) => missing = Some(Err(row)),
                Err(why) => missing = missing.or(Some(Ok(why))),
            }
        }
        let has = |features: &Features| {
            mnemonic::readings(word.text).any(|(row, suffix)| {
                row.availability.check(features).is_ok() && mnemonic::takes(row, &suffix, features)
            })
        };
        if missing.is_some()
            && let Some(option) = self.helping(has)
        {
            let diagnostic = self.missing_option(word.span, option);
            let mut ways = mnemonic::readings(word.text);
            self.report(
                match ways.find_map(|(row, suffix)| self.plain_way(row, &suffix)) {
                    Some(way) => rules::missing_option::plainly(diagnostic, way),
                    None => diagnostic,
                },
            );
            return None;
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
                if let Some(near) = near {
                    self.follow_word(near, word.span);
                }
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
                | OperandShape::VectorUnsigned => {
                    let index = next()?;
                    self.source(self.operand(index), Wanted::Vector)
                }
                OperandShape::VectorOrCondition => {
                    let index = next()?;
                    let parenthesis = matches!(self.operand(index).value, Value::Parenthesis(_));
                    if self.is_test(index) || parenthesis && self.has_conditions() {
                        match self.bare_condition(index) {
                            Some(condition) => access = Access::Condition(condition),
                            None => complete = false,
                        }
                        continue;
                    }
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
                        Some(texture) => access = Access::Texture(Box::new(texture)),
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

    /// Whether the program is a fragment program, whose ALU and texture instructions are counted apart.
    pub(crate) fn is_fragment(&self) -> bool {
        self.profile.stage == Stage::Fragment
    }
}
