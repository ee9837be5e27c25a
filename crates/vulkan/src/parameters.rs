//! Parameters: the uniform blocks of the shaders, filled from the state.

use quadrille_isa::gl::{Binding, Family, Stage};
use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::state::parameter;
use quadrille_program::resources::BufferElement;
use quadrille_translate::form::Shader;
use quadrille_translate::{ALPHA_REFERENCE, FRAMEBUFFER_HEIGHT, POINT_SIZE, reflect};

use crate::gpu::Block;
use crate::shaders::Shaders;

/// The blocks of both shaders, for a framebuffer of this height: parameters, and program parameter buffers.
pub(crate) fn blocks(draw: &DeviceDraw<'_>, shaders: &Shaders, height: u32) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (shader, program, stage) in [
        (&shaders.vertex, draw.vertex, Stage::Vertex),
        (&shaders.fragment, draw.fragment, Stage::Fragment),
    ] {
        let value = |binding: Binding| match binding.family {
            Family::ProgramSubroutine => {
                let number = program.subroutines.get(binding.index[0] as usize);
                [f32::from_bits(number.copied().unwrap_or(0)); 4]
            }
            _ => parameter::value(binding, stage, draw.context, &program.locals),
        };
        // A shader without parameters has no block of them.
        if !shader.parameters.is_empty() {
            blocks.push(Block {
                binding: shaders.options.block_binding(stage),
                bytes: bytes(shader, draw, &value, height),
            });
        }
        for buffer in &shader.buffers {
            let vector = |element| {
                let wanted = BufferElement {
                    buffer: buffer.number,
                    element,
                    vector: true,
                };
                draw.bindings.element(stage, wanted)
            };
            let vectors = (0..buffer.length).flat_map(vector);
            blocks.push(Block {
                binding: buffer.binding,
                bytes: vectors.flat_map(u32::to_ne_bytes).collect(),
            });
        }
    }
    blocks
}

fn bytes(
    shader: &Shader,
    draw: &DeviceDraw<'_>,
    value: &dyn Fn(Binding) -> [f32; 4],
    height: u32,
) -> Vec<u8> {
    let (offsets, size) = reflect::offsets(shader);
    let mut bytes = vec![0; size as usize];
    for (parameter, offset) in shader.parameters.iter().zip(offsets) {
        for (at, element) in parameter.elements.iter().enumerate() {
            let vector = match element {
                Some(binding) => value(*binding),
                None if parameter.name == ALPHA_REFERENCE => [draw.context.alpha_test.reference; 4],
                None if parameter.name == FRAMEBUFFER_HEIGHT => [height as f32; 4],
                None if parameter.name == POINT_SIZE => [draw.context.point.size; 4],
                None => match parameter.initial {
                    Some(bits) => bits.map(f32::from_bits),
                    // Nothing reads it.
                    None => continue,
                },
            };
            let start = offset as usize + 16 * at;
            let components = bytemuck::bytes_of(&vector);
            let length = 4 * usize::from(parameter.ty.width);
            bytes[start..start + length].copy_from_slice(&components[..length]);
        }
    }
    bytes
}
