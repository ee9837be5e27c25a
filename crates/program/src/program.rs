//! The program itself and its only constructor.

use std::collections::HashSet;

use quadrille_base::{Id, IndexVec, Span};
use quadrille_isa::gl::{Features, Operation, Profile};

use crate::ati::AtiShader;
use crate::execution::Execution;
use crate::id::InstId;
use crate::instruction::{Access, Instruction};
use crate::layout::Layout;
use crate::operand::{File, Register, Relative};
use crate::resources::{
    Counts, Declared, ImageUse, MemoryUse, Parameter, Subroutines, Temporary, TextureUse, Variable,
};

/// The parts of a program, before they are found to be well formed.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts {
    /// The header's row.
    pub profile: &'static Profile,
    /// Languages and options in force.
    pub features: Features,
    /// Instructions in order.
    pub instructions: IndexVec<InstId, Instruction>,
    /// The span of each instruction in the source.
    pub spans: IndexVec<InstId, Span>,
    /// The instruction at which execution begins.
    pub entry: InstId,
    /// Temporary slots.
    pub temporaries: Vec<Temporary>,
    /// Attribute slots.
    pub attributes: Vec<Variable>,
    /// Result slots.
    pub results: Vec<Variable>,
    /// Parameter slots.
    pub parameters: Vec<Parameter>,
    /// Number of address registers.
    pub addresses: u32,
    /// Texture units and their targets.
    pub textures: Vec<TextureUse>,
    /// Image units.
    pub images: Vec<ImageUse>,
    /// Memory behind binding points.
    pub memory: MemoryUse,
    /// Subroutine types, functions and parameters.
    pub subroutines: Subroutines,
    /// The declarations of the stage.
    pub layout: Layout,
    /// Layers between the first view and the second (NV_stereo_view_rendering).
    pub secondary_view_layer_offset: Option<i32>,
    /// Labels: a name and the instruction it stands before (the number of instructions for one at the end).
    pub labels: Vec<(String, InstId)>,
    /// Names that the program declares, in the order of their places.
    pub declared: Vec<Declared>,
    /// Resources as the specification counts them.
    pub counts: Counts,
    /// The limits of a run.
    pub execution: Execution,
    /// A program of ATI_text_fragment_shader as it is written.
    pub ati: Option<AtiShader>,
}

impl Parts {
    /// The number of registers of a file.
    fn slots(&self, file: File) -> usize {
        match file {
            File::Temporary => self.temporaries.len(),
            File::Attribute => self.attributes.len(),
            File::Parameter => self.parameters.len(),
            File::Result => self.results.len(),
            File::Address => self.addresses as usize,
        }
    }
}

/// Something that no checked program has: a slot or target out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("instruction {}: {defect}", instruction.index())]
pub struct Malformed {
    /// The instruction.
    pub instruction: InstId,
    /// The defect of the instruction.
    pub defect: Defect,
}

/// Why parts make no program: what an instruction refers to is not there, or it computes what it cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Defect {
    /// The instruction that a branch goes to.
    #[error("branch target out of range")]
    Target,
    /// The slot of a register.
    #[error("register slot out of range")]
    Slot,
    /// The register that another is indexed by.
    #[error("index register out of range")]
    Index,
    /// The slots that an index reaches.
    #[error("array range out of range")]
    Array,
    /// The slots of the buffers that an index reaches.
    #[error("buffer range out of range")]
    Buffers,
    /// The first instruction, or the places in the text.
    #[error("entry or spans out of range")]
    Entry,
    /// The slots of a declared name.
    #[error("declared name out of range")]
    Name,
    /// The type that an operation computes in.
    #[error("operation without a meaning in its type")]
    Type,
    /// The operands of an operation.
    #[error("operands missing")]
    Operands,
}

/// A checked program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    parts: Parts,
}

impl Program {
    /// Takes parts whose references all resolve.
    ///
    /// # Errors
    ///
    /// The first that does not.
    pub fn new(parts: Parts) -> Result<Program, Malformed> {
        // Lists of subroutines that many calls share are looked at once.
        let mut lists = HashSet::new();
        for (id, instruction) in parts.instructions.iter_enumerated() {
            check_instruction(&parts, instruction, &mut lists).map_err(|defect| Malformed {
                instruction: id,
                defect,
            })?;
        }
        if parts.spans.len() != parts.instructions.len() || parts.entry.index() > parts.instructions.len() {
            return Err(Malformed {
                instruction: parts.entry,
                defect: Defect::Entry,
            });
        }
        let outside = |declared: &&Declared| {
            let end = declared.first as usize + declared.length.unwrap_or(1) as usize;
            end > parts.slots(declared.file)
        };
        if parts.declared.iter().any(|declared| outside(&declared)) {
            return Err(Malformed {
                instruction: parts.entry,
                defect: Defect::Name,
            });
        }
        Ok(Program { parts })
    }

    /// The same with other places in its text.
    pub fn placed(mut self, place: impl Fn(Span) -> Span) -> Program {
        self.parts.spans = self.parts.spans.iter().map(|span| place(*span)).collect();
        for declared in &mut self.parts.declared {
            declared.span = place(declared.span);
        }
        self
    }

