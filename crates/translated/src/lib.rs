//! A draw or a dispatch whose programs are translated: what of the state is said in the shaders, and what the shaders then
//! take: parameters, buffers, attributes, textures, images. Both engines that draw with a driver hand this over, each in the
//! words of its interface; no driver is in here.

mod attributes;
mod error;
mod images;
mod options;
mod parameters;
mod storages;
mod textures;

use quadrille_isa::gl::Stage;
use quadrille_pipeline::{Bindings, BoundProgram, Context, DeviceDispatch, DeviceDraw, TextureUnits};
use quadrille_program::Program;
use quadrille_translate::form::{OutputKind, Shader};
use quadrille_translate::{Options, Refusal, SourceProgram, Translation, translate, translate_pipeline};

pub use attributes::{Attribute, vertex_numbers};
pub use error::{ImageError, TranslatedError};
pub use images::{Images, Level, Shown};
pub use storages::Storage;
pub use textures::Lookup;

/// What shaders take of the pipeline.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// The state.
    pub context: &'a Context,
    /// Texture units.
    pub textures: &'a TextureUnits,
    /// Memory.
    pub bindings: &'a Bindings,
    /// The size of points, in pixels, where no program gives one.
    pub point_size: f32,
}

/// The shaders of a draw or a dispatch.
pub struct Translated<'a> {
    /// What they take.
    pub resources: Resources<'a>,
    /// The options of their translation.
    pub options: Options,
    /// The programs with their shaders, in the order of the stages.
    stages: Vec<(&'a BoundProgram, Translation)>,
}

/// One of the programs with its shader.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The stage.
    pub stage: Stage,
    /// The program.
    pub program: &'a BoundProgram,
    /// Its shader.
    pub shader: &'a Shader,
    resources: Resources<'a>,
}

impl<'a> Translated<'a> {
    /// Translates the programs of a draw by these options, of which the draw's state replaces what shaders do in its
    /// place: clamped and flat colours, two sides, clip planes, modes of depth textures.
    ///
    /// # Errors
    ///
    /// A program does not translate, or the textures that are compared with have several depth modes.
    pub fn of_draw(draw: &DeviceDraw<'a>, wanted: &Options) -> Result<Translated<'a>, TranslatedError> {
        let resources = Resources {
            context: draw.context,
            textures: draw.call.textures,
            bindings: draw.call.bindings,
            point_size: draw.point_size(),
        };
        let options = options::of_draw(draw, &resources, wanted)?;
        let bound = options::programs(draw);
        // The text is for comments only.
        let programs: Vec<(&Program, &str)> = bound
            .iter()
            .map(|bound| (&**bound.kernel.program(), ""))
            .collect();
        let shaders = translate_pipeline(&programs, &options).map_err(|problems| {
            let mut problems = programs.iter().zip(&problems);
            let first = problems
                .find_map(|((program, _), found)| Some(refused(program.profile().stage, found.first()?)));
            first.unwrap_or(TranslatedError::Pair)
        })?;
        Translated {
            resources,
            options,
            stages: bound.into_iter().zip(shaders).collect(),
        }
        .without_addresses()
    }

    /// Translates the program of a dispatch by these options.
    ///
    /// # Errors
    ///
    /// As for a draw.
    pub fn of_dispatch(
        dispatch: &DeviceDispatch<'a>,
        wanted: &Options,
    ) -> Result<Translated<'a>, TranslatedError> {
        let resources = Resources {
            context: dispatch.context,
            textures: dispatch.textures,
            bindings: dispatch.bindings,
            point_size: 1.0,
        };
        let options = options::of_dispatch(dispatch, &resources, wanted)?;
        let source = SourceProgram {
            program: dispatch.program.kernel.program(),
            text: "",
            partner: None,
        };
        let shader = translate(source, &options).map_err(|problems| match problems.first() {
            Some(first) => refused(Stage::Compute, first),
            None => TranslatedError::Pair,
        })?;
        Translated {
            resources,
            options,
            stages: vec![(dispatch.program, shader)],
        }
        .without_addresses()
    }

    /// The same, if no shader accesses memory by GPU addresses.
    fn without_addresses(self) -> Result<Translated<'a>, TranslatedError> {
        let is_addressed = self.sides().any(|side| !side.shader.addressed.is_empty());
        match is_addressed {
            true => Err(TranslatedError::Addresses),
            false => Ok(self),
        }
    }

    /// Whether the fragment program gives a draw buffer a colour; one that it gives none stays as it is.
    pub fn writes(&self, draw_buffer: usize) -> bool {
        let fragment = self.shader(Stage::Fragment);
        let mut outputs = fragment.iter().flat_map(|fragment| &fragment.shader.outputs);
        outputs.any(|output| matches!(output.kind, OutputKind::Color(own, _) if own as usize == draw_buffer))
    }

    /// The translations, in the order of the stages.
    pub fn shaders(&self) -> impl Iterator<Item = (Stage, &Translation)> {
        self.stages
            .iter()
            .map(|(_, shader)| (shader.shader.stage, shader))
    }

    /// The translation of a stage's program.
    pub fn shader(&self, stage: Stage) -> Option<&Translation> {
        let mut shaders = self.shaders();
        shaders.find(|(own, _)| *own == stage).map(|(_, shader)| shader)
    }

    /// The shader of the last stage before the rasterizer.
    pub fn last(&self) -> Option<&Translation> {
        let stages = [Stage::Geometry, Stage::TessellationEvaluation, Stage::Vertex];
        stages.into_iter().find_map(|stage| self.shader(stage))
    }

    /// The programs with their shaders.
    pub fn sides(&self) -> impl Iterator<Item = Side<'_>> {
        self.stages.iter().map(|(program, translation)| Side {
            stage: translation.shader.stage,
            program,
            shader: &translation.shader,
            resources: self.resources,
        })
    }
}

/// The first problem of a translation.
fn refused(stage: Stage, refusal: &Refusal) -> TranslatedError {
    TranslatedError::Program {
        stage,
        message: refusal.diagnostic.message.clone(),
    }
}
