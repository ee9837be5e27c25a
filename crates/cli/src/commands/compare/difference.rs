//! How far the results of two engines lie apart: a picture, and buffers.

use std::fmt;
use std::path::PathBuf;

use quadrille::PictureDifference;

use super::buffer::BufferDifference;

/// The difference of the results of two engines.
pub(super) struct Difference {
    /// That of the pictures, where there are any.
    pub(super) picture: Option<Box<PictureDifference>>,
    /// Where pictures differ by more than the tolerance, a file that shows it.
    pub(super) file: Option<PathBuf>,
    /// That of the first buffer that differs.
    pub(super) buffer: Option<BufferDifference>,
}

impl Difference {
    /// Whether it is one that the command line allows, pixels at edges apart where these do not count.
    pub(super) fn is_within(&self, allow_edges: bool) -> bool {
        let counted = self.picture.as_ref().map_or(0, |picture| match allow_edges {
            true => picture.inside(),
            false => picture.beyond,
        });
        counted == 0 && self.buffer.is_none()
    }
}

/// The pictures, then the buffer that differs.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.picture, &self.buffer) {
            (Some(picture), _) => write!(f, "{picture}")?,
            (None, None) => f.write_str("buffers are equal")?,
            (None, Some(_)) => {}
        }
        if let Some(file) = &self.file {
            write!(f, "; see {}", file.display())?;
        }
        if let Some(buffer) = &self.buffer {
            let before = if self.picture.is_some() { "; " } else { "" };
            write!(f, "{before}{buffer}")?;
        }
        Ok(())
    }
}
