//! Labels, and the instructions that go to them: BRA, CAL and RET of the vertex languages.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape};
use quadrille_isa::gl::{Clamp, DataType, reserved};
use quadrille_program::{Access, Flow, InstId, Instruction};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value, Word};

use crate::checker::Checker;
use crate::rules;

impl<'t> Checker<'t> {
    /// `name:`, before the next instruction.
    pub(crate) fn label(&mut self, name: &Word<'t>, number: Option<(Word<'t>, OperandIndex)>) {
        if !self.is_extended() {
            self.report(rules::syntax_error::unexpected(
                name.span,
                "this language has no labels",
            ));
            return;
        }
        if let Some((word, _)) = number {
            let message = "this language has no subroutine numbers";
            self.report(rules::unavailable_form::at(word.span, message));
            return;
        }
        if name.text.contains('$') {
            let message = "a label has letters, digits and underscores only";
            self.report(rules::syntax_error::unexpected(name.span, message));
            return;
        }
        if reserved::is_reserved(name.text, &self.features) {
            self.report(rules::reserved_name::at(name.span));
            return;
        }
        let next = InstId::new(self.build.instructions.len());
        if let Some((before, _)) = self.labels.get(name.text) {
            let before = *before;
            self.report(rules::duplicate_name::at(name.span, before));
        } else {
            self.labels.insert(name.text, (name.span, next));
        }
    }

    /// BRA, CAL or RET.
    pub(crate) fn flow(
        &mut self,
        row: &'static OpcodeRow,
        instruction: &'t tree::Instruction<'t>,
        span: Span,
    ) {
        let written = self.list(&instruction.operands);
        let to_label = row.operands.contains(&OperandShape::Label);
        let condition = match (to_label, written) {
            (true, [label]) => {
                let Some(name) = self.label_name(*label) else {
                    return;
                };
                self.branches
                    .push((InstId::new(self.build.instructions.len()), name));
                self.attached_condition(self.operand(*label).attached)
            }
            (false, []) => Some(None),
            (false, [condition]) => self.condition(*condition).map(Some),
            _ => {
                let wanted = usize::from(to_label);
                self.report(rules::wrong_operand_count::at(
                    span,
                    row.mnemonic,
                    wanted,
                    written.len(),
                ));
                return;
            }
        };
        let Some(condition) = condition else { return };
        self.build.instructions.push(Instruction {
            opcode: row.opcode,
            operation: row.operation_in(self.features.languages),
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: None,
            operands: Vec::new(),
            access: Access::Flow(Flow {
                condition,
                ..Flow::default()
            }),
        });
        self.build.spans.push(span);
    }

    fn label_name(&mut self, index: OperandIndex) -> Option<Word<'t>> {
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
                let mut known: Vec<&str> = self.labels.keys().copied().collect();
                known.sort_unstable();
                let near = quadrille_base::suggest::nearest(name.text, known);
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
