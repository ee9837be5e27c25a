//! Structured flow and subroutines of the NV_gpu_program languages (NV_gpu_program4 2.X.5).
//!
//! Blocks are followed in `block`; here are the operands of IF, REP, BRK, CONT, CAL and RET, and where a
//! subroutine ends.

use quadrille_base::{Id, Span};
use quadrille_isa::gl::opcode::Opcode;
use quadrille_isa::gl::{Clamp, Condition, DataType, Operation};
use quadrille_program::{Access, Flow, Instruction, Operand, Subroutine};
use quadrille_syntax::tree::{OperandIndex, Value};

use crate::checker::Checker;
use crate::instruct::gpu::Given;
use crate::source::Wanted;

impl<'t, 's> Checker<'t, 's> {
    /// An instruction that decides which one comes next.
    pub(crate) fn gpu_flow(&mut self, given: Given<'_>, written: &'t [OperandIndex]) {
        let operation = given.row.operation;
        let (target, depth) = self.follow(operation, given.row.mnemonic, given.span);
        if operation == Operation::Return {
            self.note_return();
        }
        let Some(decided) = self.decided(given, written) else {
            return;
        };
        if given.modifiers.is_none() {
            return;
        }
        let operands: Vec<Operand> = decided.count.into_iter().collect();
        let instruction = Instruction {
            opcode: given.row.opcode,
            operation,
            data_type: given.data_type(),
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: None,
            operands,
            access: Access::Flow(Box::new(Flow {
                condition: decided.condition,
                target,
                depth,
                subroutine: decided.subroutine.map(Box::new),
                ..Flow::default()
            })),
        };
        self.build.push(instruction, given.span);
    }

    /// The operands of an instruction of flow: a label, a condition or a count.
    fn decided(&mut self, given: Given<'_>, written: &'t [OperandIndex]) -> Option<Decided> {
        match (given.row.operation, written) {
            (Operation::If, [condition]) => self.decided_by(*condition),
            (Operation::Break | Operation::Continue | Operation::Return, []) => Some(Decided::default()),
            (Operation::Break | Operation::Continue | Operation::Return, [condition]) => {
                self.decided_by(*condition)
            }
            (Operation::Repeat, []) => {
                self.note_endless();
                Some(Decided::default())
            }
            (Operation::Repeat, [count]) => {
                let expected = given.expect(given.data_type());
                let count = self.typed_source(self.operand(*count), Wanted::Vector, expected)?;
                Some(Decided {
                    count: Some(count),
                    ..Decided::default()
                })
            }
            (Operation::Call, [label]) => {
                let name = self.label_name(*label)?;
                let here = self.build.next();
                self.branches.push((here, name));
                match self.operand(*label).attached {
                    Some(condition) => self.decided_by(condition),
                    None => Some(Decided::default()),
                }
            }
            (Operation::CallIndirect, [variable]) => {
                let subroutine = self.called_variable(*variable, given.span)?;
                let decided = match self.operand(*variable).attached {
                    Some(condition) => self.decided_by(condition)?,
                    None => Decided::default(),
                };
                Some(Decided {
                    subroutine: Some(subroutine),
                    ..decided
                })
            }
            (Operation::Else | Operation::EndIf | Operation::EndRepeat, []) => Some(Decided::default()),
            (operation, _) => {
                let one = matches!(
                    operation,
                    Operation::If | Operation::Call | Operation::CallIndirect
                );
                let wanted = usize::from(one);
                self.wrong_count(given.span, given.row.mnemonic, wanted, written);
                None
            }
        }
    }

    /// A condition, in parentheses or not: the grammar has them only for masks and branches, and the
    /// specification's own examples write both.
    fn decided_by(&mut self, index: OperandIndex) -> Option<Decided> {
        let condition = match &self.operand(index).value {
            Value::Parenthesis(_) => self.condition(index)?,
            _ => self.bare_condition(index)?,
        };
        Some(Decided {
            condition: Some(condition),
            ..Decided::default()
        })
    }

    /// The end of a subroutine, at the next label or the end of the text: what comes here returns. A RET
    /// stands for that, unless the last instruction is one already.
    pub(crate) fn end_subroutine(&mut self, span: Span) {
        let here = self.build.instructions.len();
        let begins_here = self.last_label.is_some_and(|(_, label)| label.index() == here);
        let returns = self.build.instructions.iter().last().is_some_and(|last| {
            let always = matches!(&last.access, Access::Flow(flow) if flow.condition.is_none());
            last.operation == Operation::Return && always
        });
        if here == 0 && self.labels.is_empty() || returns && !begins_here {
            return;
        }
        let instruction = Instruction {
            opcode: Opcode::Ret,
            operation: Operation::Return,
            data_type: DataType::F32,
            clamp: Clamp::None,
            precise: false,
            update: None,
            destination: None,
            operands: Vec::new(),
            access: Access::Flow(Box::new(Flow {
                implicit: true,
                ..Flow::default()
            })),
        };
        self.build.push(instruction, span);
    }
}

/// What an instruction of flow goes by.
#[derive(Clone, Default)]
struct Decided {
    condition: Option<Condition>,
    /// How often a loop runs.
    count: Option<Operand>,
    /// What CALI calls.
    subroutine: Option<Subroutine>,
}
