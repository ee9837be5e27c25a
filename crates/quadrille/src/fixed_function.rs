//! State of the fixed function as a file says it, and the programs that do what it says: those that the pipeline runs where
//! a draw has none.
//!
//! A file says which paths are taken, and no values: matrices, colours and planes stay state that shaders are given.

mod environment;
mod file;

use quadrille_check::check;
use quadrille_pipeline::Context;
use quadrille_pipeline::fixed::{fragment, vertex};
use quadrille_pipeline::state::{Compare, FogSource, Matrix};
use quadrille_program::Program;
use quadrille_translate::{AlphaTest, Options};

use file::{File, FogOrigin};

/// State of the fixed function, as far as it chooses what is computed.
#[derive(Clone, PartialEq, Debug)]
pub struct FixedFunction {
    context: Context,
    clip_planes: Option<u32>,
}

/// A text that is no such state; the message has its line and column.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct FixedFunctionError(#[from] serde_json::Error);

impl FixedFunction {
    /// Reads state from JSON, whose form `docs/translate.md` has.
    ///
    /// # Errors
    ///
    /// The text is no JSON, or says something that the fixed function does not have.
    pub fn read(text: &str) -> Result<FixedFunction, FixedFunctionError> {
        Ok(FixedFunction::from(&serde_json::from_str::<File>(text)?))
    }

    /// The fragment half as an ARB program.
    pub fn fragment(&self) -> String {
        fragment::text(&self.context, None)
    }

    /// The vertex half as an ARB program: it writes what a fragment program reads, or else the fragment half.
    pub fn vertex(&self, reader: Option<&Program>) -> String {
        let own = match reader {
            Some(_) => None,
            None => check(&self.fragment(), &quadrille_check::Options::default()).program,
        };
        let needs = reader.or(own.as_ref()).map(vertex::Needs::of);
        vertex::text(&self.context, &needs.unwrap_or_default())
    }

    /// Has a translation do what the pipeline does besides the programs: the alpha test, flat shading, two faces, clip
    /// planes. Targets with OpenGL's own names are left what OpenGL does for them.
    pub fn ask(&self, options: &mut Options) {
        if options.target.is_compatible() {
            return;
        }
        options.alpha_test = self.alpha_test();
        options.flat_colors = self.context.lighting.flat;
        options.two_sided = self.context.lighting.enabled && self.context.lighting.model.two_side;
        options.clip_planes = self.clip_planes;
    }

    fn alpha_test(&self) -> Option<AlphaTest> {
        let test = &self.context.alpha_test;
        let function = match test.function {
            Compare::Always => None,
            Compare::Never => Some(AlphaTest::Never),
            Compare::Less => Some(AlphaTest::Less),
            Compare::LessOrEqual => Some(AlphaTest::LessOrEqual),
            Compare::Equal => Some(AlphaTest::Equal),
            Compare::GreaterOrEqual => Some(AlphaTest::GreaterOrEqual),
            Compare::Greater => Some(AlphaTest::Greater),
            Compare::NotEqual => Some(AlphaTest::NotEqual),
        };
        function.filter(|_| test.enabled)
    }
}

/// Any matrix but the one that programs do not multiply with.
const MATRIX: Matrix = Matrix { rows: [[2.0; 4]; 4] };

/// Coefficients that depend on the distance.
const ATTENUATION: [f32; 3] = [1.0, 1.0, 0.0];

impl From<&File> for FixedFunction {
    fn from(file: &File) -> FixedFunction {
        let mut context = Context::new(1, 1);
        context.transform.normalize = file.normalize;
        context.transform.rescale_normal = file.rescale_normal;
        context.color_sum = file.color_sum;
        context.lighting.flat = file.flat;
        if file.point_attenuation {
            context.point.attenuation = ATTENUATION;
        }
        if let Some(lighting) = &file.lighting {
            let own = &mut context.lighting;
            own.enabled = true;
            own.model.local_viewer = lighting.local_viewer;
            own.model.two_side = lighting.two_side;
            own.model.separate_specular = lighting.separate_specular;
            own.color_material = lighting.color_material.as_ref().map(file::ColorMaterial::state);
            for (light, said) in own.lights.iter_mut().zip(lighting.lights.as_slice()) {
                let Some(said) = said else { continue };
                light.enabled = true;
                light.position[3] = f32::from(u8::from(said.positional));
                if said.attenuation {
                    light.attenuation = ATTENUATION;
                }
                light.spot_cosine = if said.spot { 0.5 } else { -1.0 };
            }
        }
        if let Some(fog) = &file.fog {
            context.fog.enabled = true;
            context.fog.mode = fog.mode.into();
            context.fog.source = match fog.source {
                FogOrigin::FragmentDepth => FogSource::FragmentDepth,
                FogOrigin::FogCoordinate => FogSource::FogCoordinate,
            };
        }
        for (at, unit) in file.texture_units.as_slice().iter().enumerate() {
            let Some(unit) = unit else { continue };
            environment::set(unit, &mut context.textures[at]);
            if unit.matrix {
                context.transform.texture[at] = MATRIX;
            }
        }
        if let Some(test) = file.alpha_test {
            context.alpha_test.enabled = true;
            context.alpha_test.function = test.into();
        }
        FixedFunction {
            context,
            clip_planes: file.clip_planes.bits(),
        }
    }
}

#[cfg(test)]
mod tests;
