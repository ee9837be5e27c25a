//! Parameters, parameter buffers and storage buffers: uniforms of their own, or blocks.

use super::Printer;
use crate::form::{Expression, Type, block_name, parameters_name, storage_name, word_at};
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
        let (open, member) = match self.dialect.packing {
            Packing::Plain => (None, "uniform "),
            Packing::Block if self.dialect.numbered => (
                Some(format!(
                    "layout(std140, binding = {}) uniform",
                    self.dialect.block_binding
                )),
                "    ",
            ),
            Packing::Block => (Some("layout(std140) uniform".to_owned()), "    "),
            Packing::PushConstants => (Some("layout(push_constant) uniform".to_owned()), "    "),
        };
        if let Some(open) = &open {
            let [name, _] = parameters_name(self.dialect.stage);
            self.line(format_args!("{open} {name} {{"));
        }
        let mut offset = shader.parameters_at;
        for parameter in declared {
            let ty = self.dialect.type_name(parameter.ty);
            let length = parameter
                .length
                .map_or_else(String::new, |length| format!("[{length}]"));
            let place = match offset {
                1.. if self.dialect.packing == Packing::PushConstants => {
                    format!("layout(offset = {offset}) ")
                }
                _ => String::new(),
            };
            offset = 0;
            let mut initial = String::new();
            if let Some(bits) = parameter.initial.filter(|bits| *bits != [0; 4])
                && self.dialect.packing == Packing::Plain
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
        for buffer in &shader.buffers {
            let binding = match self.dialect.numbered {
                true => format!(", binding = {}", buffer.binding),
                false => String::new(),
            };
            let ty = self.dialect.type_name(buffer.ty);
            let (name, length) = (&buffer.name, buffer.length);
            if !shader.features.contains(&Feature::UniformBlocks) {
                self.line(format_args!("uniform {ty} {name}[{length}];"));
                continue;
            }
            let block = block_name(self.dialect.stage, buffer.number);
            self.line(format_args!("layout(std140{binding}) uniform {block} {{"));
            self.line(format_args!("    {ty} {name}[{length}];"));
            self.line(format_args!("}};"));
        }
    }

    pub(super) fn storages(&mut self) {
        let shader = self.shader;
        for storage in &shader.storages {
            let how = if storage.coherent { "coherent " } else { "" };
            let word = self.dialect.type_name(Type::new(storage.word, 1));
            let (name, binding) = (&storage.name, storage.binding);
            let block = storage_name(self.dialect.stage, storage.kind, storage.number, storage.word);
            self.line(format_args!(
                "layout(std430, binding = {binding}) {how}buffer {block} {{"
            ));
            self.line(format_args!("    {word} {name}[];"));
            self.line(format_args!("}};"));
        }
    }

    /// The types of references to words at GPU addresses.
    pub(super) fn addressed(&mut self) {
        let shader = self.shader;
        for word in &shader.addressed {
            let (name, bytes) = (word_at(*word), word.bits() / 8);
            let word = self.dialect.type_name(Type::new(*word, 1));
            self.line(format_args!(
                "layout(buffer_reference, std430, buffer_reference_align = {bytes}) buffer {name} {{"
            ));
            self.line(format_args!("    {word} word;"));
            self.line(format_args!("}};"));
        }
    }

    pub(super) fn shared(&mut self) {
        if let Some(shared) = &self.shader.shared {
            let word = self.dialect.type_name(Type::new(shared.word, 1));
            self.line(format_args!("shared {word} {}[{}];", shared.name, shared.length));
        }
    }
}
