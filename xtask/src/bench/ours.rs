//! A row drawn by Quadrille.

use quadrille::texture::{Extent, MinificationFilter, ObjectTarget, Sampler, Texture, TextureError};
use quadrille::{Budget, Canvas, CanvasError, CanvasOptions, Clear, Mesh, MeshError, Rejected, Session};

use super::programs;
use super::row::{Filter, Row, TEXTURE_SIZE, Unit, Vertices, texels};

/// Why a row is not drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OursError {
    #[error(transparent)]
    Canvas(#[from] CanvasError),
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error(transparent)]
    Rejected(#[from] Rejected),
    #[error(transparent)]
    Texture(#[from] TextureError),
}

/// A row, ready to be drawn.
pub(super) struct Ours<'a> {
    session: &'a Session,
    canvas: Canvas,
    mesh: Mesh,
    draws: u32,
    loads: Option<u32>,
}

impl<'a> Ours<'a> {
    pub(super) fn new(session: &'a Session, row: &Row, threads: usize) -> Result<Ours<'a>, OursError> {
        let options = CanvasOptions {
            threads,
            budget: Budget::UNLIMITED,
            ..CanvasOptions::new(row.size, row.size)
        };
        let mut canvas = session.canvas_with(&options)?;
        canvas.bind(&session.load("vertex", row.vertex)?)?;
        canvas.bind(&session.load("fragment", &row.fragment)?)?;
        (row.state)(&mut canvas.state);
        if let Some(filter) = row.texture {
            let extent = Extent::new(TEXTURE_SIZE, TEXTURE_SIZE, 1);
            let mut texture = Texture::from_rgba8(ObjectTarget::TwoDimensional, extent, &texels())?;
            let mut sampler = Sampler::for_target(ObjectTarget::TwoDimensional);
            match filter {
                Filter::Bilinear => sampler.minification = MinificationFilter::Linear,
                Filter::Trilinear => {
                    texture.generate_mipmaps(0)?;
                    sampler.minification = MinificationFilter::LinearMipmapLinear;
                }
            }
            canvas.set_texture(0, texture, sampler)?;
        }
        let vertices = Vertices::of(row.shape, row.size);
        let mesh = Mesh::new(vertices.topology)
            .with(0, 4, vertices.positions)?
            .with(3, 4, vertices.colors)?
            .with(8, 2, vertices.coordinates)?;
        Ok(Ours {
            session,
            canvas,
            mesh,
            draws: row.draws,
            loads: (row.unit == Unit::Loads).then_some(0),
        })
    }

    pub(super) fn clear(&mut self) {
        self.canvas.clear(&Clear {
            color: Some([0.0; 4]),
            depth: Some(1.0),
            ..Clear::default()
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
            self.canvas.draw(&self.mesh)?;
        }
        Ok(())
    }

    pub(super) fn pixels(&self) -> Vec<[u8; 4]> {
        match self.canvas.framebuffer().colors().first() {
            Some(quadrille::Pixels::Rgba8(pixels)) => pixels.clone(),
            Some(quadrille::Pixels::Rgba16F(_) | quadrille::Pixels::Rgba32F(_)) | None => Vec::new(),
        }
    }
}
