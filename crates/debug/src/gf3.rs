//! Words of the GeForce 3, on its function model: a word for one vertex a step, the vertices one after another.

use quadrille_gf3::function::{Constants, Options, Program, Quad, Vertex};
use quadrille_gf3::word::{
    Instruction, Numbering, OutputTarget, OutputWrite, Register as Operand, TemporaryWrite, print,
};
use quadrille_isa::nv20::{MacOp, limit};

use crate::machine::{
    Activity, Effect, End, Executed, Group, Line, Listing, Machine, Region, Register, Snapshot,
};
use crate::value::{Kind, Value};

/// The vertices of a run, which share the constants.
pub struct Gf3Machine {
    program: Program,
    options: Options,
    vertices: Vec<[Quad; 16]>,
    listing: Listing,
    registers: Vec<Register>,
    state: State,
}

/// What changes.
#[derive(Clone)]
struct State {
    constants: Constants,
    /// The vertex that runs, and the registers of it and of those before.
    at: usize,
    word: usize,
    done: Vec<Vertex>,
    vertex: Vertex,
}

const INPUTS: usize = 16;
const OUTPUTS_FROM: usize = INPUTS + limit::TEMPORARIES + 1;
const CONSTANTS_FROM: usize = OUTPUTS_FROM + limit::OUTPUTS;

impl Gf3Machine {
    /// A run of the vertices with these attributes, in front of the first word.
    pub fn new(
        name: &str,
        program: Program,
        numbering: Numbering,
        constants: Constants,
        vertices: Vec<[Quad; 16]>,
        options: Options,
    ) -> Gf3Machine {
        let lines = program.instructions().iter().map(|instruction| Line {
            text: print::instruction(instruction, numbering),
            place: None,
            address: None,
        });
        let listing = Listing {
            name: name.to_owned(),
            source: None,
            lines: lines.collect(),
            labels: Vec::new(),
        };
        Gf3Machine {
            registers: registers(numbering),
            listing,
            program,
            options,
            vertices,
            state: State {
                constants,
                at: 0,
                word: 0,
                done: Vec::new(),
                vertex: Vertex::default(),
            },
        }
    }

    fn instruction(&self) -> Option<&Instruction> {
        (self.state.at < self.vertices.len()).then(|| self.program.instructions().get(self.state.word))?
    }

    fn execute(&mut self) -> bool {
        let (Some(instruction), Some(inputs)) =
            (self.instruction().copied(), self.vertices.get(self.state.at))
        else {
            return false;
        };
        let state = &mut self.state;
        state
            .vertex
            .step(&instruction, &mut state.constants, inputs, &self.options);
        state.word += 1;
        if instruction.last || state.word >= self.program.instructions().len() {
            state.done.push(std::mem::take(&mut state.vertex));
            state.at += 1;
            state.word = 0;
        }
        true
    }

    fn vertex(&self, thread: usize) -> Option<&Vertex> {
        let state = &self.state;
        match thread.cmp(&state.at) {
            std::cmp::Ordering::Less => state.done.get(thread),
            std::cmp::Ordering::Equal => Some(&state.vertex),
            std::cmp::Ordering::Greater => None,
        }
    }
}

fn registers(numbering: Numbering) -> Vec<Register> {
    let other = match numbering {
        Numbering::Nv2a => Numbering::NvVertexProgram,
        Numbering::NvVertexProgram => Numbering::Nv2a,
    };
    let mut all = Vec::new();
    let mut add = |group: Group, name: &dyn Fn(Numbering) -> String| {
        let (name, alias) = (name(numbering), name(other));
        // The other numbering counts constants from another place.
        let aliases = if alias == name || group == Group::Parameters {
            Vec::new()
        } else {
            vec![alias]
        };
        all.push(Register { name, aliases, group });
    };
    for index in 0..INPUTS as u8 {
        add(Group::Attributes, &|of| of.register(Operand::Input(index), false));
    }
    for index in 0..limit::TEMPORARIES as u8 {
        add(Group::Temporaries, &|of| {
            of.register(Operand::Temporary(index), false)
        });
    }
    add(Group::Addresses, &|_| "A0".to_owned());
    for index in 0..limit::OUTPUTS as u8 {
        add(Group::Results, &|of| of.output(OutputTarget::Output(index)));
    }
    for index in 0..limit::CONSTANTS as u8 {
        add(Group::Parameters, &|of| of.constant(index, false));
    }
    all
}