    /// The header's row.
    pub fn profile(&self) -> &'static Profile {
        self.parts.profile
    }

    /// Languages and options in force.
    pub fn features(&self) -> &Features {
        &self.parts.features
    }

    /// Instructions in order.
    pub fn instructions(&self) -> &IndexVec<InstId, Instruction> {
        &self.parts.instructions
    }

    /// The span of an instruction in the source.
    pub fn span(&self, id: InstId) -> Span {
        self.parts.spans.get(id).copied().unwrap_or_default()
    }

    /// The instruction at which execution begins.
    pub fn entry(&self) -> InstId {
        self.parts.entry
    }

    /// Temporary slots.
    pub fn temporaries(&self) -> &[Temporary] {
        &self.parts.temporaries
    }

    /// Attribute slots.
    pub fn attributes(&self) -> &[Variable] {
        &self.parts.attributes
    }

    /// Result slots.
    pub fn results(&self) -> &[Variable] {
        &self.parts.results
    }

    /// Parameter slots.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parts.parameters
    }

    /// Number of address registers.
    pub fn addresses(&self) -> u32 {
        self.parts.addresses
    }

    /// Texture units and their targets.
    pub fn textures(&self) -> &[TextureUse] {
        &self.parts.textures
    }

    /// Image units.
    pub fn images(&self) -> &[ImageUse] {
        &self.parts.images
    }

    /// Memory behind binding points.
    pub fn memory(&self) -> &MemoryUse {
        &self.parts.memory
    }

    /// Subroutine types, functions and parameters.
    pub fn subroutines(&self) -> &Subroutines {
        &self.parts.subroutines
    }

    /// The declarations of the stage.
    pub fn layout(&self) -> &Layout {
        &self.parts.layout
    }

    /// Layers between the first view and the second (NV_stereo_view_rendering); none for a program that
    /// says nothing.
    pub fn secondary_view_layer_offset(&self) -> Option<i32> {
        self.parts.secondary_view_layer_offset
    }

    /// Labels and the instructions they stand before, in order of those.
    pub fn labels(&self) -> &[(String, InstId)] {
        &self.parts.labels
    }

    /// Names that the program declares, in the order of their places. Registers that the language itself names
    /// (`R0`, `c[7]`) are not among them.
    pub fn declared(&self) -> &[Declared] {
        &self.parts.declared
    }

    /// The source form of a program of ATI_text_fragment_shader; `None` for the other languages.
    pub fn ati(&self) -> Option<&AtiShader> {
        self.parts.ati.as_ref()
    }

    /// Resources as the specification counts them.
    pub fn counts(&self) -> &Counts {
        &self.parts.counts
    }

    /// The limits of a run.
    pub fn execution(&self) -> &Execution {
        &self.parts.execution
    }
}

fn check_instruction(
    parts: &Parts,
    instruction: &Instruction,
    lists: &mut HashSet<*const (u32, InstId)>,
) -> Result<(), Defect> {
    if let Operation::Arithmetic(operation) = instruction.operation {
        if !operation.computes_in(instruction.data_type) {
            return Err(Defect::Type);
        }
        if instruction.operands.len() < operation.operands() {
            return Err(Defect::Operands);
        }
    }
    for operand in instruction.reads() {
        check_register(parts, &operand.register)?;
    }
    if let Some(register) = instruction
        .destination
        .as_ref()
        .and_then(|to| to.register.as_ref())
    {
        check_register(parts, register)?;
    }
    if let Access::Flow(flow) = &instruction.access {
        let called = flow.subroutine.iter().map(|called| &called.targets);
        let called = called.filter(|targets| lists.insert(targets.as_ptr()));
        let called = called.flat_map(|targets| targets.iter());
        let targets = flow.target.iter().chain(called.map(|(_, target)| target));
        // A target one past the end leaves the program.
        if targets
            .copied()
            .any(|target| target.index() > parts.instructions.len())
        {
            return Err(Defect::Target);
        }
    }
    Ok(())
}

fn check_register(parts: &Parts, register: &Register) -> Result<(), Defect> {
    let size = |file: File| parts.slots(file);
    if let Some(outer) = &register.outer {
        if outer
            .index
            .is_some_and(|index| index.slot as usize >= size(index.file))
        {
            return Err(Defect::Index);
        }
        let first = register
            .relative
            .map_or(register.slot.max(0) as u32, |relative| relative.first);
        let range = u64::from(outer.stride) * u64::from(outer.count);
        if u64::from(first) + range > size(register.file) as u64 {
            return Err(Defect::Buffers);
        }
    }
    match &register.relative {
        None if register.slot < 0 || register.slot as usize >= size(register.file) => Err(Defect::Slot),
        Some(Relative { index, .. }) if index.slot as usize >= size(index.file) => Err(Defect::Index),
        Some(relative)
            if (relative.first as usize).saturating_add(relative.length as usize) > size(register.file) =>
        {
            Err(Defect::Array)
        }
        _ => Ok(()),
    }
}
