//! A row drawn by Quadrille.

use std::sync::Arc;

use quadrille::memory::{Access, Buffer};
use quadrille::texture::{Format, ObjectTarget, Sampler, Texture, TextureError};
use quadrille::{
    Attachment, Attachments, BlitRegion, Budget, BufferBinding, BufferMode, Canvas, CanvasError,
    CanvasOptions, Capture, Clear, ComponentType, Components, Conversion, DrawCall, ElementBuffer,
    FeedbackAttribute, FormatError, FramebufferId, FramebufferTarget, ImageLevel, IndexType, Instances, Mesh,
    MeshError, Primitive, Rejected, RenderbufferFormat, Session, Topology, VertexArray, VertexFormat,
};

use super::clock::{Taken, taken};
use super::row::{BlitSource, Filter, Row, Stored, Unit};
use super::textures::texture;
use super::vertices::Vertices;
use super::{Median, programs};

/// Why a row is not drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OursError {
    #[error(transparent)]
    Canvas(#[from] CanvasError),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error(transparent)]
    Rejected(#[from] Rejected),
    #[error(transparent)]
    Texture(#[from] TextureError),
    #[error("a clock: {0}")]
    Clock(#[from] nix::Error),
}

/// What is drawn.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, for as long as a row is drawn"
)]
enum Drawn {
    Mesh(Mesh),
    /// The vertex arrays of the canvas.
    Call(Topology, DrawCall),
    Blit(BlitRegion),
}

impl Drawn {
    fn draw(&self, canvas: &mut Canvas) -> Result<(), CanvasError> {
        match self {
            Drawn::Mesh(mesh) => canvas.draw(mesh).map(|_| ()),
            Drawn::Call(topology, call) => canvas.draw_call(*topology, call).map(|_| ()),
            Drawn::Blit(region) => canvas.blit(region),
        }
    }
}

/// A row, ready to be drawn.
pub(super) struct Ours<'a> {
    session: &'a Session,
    canvas: Canvas,
    drawn: Drawn,
    draws: u32,
    /// The primitives that transform feedback records.
    recorded: Option<Primitive>,
    loads: Option<u32>,
}

