//! Lowering: a checked program to straight-line [code](super::code).
//!
//! It goes over the structured flow of the program as a run does, with what is [known](variable) of every register.
//! What is known decides branches, ends loops and finds elements of arrays; of a branch that only a run decides both
//! ways are lowered, and where they meet the one that counts is [chosen](condition).

mod address;
mod bits;
mod branch;
mod condition;
mod convert;
mod float;
mod flow;
mod integer;
mod interface;
mod loops;
mod native;
mod operand;
mod pack;
mod predicate;
mod rounds;
mod step;
mod texture;
mod trigonometry;
mod value;
mod variable;
mod word;
mod write;

use quadrille_base::Id;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Features, LanguageSet, Stage};
use quadrille_program::structure::{Node, Unstructured, functions};
use quadrille_program::types::Types;
use quadrille_program::{File, InstId, Instruction, Program};
use rustc_hash::FxHashMap;

use super::code::{Code, IDENTITY, Instruction as Step, Op, Place, Source, Target};
use super::refusal::{Reason, Refusal};
use crate::options::{Approximation, Emulation, Options};
use crate::place::use_of;
pub use interface::VENDOR_OPTIONS;
use predicate::{Met, Predicate};
use variable::{Cell, Component, Content, Kind, Variable};

/// Instructions of the code beyond which a program is refused before anything of it is removed.
pub(super) const LONGEST: usize = 32_768;

/// Instructions and blocks of the program that are gone over, each as often as loops and calls come to it, though they
/// leave nothing.
const MOST_NODES: usize = 8 * LONGEST;

/// A program on its way.
pub(super) struct Lowering<'p> {
    program: &'p Program,
    options: &'p Options,
    /// What the ARB program has: its language and options.
    pub(super) features: Features,
    pub(super) code: Code,
    cells: FxHashMap<Variable, Cell>,
    /// Whether branches and loops stay what they are, as options have them.
    branches: bool,
    /// The temporaries of variables, where branches stay: the same on all ways.
    homes: FxHashMap<Variable, u32>,
    /// Blocks and loops that are open.
    blocks: usize,
    loops: usize,
    /// The loops of the function that are open, with what leaves those that stay loops.
    open: Vec<Option<rounds::Open>>,
    /// The way of a branch that is being lowered, and the number of them so far.
    way: u32,
    ways: u32,
    versions: u32,
    /// What may have been left, by the loops and functions that are open.
    exits: Vec<Variable>,
    exit_count: u32,
    /// The last two ways that met.
    met: Option<Met>,
    /// What has to hold for the instruction to be run, from outside to inside.
    path: Vec<Predicate>,
    bodies: FxHashMap<InstId, Vec<Node>>,
    calls: u32,
    nodes: usize,
    /// The instruction that is being lowered.
    at: InstId,
    /// Parameter arrays by first slot and length.
    arrays: FxHashMap<(u32, u32), u32>,
    /// The fields of packed words, by the temporary that stands for the word.
    packed: FxHashMap<u32, value::Fields>,
    /// The loops of the function that are open, with the index of those that have one.
    indices: Vec<Option<f64>>,
}

/// The code of a program, and what it has besides the language.
pub(super) fn lower(program: &Program, options: &Options) -> Result<(Code, Features), Refusal> {
    let languages = interface::features(program, options).languages;
    if !languages.meets(LanguageSet::AV2 | LanguageSet::AF2) {
        return attempt(program, options, false);
    }
    // What branches do not know, as the index of an array in a loop, is known where there are none.
    attempt(program, options, true).or_else(|refusal| {
        let without = attempt(program, options, false);
        without.map_err(|other| if other.reason.is_of_size() { refusal } else { other })
    })
}

fn attempt(program: &Program, options: &Options, branches: bool) -> Result<(Code, Features), Refusal> {
    let mut lowering = Lowering::new(program, options, branches)?;
    lowering.declare()?;
    lowering.main()?;
    lowering.finish()?;
    Ok((lowering.code, lowering.features))
}

