//! A row drawn by the machine's OpenGL driver.

use quadrille::Context;
use quadrille_opengl::{Gl, StoredWorkload, Workload, WorkloadError, WorkloadTexture};

use super::programs;
use super::row::{Filter, Row, TEXTURE_SIZE, Unit, texels};
use super::vertices::Vertices;

/// A row in the driver's memory.
pub(super) struct Peer<'a> {
    gl: &'a Gl,
    stored: StoredWorkload,
    draws: u32,
    finished: bool,
    loads: Option<u32>,
}

impl<'a> Peer<'a> {
    pub(super) fn new(gl: &'a Gl, row: &Row) -> Result<Peer<'a>, WorkloadError> {
        let vertices = Vertices::of(row.shape, row.size);
        let mut context = Context::new(row.size, row.size);
        (row.state)(&mut context);
        let texels = texels();
        let stored = gl.store(&Workload {
            size: [row.size; 2],
            format: row.colors[0],
            vertex: row.vertex.unwrap_or_default(),
            fragment: row.fragment.as_deref().unwrap_or_default(),
            topology: vertices.topology,
            arrays: &[
                (0, 4, &vertices.positions),
                (3, 4, &vertices.colors),
                (8, 2, &vertices.coordinates),
            ],
            texture: row.texture.and_then(|filter| {
                let kind = match filter {
                    Filter::Bilinear => WorkloadTexture::Bilinear,
                    Filter::Trilinear => WorkloadTexture::Trilinear,
                    Filter::Cube => WorkloadTexture::Cube,
                    Filter::Shadow => WorkloadTexture::Shadow,
                    // Rows of Quadrille alone.
                    Filter::Bordered
                    | Filter::Anisotropic
                    | Filter::Half
                    | Filter::Single
                    | Filter::Mixed
                    | Filter::Volume
                    | Filter::Seamless
                    | Filter::Image => return None,
                };
                Some((kind, TEXTURE_SIZE, &texels[..]))
            }),
            context: &context,
        })?;
        Ok(Peer {
            gl,
            stored,
            draws: row.draws,
            finished: row.finished,
            loads: (row.unit == Unit::Loads).then(programs::first_number),
        })
    }

    pub(super) fn clear(&self) {
        self.gl.clear_stored();
    }

    /// A sample, as [`Ours::sample`](super::ours::Ours::sample).
    pub(super) fn sample(&mut self) -> Result<(), WorkloadError> {
        let Some(number) = &mut self.loads else {
            self.gl.repeat(&self.stored, self.draws, self.finished);
            return Ok(());
        };
        for _ in 0..self.draws {
            *number += 1;
            self.gl.replace_program(false, &programs::fifty(*number))?;
            self.gl.repeat(&self.stored, 1, true);
        }
        Ok(())
    }

    pub(super) fn pixels(&self) -> Vec<[f32; 4]> {
        self.gl.stored_pixels(&self.stored)
    }
}
