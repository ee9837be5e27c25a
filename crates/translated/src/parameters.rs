//! Parameters and program parameter buffers: what the shaders' uniforms hold, taken from the state.

use quadrille_isa::gl::{Binding, Family};
use quadrille_pipeline::state::parameter;
use quadrille_program::resources::BufferElement;
use quadrille_texture::Access;
use quadrille_translate::form::{AddedParameter, Buffer, Parameter};

use crate::Side;

impl Side<'_> {
    /// The vectors of a parameter, for a framebuffer of this height; nothing for elements that no one reads.
    /// The number of a subroutine is there as its bits.
    pub fn elements(&self, parameter: &Parameter, height: u32) -> Vec<Option<[f32; 4]>> {
        let elements = parameter.elements.iter();
        elements
            .map(|element| match element {
                Some(binding) => Some(self.value(*binding)),
                None => match parameter.added {
                    Some(added) => Some(self.added(added, height)),
                    None => parameter.initial.map(|bits| bits.map(f32::from_bits)),
                },
            })
            .collect()
    }

    fn value(&self, binding: Binding) -> [f32; 4] {
        match binding.family {
            Family::ProgramSubroutine => {
                let number = self.program.subroutines.get(binding.index[0] as usize);
                [f32::from_bits(number.copied().unwrap_or(0)); 4]
            }
            _ => parameter::value(binding, self.stage, self.resources.context, &self.program.locals),
        }
    }

    /// The value of a parameter that the translation added.
    fn added(&self, added: AddedParameter, height: u32) -> [f32; 4] {
        match added {
            AddedParameter::AlphaReference => [self.resources.context.alpha_test.reference; 4],
            AddedParameter::FramebufferHeight => [height as f32; 4],
            AddedParameter::PointSize => [self.resources.point_size; 4],
            AddedParameter::TextureSize(unit) => {
                let [width, height] = self.texture_size(unit).unwrap_or([1; 2]);
                [width as f32, height as f32, 0.0, 0.0]
            }
        }
    }

    /// Width and height of the texture that the shader reads from a unit, if one is bound there.
    fn texture_size(&self, unit: u32) -> Option<[u32; 2]> {
        let mut textures = self.shader.textures.iter();
        let texture = textures.find(|texture| texture.unit == Some(unit))?;
        let bound = (self.resources.textures.0).get(unit, Access::of(texture.target).target)?;
        let base = bound.texture().image(bound.sampler().base_level, 0)?;
        let [width, height, _] = base.extent().sizes();
        Some([width, height])
    }

    /// The vectors of a program parameter buffer.
    pub fn vectors(&self, buffer: &Buffer) -> Vec<[u32; 4]> {
        let vector = |element| {
            let wanted = BufferElement {
                buffer: buffer.number,
                element,
                vector: true,
            };
            self.resources.bindings.element(self.stage, wanted)
        };
        (0..buffer.length).map(vector).collect()
    }
}
