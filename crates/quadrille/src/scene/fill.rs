//! `framebuffer`: what the framebuffer holds from a command on, from a picture.

use super::runner::Runner;
use super::stop::Stop;
use crate::picture::{Picture, PictureError};

/// Why a picture does not become the framebuffer.
#[derive(Debug, thiserror::Error)]
pub(super) enum FillError {
    #[error("{path}: {error}")]
    Picture {
        path: String,
        #[source]
        error: PictureError,
    },
    #[error(
        "{path}: the picture is {}x{}, and the framebuffer is {}x{}", picture[0], picture[1], framebuffer[0], framebuffer[1]
    )]
    Size {
        path: String,
        picture: [u32; 2],
        framebuffer: [u32; 2],
    },
    #[error(
        "{path}: a picture fills a framebuffer of one layer and one sample, the depths or colours of RGBA8"
    )]
    Framebuffer { path: String },
}

impl Runner<'_> {
    /// Fills the colours, or with 24 bits of red, green and blue, the highest first, the depths.
    pub(super) fn fill(&mut self, depth: bool, path: &str) -> Result<(), Stop> {
        let picture = Picture::read(path, &self.files).map_err(|error| FillError::Picture {
            path: path.to_owned(),
            error,
        })?;
        let (width, height) = (picture.width, picture.height);
        let pixels = u64::from(width) * u64::from(height);
        // The picture, and what the framebuffer takes of it.
        let _room = self.meter.room(pixels.saturating_mul(8))?;
        self.meter.work(pixels)?;
        let rows = picture.bottom_up();
        let (rows, _) = rows.as_chunks::<4>();
        let path = path.to_owned();
        if (width, height) != self.size() {
            return Err(FillError::Size {
                path,
                picture: [width, height],
                framebuffer: self.size().into(),
            }
            .into());
        }
        let takes = match depth {
            true => {
                let of = |[high, middle, low, _]: &[u8; 4]| u32::from_be_bytes([0, *high, *middle, *low]);
                self.canvas.take_depths(rows.iter().map(of).collect())
            }
            false => self.canvas.take_pixels(rows.to_vec()),
        };
        match takes {
            true => Ok(()),
            false => Err(FillError::Framebuffer { path }.into()),
        }
    }
}
