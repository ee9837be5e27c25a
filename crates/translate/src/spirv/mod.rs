//! SPIR-V: a raised shader as the words of a module, for Vulkan and for OpenGL (ARB_gl_spirv).
//!
//! The printer decides nothing about meaning. Names are those of the form (`OpName`); where comments are kept,
//! the program's text stands in the module (`OpSource`) and every statement says its line (`OpLine`). The two
//! interfaces differ in where resources lie, which only `interface` knows: Vulkan has textures and samplers
//! apart and parameters in a block, OpenGL has uniforms with locations. Modules are of version 1.0, which
//! every implementation of either takes.

mod built_in;
mod entry;
mod expression;
mod image;
mod interface;
mod lookup;
mod memory;
mod outputs;
mod printer;
mod statement;
mod types;

use rspirv::binary::Assemble;
use rspirv::spirv::{AddressingModel, Capability, MemoryModel};

use crate::form::{Input, InputKind, Shader};
use crate::options::Options;

use self::printer::Printer;

/// The words of a module. They are the same whenever the shader and the options are.
pub fn print(shader: &Shader, options: &Options) -> Vec<u32> {
    let mut printer = Printer::new(shader, options);
    printer.module();
    printer.builder.module().assemble()
}

impl Printer<'_> {
    fn module(&mut self) {
        self.need(Capability::Shader);
        let tells_draw = |input: &Input| {
            matches!(
                input.kind,
                InputKind::BaseVertex | InputKind::BaseInstance | InputKind::DrawId
            )
        };
        if self.shader.inputs.iter().any(tells_draw) {
            self.builder.extension("SPV_KHR_shader_draw_parameters");
        }
        let addressing = match self.shader.addressed.is_empty() {
            false => {
                self.builder.extension("SPV_KHR_physical_storage_buffer");
                self.need(Capability::PhysicalStorageBufferAddresses);
                AddressingModel::PhysicalStorageBuffer64
            }
            true => AddressingModel::Logical,
        };
        self.builder.memory_model(addressing, MemoryModel::GLSL450);
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
}
