//! Structured flow does what the flat list does: both are followed with the same answers to every condition, and
//! must run the same instructions in the same order.
//!
//! The flat list is followed by the table of `quadrille_program::instruction`, "Flow", which is what engines do;
//! nothing of the structuring pass is used for it. source: that table, after NV_vertex_program2 2.14.3 and
//! NV_gpu_program4 2.X.8.

use std::collections::HashMap;

use quadrille_base::Id;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{Operation, Test};
use quadrille_program::structure::{DEEPEST, Function, Node, functions};
use quadrille_program::{Access, CallOverflow, InstId, Program};

/// Instructions after which a run is compared as far as it came.
const LONGEST: usize = 400;

fn checked(text: &str) -> Program {
    let checked = quadrille_check::check(text, &Default::default());
    let said = || panic!("{}\n{text}", checked.diagnostics[0].message);
    checked.program.unwrap_or_else(said)
}

/// Numbers that look like chance and are always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }
}

/// What conditions answer and loops count, by instruction and how often it was asked.
struct Answers {
    seed: u64,
    asked: HashMap<InstId, u64>,
    trace: Vec<InstId>,
    fuel: u32,
}

impl Answers {
    fn new(seed: u64) -> Answers {
        Answers {
            seed,
            asked: HashMap::new(),
            trace: Vec::new(),
            fuel: 20_000,
        }
    }

    fn number(&mut self, at: InstId, end: u64) -> u64 {
        let times = self.asked.entry(at).or_default();
        *times += 1;
        let mut chance = Chance(self.seed ^ (at.index() as u64) << 20 ^ *times << 40);
        chance.below(7);
        chance.below(end)
    }

    fn holds(&mut self, program: &Program, at: InstId) -> bool {
        let Access::Flow(flow) = &program.instructions()[at].access else {
            return true;
        };
        let conditional = flow.condition.is_some_and(|condition| condition.test != Test::Tr);
        !conditional || self.number(at, 2) == 1
    }

    /// Notes an instruction; whether the run goes on.
    fn ran(&mut self, at: InstId) -> bool {
        self.trace.push(at);
        self.trace.len() < LONGEST
    }

    fn burn(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }
}

/// Follows the flat list.
fn flat(program: &Program, answers: &mut Answers) {
    let list = program.instructions();
    let mut at = program.entry().index();
    let mut calls: Vec<(usize, HashMap<u32, u64>)> = Vec::new();
    let mut counters: HashMap<u32, u64> = HashMap::new();
    while at < list.len() && answers.burn() {
        let id = InstId::new(at);
        let instruction = &list[id];
        let (Operation::Flow(operation), Access::Flow(flow)) = (instruction.operation, &instruction.access)
        else {
            if !answers.ran(id) {
                return;
            }
            at += 1;
            continue;
        };
        let target = flow.target.map_or(list.len(), Id::index);
        at = match operation {
            FlowOp::Branch | FlowOp::Break | FlowOp::Continue if answers.holds(program, id) => target,
            FlowOp::Call if answers.holds(program, id) => {
                if calls.len() == program.execution().call_depth.min(DEEPEST) as usize {
                    if program.execution().overflow == CallOverflow::Ends {
                        return;
                    }
                    at += 1;
                    continue;
                }
                calls.push((at + 1, std::mem::take(&mut counters)));
                target
            }
            FlowOp::Return if answers.holds(program, id) => match calls.pop() {
                Some((back, outer)) => {
                    counters = outer;
                    back
                }
                None => return,
            },
            FlowOp::If if !answers.holds(program, id) => target,
            FlowOp::Else => target,
            FlowOp::Repeat | FlowOp::Loop => {
                let count = if instruction.operands.is_empty() {
                    u64::MAX
                } else {
                    answers.number(id, 4)
                };
                counters.insert(flow.depth, count);
                if count == 0 { target } else { at + 1 }
            }
            FlowOp::EndRepeat | FlowOp::EndLoop => {
                let left = counters.get_mut(&flow.depth).expect("its loop began");
                *left -= 1;
                if *left > 0 { target } else { at + 1 }
            }
            _ => at + 1,
        };
    }
}

enum Exit {
    Next,
    Break,
    Continue,
    Return,
    Goto(usize),
    Stop,
}

/// Follows the structured form.
struct Tree<'a> {
    program: &'a Program,
    functions: &'a [Function],
}

