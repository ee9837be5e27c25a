//! The textures that the shaders look up.

use quadrille_isa::gl::LanguageSet;
use quadrille_texture::{Access, BoundTexture};
use quadrille_translate::form::Texture;

use crate::{Translated, TranslatedError};

/// A texture of the shaders, and what is bound there.
pub struct Lookup<'a> {
    /// The texture image unit.
    pub unit: u32,
    /// The texture in the shader.
    pub texture: &'a Texture,
    /// The bound texture; nothing where it is incomplete.
    pub bound: Option<&'a BoundTexture>,
    /// The result of a lookup where nothing is bound.
    pub absent: [f32; 4],
}

impl Translated<'_> {
    /// The textures of all shaders; one that several read comes once.
    ///
    /// # Errors
    ///
    /// A unit is read with two targets, which no driver can be told, or a texture is named by a handle, which is another
    /// one in the driver.
    pub fn textures(&self) -> Result<Vec<Lookup<'_>>, TranslatedError> {
        let mut found: Vec<Lookup<'_>> = Vec::new();
        for side in self.sides() {
            let language = side.program.kernel.program().profile().language;
            // NV_fragment_program 3.11.1.6: what is not there reads as zeros.
            let alpha = if language.meets(LanguageSet::F10) {
                0.0
            } else {
                1.0
            };
            for texture in &side.shader.textures {
                let Some(unit) = texture.unit else {
                    return Err(TranslatedError::Handle);
                };
                let known = found.iter().find(|other| other.unit == unit);
                match known {
                    Some(other) if other.texture.target == texture.target => continue,
                    Some(_) => return Err(TranslatedError::TwoTargets(unit)),
                    None => {}
                }
                let target = Access::of(texture.target).target;
                let bound = self.resources.textures.0.get(unit, target);
                found.push(Lookup {
                    unit,
                    texture,
                    bound: bound.filter(|bound| bound.incomplete().is_none()),
                    absent: [0.0, 0.0, 0.0, alpha],
                });
            }
        }
        Ok(found)
    }
}
