//! Parameters, parameter buffers and storage buffers: uniforms of their own, or blocks.

use quadrille_isa::gl::Stage;

use super::Printer;
use crate::form::{Expression, Type, block_name, storage_name};
use crate::options::Packing;
use crate::target::Feature;

impl Printer<'_> {
    pub(super) fn parameters(&mut self) {
        let shader = self.shader;
        let mut declared = shader
            .parameters
            .iter()
            .filter(|own| own.built_in.is_none())
            .peekable();
        if declared.peek().is_none() {
            return;
        }
        let (open, member) = match self.options.packing {
            Packing::Plain => (None, "uniform "),
            Packing::Block if self.dialect.numbered => (
                Some(format!(
                    "layout(std140, binding = {}) uniform",
                    self.options.block_binding(self.dialect.stage)
                )),
                "    ",
            ),
            Packing::Block => (Some("layout(std140) uniform".to_owned()), "    "),
            Packing::PushConstants => (Some("layout(push_constant) uniform".to_owned()), "    "),
        };
        if let Some(open) = &open {
            let name = match self.dialect.stage {
                Stage::Vertex => "VertexParameters",
                _ => "FragmentParameters",
            };
            self.line(format_args!("{open} {name} {{"));
        }
        let mut offset = shader.parameters_at;
        for parameter in declared {
            let ty = self.dialect.type_name(parameter.ty);
            let length = parameter
                .length
                .map_or_else(String::new, |length| format!("[{length}]"));
            let place = match offset {
                1.. if self.options.packing == Packing::PushConstants => {
                    format!("layout(offset = {offset}) ")
                }
                _ => String::new(),
            };
            offset = 0;
            let mut initial = String::new();
            if let Some(bits) = parameter.initial.filter(|bits| *bits != [0; 4])
                && self.options.packing == Packing::Plain
                && !self.dialect.es
            {
                initial.push_str(" = ");
                self.expression(&Expression::words(parameter.ty, bits), &mut initial);
            }
            let name = &parameter.name;
            self.line(format_args!("{member}{place}{ty} {name}{length}{initial};"));
        }
        if open.is_some() {
            self.line(format_args!("}} {};", self.block_instance()));
        }
    }

    pub(super) fn buffers(&mut self) {
        let shader = self.shader;
        let block = block_name(self.dialect.stage);
        for buffer in &shader.buffers {
            let binding = match self.dialect.numbered {
                true => format!(", binding = {}", buffer.binding),
                false => String::new(),
            };
            let ty = self.dialect.type_name(buffer.ty);
            let (number, name, length) = (buffer.number, &buffer.name, buffer.length);
            if !shader.features.contains(&Feature::UniformBlocks) {
                self.line(format_args!("uniform {ty} {name}[{length}];"));
                continue;
            }
            self.line(format_args!("layout(std140{binding}) uniform {block}{number} {{"));
            self.line(format_args!("    {ty} {name}[{length}];"));
            self.line(format_args!("}};"));
        }
    }

    pub(super) fn storages(&mut self) {
        let shader = self.shader;
        let block = storage_name(self.dialect.stage);
        for storage in &shader.storages {
            let how = if storage.coherent { "coherent " } else { "" };
            let word = self.dialect.type_name(Type::new(storage.word, 1));
            let (number, name, binding) = (storage.number, &storage.name, storage.binding);
            self.line(format_args!(
                "layout(std430, binding = {binding}) {how}buffer {block}{number} {{"
            ));
            self.line(format_args!("    {word} {name}[];"));
            self.line(format_args!("}};"));
        }
    }
}