impl Tree<'_> {
    /// Runs nodes of a function of a depth.
    fn block(&self, nodes: &[Node], depth: u32, answers: &mut Answers) -> Exit {
        for node in nodes {
            match self.node(node, depth, answers) {
                Exit::Next => {}
                exit => return exit,
            }
        }
        Exit::Next
    }

    fn node(&self, node: &Node, depth: u32, answers: &mut Answers) -> Exit {
        if !answers.burn() {
            return Exit::Stop;
        }
        match node {
            Node::Run(id) => {
                let instruction = &self.program.instructions()[*id];
                let Access::Flow(flow) = &instruction.access else {
                    return if answers.ran(*id) { Exit::Next } else { Exit::Stop };
                };
                if instruction.operation == Operation::Flow(FlowOp::Call) && answers.holds(self.program, *id)
                {
                    let entry = flow.target.expect("a call has a target");
                    let is = |function: &&Function, depth| function.entry == entry && function.depth == depth;
                    let of = |depth| self.functions.iter().find(|function| is(function, depth));
                    match of(depth + 1).or_else(|| of(0)) {
                        Some(called) => {
                            if let Exit::Stop = self.block(&called.body, called.depth, answers) {
                                return Exit::Stop;
                            }
                        }
                        // The call stack is full.
                        None if self.program.execution().overflow == CallOverflow::Ends => return Exit::Stop,
                        None => {}
                    }
                }
                Exit::Next
            }
            Node::If {
                at,
                negated,
                then,
                otherwise,
            } => {
                let holds = answers.holds(self.program, *at) != *negated;
                self.block(if holds { then } else { otherwise }, depth, answers)
            }
            Node::Loop { at, body } => {
                let counted = at.filter(|at| !self.program.instructions()[*at].operands.is_empty());
                let mut left = counted.map_or(u64::MAX, |at| answers.number(at, 4));
                while left > 0 {
                    left -= 1;
                    if !answers.burn() {
                        return Exit::Stop;
                    }
                    match self.block(body, depth, answers) {
                        Exit::Next | Exit::Continue => {}
                        Exit::Break => break,
                        exit => return exit,
                    }
                }
                Exit::Next
            }
            Node::Break(_) => Exit::Break,
            Node::Continue(_) => Exit::Continue,
            Node::Return(_) => Exit::Return,
            Node::End(_) => Exit::Stop,
            Node::Goto(block) => Exit::Goto(*block),
            Node::Dispatch(blocks) => {
                let mut next = 0;
                loop {
                    match self.block(&blocks[next], depth, answers) {
                        Exit::Goto(block) => next = block,
                        Exit::Next => panic!("a numbered block ends without saying what comes next"),
                        exit => return exit,
                    }
                    if !answers.burn() {
                        return Exit::Stop;
                    }
                }
            }
        }
    }
}

/// Whether the form of a program has numbered blocks.
fn has_dispatch(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Dispatch(_) => true,
        Node::If { then, otherwise, .. } => has_dispatch(then) || has_dispatch(otherwise),
        Node::Loop { body, .. } => has_dispatch(body),
        _ => false,
    })
}

/// Follows both forms of a program under many answers; whether it has numbered blocks.
#[track_caller]
fn same(text: &str) -> bool {
    let program = checked(text);
    let functions = functions(&program).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    let tree = Tree {
        program: &program,
        functions: &functions,
    };
    let main = functions.last().expect("there is a main program");
    for seed in 0..40 {
        let (mut one, mut other) = (Answers::new(seed), Answers::new(seed));
        flat(&program, &mut one);
        tree.block(&main.body, main.depth, &mut other);
        if one.fuel == 0 || other.fuel == 0 {
            // A loop that runs nothing: what was run before must agree.
            let shorter = one.trace.len().min(other.trace.len());
            one.trace.truncate(shorter);
            other.trace.truncate(shorter);
        }
        assert_eq!(one.trace, other.trace, "seed {seed}\n{text}");
    }
    functions.iter().any(|function| has_dispatch(&function.body))
}

#[test]
fn branches_that_nest_become_blocks_and_loops() {
    let step = "ADDC R0, R0, c[0];\n";
    for body in [
        // Over a block; one block or the other; back; out of a loop; both at once.
        format!("BRA past (GT.x);\n{step}past:\n{step}"),
        format!("BRA other (GT.x);\n{step}BRA join;\nother:\n{step}join:\n{step}"),
        format!("again:\n{step}BRA again (LT.x);\n{step}"),
        format!("again:\n{step}BRA out (EQ.y);\n{step}BRA again;\nout:\n{step}"),
        format!(
            "again:\n{step}BRA again (EQ.y);\n{step}BRA out (LT.x);\n{step}BRA again (NE.z);\nout:\n{step}"
        ),
        format!("outer:\n{step}inner:\n{step}BRA inner (LT.x);\nBRA outer (GT.y);\n{step}"),
        format!("BRA end (LT.x);\n{step}BRA end (GT.x);\n{step}end:\nRET (EQ.x);\n{step}"),
    ] {
        let text = format!("!!VP2.0\nMOVC R0, v[0];\n{body}MOV o[HPOS], R0;\nEND\n");
        assert!(!same(&text), "no numbered blocks are needed\n{text}");
    }
}

