//! Facts about a program that are found once, before all of its runs.

use std::sync::Arc;

use quadrille_base::IndexVec;
use quadrille_engine::more_work;
use quadrille_isa::gl::operation::FlowOp;
use quadrille_isa::gl::{NumericEnvironment, Operation};
use quadrille_program::types::{Types, is_long};
use quadrille_program::{Access, InstId, Instruction, Program};

use crate::patch::Patch;
use crate::state::writes_parameters;

/// Blocks of its subroutine that are open around an instruction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Nesting {
    pub(crate) ifs: u32,
    pub(crate) loops: u32,
}

/// Facts about an instruction that are found before it runs.
pub(crate) struct Facts {
    pub(crate) types: Types,
    /// Whether its destination holds numbers of 64 bits.
    pub(crate) long: bool,
    /// Which of its operands do, bit 0 for the first.
    pub(crate) long_operands: u8,
    pub(crate) nesting: Nesting,
    /// Units of work of a lane beside the one that every instruction is.
    pub(crate) more_work: u64,
}

/// A program, and what is known of it before it runs.
pub(crate) struct Prepared {
    pub(crate) program: Arc<Program>,
    pub(crate) numeric: NumericEnvironment,
    pub(crate) facts: IndexVec<InstId, Facts>,
    /// Loop counters of a frame.
    pub(crate) loop_depth: usize,
    /// Whether LOOP puts its index into an address register.
    pub(crate) indexed_loops: bool,
    pub(crate) writes_parameters: bool,
    pub(crate) patch: Patch,
}

impl Prepared {
    /// Takes a program.
    pub(crate) fn new(program: Arc<Program>) -> Prepared {
        let depth = |instruction: &Instruction| match &instruction.access {
            Access::Flow(flow) => flow.depth as usize + 1,
            _ => 0,
        };
        let instructions = program.instructions();
        Prepared {
            facts: facts(&program),
            numeric: program.profile().numeric,
            loop_depth: instructions.iter().map(depth).max().unwrap_or(0),
            indexed_loops: program.addresses() > 0
                && instructions
                    .iter()
                    .any(|instruction| instruction.operation == Operation::Flow(FlowOp::Loop)),
            writes_parameters: writes_parameters(&program),
            patch: Patch::new(&program),
            program,
        }
    }
}

fn facts(program: &Program) -> IndexVec<InstId, Facts> {
    let mut open = Nesting::default();
    let each = program.instructions().iter().map(|instruction| {
        let nesting = open;
        if let Operation::Flow(operation) = instruction.operation {
            match operation {
                FlowOp::If => open.ifs += 1,
                FlowOp::EndIf => open.ifs = open.ifs.saturating_sub(1),
                FlowOp::Repeat | FlowOp::Loop => open.loops += 1,
                FlowOp::EndRepeat | FlowOp::EndLoop => open.loops = open.loops.saturating_sub(1),
                FlowOp::Branch
                | FlowOp::Call
                | FlowOp::CallIndirect
                | FlowOp::Return
                | FlowOp::Else
                | FlowOp::Break
                | FlowOp::Continue => {}
            }
        }
        let long = |at: usize| is_long(program, &instruction.operands[at].register);
        let long_operands =
            (0..instruction.operands.len()).fold(0, |bits, at| bits | u8::from(long(at)) << at);
        let types = Types::of(program, instruction);
        Facts {
            types,
            // What is written to a condition code alone keeps its size.
            long: match instruction.destination.and_then(|to| to.register) {
                Some(register) => is_long(program, &register),
                None => types.result.is_long(),
            },
            long_operands,
            nesting,
            more_work: more_work(instruction.operation.class()),
        }
    });
    each.collect()
}
