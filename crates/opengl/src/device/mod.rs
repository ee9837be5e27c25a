//! The engine `gl:TARGET`: what the pipeline draws and computes, done by the driver with programs that were translated.
//!
//! Each draw and dispatch has a context of its own, so that nothing is left over from another: the framebuffer goes there with
//! everything that the draw reads, and comes back. State that OpenGL keeps besides shaders is set as it is.

mod images;
mod state;
mod target;
mod textures;
mod uniforms;

use quadrille_isa::gl::Stage;
use quadrille_pipeline::{Device, DeviceDispatch, DeviceDraw, DeviceError, Framebuffer, LeftHere};
use quadrille_translate::Options;
use quadrille_translate::form::Scalar;
use quadrille_translated::{Images, Storage, Translated, vertex_numbers};

use crate::enumerant;
use crate::error::{DrawError, Unsupported};
use crate::gl::{Components, Gl, GlError, OpenError, VertexArray};
use crate::state_value;

pub(crate) use state::fragment_operations;
pub(crate) use target::color_layout;

/// The OpenGL driver with programs in one of its shading languages.
pub struct OpenGl {
    options: Options,
}

impl OpenGl {
    /// Programs are translated by these options.
    ///
    /// # Errors
    ///
    /// There is no driver, or it gives no context.
    pub fn open(options: Options) -> Result<OpenGl, OpenError> {
        Gl::open(1, 1)?;
        Ok(OpenGl { options })
    }
}

impl Device for OpenGl {
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DeviceError> {
        Ok(self.draw(framebuffer, draw)?)
    }

    fn leaves(&self, draw: &DeviceDraw<'_>) -> Option<LeftHere> {
        Translated::of_draw(draw, &self.options).err()?.left_here()
    }

    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DeviceError> {
        Ok(self.dispatch(dispatch)?)
    }
}

impl OpenGl {
    /// Draws: the framebuffer goes to a new context and comes back.
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DrawError> {
        let translated = Translated::of_draw(draw, &self.options)?;
        let Some(last) = vertex_numbers(draw).into_iter().max() else {
            return Ok(());
        };
        let gl = Gl::open(1, 1)?;
        let target = target::RenderTarget::new(&gl, framebuffer, &translated)?;
        let arrays = arrays(&translated, draw, last)?;
        let names: Vec<(u32, String)> = translated
            .attributes(draw, 0)?
            .iter()
            .map(|attribute| (attribute.location, attribute.name.to_owned()))
            .collect();
        let linked = link(&gl, &translated, &names)?;
        let memory = Memory::bind(&gl, linked, &translated, framebuffer.height())?;
        state::set(&gl, &translated, draw, framebuffer)?;
        let mode = state_value::primitive(draw.call.topology);
        gl.draw_vertices(mode, &arrays, &draw.call.elements, draw.call.instances)?;
        match gl.error() {
            0 => {}
            error => return Err(GlError::Answer(error).into()),
        }
        target.take(&gl, framebuffer);
        Ok(memory.take(&gl, &translated)?)
    }

    /// Computes: memory goes to a new context and comes back.
    fn dispatch(&self, dispatch: &DeviceDispatch<'_>) -> Result<(), DrawError> {
        let translated = Translated::of_dispatch(dispatch, &self.options)?;
        let gl = Gl::open(1, 1)?;
        let linked = link(&gl, &translated, &[])?;
        let memory = Memory::bind(&gl, linked, &translated, 0)?;
        let [x, y, z] = dispatch.groups;
        gl.dispatch_compute(x, y, z);
        match gl.error() {
            0 => {}
            error => return Err(GlError::Answer(error).into()),
        }
        Ok(memory.take(&gl, &translated)?)
    }
}

/// Compiles and links the shaders; attributes get their places.
fn link(gl: &Gl, translated: &Translated<'_>, attributes: &[(u32, String)]) -> Result<u32, DrawError> {
    let texts = translated.shaders();
    let texts: Vec<(u32, &str)> = texts
        .map(|(stage, shader)| (kind(stage), shader.text.as_str()))
        .collect();
    Ok(gl.shaders(&texts, attributes)?)
}

/// The kind of shader of a stage.
const fn kind(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState => enumerant::VERTEX_SHADER,
        Stage::TessellationControl => enumerant::TESS_CONTROL_SHADER,
        Stage::TessellationEvaluation => enumerant::TESS_EVALUATION_SHADER,
        Stage::Geometry => enumerant::GEOMETRY_SHADER,
        Stage::Fragment => enumerant::FRAGMENT_SHADER,
        Stage::Compute => enumerant::COMPUTE_SHADER,
    }
}

/// What shaders change: storage buffers and the levels that images show, with the textures that hold these.
struct Memory<'a> {
    storages: Vec<Storage>,
    images: Images<'a>,
    levels: Vec<u32>,
}

impl<'a> Memory<'a> {
    /// Sets all that the shaders read and change, for a framebuffer of this height.
    fn bind(
        gl: &Gl,
        linked: u32,
        translated: &'a Translated<'_>,
        height: u32,
    ) -> Result<Memory<'a>, DrawError> {
        uniforms::set(gl, linked, translated, height)?;
        let images = translated.images()?;
        let levels = images::bind(gl, &images)?;
        textures::bind(gl, linked, translated)?;
        let storages = translated.storages();
        for storage in &storages {
            gl.storage(storage.binding, &storage.words)?;
        }
        Ok(Memory {
            storages,
            images,
            levels,
        })
    }

    /// Keeps what the shaders changed.
    fn take(&self, gl: &Gl, translated: &Translated<'_>) -> Result<(), Unsupported> {
        for storage in &self.storages {
            translated.keep(storage, &gl.stored(storage.binding, storage.words.len()));
        }
        images::take(gl, &self.images, &self.levels)
    }
}

/// The attributes that the shader reads, each for all vertices.
fn arrays(
    translated: &Translated<'_>,
    draw: &DeviceDraw<'_>,
    last: u32,
) -> Result<Vec<VertexArray>, DrawError> {
    let vertices = last as usize + 1;
    let mut arrays: Vec<VertexArray> = Vec::new();
    for attribute in translated.attributes(draw, last)? {
        let mut values = attribute.values;
        if let [one] = values[..] {
            values = vec![one; vertices];
        }
        arrays.push(VertexArray {
            location: attribute.location,
            components: match attribute.scalar {
                Scalar::Int => Components::Signed,
                Scalar::Uint => Components::Unsigned,
                Scalar::Float | Scalar::Double | Scalar::Bool | Scalar::Long | Scalar::Ulong => {
                    Components::Floats
                }
            },
            values,
        });
    }
    // Attribute 0 is what makes a vertex (OpenGL 2.1, 2.8).
    if arrays.iter().all(|array| array.location != 0) {
        arrays.push(VertexArray {
            location: 0,
            components: Components::Floats,
            values: vec![[0; 4]; vertices],
        });
    }
    Ok(arrays)
}
