//! The cost of a program, by counting: instructions by class, registers, and the length of its longest chain of
//! instructions that wait for each other. People read these as a measure of speed; nothing is run.

use quadrille_isa::gl::operation::Class;
use rustc_hash::FxHashMap;

use crate::instruction::{Access, Instruction};
use crate::operand::{File, Register, Relative};
use crate::program::Program;
use crate::resources::Counts;

/// Counts of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Instructions by class; those that the program does not write are left out.
    pub classes: Classes,
    /// Resources as the specification counts them.
    pub counts: Counts,
    /// Temporaries that an instruction reads or writes.
    pub temporaries_used: u32,
    /// Temporaries that hold a value needed later, at the place where most do.
    pub temporaries_live: u32,
    /// Texture units that are sampled.
    pub texture_units: u32,
    /// Instructions of the longest chain in which each needs the result of the one before. Branches are
    /// passed over and loops counted once, so that it is an estimate where there are any.
    pub depth: u32,
    /// Texture lookups in that chain whose coordinates depend on another lookup, the first included.
    pub texture_depth: u32,
}

/// Instructions by what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes {
    /// Component by component, dot products and vectors.
    pub vector: u32,
    /// One value from scalars: reciprocals, powers, sines.
    pub scalar: u32,
    /// Conversions, packing and unpacking.
    pub conversion: u32,
    /// Texture lookups and queries.
    pub texture: u32,
    /// Derivatives and interpolation at another place.
    pub derivative: u32,
    /// Discards.
    pub kill: u32,
    /// Address registers.
    pub address: u32,
    /// Branches, calls and blocks.
    pub flow: u32,
    /// Loads, stores and atomic operations.
    pub memory: u32,
    /// Exchange between threads, and what tells the stage something.
    pub stage: u32,
}

impl Classes {
    /// The classes with their names, in the order of the fields.
    pub fn named(&self) -> [(&'static str, u32); 10] {
        [
            ("vector", self.vector),
            ("scalar", self.scalar),
            ("conversion", self.conversion),
            ("texture", self.texture),
            ("derivative", self.derivative),
            ("kill", self.kill),
            ("address", self.address),
            ("flow", self.flow),
            ("memory", self.memory),
            ("stage", self.stage),
        ]
    }

    fn count(&mut self, class: Class) {
        let field = match class {
            Class::Componentwise(_) | Class::Dot(_) | Class::Vector(_) => &mut self.vector,
            Class::Scalar(_) => &mut self.scalar,
            Class::Conversion => &mut self.conversion,
            Class::Texture => &mut self.texture,
            Class::Derivative | Class::Interpolation => &mut self.derivative,
            Class::Kill => &mut self.kill,
            Class::Address => &mut self.address,
            Class::Flow => &mut self.flow,
            Class::Memory => &mut self.memory,
            Class::Group | Class::Stage => &mut self.stage,
        };
        *field += 1;
    }
}

/// Counts a program.
pub fn statistics(program: &Program) -> Statistics {
    let mut classes = Classes::default();
    let mut chains = Chains::default();
    let mut used = FxHashMap::default();
    for (at, instruction) in program.instructions().iter().enumerate() {
        if matches!(&instruction.access, Access::Flow(flow) if flow.implicit) {
            continue;
        }
        classes.count(instruction.operation.class());
        chains.step(instruction);
        for register in registers(instruction).filter(|register| register.file == File::Temporary) {
            for slot in slots(&register) {
                used.entry(slot).or_insert((at, at)).1 = at;
            }
        }
    }
    Statistics {
        classes,
        counts: *program.counts(),
        temporaries_used: used.len() as u32,
        temporaries_live: most_live(used.values().copied()),
        texture_units: program.textures().len() as u32,
        depth: chains.longest.0,
        texture_depth: chains.longest.1,
    }
}

/// The registers that an instruction reads and writes.
fn registers(instruction: &Instruction) -> impl Iterator<Item = Register> {
    let to = instruction.destination.and_then(|to| to.register);
    instruction.reads().map(|operand| operand.register).chain(to)
}

/// The slots that a register may be: of a long array the first ones stand for all.
fn slots(register: &Register) -> std::ops::Range<i32> {
    match &register.relative {
        None => register.slot..register.slot + 1,
        Some(run) => run.first as i32..(run.first + run.length.min(64)) as i32,
    }
}

/// The largest number of live ranges, from first to last use, that cover one place.
fn most_live(stretches: impl Iterator<Item = (usize, usize)>) -> u32 {
    let mut ends: Vec<(usize, i32)> = stretches
        .flat_map(|(from, to)| [(from, 1), (to + 1, -1)])
        .collect();
    ends.sort_unstable();
    let live = ends.iter().scan(0, |live, (_, change)| {
        *live += change;
        Some(*live)
    });
    live.max().unwrap_or(0) as u32
}

/// Chains of instructions that wait for each other: for each component how many instructions and lookups are
/// behind its value.
#[derive(Default)]
struct Chains {
    behind: FxHashMap<(File, i32), [(u32, u32); 4]>,
    /// Behind the condition codes.
    condition: (u32, u32),
    longest: (u32, u32),
}

impl Chains {
    fn step(&mut self, instruction: &Instruction) {
        let class = instruction.operation.class();
        let mut start = (0, 0);
        for operand in instruction.reads() {
            let register = &operand.register;
            let components: Vec<u8> = (0..4).map(|at| operand.swizzle.component(at)).collect();
            for slot in slots(register) {
                let Some(behind) = self.behind.get(&(register.file, slot)) else {
                    continue;
                };
                for component in &components {
                    start = longer(start, behind[usize::from(*component & 3)]);
                }
            }
            if let Some(Relative { index, .. }) = &register.relative
                && let Some(behind) = self.behind.get(&(index.file, index.slot as i32))
            {
                start = longer(start, behind[usize::from(index.component & 3)]);
            }
        }
        let conditional = instruction.destination.is_some_and(|to| to.condition.is_some());
        if conditional || matches!(instruction.access, Access::Condition(_)) {
            start = longer(start, self.condition);
        }
        if class == Class::Flow {
            return;
        }
        let end = (start.0 + 1, start.1 + u32::from(class == Class::Texture));
        self.longest = longer(self.longest, end);
        if instruction.update.is_some() {
            self.condition = longer(self.condition, end);
        }
        let Some((to, register)) = instruction
            .destination
            .and_then(|to| to.register.map(|register| (to, register)))
        else {
            return;
        };
        for slot in slots(&register) {
            let behind = self.behind.entry((register.file, slot)).or_default();
            for (at, component) in behind.iter_mut().enumerate() {
                if to.mask >> at & 1 != 0 {
                    let kept = conditional || register.relative.is_some();
                    *component = if kept { longer(*component, end) } else { end };
                }
            }
        }
    }
}

fn longer(one: (u32, u32), other: (u32, u32)) -> (u32, u32) {
    (one.0.max(other.0), one.1.max(other.1))
}
