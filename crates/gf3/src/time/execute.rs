//! From the swizzle stage to write-back: registers, forwarding and the two arithmetic units.

use super::parameter::Parameters;
use super::scoreboard::latency;
use super::trace::Token;
use super::wire::{Done, Wires};
use crate::function::execute::Results;
use crate::function::{Constants, ORIGIN, Options, Program, Quad, Vertex};
use crate::word::{Instruction, Unit};
use std::collections::VecDeque;

/// The first result that differs from the functional model, in a component that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Cycle of the swizzle stage.
    pub cycle: u64,
    /// Thread, vertex and instruction.
    pub token: Token,
    /// The results of the functional model.
    pub expected: Results,
    /// The results of the pipeline.
    pub found: Results,
}

/// A result that becomes visible to readers in a later cycle.
#[derive(Clone, Copy, Debug)]
struct Pending {
    visible: u64,
    instruction: usize,
    results: Results,
    unit: Unit,
}

/// A vertex in flight: its registers as readers see them, what is still on its way, and the registers of
/// the functional model where it runs beside.
#[derive(Clone, Debug)]
struct Context {
    vertex: usize,
    state: Vertex,
    pending: VecDeque<Pending>,
    /// The cycle of the latest write-back so far.
    written: u64,
    model: Option<Box<Vertex>>,
}

/// The unit.
#[derive(Debug)]
pub(super) struct Execute {
    inputs: Vec<[Quad; 16]>,
    contexts: Vec<Context>,
    /// Constants, and the functional model's own.
    constants: Constants,
    model_constants: Option<Constants>,
    halves: Vec<[Instruction; 2]>,
    /// For each instruction whether a unit of it writes a register or an output.
    writes: Vec<[bool; 2]>,
    pub(super) difference: Option<Difference>,
}

impl Execute {
    pub(super) fn new(
        program: &Program,
        constants: &Constants,
        preloaded: Option<Vec<[Quad; 16]>>,
        compare: bool,
        parameters: &Parameters,
    ) -> Execute {
        let buffers = parameters.input_buffers as usize;
        let context = Context {
            vertex: usize::MAX,
            state: Vertex::default(),
            pending: VecDeque::new(),
            written: 0,
            model: None,
        };
        Execute {
            inputs: preloaded.unwrap_or_else(|| vec![[ORIGIN; 16]; buffers]),
            // A thread may begin its next vertex while its last one is still on its way.
            contexts: vec![context; 2 * parameters.threads as usize + 64],
            constants: constants.clone(),
            model_constants: compare.then(|| constants.clone()),
            halves: program
                .instructions()
                .iter()
                .map(|instruction| Unit::BOTH.map(|unit| instruction.only(unit)))
                .collect(),
            writes: program
                .instructions()
                .iter()
                .map(|instruction| Unit::BOTH.map(|unit| instruction.live(unit) != 0))
                .collect(),
            difference: None,
        }
    }

    pub(super) fn clock(
        &mut self,
        now: u64,
        wires: &mut Wires,
        program: &Program,
        options: &Options,
        parameters: &Parameters,
    ) {
        while let Some(fill) = wires.fills.receive(now) {
            let buffer = &mut self.inputs[fill.buffer];
            for slot in (0..16).filter(|slot| fill.mask & (1 << slot) != 0) {
                buffer[slot] = fill.slots[slot];
            }
        }
        while let Some(token) = wires.tokens.receive(now) {
            self.swizzle(now, token, wires, program, options, parameters);
        }
    }

    /// An instruction in its swizzle stage: reads what is visible now, computes, and sets its results on
    /// their way.
    fn swizzle(
        &mut self,
        now: u64,
        token: Token,
        wires: &mut Wires,
        program: &Program,
        options: &Options,
        parameters: &Parameters,
    ) {
        let count = self.contexts.len();
        let context = &mut self.contexts[token.vertex % count];
        if context.vertex != token.vertex {
            context.vertex = token.vertex;
            context.state = Vertex::default();
            context.pending.clear();
            context.written = now;
            context.model = self.model_constants.is_some().then(Box::default);
        }
        let instruction = &program.instructions()[token.instruction];
        let halves = &self.halves;
        let commit = |context: &mut Context, constants: &mut Constants, until: u64| {
            while context
                .pending
                .front()
                .is_some_and(|pending| pending.visible <= until)
            {
                let Some(pending) = context.pending.pop_front() else {
                    break;
                };
                let half = &halves[pending.instruction][pending.unit as usize];
                context.state.write(half, &pending.results, constants, options);
            }
        };
        commit(context, &mut self.constants, now);
        let place = if parameters.preloaded == 1 {
            token.vertex
        } else {
            token.buffer
        };
        let inputs = &self.inputs[place];
        let results = context
            .state
            .compute(instruction, &self.constants, inputs, options);
        for unit in Unit::BOTH {
            let loads = unit == Unit::Mac && results.address.is_some();
            if !self.writes[token.instruction][unit as usize] && !loads {
                continue;
            }
            let visible = now + latency(unit, parameters);
            // Results of the slower unit let later ones of the faster pass.
            let at = context
                .pending
                .iter()
                .rposition(|other| other.visible <= visible)
                .map_or(0, |at| at + 1);
            context.pending.insert(
                at,
                Pending {
                    visible,
                    instruction: token.instruction,
                    results,
                    unit,
                },
            );
        }
        if let (Some(model), Some(constants)) = (&mut context.model, &mut self.model_constants) {
            let expected = model.compute(instruction, constants, inputs, options);
            model.write(instruction, &expected, constants, options);
            // What no mask takes may come of registers whose writes are still on their way.
            let (expected, found) = (expected.written(instruction), results.written(instruction));
            if expected != found && self.difference.is_none() {
                self.difference = Some(Difference {
                    cycle: now,
                    token,
                    expected,
                    found,
                });
            }
        }
        let special = instruction.ilu != quadrille_isa::nv20::IluOp::Nop;
        context.written = context.written.max(now + parameters.to_write_back(special));
        if token.instruction + 1 == program.instructions().len() {
            commit(context, &mut self.constants, u64::MAX);
            let outputs = Box::new(context.state.outputs);
            wires.done.send(
                now,
                context.written - now,
                Done {
                    vertex: token.vertex,
                    outputs,
                },
            );
        }
    }
}

impl Unit {
    /// Both units, in the order of their discriminants.
    const BOTH: [Unit; 2] = [Unit::Mac, Unit::Ilu];
}
