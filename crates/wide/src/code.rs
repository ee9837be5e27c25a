//! The code of a program as it runs: steps over the planes of registers, and the flow between them.

use quadrille_engine::AbnormalEnd;
use quadrille_isa::gl::operation::{Axis, Packing};
use quadrille_jit::Native;
use quadrille_program::InstId;
use quadrille_scalar::{Call, Conversion, SlotRange, ValueId};

use crate::kernel::{Kernel, Operands};

/// A register: a word or a truth value, or a long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Register {
    /// In [`Registers::words`](crate::plane::Registers::words).
    Word(u16),
    /// In [`Registers::longs`](crate::plane::Registers::longs).
    Long(u16),
}

impl Register {
    /// Its number in its file.
    pub(crate) fn number(self) -> u16 {
        match self {
            Register::Word(number) | Register::Long(number) => number,
        }
    }
}

/// What a slot of a batch is looked up in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// The attributes of the batch.
    Attributes,
    /// Its results, as they were before the run.
    Results,
}

/// Something done for all lanes of a piece of a batch. What it gives replaces the register `to` whole.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A kernel.
    Kernel { run: Kernel, at: Operands },
    /// A component of a slot.
    Load {
        from: Input,
        slot: u32,
        component: u8,
        to: u16,
    },
    /// A parameter, the same in all lanes.
    Parameter { slot: u32, component: u8, to: u16 },
    /// A parameter by an index.
    ParameterAt { range: SlotRange, index: u16, to: u16 },
    /// Components 0 to 3 of parameters by one index, those that are read: of each lane they lie side by side.
    ParameterVectorAt {
        first: u32,
        length: u32,
        index: u16,
        to: [Option<u16>; 4],
    },
    /// An attribute by an index.
    AttributeAt { range: SlotRange, index: u16, to: u16 },
    /// An attribute of an incoming vertex by an index.
    VertexAttributeAt {
        range: SlotRange,
        index: u16,
        vertex: u16,
        to: u16,
    },
    /// An element of an array.
    Element {
        array: u32,
        component: u8,
        index: u16,
        to: Register,
    },
    /// Whether lanes are active.
    Active { to: u16 },
    /// Another format.
    Convert {
        conversion: Conversion,
        from: Register,
        to: Register,
    },
    /// Fields packed.
    Pack {
        packing: Packing,
        from: [u16; 4],
        to: u16,
    },
    /// A field unpacked.
    Unpack {
        packing: Packing,
        component: u8,
        from: u16,
        to: u16,
    },
    /// A value of the quad.
    Neighbour {
        axis: Axis,
        upper: bool,
        from: Register,
        to: Register,
    },
    /// A variable's value, in the active lanes alone.
    Write { from: Register, to: Register },
    /// A copy of a register.
    Copy { from: Register, to: Register },
    /// An array's element, in the active lanes alone.
    Store {
        array: u32,
        component: u8,
        index: u16,
        from: Register,
    },
    /// A component of a result slot of the batch, in the active lanes alone.
    Export { slot: u32, component: u8, from: u16 },
    /// Active lanes to mark as killed.
    Kill { mask: u16 },
    /// Texture lookups, by their numbers in [`Code::lookups`]: several differ in their operands alone, need nothing of each
    /// other and write registers.
    Lookups { first: u32, count: u32 },
    /// Values that native code computes, by its number in [`Code::native`].
    Native(u32),
}

/// A plane that native code or a lookup reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A register of words.
    Register(u16),
    /// A component of an attribute.
    Attribute { slot: u32, component: u8 },
}

/// A plane that native code or a lookup writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A register of words, whole.
    Register(u16),
    /// A component of a result slot of the batch, in the active lanes alone.
    Result { slot: u32, component: u8 },
}

/// Values that native code computes.
#[derive(Debug)]
pub(crate) struct NativeSpan {
    /// The code: of the planes that it reads, then of those that it writes, in these orders.
    pub(crate) native: Native,
    /// What it reads.
    pub(crate) reads: Vec<Source>,
    /// The registers of what is the same in all lanes.
    pub(crate) uniforms: Vec<u16>,
    /// What it writes: registers, then results in the order of their slots and components.
    pub(crate) writes: Vec<Target>,
    /// How many of these are registers.
    pub(crate) registers: usize,
}

/// Instructions that count for the budgets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    /// The first instruction.
    pub(crate) first: InstId,
    /// How many.
    pub(crate) count: u32,
    /// Units of work of a lane besides.
    pub(crate) more_work: u32,
}

/// A piece of flow.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Steps without flow between them.
    Steps(Vec<Step>),
    /// Counted instructions.
    Count(Count),
    /// A call that is no texture lookup: executed for all active lanes of the batch in their order.
    Call(u32),
    /// One list or the other by a truth value.
    If {
        condition: u16,
        then: Region,
        otherwise: Region,
    },
    /// What a break leaves.
    Block(Region),
    /// What runs again until no lane is left.
    Loop(Region),
    /// The active lanes leave.
    Break { depth: u32 },
    /// The active lanes go to the end of the body.
    Continue { depth: u32 },
    /// The active lanes end abnormally.
    End { instruction: InstId, why: AbnormalEnd },
}

/// What a region does.
pub(crate) type Region = Vec<Node>;

