//! A row drawn by Quadrille.

use quadrille::texture::{
    CompareFunction, Extent, Format, Image, Limits, MagnificationFilter, MinificationFilter, ObjectTarget,
    Sampler, Texture, TextureError, Wrap,
};
use quadrille::{Budget, Canvas, CanvasError, CanvasOptions, Clear, Mesh, MeshError, Rejected, Session};

use super::programs;
use super::row::{Filter, Row, TEXTURE_SIZE, Unit, texels};
use super::vertices::Vertices;

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
            colors: vec![row.format],
            samples: row.samples,
            ..CanvasOptions::new(row.size, row.size)
        };
        let mut canvas = session.canvas_with(&options)?;
        let programs = [
            ("vertex", row.vertex),
            ("geometry", row.geometry),
            ("fragment", row.fragment.as_deref()),
        ];
        for (name, text) in programs {
            if let Some(text) = text {
                canvas.bind(&session.load(name, text)?)?;
            }
        }
        (row.state)(&mut canvas.state);
        if let Some(filter) = row.texture {
            let (texture, sampler) = texture(filter)?;
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
            loads: (row.unit == Unit::Loads).then(programs::first_number),
        })
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
            self.canvas.draw(&self.mesh)?;
        }
        Ok(())
    }

    pub(super) fn pixels(&self) -> Vec<[f32; 4]> {
        let framebuffer = self.canvas.framebuffer();
        let (width, height) = (framebuffer.width(), framebuffer.height());
        (0..height)
            .flat_map(|y| (0..width).map(move |x| framebuffer.color(0, x, y)))
            .collect()
    }
}

fn texture(filter: Filter) -> Result<(Texture, Sampler), TextureError> {
    let (target, minification) = match filter {
        Filter::Bilinear => (ObjectTarget::TwoDimensional, MinificationFilter::Linear),
        Filter::Trilinear => (
            ObjectTarget::TwoDimensional,
            MinificationFilter::LinearMipmapLinear,
        ),
        Filter::Cube => (ObjectTarget::Cube, MinificationFilter::Linear),
        Filter::Shadow => (ObjectTarget::TwoDimensional, MinificationFilter::Nearest),
    };
    let extent = Extent::new(TEXTURE_SIZE, TEXTURE_SIZE, 1);
    let mut sampler = Sampler::for_target(target);
    sampler.minification = minification;
    let texels = texels();
    let texel = |[x, y, _]: [u32; 3]| {
        let at = 4 * (y * TEXTURE_SIZE + x) as usize;
        std::array::from_fn(|component| f32::from(texels[at + component]) / 255.0)
    };
    let texture = match filter {
        Filter::Bilinear => Texture::from_rgba8(target, extent, &texels)?,
        Filter::Trilinear => {
            let mut texture = Texture::from_rgba8(target, extent, &texels)?;
            texture.generate_mipmaps(0)?;
            texture
        }
        Filter::Cube => {
            sampler.wrap = [Wrap::ClampToEdge; 3];
            let mut texture = Texture::new(target);
            for face in 0..6 {
                texture.set_image(
                    0,
                    face,
                    Image::from_colors(Format::Rgba8, extent, &Limits::default(), texel)?,
                )?;
            }
            texture
        }
        Filter::Shadow => {
            sampler.magnification = MagnificationFilter::Nearest;
            sampler.compare = true;
            sampler.compare_function = CompareFunction::Lequal;
            let mut texture = Texture::new(target);
            texture.set_image(
                0,
                0,
                Image::from_colors(Format::Depth24, extent, &Limits::default(), texel)?,
            )?;
            texture
        }
    };
    Ok((texture, sampler))
}
