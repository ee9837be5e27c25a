//! Parameters: the uniform blocks of the shaders, filled from the state.

use quadrille_isa::gl::Stage;
use quadrille_pipeline::DeviceDraw;
use quadrille_pipeline::state::parameter;
use quadrille_translate::form::Shader;
use quadrille_translate::reflect;

use crate::gpu::Block;
use crate::shaders::Shaders;

/// The blocks of both shaders; a shader without parameters has none.
pub(crate) fn blocks(draw: &DeviceDraw<'_>, shaders: &Shaders) -> Vec<Block> {
    let both = [
        (&shaders.vertex, draw.vertex, Stage::Vertex),
        (&shaders.fragment, draw.fragment, Stage::Fragment),
    ];
    let with = both
        .into_iter()
        .filter(|(shader, ..)| !shader.parameters.is_empty());
    with.map(|(shader, program, stage)| {
        let value = |binding| parameter::value(binding, stage, draw.context, &program.locals);
        Block {
            binding: shaders.options.block_binding(stage),
            bytes: bytes(shader, draw, &value),
        }
    })
    .collect()
}

fn bytes(
    shader: &Shader,
    draw: &DeviceDraw<'_>,
    value: &dyn Fn(quadrille_isa::gl::Binding) -> [f32; 4],
) -> Vec<u8> {
    let (offsets, size) = reflect::offsets(shader);
    let mut bytes = vec![0; size as usize];
    for (parameter, offset) in shader.parameters.iter().zip(offsets) {
        for (at, element) in parameter.elements.iter().enumerate() {
            let vector = match element {
                Some(binding) => value(*binding),
                None if parameter.name == quadrille_translate::ALPHA_REFERENCE => {
                    [draw.context.alpha_test.reference; 4]
                }
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