/// A texture lookup with the planes of its values.
#[derive(Clone, Debug)]
pub(crate) struct LookupSite {
    /// The instruction.
    pub(crate) instruction: InstId,
    /// Its operands.
    pub(crate) operands: Vec<[Source; 4]>,
    /// The index into units.
    pub(crate) index: Option<u16>,
    /// The handle.
    pub(crate) handle: Option<u16>,
    /// The texel offset.
    pub(crate) offset: Option<[u16; 3]>,
    /// Where its components go, those that are read.
    pub(crate) results: [Option<Target>; 4],
}

impl LookupSite {
    /// The components that are read, x in bit 0.
    pub(crate) fn components(&self) -> u8 {
        (0..4)
            .filter(|component| self.results[*component].is_some())
            .fold(0, |all, component| all | 1 << component)
    }

    /// Whether its components go to registers alone.
    pub(crate) fn writes_registers(&self) -> bool {
        self.results.iter().flatten().all(|target| match target {
            Target::Register(_) => true,
            Target::Result { .. } => false,
        })
    }
}

/// A call that is no texture lookup, with the registers of its values.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    /// What it does.
    pub(crate) call: Call,
    /// The values that it reads, and where they are.
    pub(crate) values: Vec<(ValueId, Register)>,
    /// Its operands.
    pub(crate) operands: Vec<[Register; 4]>,
    /// The index into bindings.
    pub(crate) index: Option<u16>,
    /// The handle.
    pub(crate) handle: Option<u16>,
    /// The address that is added to a memory access's offset.
    pub(crate) address: Option<u16>,
    /// Where its components go, those that are read.
    pub(crate) results: [Option<Register>; 4],
}

impl NativeSpan {
    /// Whether it needs no registers but those of what is the same in all lanes.
    fn is_of_the_batch(&self) -> bool {
        let is_attribute = |source: &Source| matches!(source, Source::Attribute { .. });
        self.registers == 0 && self.reads.iter().all(is_attribute)
    }
}

impl Code {
    /// Finds whether all that is done is one native span.
    pub(crate) fn find_one_span(&mut self) {
        let mut spans = self.body.iter().flatten().map(|node| match node {
            Node::Count(_) => Some(0),
            Node::Steps(steps) => {
                let are_spans = steps.iter().all(|step| matches!(step, Step::Native(_)));
                are_spans.then_some(steps.len())
            }
            Node::Call(_)
            | Node::If { .. }
            | Node::Block(_)
            | Node::Loop(_)
            | Node::Break { .. }
            | Node::Continue { .. }
            | Node::End { .. } => None,
        });
        let count = spans.try_fold(0, |all, spans| Some(all + spans?));
        self.is_one_span = count == Some(1) && self.native.iter().all(NativeSpan::is_of_the_batch);
    }

    /// Finds the components of results that code without flow exports, and never reads as they were before.
    pub(crate) fn find_overwritten(&mut self) {
        let nodes = self.body.iter().flatten();
        let steps = nodes.filter_map(|node| match node {
            Node::Steps(steps) => Some(steps),
            _ => None,
        });
        let (mut written, mut read) = (Vec::new(), Vec::new());
        let of_target = |target: Target| match target {
            Target::Result { slot, component } => Some((slot, component)),
            Target::Register(_) => None,
        };
        for step in steps.flatten().chain(&self.prologue) {
            match *step {
                Step::Export { slot, component, .. } => written.push((slot, component)),
                Step::Lookups { first, count } => {
                    let sites = &self.lookups[first as usize..][..count as usize];
                    let targets = sites.iter().flat_map(|site| site.results.iter().flatten());
                    written.extend(targets.copied().filter_map(of_target));
                }
                // A condition may leave it as it was.
                Step::Load {
                    from: Input::Results,
                    slot,
                    component,
                    ..
                } => read.push((slot, component)),
                _ => {}
            }
        }
        written.retain(|result| !read.contains(result));
        self.overwritten = written;
    }
}

/// The code of a program.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// Registers of both files.
    pub(crate) words: u16,
    pub(crate) longs: u16,
    /// Registers that hold constants.
    pub(crate) constants: Vec<(Register, u64)>,
    /// Registers that are 0 at the start of a run: variables.
    pub(crate) variables: Vec<Register>,
    /// The arrays: whether long, and elements.
    pub(crate) arrays: Vec<(bool, u32)>,
    /// Steps that are made once a run.
    pub(crate) prologue: Vec<Step>,
    /// The calls.
    pub(crate) calls: Vec<CallSite>,
    /// The texture lookups.
    pub(crate) lookups: Vec<LookupSite>,
    /// What native code computes.
    pub(crate) native: Vec<NativeSpan>,
    /// What runs.
    pub(crate) body: Option<Region>,
    /// Whether lanes may diverge, or calls see the lanes in their order: all pieces of a batch then go together.
    pub(crate) together: bool,
    /// Whether all lanes of all runs with the same parameters write the same, and do nothing else.
    pub(crate) uniform: bool,
    /// The components of results that code without flow exports, and never reads as they were before.
    pub(crate) overwritten: Vec<(u32, u8)>,
    /// Whether all that is done is one native span, which reads attributes and writes results.
    pub(crate) is_one_span: bool,
    /// Instructions of a lane at most, where there is no loop.
    pub(crate) most: Option<u64>,
}