/// Components of a word's mask, which has x in bit 3, with x in bit 0.
fn components(mask: u8) -> u32 {
    u32::from((mask << 4).reverse_bits() & 15)
}

/// The registers that an instruction writes, with their components.
fn writes(instruction: &Instruction) -> Vec<(usize, u32)> {
    let temporary = |write: TemporaryWrite| (INPUTS + usize::from(write.register), components(write.mask));
    let output = |write: OutputWrite| {
        let register = match write.target {
            OutputTarget::Output(index) => OUTPUTS_FROM + usize::from(index),
            OutputTarget::Constant(index) => CONSTANTS_FROM + usize::from(index),
        };
        (register, components(write.mask))
    };
    let mut all: Vec<(usize, u32)> = Vec::new();
    all.extend(instruction.mac_write.map(temporary));
    all.extend(instruction.ilu_write.map(temporary));
    all.extend(instruction.output.map(output));
    if instruction.mac == MacOp::Arl {
        all.push((INPUTS + limit::TEMPORARIES, 1));
    }
    all
}

impl Machine for Gf3Machine {
    fn listing(&self) -> &Listing {
        &self.listing
    }

    fn registers(&self) -> &[Register] {
        &self.registers
    }

    fn threads(&self) -> usize {
        self.vertices.len()
    }

    fn focus(&self) -> usize {
        self.state.at.min(self.vertices.len().saturating_sub(1))
    }

    fn thread_name(&self, thread: usize) -> String {
        format!("vertex {thread}")
    }

    fn activity(&self, thread: usize) -> Activity {
        match thread.cmp(&self.state.at) {
            std::cmp::Ordering::Less => Activity::Idle,
            std::cmp::Ordering::Equal => Activity::Next,
            std::cmp::Ordering::Greater => Activity::Ready,
        }
    }

    fn at(&self, thread: usize) -> Option<usize> {
        match thread.cmp(&self.state.at) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => self.next(),
            std::cmp::Ordering::Greater => Some(0),
        }
    }

    fn next(&self) -> Option<usize> {
        self.instruction().map(|_| self.state.word)
    }

    fn calls(&self, _: usize) -> Vec<usize> {
        Vec::new()
    }

    fn value(&self, register: usize, thread: usize) -> Option<Value> {
        let quad = |quad: Quad| Value::new(Kind::F32, quad.map(u64::from));
        if register < INPUTS {
            return Some(quad(self.vertices.get(thread)?[register]));
        }
        if let Some(constant) = register.checked_sub(CONSTANTS_FROM) {
            return Some(quad(*self.state.constants.0.get(constant)?));
        }
        // A vertex that has not begun has the registers of one at its beginning.
        let fresh = Vertex::default();
        let vertex = self.vertex(thread).unwrap_or(&fresh);
        if let Some(output) = register.checked_sub(OUTPUTS_FROM) {
            return Some(quad(*vertex.outputs.get(output)?));
        }
        match vertex.temporaries.get(register - INPUTS) {
            Some(value) => Some(quad(*value)),
            None => Some(Value::new(Kind::S32, [u64::from(vertex.address as u32)])),
        }
    }

    fn invocation(&self) -> u64 {
        self.state.at as u64
    }

    fn regions(&self) -> Vec<Region> {
        Vec::new()
    }

    fn bytes(&self, _: usize, _: u64, _: u64) -> Vec<u8> {
        Vec::new()
    }

    fn end(&self) -> Option<End> {
        self.instruction().is_none().then_some(End::Finished)
    }

    fn step(&mut self) -> Option<Executed> {
        let (word, thread) = (self.state.word, self.state.at);
        let written = writes(self.instruction()?);
        self.execute();
        let effects = written
            .into_iter()
            .map(|(register, components)| Effect::Register {
                thread,
                register,
                components,
            });
        Some(Executed {
            instruction: word,
            threads: vec![thread],
            effects: effects.collect(),
            clock: None,
        })
    }

    fn advance(&mut self, steps: u64) -> u64 {
        (0..steps).take_while(|_| self.execute()).count() as u64
    }

    fn save(&mut self) -> Snapshot {
        let vertices = self.state.done.len() + 1;
        Snapshot {
            state: Box::new(self.state.clone()),
            bytes: (vertices * size_of::<Vertex>() + limit::CONSTANTS * size_of::<Quad>()) as u64,
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        if let Some(state) = snapshot.state.downcast_ref::<State>() {
            self.state = state.clone();
        }
    }
}
