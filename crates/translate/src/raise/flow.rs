//! Flow: functions, blocks and loops, from the structured form of the program.

use quadrille_isa::gl::{Condition, Operation};
use quadrille_program::structure::{self, Node, Unstructured};
use quadrille_program::{Access, CallOverflow, InstId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{
    Binary, Block, BuiltIn, Expression, Function, Root, Scalar, StatementKind, SubroutineId, Type, Unary,
};
use crate::raise::raiser::Raiser;
use crate::raise::types::kind;
use crate::rules;

/// Rounds of a loop, where the program's language sets no bound of its own.
const ROUNDS: u32 = 65_536;

/// What loops and calls around an instruction have.
#[derive(Default)]
pub(crate) struct Around {
    /// By first instruction and depth of calls: the functions so far.
    functions: FxHashMap<(InstId, u32), SubroutineId>,
    /// Calls that are under way in the function at hand, where that counts.
    depth: u32,
    /// Variables with the indices of the LOOPs around.
    indices: Vec<u32>,
    /// The variable with the number of the next block.
    block: Option<u32>,
    /// Functions that may end the program.
    ending: FxHashSet<SubroutineId>,
    /// Whether the function at hand may.
    ends: bool,
}

impl Around {
    /// The function that a call to an instruction goes to; none where the call stack is full.
    fn function(&self, entry: InstId) -> Option<SubroutineId> {
        let deeper = self.functions.get(&(entry, self.depth + 1));
        deeper.or_else(|| self.functions.get(&(entry, 0))).copied()
    }
}

impl Raiser<'_> {
    /// Raises the program's instructions into functions, of which the last is the entry.
    pub(crate) fn instructions(&mut self) {
        let functions = match structure::functions(self.program) {
            Ok(functions) => functions,
            Err(why) => {
                let (at, what) = match why {
                    Unstructured::Recursive(at) => (
                        at,
                        "no shading language has a function that calls itself, and a function for each call would be too many",
                    ),
                    Unstructured::Nested(at) => (at, "blocks are nested too deeply to be translated"),
                };
                let span = self.program.span(at);
                return self.problem(rules::unsaid(span, what));
            }
        };
        let last = functions.len() - 1;
        self.shader.shared_variables |= last > 0;
        let mut around = Around::default();
        for (number, function) in functions.into_iter().enumerate() {
            let name = if number == last {
                "main".to_owned()
            } else {
                let mut labels = self.program.labels().iter();
                let label = labels
                    .find(|(_, at)| *at == function.entry)
                    .map(|(name, _)| name.as_str());
                self.names.fresh(label.unwrap_or("subroutine"))
            };
            around.depth = function.depth;
            around.ends = false;
            self.nodes(&function.body, &mut around);
            let body = std::mem::take(&mut self.block);
            let id = SubroutineId(number as u32);
            if around.ends {
                around.ending.insert(id);
            }
            around.functions.insert((function.entry, function.depth), id);
            self.shader.functions.push(Function {
                name,
                doc: String::new(),
                arguments: Vec::new(),
                locals: Vec::new(),
                result: None,
                body,
            });
        }
        self.origin = None;
    }

    fn nodes(&mut self, nodes: &[Node], around: &mut Around) {
        for node in nodes {
            self.node(node, around);
        }
    }

    /// The statements of some nodes, apart from those so far.
    fn apart(&mut self, nodes: &[Node], around: &mut Around) -> Block {
        let outer = std::mem::take(&mut self.block);
        self.nodes(nodes, around);
        std::mem::replace(&mut self.block, outer)
    }

    fn node(&mut self, node: &Node, around: &mut Around) {
        match node {
            Node::Run(id) => {
                self.origin = Some(*id);
                self.step(*id, around);
            }
            Node::If {
                at,
                negated,
                then,
                otherwise,
            } => {
                self.origin = Some(*at);
                let condition = self.condition(*at);
                let then = self.apart(then, around);
                let otherwise = self.apart(otherwise, around);
                self.origin = Some(*at);
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
            Node::Loop { at, body } => self.loop_of(*at, body, around),
            Node::Break(id) => self.leave(*id, StatementKind::Break),
            Node::Continue(id) => self.leave(*id, StatementKind::Continue),
            Node::Return(id) => self.leave(*id, StatementKind::Return(None)),
            Node::End(id) => {
                self.origin = Some(*id);
                self.end_program();
                around.ends = true;
            }
            Node::Goto(number) => {
                if let Some(block) = around.block {
                    self.set(block, Expression::int(*number as i32));
                }
            }
            Node::Dispatch(blocks) => self.dispatch(blocks, around),
        }
    }

    fn leave(&mut self, id: InstId, kind: StatementKind) {
        self.origin = Some(id);
        self.push(kind);
    }

    fn step(&mut self, id: InstId, around: &mut Around) {
        let program = self.program;
        let instruction = &program.instructions()[id];
        let Access::Flow(flow) = &instruction.access else {
            return self.instruction(instruction);
        };
        match instruction.operation {
            Operation::Call | Operation::CallIndirect => {
                let mut call = |raiser: &mut Self| match flow.target {
                    Some(target) => raiser.call(target, around),
                    None => raiser.call_indirect(flow, around),
                };
                if flow.condition.is_none() {
                    return call(self);
                }
                let condition = self.condition(id);
                let outer = std::mem::take(&mut self.block);
                call(self);
                let then = std::mem::replace(&mut self.block, outer);
                if !then.is_empty() {
                    self.push(StatementKind::If {
                        condition,
                        then,
                        otherwise: Block::new(),
                    });
                }
            }
            Operation::EndIf | Operation::Else | Operation::EndRepeat | Operation::EndLoop => {}
            _ => self.unsaid("no translation has this instruction"),
        }
    }

    /// Ends the program from within a function: its callers return too.
    fn end_program(&mut self) {
        let ended = self.scratch("ended", Type::BOOL);
        self.set(ended, Expression::truth(true));
        self.push(StatementKind::Return(None));
    }

    /// Calls a function. Where the call stack is full, the call is passed over or ends the program, as the language
    /// says (NV_gpu_program4 2.X.8 CAL, NV_vertex_program2 2.14.2.3).
    pub(crate) fn call(&mut self, target: InstId, around: &mut Around) {
        let ends = self.program.execution().overflow == CallOverflow::Ends;
        match around.function(target) {
            Some(function) => {
                self.push(StatementKind::Call(function));
                // What is called a function a call may come to the end of the stack.
                let overflows = ends && around.functions.get(&(target, around.depth + 1)) == Some(&function);
                if overflows || around.ending.contains(&function) {
                    around.ends = true;
                    let ended = self.scratch("ended", Type::BOOL);
                    let outer = std::mem::take(&mut self.block);
                    self.push(StatementKind::Return(None));
                    let then = std::mem::replace(&mut self.block, outer);
                    self.push(StatementKind::If {
                        condition: Expression::read(Root::Variable(ended), Type::BOOL),
                        then,
                        otherwise: Block::new(),
                    });
                }
            }
            None if ends => {
                self.end_program();
                around.ends = true;
            }
            None => {}
        }
    }

    /// Whether the condition of a flow instruction holds: for any component.
    fn condition(&mut self, id: InstId) -> Expression {
        let Access::Flow(flow) = &self.program.instructions()[id].access else {
            return Expression::truth(true);
        };
        match flow.condition {
            None => Expression::truth(true),
            Some(condition) => self.any(&condition),
        }
    }

    /// Whether a test holds for any component.
    pub(crate) fn any(&mut self, condition: &Condition) -> Expression {
        let mut components: Vec<u8> = condition.swizzle.to_vec();
        components.sort_unstable();
        components.dedup();
        let mut once = *condition;
        once.swizzle = [0, 1, 2, 3];
        let answers = self.answers(&once, &components);
        if answers.ty.is_scalar() {
            answers
        } else {
            Expression::built_in(BuiltIn::Any, vec![answers])
        }
    }

    fn set(&mut self, variable: u32, value: Expression) {
        self.push(StatementKind::Assign {
            place: Root::Variable(variable).into(),
            components: None,
            value,
            precise: false,
        });
    }

    fn loop_of(&mut self, at: Option<InstId>, body: &[Node], around: &mut Around) {
        let execution = self.program.execution();
        let rounds = execution.loop_count.unwrap_or(ROUNDS);
        let Some(id) = at else {
            let body = self.apart(body, around);
            return self.push(StatementKind::Loop { body, rounds: ROUNDS });
        };
        self.origin = Some(id);
        let program = self.program;
        let instruction = &program.instructions()[id];
        let whole = |raiser: &mut Self, at: u8| {
            let own = kind(instruction.data_type);
            let value = raiser.operand_as(&instruction.operands[0], &[at], own);
            if own.is_float() {
                Expression::built_in(BuiltIn::Floor, vec![value]).convert(Scalar::Int)
            } else if own.is_long() {
                // No count that a loop comes to the end of is larger.
                let most = Expression::integer(own, i64::from(i32::MAX), 1);
                Expression::built_in(BuiltIn::Minimum, vec![value, most]).resize(Scalar::Int)
            } else {
                value.reinterpret(Scalar::Int)
            }
        };
        let mut first = Block::new();
        let counted = !instruction.operands.is_empty();
        let outer = std::mem::take(&mut self.block);
        let mut before = Block::new();
        if counted {
            let left = self.variable("rounds_left", Type::INT);
            let count = whole(self, 0);
            self.set(left, count);
            before = std::mem::take(&mut self.block);
            let read = || Expression::read(Root::Variable(left), Type::INT);
            let over = Expression::binary(Binary::LessOrEqual, read(), Expression::int(0));
            self.push(StatementKind::Break);
            let then = std::mem::take(&mut self.block);
            self.push(StatementKind::If {
                condition: over,
                then,
                otherwise: Block::new(),
            });
            self.set(
                left,
                Expression::binary(Binary::Subtract, read(), Expression::int(1)),
            );
            first = std::mem::take(&mut self.block);
        }
        let index = (instruction.operation == Operation::Loop).then(|| {
            // The index is stepped at the start of each round, so it begins one step before.
            let index = self.variable("loop_index", Type::INT);
            let step = self.variable("loop_step", Type::INT);
            let (start, increment) = (whole(self, 1), whole(self, 2));
            let read = |variable| Expression::read(Root::Variable(variable), Type::INT);
            self.set(step, increment);
            self.set(index, Expression::binary(Binary::Subtract, start, read(step)));
            before.append(&mut self.block);
            self.set(index, Expression::binary(Binary::Add, read(index), read(step)));
            self.put_index(index);
            first.append(&mut self.block);
            index
        });
        around.indices.extend(index);
        self.nodes(body, around);
        first.append(&mut self.block);
        if index.is_some() {
            around.indices.pop();
        }
        self.block = outer;
        self.block.append(&mut before);
        self.origin = Some(id);
        self.push(StatementKind::Loop { body: first, rounds });
        // The index of the loop around comes back.
        if let (Some(_), Some(outer)) = (index, around.indices.last().copied()) {
            self.put_index(outer);
        }
    }

    /// Puts the index of a LOOP into A0.x, never below 0 (NV_fragment_program2 3.11.3.Y).
    fn put_index(&mut self, index: u32) {
        let Some(address) = self.addresses.first().copied().filter(|at| *at != u32::MAX) else {
            return;
        };
        let value = Expression::read(Root::Variable(index), Type::INT);
        let value = Expression::select(
            Expression::binary(Binary::Less, value.clone(), Expression::int(0)),
            Expression::int(0),
            value,
        );
        let width = self.shader.variables[address as usize].ty.width;
        self.push(StatementKind::Assign {
            place: Root::Variable(address).into(),
            components: (width > 1).then(|| crate::form::Components::new(&[0])),
            value,
            precise: false,
        });
    }

    /// A loop over numbered blocks. They stand one behind the other, so that going forward takes no new round.
    fn dispatch(&mut self, blocks: &[Vec<Node>], around: &mut Around) {
        let block = self.variable("block", Type::INT);
        let outer = around.block.replace(block);
        self.set(block, Expression::int(0));
        let statements = std::mem::take(&mut self.block);
        for (number, nodes) in blocks.iter().enumerate() {
            let then = self.apart(nodes, around);
            let condition = Expression::binary(
                Binary::Equal,
                Expression::read(Root::Variable(block), Type::INT),
                Expression::int(number as i32),
            );
            self.push(StatementKind::If {
                condition,
                then,
                otherwise: Block::new(),
            });
        }
        let body = std::mem::replace(&mut self.block, statements);
        self.push(StatementKind::Loop { body, rounds: ROUNDS });
        around.block = outer;
    }
}