#[test]
fn branches_that_fit_no_pattern_become_numbered_blocks() {
    let step = "ADDC R0, R0, c[0];\n";
    for body in [
        // A loop with two entries, two loops that cross, a way into the middle of a block.
        format!("BRA middle (GT.x);\nhead:\n{step}middle:\n{step}BRA head (LT.x);\n"),
        format!("one:\n{step}two:\n{step}BRA one (GT.x);\n{step}BRA two (LT.y);\n"),
        format!("BRA in (GT.x);\nBRA over (LT.x);\n{step}in:\n{step}over:\n{step}BRA in (EQ.y);\n"),
    ] {
        let text = format!("!!VP2.0\nMOVC R0, v[0];\n{body}MOV o[HPOS], R0;\nEND\n");
        assert!(same(&text), "numbered blocks are needed\n{text}");
    }
}

#[test]
fn tangles_of_branches_and_calls() {
    let mut chance = Chance(17);
    let mut dispatched = 0;
    for _ in 0..300 {
        let count = 2 + chance.below(8);
        let mut text = "!!VP2.0\nMOVC R0, v[0];\n".to_owned();
        for number in 0..count {
            text += &format!("L{number}:\n");
            for _ in 0..chance.below(3) {
                text += "ADDC R0, R0, c[0];\n";
            }
            let target = match chance.below(count + 1) {
                end if end == count => "end".to_owned(),
                label => format!("L{label}"),
            };
            match chance.below(8) {
                0 => text += &format!("BRA {target};\n"),
                1..=4 => text += &format!("BRA {target} (GT.x);\n"),
                5 => text += "CAL part (LT.y);\n",
                6 => text += "RET (EQ.z);\n",
                _ => {}
            }
        }
        text +=
            "end:\nMOV o[HPOS], R0;\nRET;\npart:\nMOVC R0, R0;\nRET (LT.x);\nADDC R0, R0, R0;\nRET;\nEND\n";
        dispatched += usize::from(same(&text));
    }
    assert!(dispatched > 50, "{dispatched} programs were tangles");
}

fn blocks(chance: &mut Chance, depth: u32, in_loop: bool, text: &mut String) {
    for _ in 0..1 + chance.below(3) {
        match chance.below(if depth < 4 { 8 } else { 2 }) {
            0 | 1 => *text += "ADD.CC a, a, b;\n",
            2 | 3 => {
                *text += "IF GT.x;\n";
                blocks(chance, depth + 1, in_loop, text);
                if chance.below(2) == 0 {
                    *text += "ELSE;\n";
                    blocks(chance, depth + 1, in_loop, text);
                }
                *text += "ENDIF;\n";
            }
            4 | 5 => {
                *text += "REP.S n.x;\n";
                blocks(chance, depth + 1, true, text);
                *text += "ENDREP;\n";
            }
            6 if in_loop => {
                *text += ["BRK (LT.x);\n", "CONT (EQ.y);\n", "BRK;\n", "CONT;\n"][chance.below(4) as usize]
            }
            6 => *text += "RET (NE.x);\n",
            _ => *text += "CAL part (GE.x);\n",
        }
    }
}

#[test]
fn blocks_loops_and_calls_as_they_stand() {
    let mut chance = Chance(4);
    for _ in 0..200 {
        let mut text =
            "!!NVvp4.0\nTEMP a, b;\nINT TEMP n;\nmain:\nMOV.S n, 3;\nMOV.CC a, vertex.position;\nMOV b, a;\n"
                .to_owned();
        blocks(&mut chance, 0, false, &mut text);
        text += "MOV result.position, a;\nRET;\npart:\nADD.CC a, a, b;\nRET (LT.y);\nMUL.CC b, a, b;\nRET;\nEND\n";
        assert!(!same(&text), "structured flow stays as it is\n{text}");
    }
}

#[test]
fn subroutines_that_call_themselves_are_a_function_for_each_depth() {
    for body in [
        "CAL one;\nRET;\none:\nADD.CC a, a, b;\nCAL one (GT.x);\nMUL.CC b, a, b;\nRET;\n",
        "CAL one;\nCAL two;\nRET;\none:\nADD.CC a, a, b;\nCAL two (GT.x);\nRET;\n\
         two:\nREP.S n.x;\nMUL.CC b, a, b;\nCAL one (EQ.x);\nENDREP;\nCAL leaf;\nRET;\nleaf:\nADD.CC a, a, a;\nRET;\n",
    ] {
        let head =
            "!!NVvp4.0\nTEMP a, b;\nINT TEMP n;\nmain:\nMOV.S n, 3;\nMOV.CC a, vertex.position;\nMOV b, a;\n";
        let text = format!("{head}MOV result.position, a;\n{body}END\n");
        assert!(!same(&text), "no numbered blocks are needed\n{text}");
    }
    // NV_vertex_program2 has a stack of four calls.
    let old = "!!VP2.0\nMOVC R0, v[0];\nCAL one;\nMOV o[HPOS], R0;\nRET;\n\
               one:\nADDC R0, R0, c[0];\nCAL one (GT.x);\nADDC R0, R0, R0;\nRET;\nEND\n";
    assert!(!same(old));
    let found = functions(&checked(old)).expect("each depth is a function");
    assert!(found.iter().map(|function| function.depth).eq([4, 3, 2, 1, 0]));
}