impl<'p> Lowering<'p> {
    fn new(program: &'p Program, options: &'p Options, branches: bool) -> Result<Lowering<'p>, Refusal> {
        let entry = program.entry();
        let functions = functions(program).map_err(|unstructured| match unstructured {
            Unstructured::Recursive(at) => Reason::Calls.at(at),
            Unstructured::Nested(at) => Reason::Nested.at(at),
        })?;
        let bodies = functions
            .into_iter()
            .map(|function| (function.entry, function.body));
        Ok(Lowering {
            program,
            options,
            features: interface::features(program, options),
            code: Code::default(),
            cells: FxHashMap::default(),
            branches,
            homes: FxHashMap::default(),
            blocks: 0,
            loops: 0,
            open: Vec::new(),
            way: 0,
            ways: 0,
            versions: 0,
            exits: Vec::new(),
            exit_count: 0,
            met: None,
            path: Vec::new(),
            bodies: bodies.collect(),
            calls: 0,
            nodes: 0,
            at: entry,
            arrays: FxHashMap::default(),
            packed: FxHashMap::default(),
            indices: Vec::new(),
        })
    }

    fn is_fragment(&self) -> bool {
        self.program.profile().stage == Stage::Fragment
    }

    fn allows(&self, emulation: Emulation) -> bool {
        self.options.allows(emulation)
    }

    fn approximates(&self, approximation: Approximation) -> bool {
        self.options.approximate.contains(&approximation)
    }

    /// A refusal of the instruction that is being lowered.
    fn refuse<T>(&self, reason: Reason) -> Result<T, Refusal> {
        Err(reason.at(self.at))
    }

    /// Counts what is gone over.
    fn count_node(&mut self) -> Result<(), Refusal> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return self.refuse(Reason::Length(LONGEST));
        }
        Ok(())
    }

    /// Appends an instruction.
    fn step(&mut self, op: Op, target: Target, mask: u8, operands: &[Source]) -> Result<(), Refusal> {
        if self.code.instructions.len() >= LONGEST {
            return self.refuse(Reason::Length(LONGEST));
        }
        let step = Step::new(op, target, mask, operands, self.at);
        self.code.instructions.push(step);
        Ok(())
    }

    /// The result of an operation in components of a new temporary.
    fn compute(&mut self, op: Op, mask: u8, operands: &[Source]) -> Result<Source, Refusal> {
        let to = self.code.temporary();
        self.step(op, Target::Temporary(to), mask, operands)?;
        Ok(Source::of(Place::Temporary(to)))
    }

    /// A scalar operation on the x of its operands, in all components.
    fn scalar(&mut self, op: Op, operands: &[Source]) -> Result<Source, Refusal> {
        Ok(self.compute(op, 1, operands)?.component(0))
    }

    /// The types of an instruction's values.
    fn types(&self, instruction: &Instruction) -> Types {
        Types::of(self.program, instruction)
    }

    /// A variable; one that nothing has written holds what such registers hold at the start.
    fn cell(&mut self, variable: Variable) -> Cell {
        if let Some(cell) = self.cells.get(&variable) {
            return *cell;
        }
        let one = 1f32.to_bits();
        let bits = match variable {
            // OpenGL 2.1 and the extensions leave results that nothing writes undefined; these are Quadrille's.
            Variable::Result(_) if !self.is_fragment() => [0, 0, 0, one],
            Variable::Result(_)
            | Variable::Temporary(_)
            | Variable::Address(_)
            | Variable::Code(_)
            | Variable::Exit(_) => [0; 4],
        };
        let cell = Cell::constant(self.home(variable), self.way, bits);
        self.cells.insert(variable, cell);
        cell
    }

    /// The temporary of a variable that nothing has written.
    fn home(&mut self, variable: Variable) -> u32 {
        if let Some(home) = self.homes.get(&variable) {
            return *home;
        }
        let home = self.code.temporary();
        if self.branches {
            self.homes.insert(variable, home);
        }
        home
    }

    /// What a new write of a component leaves.
    fn written(&mut self, content: Content, present: bool) -> Component {
        self.versions += 1;
        Component {
            content,
            version: self.versions,
            present,
        }
    }

    /// Writes what is left of results.
    fn finish(&mut self) -> Result<(), Refusal> {
        let last = InstId::new(self.program.instructions().len().saturating_sub(1));
        let is_started = |slot: u32| self.starts_defined() && self.program.results()[slot as usize].used != 0;
        let slots = 0..self.program.results().len() as u32;
        let is_known = |slot: &u32| self.cells.contains_key(&Variable::Result(*slot)) || is_started(*slot);
        let slots: Vec<u32> = slots.filter(is_known).collect();
        for slot in slots {
            let variable = Variable::Result(slot);
            self.at = use_of(self.program, File::Result, slot).unwrap_or(last);
            let Some(target) = self.result(slot)? else {
                continue;
            };
            let cell = self.cell(variable);
            let mask = match self.starts_defined() {
                true => interface::components(self.program.results()[slot as usize].binding),
                false => {
                    let written = (0..4).filter(|at| cell.components[*at].version != 0);
                    written.fold(0, |mask, at| mask | 1 << at)
                }
            };
            if mask == 0 {
                continue;
            }
            // An integer in a result is bits for the next stage or the framebuffer.
            for at in (0..4).filter(|at| mask >> at & 1 != 0) {
                let content = self.word_as_float(cell.components[at].content);
                if content.known.is_none() && content.kind != Kind::Float {
                    let refused = Reason::Kind.at(self.at);
                    return Err(match content.kind {
                        Kind::Packed(_) => refused.or(Approximation::PackedWords),
                        Kind::Any | Kind::Float | Kind::Integer(_) | Kind::Mixed => refused,
                    });
                }
            }
            let value = self.variable_value(variable);
            let source = self.physical(&value, mask, false)?;
            self.step(Op::Mov, target, mask, &[source])?;
        }
        Ok(())
    }

    /// Whether results hold (0, 0, 0, 1) before they are written (NV_vertex_program 2.14.1.4), which plain programs leave
    /// undefined; those of VP1.x hold it as well.
    fn starts_defined(&self) -> bool {
        let profile = self.program.profile();
        let is_stated = profile.stage == Stage::Vertex && profile.variables == Variables::Registers;
        is_stated && !self.options.target.is_vp1()
    }

    /// What a variable holds.
    fn variable_value(&mut self, variable: Variable) -> value::Value {
        let cell = self.cell(variable);
        value::Value {
            source: Source {
                place: Place::Temporary(cell.register),
                swizzle: IDENTITY,
                negate: false,
            },
            contents: cell.components.map(|component| component.content),
            held: 0,
        }
    }

    /// A float that is in a variable of the translation.
    fn set(&mut self, variable: Variable, number: f32) {
        let content = Content::constant(number.to_bits(), Kind::Float);
        let component = self.written(content, false);
        let mut cell = self.cell(variable);
        cell.components[0] = component;
        self.cells.insert(variable, cell);
    }
}
