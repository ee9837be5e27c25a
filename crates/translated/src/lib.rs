//! A draw whose programs are translated: what of the state is said in the shaders, and what the shaders then take:
//! parameters, buffers, attributes, textures, images. Both engines that draw with a driver hand this over, each in the
//! words of its interface; no driver is in here.

mod attributes;
mod error;
mod images;
mod options;
mod parameters;
mod storages;
mod textures;

use quadrille_base::Diagnostic;
use quadrille_isa::gl::Stage;
use quadrille_pipeline::BoundProgram;
use quadrille_pipeline::DeviceDraw;
use quadrille_translate::form::{OutputKind, Shader};
use quadrille_translate::{Options, Pair, translate_pair};

pub use attributes::{Attribute, vertex_numbers};
pub use error::{ImageError, TranslatedError};
pub use images::{Images, Level, Shown};
pub use storages::Storage;
pub use textures::Lookup;

/// A draw and the shaders of its programs.
pub struct Translated<'a> {
    /// The draw.
    pub draw: &'a DeviceDraw<'a>,
    /// The shaders.
    pub pair: Pair,
    /// The options of their translation.
    pub options: Options,
}

/// One of the two programs with its shader.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The stage.
    pub stage: Stage,
    /// The program.
    pub program: &'a BoundProgram,
    /// Its shader.
    pub shader: &'a Shader,
    draw: &'a DeviceDraw<'a>,
}

impl<'a> Translated<'a> {
    /// Translates the programs of a draw by these options, of which the draw's state replaces what shaders do in its
    /// place: clamped and flat colours, two sides, clip planes, modes of depth textures.
    ///
    /// # Errors
    ///
    /// A program does not translate, or the textures that are compared with have several depth modes.
    pub fn new(draw: &'a DeviceDraw<'a>, wanted: &Options) -> Result<Translated<'a>, TranslatedError> {
        let options = options::of(draw, wanted)?;
        let programs = [draw.vertex.kernel.program(), draw.fragment.kernel.program()];
        // The text is for comments only.
        let [vertex, fragment] = programs.map(|program| (&**program, ""));
        let pair = translate_pair(vertex, fragment, &options).map_err(|problems| {
            let of = |stage, problems: &[Diagnostic]| {
                let message = problems.first()?.message.clone();
                Some(TranslatedError::Program { stage, message })
            };
            let found = of(Stage::Vertex, &problems.vertex);
            found
                .or_else(|| of(Stage::Fragment, &problems.fragment))
                .unwrap_or(TranslatedError::Pair)
        })?;
        Ok(Translated { draw, pair, options })
    }

    /// Whether the fragment program gives a draw buffer a colour; one that it gives none stays as it is.
    pub fn writes(&self, draw_buffer: usize) -> bool {
        let mut outputs = self.pair.fragment.shader.outputs.iter();
        outputs.any(|output| matches!(output.kind, OutputKind::Color(own, _) if own as usize == draw_buffer))
    }

    /// The vertex and the fragment program.
    pub fn sides(&self) -> [Side<'_>; 2] {
        let draw = self.draw;
        [
            Side {
                stage: Stage::Vertex,
                program: draw.vertex,
                shader: &self.pair.vertex.shader,
                draw,
            },
            Side {
                stage: Stage::Fragment,
                program: draw.fragment,
                shader: &self.pair.fragment.shader,
                draw,
            },
        ]
    }
}
