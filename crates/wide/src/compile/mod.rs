//! From the scalar form to code: what is computed together is found, values get registers, and each becomes a step.

mod allocate;
mod call;
mod expression;
mod fuse;
mod liveness;
mod native;
mod script;
mod span;
pub(crate) mod together;

use quadrille_base::IndexVec;
use quadrille_isa::gl::Operation;
use quadrille_numerics::level::Level;
use quadrille_program::{InstId, Program};
use quadrille_scalar::{Expression, Form, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Code, Node, Region, Register, Step};
use allocate::{Allocator, OutOfRegisters};
use liveness::{Liveness, held};
use script::{Item, Script};

/// Why a form has no code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Uncompiled {
    /// It has too many values at one time.
    TooManyValues,
    /// An expression that no checked program leads to: an operation of a number that does not have it.
    Meaningless,
    /// This machine, or the level, has no native code.
    NoNativeCode,
}

impl Uncompiled {
    /// What it is, in words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Uncompiled::TooManyValues => "too many values at one time",
            Uncompiled::Meaningless => "an operation without a meaning in its type",
            Uncompiled::NoNativeCode => "no native code",
        }
    }
}

impl From<OutOfRegisters> for Uncompiled {
    fn from(_: OutOfRegisters) -> Uncompiled {
        Uncompiled::TooManyValues
    }
}

/// The code of a program's form, with native code for a level or without.
pub(crate) fn compile(program: &Program, form: &Form, native: Option<Level>) -> Result<Code, Uncompiled> {
    let mut script = Script::new(form);
    if native.is_some() {
        together::together(&mut script, program);
        span::spans(&mut script);
    } else {
        fuse::fuse(&mut script);
    }
    let liveness = liveness::liveness(&script);
    let instructions = program.instructions().iter_enumerated();
    let lookups =
        instructions.filter(|(_, instruction)| matches!(instruction.operation, Operation::Texture(_)));
    let mut compiler = Compiler::new(program, &script, &liveness, lookups.map(|(id, _)| id).collect())?;
    compiler.level = native;
    for at in 0..script.items.len() {
        compiler.item(at)?;
    }
    Ok(compiler.finish())
}

/// A region whose nodes are being made.
struct Open {
    nodes: Vec<Node>,
    /// Of an `If`: its condition, and its first region once that is made.
    condition: u16,
    then: Option<Region>,
}

struct Compiler<'s> {
    program: &'s Program,
    script: &'s Script<'s>,
    liveness: &'s Liveness,
    registers: IndexVec<ValueId, Option<Register>>,
    /// Of calls, the registers of their components.
    components: FxHashMap<ValueId, [Option<Register>; 4]>,
    /// How often a value is read.
    uses: IndexVec<ValueId, u32>,
    /// Whether anything reads a value but as an operand of a lookup, which needs no register for an attribute.
    needs_register: IndexVec<ValueId, bool>,
    /// The items that are exports made by lookups.
    exported: FxHashSet<usize>,
    /// The lookups of the last step.
    group: Vec<ValueId>,
    allocator: Allocator,
    code: Code,
    /// The instructions that look up textures.
    lookups: FxHashSet<InstId>,
    constants: FxHashMap<(bool, u64), Register>,
    /// Steps since the last node that is none.
    steps: Vec<Step>,
    open: Vec<Open>,
    counted: u64,
    has_loop: bool,
    /// The level that native code is made for.
    level: Option<Level>,
}

