//! Flow: functions, blocks and loops, from the structured form of the program.

mod call;
mod loops;

use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::structure::{self, Node, Unstructured};
use quadrille_program::{Access, InstId};

use crate::form::{Expression, Function, Root, StatementKind, SubroutineId, Unary};
use crate::raise::flow::call::Around;
use crate::raise::interface::given;
use crate::raise::lowering::Lowering;
use crate::refusal::Reason;

impl Lowering<'_, '_> {
    /// Raises the program's instructions into functions, of which the last is the entry.
    pub(crate) fn instructions(&mut self) {
        let functions = match structure::functions(self.program()) {
            Ok(functions) => functions,
            Err(why) => {
                let (at, reason) = match why {
                    Unstructured::Recursive(at) => (at, Reason::Recursive),
                    Unstructured::Nested(at) => (at, Reason::Nested),
                };
                self.locate(at);
                return self.unsupported(reason);
            }
        };
        let last = functions.len() - 1;
        self.draft.shader.shared_variables |= last > 0;
        let mut around = Around::default();
        for (number, function) in functions.into_iter().enumerate() {
            let name = if number == last {
                "main".to_owned()
            } else {
                let mut labels = self.program().labels().iter();
                let label = labels
                    .find(|(_, at)| *at == function.entry)
                    .map(|(name, _)| name.as_str());
                self.draft.names.fresh(label.unwrap_or("subroutine"))
            };
            around.depth = function.depth;
            around.ends = false;
            around.together = number == last;
            let body = self.apart(|lowering| lowering.nodes(&function.body, &mut around));
            let id = SubroutineId(number as u32);
            if around.ends {
                around.ending.insert(id);
            }
            around.functions.insert((function.entry, function.depth), id);
            self.draft.shader.functions.push(Function {
                name,
                doc: String::new(),
                arguments: Vec::new(),
                locals: Vec::new(),
                result: None,
                body,
            });
        }
    }

    fn nodes(&mut self, nodes: &[Node], around: &mut Around) {
        for node in nodes {
            self.node(node, around);
        }
    }

    fn node(&mut self, node: &Node, around: &mut Around) {
        let together = std::mem::take(&mut around.together);
        let returns = self.draft.shader.stage == Stage::TessellationControl && leaves(node);
        match node {
            Node::Run(id) => {
                self.locate(*id);
                let given = self.draft.shader.stage == Stage::TessellationControl
                    && given::reads(self.program(), &self.program().instructions()[*id]);
                self.behind_barrier(given, together, |lowering| lowering.step(*id, around));
            }
            Node::If {
                at,
                negated,
                then,
                otherwise,
            } => {
                self.locate(*at);
                let condition = self.condition(*at);
                let then = self.apart(|lowering| lowering.nodes(then, around));
                let otherwise = self.apart(|lowering| lowering.nodes(otherwise, around));
                self.locate(*at);
                let condition = if *negated {
                    condition.unary(Unary::Not)
                } else {
                    condition
                };
                let (condition, then, otherwise) = if then.is_empty() {
                    (condition.unary(Unary::Not), otherwise, then)
                } else {
                    (condition, then, otherwise)
                };
                if !then.is_empty() {
                    self.push(StatementKind::If {
                        condition,
                        then,
                        otherwise,
                    });
                }
            }
            Node::Loop { at, body } => self.loop_of(*at, around, |lowering, around| {
                lowering.nodes(body, around);
            }),
            Node::Break(id) => self.leave(*id, StatementKind::Break),
            Node::Continue(id) => self.leave(*id, StatementKind::Continue),
            Node::Return(id) => self.leave(*id, StatementKind::Return(None)),
            Node::End(id) => {
                self.locate(*id);
                self.end_program();
                around.ends = true;
            }
            Node::Goto(number) => {
                if let Some(block) = around.block {
                    self.put(Root::Variable(block), Expression::int(*number as i32));
                }
            }
            Node::Dispatch(blocks) => self.dispatch(blocks, around, |lowering, nodes, around| {
                lowering.nodes(nodes, around);
            }),
        }
        around.together = together && !returns && !around.ends;
    }

    /// Does something, between barriers where it reads what invocations of a patch `given`: all have done what comes before
    /// it, and none what comes behind, as they run in step (NV_tessellation_program5 2.X.5).
    fn behind_barrier(&mut self, given: bool, together: bool, make: impl FnOnce(&mut Self)) {
        if !given {
            return make(self);
        }
        if !together {
            return self.unsupported(Reason::Waiting);
        }
        self.push(StatementKind::GroupBarrier);
        make(self);
        self.push(StatementKind::GroupBarrier);
    }

    fn leave(&mut self, id: InstId, kind: StatementKind) {
        self.locate(id);
        self.push(kind);
    }

    fn step(&mut self, id: InstId, around: &mut Around) {
        let program = self.program();
        let instruction = &program.instructions()[id];
        let (Operation::Flow(operation), Access::Flow(flow)) = (instruction.operation, &instruction.access)
        else {
            return self.instruction(instruction);
        };
        match operation {
            FlowOp::Call | FlowOp::CallIndirect => {
                let mut call = |lowering: &mut Self| match (flow.target, &flow.subroutine) {
                    (Some(target), _) => lowering.call(target, around),
                    (None, Some(called)) => lowering.call_indirect(called, around),
                    (None, None) => {}
                };
                let Some(condition) = &flow.condition else {
                    return call(self);
                };
                let condition = self.any(condition);
                let then = self.apart(call);
                if !then.is_empty() {
                    self.push(StatementKind::branch(condition, then));
                }
            }
            // Their places are in the structure.
            FlowOp::EndIf | FlowOp::Else | FlowOp::EndRepeat | FlowOp::EndLoop => {}
            // What else flows is a node of its own.
            FlowOp::Branch
            | FlowOp::Return
            | FlowOp::If
            | FlowOp::Repeat
            | FlowOp::Loop
            | FlowOp::Break
            | FlowOp::Continue => self.instruction(instruction),
        }
    }

    /// Whether the condition of a flow instruction holds: for any component.
    fn condition(&mut self, id: InstId) -> Expression {
        let Access::Flow(flow) = &self.program().instructions()[id].access else {
            return Expression::truth(true);
        };
        match flow.condition {
            None => Expression::truth(true),
            Some(condition) => self.any(&condition),
        }
    }
}

/// Whether invocations may leave the function within a node.
fn leaves(node: &Node) -> bool {
    match node {
        Node::Return(_) | Node::End(_) => true,
        Node::If { then, otherwise, .. } => then.iter().chain(otherwise).any(leaves),
        Node::Loop { body, .. } => body.iter().any(leaves),
        Node::Dispatch(blocks) => blocks.iter().flatten().any(leaves),
        Node::Run(_) | Node::Break(_) | Node::Continue(_) | Node::Goto(_) => false,
    }
}