impl<'a> Ours<'a> {
    pub(super) fn new(session: &'a Session, row: &Row, threads: usize) -> Result<Ours<'a>, OursError> {
        let options = CanvasOptions {
            threads,
            budget: Budget::UNLIMITED,
            colors: row.colors.to_vec(),
            samples: row.samples,
            ..CanvasOptions::new(row.size, row.size)
        };
        let mut canvas = session.canvas_with(&options)?;
        let programs = [("vertex", row.vertex), ("fragment", row.fragment.as_deref())];
        let others = row.others.iter().map(|text| ("other", Some(*text)));
        for (name, text) in programs.into_iter().chain(others) {
            if let Some(text) = text {
                canvas.bind(&session.load(name, text)?)?;
            }
        }
        let recorded = match row.is_recorded {
            true => Some(record(&mut canvas, row)?),
            false => None,
        };
        (row.state)(&mut canvas.state);
        if let Some(filter) = row.texture {
            let (texture, sampler) = texture(filter, row.size)?;
            canvas.set_texture(0, texture, sampler)?;
            if filter == Filter::Image {
                let level = ImageLevel::whole(0, ObjectTarget::TwoDimensional);
                canvas.bind_image(0, level, Access::ReadWrite, Format::Rgba8)?;
            }
        }
        let vertices = Vertices::of(row.shape, row.size);
        let drawn = match row.stored {
            None => Drawn::Mesh(
                Mesh::new(vertices.topology)
                    .with(0, 4, vertices.positions)?
                    .with(3, 4, vertices.colors)?
                    .with(8, 2, vertices.coordinates)?,
            ),
            Some(stored) => {
                let topology = vertices.topology;
                Drawn::Call(topology, store(&mut canvas, &vertices, stored)?)
            }
        };
        let drawn = match row.blit {
            None => drawn,
            Some(source) => blit(&mut canvas, &drawn, row, source)?,
        };
        Ok(Ours {
            session,
            canvas,
            drawn,
            draws: row.draws,
            recorded,
            loads: (row.unit == Unit::Loads).then(programs::first_number),
        })
    }

    /// Puts another texture on unit 0.
    pub(super) fn set_texture(&mut self, texture: Texture, sampler: Sampler) -> Result<(), CanvasError> {
        self.canvas.set_texture(0, texture, sampler)
    }

    pub(super) fn clear(&mut self) {
        self.canvas.clear(&Clear {
            color: Some([0.0; 4]),
            depth: Some(1.0),
            stencil: Some(0),
        });
    }

    /// A sample: the draws of the row, each with a program of its own where loads are timed.
    pub(super) fn sample(&mut self) -> Result<(), OursError> {
        for _ in 0..self.draws {
            if let Some(number) = &mut self.loads {
                *number += 1;
                let program = self.session.load("fragment", &programs::fifty(*number))?;
                self.canvas.bind(&program)?;
            }
            if let Some(primitive) = self.recorded {
                self.canvas.begin_feedback(primitive)?;
            }
            self.drawn.draw(&mut self.canvas)?;
            if self.recorded.is_some() {
                self.canvas.end_feedback()?;
            }
        }
        Ok(())
    }

    /// What a sample takes: medians of so many, each on a cleared framebuffer, after one that is not timed.
    pub(super) fn timed(&mut self, rounds: usize) -> Result<Median, OursError> {
        self.timed_once()?;
        let samples = (0..rounds).map(|_| self.timed_once());
        Ok(Median::of(&samples.collect::<Result<Vec<_>, _>>()?))
    }

    /// What one sample takes, on a cleared framebuffer.
    pub(super) fn timed_once(&mut self) -> Result<Taken, OursError> {
        self.clear();
        let (drawn, time) = taken(|| self.sample())?;
        drawn.map(|_| time)
    }

    pub(super) fn pixels(&self) -> Vec<[f32; 4]> {
        let framebuffer = self.canvas.framebuffer();
        let (width, height) = (framebuffer.width(), framebuffer.height());
        (0..height)
            .flat_map(|y| (0..width).map(move |x| framebuffer.color(0, x, y)))
            .collect()
    }
}

/// Has the red of each vertex of the triangles of a row be recorded, in a buffer that holds them all.
fn record(canvas: &mut Canvas, row: &Row) -> Result<Primitive, CanvasError> {
    let red = Capture::Attribute {
        attribute: FeedbackAttribute::PrimaryColor,
        components: 1,
    };
    canvas.set_feedback_attributes(&[red], BufferMode::Interleaved, &[])?;
    let vertices = match row.unit {
        Unit::Triangles => 3 * row.items,
        Unit::Vertices | Unit::Pixels | Unit::Lines | Unit::Draws | Unit::Loads => row.items,
    };
    let buffer = Buffer::new(4 * vertices).expect("memory for what is recorded");
    canvas.bind_feedback_buffer(0, Some(BufferBinding::whole(Arc::new(buffer))))?;
    Ok(Primitive::Triangle)
}

/// Draws into a framebuffer that is then read, and whose blit to the canvas's own is drawn.
fn blit(canvas: &mut Canvas, drawn: &Drawn, row: &Row, source: BlitSource) -> Result<Drawn, CanvasError> {
    let pixels = Attachment::Renderbuffer {
        format: RenderbufferFormat::Color(row.colors[0]),
        size: [source.size; 2],
        samples: source.samples,
    };
    let framebuffer = canvas.create_framebuffer(&Attachments {
        colors: vec![Some(pixels)],
        ..Attachments::default()
    })?;
    canvas.bind_framebuffer(FramebufferTarget::Both, framebuffer)?;
    drawn.draw(canvas)?;
    canvas.bind_framebuffer(FramebufferTarget::Draw, FramebufferId::OWN)?;
    let rectangle = |size: u32| [0, 0, size as i32, size as i32];
    Ok(Drawn::Blit(BlitRegion {
        source: rectangle(source.size),
        destination: rectangle(row.size),
        color: true,
        depth: false,
        stencil: false,
        linear: source.size != row.size,
    }))
}

/// Puts vertices into buffers.
fn store(canvas: &mut Canvas, vertices: &Vertices, stored: Stored) -> Result<DrawCall, FormatError> {
    let bytes = |bytes: Vec<u8>| Arc::new(Buffer::from_bytes(&bytes));
    let positions = vertices.positions.iter().flat_map(|value| value.to_le_bytes());
    let colors = vertices
        .colors
        .iter()
        .map(|value| (value.clamp(0.0, 1.0) * 255.0) as u8);
    let coordinates = vertices.coordinates.iter().flat_map(|value| value.to_le_bytes());
    let divisor = u32::from(matches!(stored, Stored::Instances(_)));
    for (attribute, count, component, conversion, bytes) in [
        (
            0,
            4,
            ComponentType::Float,
            Conversion::Float,
            bytes(positions.collect()),
        ),
        (
            3,
            4,
            ComponentType::UnsignedByte,
            Conversion::Normalized,
            bytes(colors.collect()),
        ),
        (
            8,
            2,
            ComponentType::Float,
            Conversion::Float,
            bytes(coordinates.collect()),
        ),
    ] {
        let format = VertexFormat::new(component, Components::Count(count), conversion)?;
        let divides = attribute == 3 && divisor != 0;
        canvas.vertex_arrays[attribute] = Some(VertexArray {
            buffer: bytes,
            start: 0,
            // Every instance has the colour of the first vertex.
            stride: if divides { 0 } else { format.bytes() },
            format,
            divisor: if divides { divisor } else { 0 },
        });
    }
    let count = vertices.positions.len() as u32 / 4;
    Ok(match stored {
        Stored::Arrays => DrawCall::Arrays {
            first: 0,
            count,
            instances: Instances::ONE,
        },
        Stored::Instances(instances) => DrawCall::Arrays {
            first: 0,
            count,
            instances: Instances::new(instances),
        },
        Stored::Elements => DrawCall::Elements {
            elements: ElementBuffer {
                buffer: bytes((0..count).flat_map(u32::to_le_bytes).collect()),
                offset: 0,
                index_type: IndexType::U32,
            },
            count,
            base_vertex: 0,
            instances: Instances::ONE,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::rows::rows;

    /// What a test has time for.
    const MOST: u64 = 1 << 21;

    /// source: the rows: what counts vertices culls or discards what it makes, and all others cover pixels
    #[test]
    fn rows_without_a_driver_draw() {
        let session = crate::session::usual();
        for row in rows().iter().filter(|row| !row.has_peer && row.items <= MOST) {
            let mut ours = Ours::new(&session, row, 1).expect(row.name);
            ours.clear();
            ours.sample().expect(row.name);
            let is_drawn = ours.pixels().iter().any(|pixel| *pixel != [0.0; 4]);
            assert_eq!(is_drawn, row.unit != Unit::Vertices, "{}", row.name);
        }
    }
}
