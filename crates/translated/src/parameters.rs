//! Parameters and program parameter buffers: what the shaders' uniforms hold, taken from the state.

use quadrille_isa::gl::{Binding, Family};
use quadrille_pipeline::state::parameter;
use quadrille_program::resources::BufferElement;
use quadrille_texture::Access;
use quadrille_translate::form::{Buffer, Parameter};
use quadrille_translate::{ALPHA_REFERENCE, FRAMEBUFFER_HEIGHT, POINT_SIZE, texture_size};

use crate::Side;

impl Side<'_> {
    /// The vectors of a parameter, for a framebuffer of this height; nothing for elements that no one reads.
    /// The number of a subroutine is there as its bits.
    pub fn elements(&self, parameter: &Parameter, height: u32) -> Vec<Option<[f32; 4]>> {
        let elements = parameter.elements.iter();
        elements
            .map(|element| match element {
                Some(binding) => Some(self.value(*binding)),
                None => self
                    .added(&parameter.name, height)
                    .or_else(|| parameter.initial.map(|bits| bits.map(f32::from_bits))),
            })
            .collect()
    }

    fn value(&self, binding: Binding) -> [f32; 4] {
        match binding.family {
            Family::ProgramSubroutine => {
                let number = self.program.subroutines.get(binding.index[0] as usize);
                [f32::from_bits(number.copied().unwrap_or(0)); 4]
            }
            _ => parameter::value(binding, self.stage, self.draw.context, &self.program.locals),
        }
    }

    /// What a parameter holds that the translation added.
    fn added(&self, name: &str, height: u32) -> Option<[f32; 4]> {
        let context = self.draw.context;
        match name {
            ALPHA_REFERENCE => return Some([context.alpha_test.reference; 4]),
            FRAMEBUFFER_HEIGHT => return Some([height as f32; 4]),
            POINT_SIZE => return Some([self.draw.point_size(); 4]),
            _ => {}
        }
        let mut textures = self.shader.textures.iter();
        let texture = textures.find(|texture| texture.unit.is_some_and(|unit| name == texture_size(unit)))?;
        let target = Access::of(texture.target).target;
        let bound = self.draw.call.textures.0.get(texture.unit?, target);
        let base = bound.and_then(|bound| bound.texture().image(bound.sampler().base_level, 0));
        let [width, height, _] = base.map_or([1; 3], |image| image.extent().sizes());
        Some([width as f32, height as f32, 0.0, 0.0])
    }

    /// The vectors of a program parameter buffer.
    pub fn vectors(&self, buffer: &Buffer) -> Vec<[u32; 4]> {
        let vector = |element| {
            let wanted = BufferElement {
                buffer: buffer.number,
                element,
                vector: true,
            };
            self.draw.call.bindings.element(self.stage, wanted)
        };
        (0..buffer.length).map(vector).collect()
    }
}
