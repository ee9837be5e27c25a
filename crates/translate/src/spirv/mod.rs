//! SPIR-V: a raised shader as the words of a module, for Vulkan and for OpenGL (ARB_gl_spirv).
//!
//! The printer decides nothing about meaning. Names are those of the form (`OpName`); where comments are kept,
//! the program's text stands in the module (`OpSource`) and every statement says its line (`OpLine`). The two
//! interfaces differ in where resources lie, which only [`interface`] knows: Vulkan has textures and samplers
//! apart and parameters in a block, OpenGL has uniforms with locations. Modules are of version 1.0, which
//! every implementation of either takes.

mod built_in;
mod expression;
mod image;
mod interface;
mod lookup;
mod memory;
mod statement;
mod types;

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, InsertPoint, Instruction, Operand};
use rspirv::spirv::{AddressingModel, Capability, Decoration, MemoryModel, Op, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{Root, Shader, Type};
use crate::options::Options;
use crate::target::Target;

use types::TypeKey;

/// The words of a module. They are the same whenever the shader and the options are.
pub fn print(shader: &Shader, options: &Options) -> Vec<u32> {
    let mut printer = Printer::new(shader, options);
    printer.module();
    printer.builder.module().assemble()
}

/// Where a variable of the module lies, and how an element in it is found.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pointer: Word,
    storage: StorageClass,
    /// Constant indices that lead from the variable to the place: a member, an element of a built-in array.
    path: Vec<u32>,
}

pub(crate) struct Printer<'a> {
    shader: &'a Shader,
    options: &'a Options,
    /// Vulkan's conventions; OpenGL's otherwise.
    vulkan: bool,
    builder: Builder,
    /// The extended instructions of GLSL.
    glsl: Word,
    capabilities: FxHashSet<Capability>,
    types: FxHashMap<TypeKey, Word>,
    constants: FxHashMap<(Word, [u64; 4]), Word>,
    /// By type: the constant whose bits are all 0.
    zeros: FxHashMap<Word, Word>,
    /// By bits: the variables of numbers that no constant may hold.
    hidden: FxHashMap<u32, Word>,
    /// Whether no constant may hold the numbers of the expression at hand.
    hides: bool,
    /// Variables of the module and of the function at hand.
    places: FxHashMap<Root, Variable>,
    /// By texture: the variable of the texture, of its sampler where that is apart, and their types.
    textures: Vec<interface::TextureVariables>,
    /// By image: its variable.
    images: Vec<image::ImageVariable>,
    /// Inputs and outputs, for the entry point.
    interface: Vec<Word>,
    library: Vec<Word>,
    functions: Vec<Word>,
    /// Arguments of the function at hand, and the types of its own variables.
    arguments: Vec<Word>,
    locals: Vec<Type>,
    /// Blocks behind and at the end of the loops around.
    loops: Vec<statement::Around>,
    /// Whether the statement at hand asks that its operations are neither fused nor re-associated.
    precise: bool,
    /// Whether the lookup at hand tells whether its texels are resident, and then what it told.
    sparse: bool,
    resident: Option<Word>,
    /// The string with the name of the source, where lines are said.
    file: Option<Word>,
    /// The line that was said last.
    line: u32,
}

impl<'a> Printer<'a> {
    fn new(shader: &'a Shader, options: &'a Options) -> Printer<'a> {
        let mut builder = Builder::new();
        builder.set_version(1, 0);
        let glsl = builder.ext_inst_import("GLSL.std.450");
        Printer {
            shader,
            options,
            vulkan: options.target != Target::SpirvOpengl,
            builder,
            glsl,
            capabilities: FxHashSet::default(),
            types: FxHashMap::default(),
            constants: FxHashMap::default(),
            zeros: FxHashMap::default(),
            hidden: FxHashMap::default(),
            hides: false,
            places: FxHashMap::default(),
            textures: Vec::new(),
            images: Vec::new(),
            interface: Vec::new(),
            library: Vec::new(),
            functions: Vec::new(),
            arguments: Vec::new(),
            locals: Vec::new(),
            loops: Vec::new(),
            precise: false,
            sparse: false,
            resident: None,
            file: None,
            line: 0,
        }
    }

    fn module(&mut self) {
        self.need(Capability::Shader);
        self.builder
            .memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        self.source();
        self.declarations();
        let shader = self.shader;
        for function in &shader.library {
            let id = self.define(function);
            self.library.push(id);
        }
        for function in &shader.functions {
            let id = self.define(function);
            self.functions.push(id);
        }
        self.entry();
    }

    /// The text of the program, for those who look at the module in a debugger; naga drops it, and stumbles over a
    /// long one.
    fn source(&mut self) {
        let listing = self.shader.listing.as_ref();
        let Some(listing) = listing.filter(|_| self.options.target.is_spirv()) else {
            return;
        };
        // A word count of an instruction has sixteen bits.
        const LONGEST: usize = 200_000;
        let text = listing.text.replace('\0', " ");
        let mut rest = text.as_str();
        let mut piece = || {
            let mut at = rest.len().min(LONGEST);
            while !rest.is_char_boundary(at) {
                at -= 1;
            }
            let (first, behind) = rest.split_at(at);
            rest = behind;
            (!first.is_empty()).then(|| first.to_owned())
        };
        let file = self.builder.string(self.shader.header);
        let unknown = rspirv::spirv::SourceLanguage::Unknown;
        self.builder.source(unknown, 0, Some(file), piece());
        while let Some(more) = piece() {
            self.builder.source_continued(more);
        }
        self.file = Some(file);
    }

    /// Asks for a capability, once.
    fn need(&mut self, capability: Capability) {
        if self.capabilities.insert(capability) {
            self.builder.capability(capability);
        }
    }

    /// An instruction with a result, at the end of the block at hand.
    fn emit(&mut self, op: Op, result: Word, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        self.put(Instruction::new(op, Some(result), Some(id), operands));
        id
    }

    /// An instruction with a result, on values.
    fn emit_on(&mut self, op: Op, result: Word, values: &[Word]) -> Word {
        self.emit(op, result, values.iter().copied().map(Operand::IdRef).collect())
    }

    /// An instruction at the end of the block at hand. One behind the end of a block is left out: no way leads
    /// there.
    fn put(&mut self, instruction: Instruction) {
        if self.builder.selected_block().is_some() {
            // The builder refuses only what is outside blocks.
            let _ = self.builder.insert_into_block(InsertPoint::End, instruction);
        }
    }

    fn decorate(&mut self, id: Word, decoration: Decoration, numbers: &[u32]) {
        let operands = numbers.iter().copied().map(Operand::LiteralBit32);
        self.builder.decorate(id, decoration, operands);
    }
}
