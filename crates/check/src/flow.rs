//! Labels, and the instructions that decide which one comes next.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Clamp, Condition, DataType, LanguageSet, Operation, reserved};
use quadrille_program::{Access, File, Flow, Instruction, Operand};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value, Word};

use crate::checker::Checker;
use crate::condition::LABELS;
use crate::rules;
use crate::source::Wanted;

impl<'t, 's> Checker<'t, 's> {
    /// `name:`, before the next instruction.
    pub(crate) fn label(&mut self, name: &Word<'s>, number: Option<(Word<'s>, OperandIndex)>) {
        if !self.features.languages.meets(LABELS) {
            self.report(rules::syntax_error::unexpected(
                name.span,
                "this language has no labels",
            ));
            return;
        }
        if let Some((word, number)) = number {
            if !self.features.languages.meets(LanguageSet::NV5) {
                let message = "this language has no subroutine numbers";
                self.report(rules::unavailable_form::at(word.span, message));
                return;
            }
            self.subroutine_number(name, &word, number);
        }
        if self.profile.variables == Variables::Registers && name.text.contains('$') {
            let message = "a label has letters, digits and underscores only";
            self.report(rules::syntax_error::unexpected(name.span, message));
            return;
        }
        if reserved::is_reserved(name.text, &self.features) {
            self.report(rules::reserved_name::at(name.span));
            return;
        }
        if let Some(opened) = self.inside_block() {
            self.report(rules::label_in_block::at(name.span, opened));
        }
        if self.is_gpu() {
            self.end_subroutine(name.span);
        }
        let next = self.build.next();
        self.last_label = Some((name.text, next));
        if let Some((before, _)) = self.labels.get(name.text) {
            let before = *before;
            self.report(rules::duplicate_name::at(name.span, before));
        } else {
            self.labels.insert(name.text, (name.span, next));
        }
    }

    /// An instruction that decides which one comes next.
    pub(crate) fn flow(
        &mut self,
        row: &'static OpcodeRow,
        instruction: &'t tree::Instruction<'s>,
        span: Span,
    ) {
        let operation = row.operation_in(self.features.languages);
        let (target, depth) = self.follow(operation, row.mnemonic, span);
        let written = self.list(&instruction.operands);
        let Some(decided) = self.decision(row, written, span) else {
            return;
        };
        let instruction = Instruction {
            opcode: row.opcode,
            operation,
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: None,
            operands: decided.count.into_iter().collect(),
            access: Access::Flow(Box::new(Flow {
                condition: decided.condition,
                target,
                depth,
                ..Flow::default()
            })),
        };
        self.build.push(instruction, span);
    }

    /// The operands of an instruction of flow: a label, a condition or a count.
    fn decision(
        &mut self,
        row: &'static OpcodeRow,
        written: &'t [OperandIndex],
        span: Span,
    ) -> Option<Decision> {
        let none = Decision::default();
        match (row.operands_in(self.features.languages), written) {
            ([], []) => Some(none),
            ([OperandShape::Label, ..], [label]) => {
                let name = self.label_name(*label)?;
                let branch = self.build.next();
                self.branches.push((branch, name));
                let condition = self.attached_condition(self.operand(*label).attached)?;
                Some(Decision { condition, ..none })
            }
            ([OperandShape::Condition], [condition]) => {
                let condition = match row.operation {
                    Operation::If => self.bare_condition(*condition)?,
                    _ => self.condition(*condition)?,
                };
                Some(Decision {
                    condition: Some(condition),
                    ..none
                })
            }
            ([OperandShape::Condition], []) if row.operation != Operation::If => Some(none),
            ([OperandShape::Vector], [count]) => {
                let operand = self.operand(*count);
                let count = self.source(operand, Wanted::Vector)?;
                let register = count.register;
                if register.file != File::Parameter || register.relative.is_some() {
                    self.report(rules::loop_count::at(operand.span, row.mnemonic));
                    return None;
                }
                Some(Decision {
                    count: Some(count),
                    ..none
                })
            }
            (shapes, _) => {
                let labels = [OperandShape::Label, OperandShape::Vector];
                let needed = shapes.iter().filter(|shape| labels.contains(shape)).count();
                let wanted = needed + usize::from(row.operation == Operation::If);
                self.wrong_count(span, row.mnemonic, wanted, written);
                None
            }
        }
    }

    pub(crate) fn label_name(&mut self, index: OperandIndex) -> Option<Word<'s>> {
        let operand = self.operand(index);
        if let Value::Path(parts) = &operand.value
            && operand.sign.is_none()
            && operand.absolute.is_none()
            && let [Part::Word(name)] = self.parts(parts)
        {
            return Some(*name);
        }
        if !matches!(operand.value, Value::Missing) {
            self.report(rules::syntax_error::unexpected(
                operand.span,
                "a label belongs here",
            ));
        }
        None
    }

    /// Resolves the labels of all branches.
    pub(crate) fn resolve_branches(&mut self) {
        for (id, name) in std::mem::take(&mut self.branches) {
            let Some((_, to)) = self.labels.get(name.text).copied() else {
                let near = self.near_label(name.text);
                self.report(rules::undeclared_name::at(name.span, near));
                continue;
            };
            // An instruction that has an error is not there; its place may be another's.
            if id.index() < self.build.instructions.len()
                && let Access::Flow(flow) = &mut self.build.instructions[id].access
            {
                flow.target = Some(to);
            }
        }
    }
}

/// What an instruction of flow goes by.
#[derive(Clone, Copy, Default)]
struct Decision {
    condition: Option<Condition>,
    /// How often a loop runs.
    count: Option<Operand>,
}
