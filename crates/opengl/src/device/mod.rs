//! The engine `gl:TARGET`: what the pipeline draws, drawn by the driver with programs that were translated.
//!
//! Each draw has a context of its own, so that nothing is left over from another: the framebuffer goes there with
//! everything that the draw reads, and comes back. State that OpenGL keeps besides shaders is set as it is.

mod images;
mod state;
mod target;
mod textures;
mod uniforms;

use quadrille_pipeline::{Device, DeviceDraw, DeviceError, Framebuffer};
use quadrille_translate::Options;
use quadrille_translate::form::Scalar;
use quadrille_translated::{Translated, vertex_numbers};

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
}

impl OpenGl {
    /// Draws: the framebuffer goes to a new context and comes back.
    fn draw(&self, framebuffer: &mut Framebuffer, draw: &DeviceDraw<'_>) -> Result<(), DrawError> {
        let translated = Translated::new(draw, &self.options)?;
        let Some(last) = vertex_numbers(draw).into_iter().max() else {
            return Ok(());
        };
        let gl = Gl::open(1, 1)?;
        let target = target::RenderTarget::new(&gl, framebuffer, &translated)?;
        let arrays = arrays(&translated, last)?;
        let names: Vec<(u32, String)> = translated
            .attributes(0)?
            .iter()
            .map(|attribute| (attribute.location, attribute.name.to_owned()))
            .collect();
        let pair = &translated.pair;
        let linked = gl.shaders(
            &[
                (enumerant::VERTEX_SHADER, &pair.vertex.text),
                (enumerant::FRAGMENT_SHADER, &pair.fragment.text),
            ],
            &names,
        )?;
        uniforms::set(&gl, linked, &translated, framebuffer.height())?;
        let images = translated.images()?;
        let levels = images::bind(&gl, &images)?;
        textures::bind(&gl, linked, &translated)?;
        let storages = translated.storages();
        for storage in &storages {
            gl.storage(storage.binding, &storage.words)?;
        }
        state::set(&gl, &translated, framebuffer)?;
        let mode = state_value::primitive(draw.call.topology).ok_or(Unsupported::Primitive)?;
        gl.draw_vertices(mode, &arrays, &draw.call.elements, draw.call.instances)?;
        match gl.error() {
            0 => {}
            error => return Err(GlError::Answer(error).into()),
        }
        target.take(&gl, framebuffer);
        for storage in &storages {
            translated.keep(storage, &gl.stored(storage.binding, storage.words.len()));
        }
        Ok(images::take(&gl, &images, &levels)?)
    }
}

/// The attributes that the shader reads, each for all vertices.
fn arrays(translated: &Translated<'_>, last: u32) -> Result<Vec<VertexArray>, DrawError> {
    let vertices = last as usize + 1;
    let mut arrays: Vec<VertexArray> = Vec::new();
    for attribute in translated.attributes(last)? {
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
