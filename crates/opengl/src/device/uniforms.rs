//! Uniforms and uniform blocks: what the shaders take of the state.

use quadrille_translate::Feature;
use quadrille_translate::form::Scalar;
use quadrille_translated::Translated;

use crate::error::{DrawError, Unsupported};
use crate::gl::Gl;

/// Sets everything but textures for shaders that draw to a framebuffer of this height.
pub(super) fn set(gl: &Gl, linked: u32, translated: &Translated<'_>, height: u32) -> Result<(), DrawError> {
    let mut binding = 0;
    for side in translated.sides() {
        for parameter in &side.shader.parameters {
            let location = gl.uniform(linked, &parameter.name);
            if location < 0 {
                continue;
            }
            let elements = side.elements(parameter, height);
            let vectors: Vec<[f32; 4]> = elements.iter().map(|vector| vector.unwrap_or_default()).collect();
            match (parameter.ty.scalar, parameter.ty.width) {
                (Scalar::Float, 4) => gl.set_uniform(location, &vectors),
                (Scalar::Float, 2) => vectors
                    .iter()
                    .for_each(|[x, y, ..]| gl.uniform_pair(location, *x, *y)),
                (Scalar::Float, 1) => vectors.iter().for_each(|[x, ..]| gl.uniform_float(location, *x)),
                (Scalar::Int, 1) => {
                    let number = |[x, ..]: &[f32; 4]| gl.uniform_number(location, x.to_bits().cast_signed());
                    vectors.iter().for_each(number);
                }
                _ => return Err(Unsupported::Uniform(parameter.name.clone()).into()),
            }
        }
        for buffer in &side.shader.buffers {
            if !side.shader.features.contains(&Feature::UniformBlocks) {
                let location = gl.uniform(linked, &buffer.name);
                let vectors = side.vectors(buffer).into_iter();
                let vectors: Vec<[f32; 4]> = vectors.map(|vector| vector.map(f32::from_bits)).collect();
                gl.set_uniform(location, &vectors);
                continue;
            }
            let name = side.shader.block_of(buffer);
            if gl.bind_block(linked, &name, binding, &side.vectors(buffer))? {
                binding += 1;
            }
        }
    }
    Ok(())
}
