//! The state of printing a module: the builder, and what is declared so far.

use rspirv::dr::{Builder, InsertPoint, Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, ImageFormat, Op, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::form::{Root, Scalar, Shader, TextureShape, Type};
use crate::options::Options;
use crate::target::Target;

/// A variable of the module: its pointer, its storage class, and the path to a place in it.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(super) pointer: Word,
    pub(super) storage: StorageClass,
    /// Constant indices that lead from the variable to the place: a member, an element of a built-in array.
    pub(super) path: Vec<u32>,
    /// Whether it is an array of vertices, so that the index of a place comes before the path.
    pub(super) of_vertices: bool,
}

/// The variables of a texture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureVariables {
    /// The texture; with its sampler, where `sampler` is none and it is filtered at all.
    pub(super) texture: Word,
    pub(super) sampler: Option<Word>,
    pub(super) image: Word,
    /// Whether the texture's variable holds texture and sampler together.
    pub(super) combined: bool,
}

/// The variable of an image, and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageVariable {
    pub(super) variable: Word,
    pub(super) of: Word,
}

/// The branch targets of the statements in a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    /// The block behind the loop.
    pub(super) behind: Word,
    /// The block that starts the next round.
    pub(super) again: Word,
    /// Whether anything leaves the loop.
    pub(super) left: bool,
}

/// The key by which a declared type is found again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeKey {
    Void,
    Value(Type),
    Pointer(StorageClass, Word),
    Array(Word, u32),
    Image(TextureShape, Scalar),
    /// An image that is stored to.
    StoredImage(TextureShape, Scalar, ImageFormat),
    Sampler,
    SampledImage(Word),
    /// The result of a sparse lookup: a code, and a value of a type.
    Sparse(Word),
    Function(Word, Vec<Word>),
}

/// A module on its way.
pub(crate) struct Printer<'a> {
    pub(super) shader: &'a Shader,
    pub(super) options: &'a Options,
    /// Vulkan's conventions; OpenGL's otherwise.
    pub(super) vulkan: bool,
    pub(super) builder: Builder,
    /// The extended instructions of GLSL.
    pub(super) glsl: Word,
    pub(super) capabilities: FxHashSet<Capability>,
    pub(super) types: FxHashMap<TypeKey, Word>,
    pub(super) constants: FxHashMap<(Word, [u64; 4]), Word>,
    /// By type: the constant whose bits are all 0.
    pub(super) zeros: FxHashMap<Word, Word>,
    /// By bits: the variables of numbers that no constant may hold.
    pub(super) hidden: FxHashMap<u32, Word>,
    /// Whether no constant may hold the numbers of the expression at hand.
    pub(super) hides: bool,
    /// Variables of the module and of the function at hand.
    pub(super) places: FxHashMap<Root, Variable>,
    /// By texture: the variable of the texture, of its sampler where that is apart, and their types.
    pub(super) textures: Vec<TextureVariables>,
    /// By image: its variable.
    pub(super) images: Vec<ImageVariable>,
    /// The size of a work group, where it is specialised.
    pub(super) group_size: Option<Word>,
    /// Inputs and outputs, for the entry point.
    pub(super) interface: Vec<Word>,
    pub(super) library: Vec<Word>,
    pub(super) functions: Vec<Word>,
    /// Arguments of the function at hand, and the types of its own variables.
    pub(super) arguments: Vec<Word>,
    pub(super) locals: Vec<Type>,
    /// Blocks behind and at the end of the loops around.
    pub(super) loops: Vec<Around>,
    /// Whether the statement at hand asks that its operations are neither fused nor re-associated.
    pub(super) precise: bool,
    /// Whether the lookup at hand tells whether its texels are resident, and then what it told.
    pub(super) sparse: bool,
    pub(super) resident: Option<Word>,
    /// The string with the name of the source, where lines are said.
    pub(super) file: Option<Word>,
    /// The line that was said last.
    pub(super) line: u32,
}

impl<'a> Printer<'a> {
    /// A module in which nothing is declared.
    pub(super) fn new(shader: &'a Shader, options: &'a Options) -> Printer<'a> {
        let mut builder = Builder::new();
        // Subgroups came later.
        let has_subgroups = shader.features.iter().any(|feature| feature.is_of_subgroups());
        builder.set_version(1, if has_subgroups { 3 } else { 0 });
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
            group_size: None,
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

    /// Asks for a capability, once.
    pub(super) fn need(&mut self, capability: Capability) {
        if self.capabilities.insert(capability) {
            self.builder.capability(capability);
        }
    }

    /// An instruction with a result, at the end of the block at hand.
    pub(super) fn emit(&mut self, op: Op, result: Word, operands: Vec<Operand>) -> Word {
        let id = self.builder.id();
        self.put(Instruction::new(op, Some(result), Some(id), operands));
        id
    }

    /// An instruction with a result, on values.
    pub(super) fn emit_on(&mut self, op: Op, result: Word, values: &[Word]) -> Word {
        self.emit(op, result, values.iter().copied().map(Operand::IdRef).collect())
    }

    /// An instruction at the end of the block at hand. One behind the end of a block is left out: no way leads
    /// there.
    pub(super) fn put(&mut self, instruction: Instruction) {
        if self.builder.selected_block().is_some() {
            // The builder refuses only what is outside blocks.
            let _ = self.builder.insert_into_block(InsertPoint::End, instruction);
        }
    }

    pub(super) fn decorate(&mut self, id: Word, decoration: Decoration, numbers: &[u32]) {
        let operands = numbers.iter().copied().map(Operand::LiteralBit32);
        self.builder.decorate(id, decoration, operands);
    }
}