impl<'s> Compiler<'s> {
    fn new(
        program: &'s Program,
        script: &'s Script<'s>,
        liveness: &'s Liveness,
        lookups: FxHashSet<InstId>,
    ) -> Result<Compiler<'s>, Uncompiled> {
        let form = script.form;
        let mut compiler = Compiler {
            program,
            script,
            liveness,
            registers: form.values.iter().map(|_| None).collect(),
            components: FxHashMap::default(),
            uses: form.values.iter().map(|_| 0).collect(),
            needs_register: form.values.iter().map(|_| false).collect(),
            exported: FxHashSet::default(),
            group: Vec::new(),
            allocator: Allocator::default(),
            code: Code::default(),
            lookups,
            constants: FxHashMap::default(),
            steps: Vec::new(),
            open: vec![Open {
                nodes: Vec::new(),
                condition: 0,
                then: None,
            }],
            counted: 0,
            has_loop: false,
            level: None,
        };
        for kind in form.variables.iter() {
            let register = compiler.allocator.take(*kind)?;
            compiler.code.variables.push(register);
        }
        let arrays = form.arrays.iter();
        compiler.code.arrays = arrays
            .map(|array| (array.kind == Type::Long, array.length))
            .collect();
        compiler.find_reads();
        Ok(compiler)
    }

    /// Finds which components of calls are read, how often values are, and by what else than operands of lookups.
    fn find_reads(&mut self) {
        let mut read: FxHashMap<ValueId, [bool; 4]> = FxHashMap::default();
        let form = self.script.form;
        for item in &self.script.items {
            self.script.reads(item, |value| {
                self.uses[value] += 1;
                if let Expression::Component { of, component } = form.values[value].expression {
                    read.entry(of).or_default()[usize::from(component & 3)] = true;
                }
            });
            let lookup = match *item {
                Item::Compute(value) => match form.values[value].expression {
                    Expression::Call(call) => Some(&form.calls[call]),
                    _ => None,
                },
                _ => None,
            };
            match lookup.filter(|call| self.lookups.contains(&call.instruction)) {
                Some(call) => call.visit_others(|value| self.needs_register[value] = true),
                None => self.script.reads(item, |value| self.needs_register[value] = true),
            }
        }
        self.components = read
            .into_iter()
            .map(|(call, read)| (call, read.map(|read| read.then_some(Register::Word(u16::MAX)))))
            .collect();
    }

    fn item(&mut self, at: usize) -> Result<(), Uncompiled> {
        let item = self.script.items[at];
        match item {
            Item::Compute(value) => self.compute(at, value)?,
            Item::Span(span) => {
                let level = self.level.ok_or(Uncompiled::NoNativeCode)?;
                let span = self.native_span(&self.script.spans[span], level)?;
                self.steps.push(Step::Native(self.code.native.len() as u32));
                self.code.native.push(span);
            }
            Item::EndPrologue => self.code.prologue = std::mem::take(&mut self.steps),
            Item::Write { variable, value } => {
                let from = self.register(value)?;
                let to = self.code.variables[variable];
                self.steps.push(Step::Write { from, to });
            }
            Item::Store {
                array,
                component,
                index,
                value,
            } => {
                let (index, from) = (self.word(index)?, self.register(value)?);
                self.steps.push(Step::Store {
                    array,
                    component,
                    index,
                    from,
                });
            }
            Item::Export { .. } if self.exported.contains(&at) => {}
            Item::Export {
                slot,
                component,
                value,
            } => {
                let from = self.word(value)?;
                self.steps.push(Step::Export {
                    slot,
                    component,
                    from,
                });
            }
            Item::Kill(mask) => {
                let mask = self.word(mask)?;
                self.steps.push(Step::Kill { mask });
            }
            Item::Count(count) => {
                self.counted += u64::from(count.count);
                self.node(Node::Count(count));
            }
            Item::If { condition } => {
                let condition = self.word(condition)?;
                self.begin(condition);
            }
            Item::Else => {
                let then = self.end();
                self.begin(then.1);
                if let Some(open) = self.open.last_mut() {
                    open.then = Some(then.0);
                }
            }
            Item::EndIf => {
                let (otherwise, condition, then) = self.end();
                if let Some(then) = then {
                    self.node(Node::If {
                        condition,
                        then,
                        otherwise,
                    });
                }
                self.code.together = true;
            }
            Item::Block | Item::Loop => self.begin(0),
            Item::EndBlock => {
                let body = self.end().0;
                self.node(Node::Block(body));
                self.code.together = true;
            }
            Item::EndLoop => {
                let body = self.end().0;
                self.node(Node::Loop(body));
                self.code.together = true;
                self.has_loop = true;
            }
            Item::Break(depth) => self.node(Node::Break { depth }),
            Item::Continue(depth) => self.node(Node::Continue { depth }),
            Item::End(instruction, why) => self.node(Node::End { instruction, why }),
        }
        for value in self.liveness.expire(at) {
            self.release(*value);
        }
        Ok(())
    }

    /// Computes a value, if anything reads it or it has an effect.
    fn compute(&mut self, at: usize, value: ValueId) -> Result<(), Uncompiled> {
        let form = self.script.form;
        let is_read = self.liveness.read[held(self.script, value)];
        match form.values[value].expression {
            Expression::Component { .. } => Ok(()),
            Expression::Call(id) => {
                let call = &form.calls[id];
                if !is_read && !call.effect {
                    return Ok(());
                }
                if self.lookups.contains(&call.instruction) {
                    let site = self.lookup_site(at, value)?;
                    self.lookup(value, site);
                } else {
                    let site = self.call_site(at, value)?;
                    let number = self.code.calls.len() as u32;
                    self.code.calls.push(site);
                    self.code.together = true;
                    self.node(Node::Call(number));
                }
                Ok(())
            }
            Expression::Attribute { .. } if !self.needs_register[value] => Ok(()),
            _ if !is_read => Ok(()),
            _ => self.expression(at, value),
        }
    }

    /// The register of a value.
    fn register(&mut self, value: ValueId) -> Result<Register, Uncompiled> {
        let found = &self.script.form.values[value];
        match found.expression {
            Expression::Constant { kind, bits } => {
                let bits = if kind == Type::Bool && bits != 0 {
                    u64::from(u32::MAX)
                } else {
                    bits
                };
                if let Some(known) = self.constants.get(&(kind == Type::Long, bits)) {
                    return Ok(*known);
                }
                let register = self.allocator.fresh(kind)?;
                self.constants.insert((kind == Type::Long, bits), register);
                self.code.constants.push((register, bits));
                Ok(register)
            }
            Expression::Component { of, component } => self
                .components
                .get(&of)
                .and_then(|registers| registers[usize::from(component & 3)])
                .ok_or(Uncompiled::Meaningless),
            _ => self.registers[value].ok_or(Uncompiled::Meaningless),
        }
    }

    /// The number of the register of a word or truth value.
    fn word(&mut self, value: ValueId) -> Result<u16, Uncompiled> {
        self.register(value).map(Register::number)
    }

    fn release(&mut self, value: ValueId) {
        if let Some(register) = self.registers[value].take() {
            self.allocator.give(register);
        }
        if let Some(registers) = self.components.remove(&value) {
            registers
                .into_iter()
                .flatten()
                .for_each(|register| self.allocator.give(register));
        }
    }

    fn node(&mut self, node: Node) {
        let steps = std::mem::take(&mut self.steps);
        if let Some(open) = self.open.last_mut() {
            if !steps.is_empty() {
                open.nodes.push(Node::Steps(steps));
            }
            open.nodes.push(node);
        }
    }

    fn begin(&mut self, condition: u16) {
        let steps = std::mem::take(&mut self.steps);
        if let (Some(open), false) = (self.open.last_mut(), steps.is_empty()) {
            open.nodes.push(Node::Steps(steps));
        }
        self.open.push(Open {
            nodes: Vec::new(),
            condition,
            then: None,
        });
    }

    /// Closes the innermost region.
    fn end(&mut self) -> (Region, u16, Option<Region>) {
        let steps = std::mem::take(&mut self.steps);
        let Some(mut open) = self.open.pop() else {
            return (Vec::new(), 0, None);
        };
        if !steps.is_empty() {
            open.nodes.push(Node::Steps(steps));
        }
        (open.nodes, open.condition, open.then)
    }

    fn finish(mut self) -> Code {
        let body = self.end().0;
        (self.code.words, self.code.longs) = self.allocator.counts();
        self.code.body = Some(body);
        self.code.uniform = self.script.form.is_uniform();
        self.code.most = (!self.has_loop).then_some(self.counted);
        self.code.find_one_span();
        self.code.find_overwritten();
        self.code
    }
}
