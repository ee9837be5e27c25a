//! Golden pictures: what scenes should draw, a PNG file each.

use std::path::{Path, PathBuf};

use quadrille::{Picture, PictureDifference};
use serde_json::{Value, json};

use crate::commands::measure::picture_json;
use crate::error::Error;
use crate::files::{self, Output};

/// The heading of these options.
const HEADING: &str = "Golden pictures";

#[derive(clap::Args)]
pub(super) struct Golden {
    /// Compares the final picture of each scene with the PNG file in this folder that lies there as the scene does.
    #[arg(help_heading = HEADING, long = "golden", value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Writes golden pictures where there is none, or another one, of scenes whose probes succeed.
    #[arg(help_heading = HEADING, long, requires = "folder")]
    bless: bool,
    /// The most that a component of a pixel may differ, in 255ths.
    #[arg(help_heading = HEADING, long, value_name = "STEPS", default_value_t = 0.0, requires = "folder")]
    tolerance: f32,
    /// Pixels whose colour the golden picture has beside them do not count.
    #[arg(help_heading = HEADING, long, requires = "folder")]
    allow_edges: bool,
}

/// The tolerance is no number.
#[derive(Debug, thiserror::Error)]
#[error("the tolerance is not a number of steps")]
pub(crate) struct ToleranceError;

impl ToleranceError {
    /// # Errors
    ///
    /// The tolerance is no number.
    pub(crate) fn check(tolerance: f32) -> Result<(), ToleranceError> {
        match tolerance.is_nan() || tolerance < 0.0 {
            true => Err(ToleranceError),
            false => Ok(()),
        }
    }
}

/// What a picture and its golden one come to.
pub(super) struct Judged {
    /// The file of the golden picture.
    pub(super) path: PathBuf,
    pub(super) found: Found,
}

pub(super) enum Found {
    /// They are the same, or within the tolerance.
    Within(Option<PictureDifference>),
    /// It was written.
    Blessed,
    /// They differ.
    Beyond {
        golden: Picture,
        difference: PictureDifference,
    },
    /// They have two sizes.
    Size { golden: Picture, own: [u32; 2] },
    /// There is no golden picture.
    Missing,
    /// There is one, and the scene draws nothing.
    Undrawn,
    /// The golden picture cannot be read.
    Unread(String),
}

impl Golden {
    /// # Errors
    ///
    /// The tolerance is no number.
    pub(super) fn check(&self) -> Result<(), ToleranceError> {
        ToleranceError::check(self.tolerance)
    }

    /// Where the pictures of scenes below these paths lie.
    pub(super) fn places(&self, paths: &[PathBuf]) -> Option<Output> {
        // With a separator at the end it is a folder, whether it is there or not.
        let folder = self.folder.as_ref()?.join("");
        Some(Output::new(Some(&folder), paths))
    }

    /// The settings, as a record keeps them.
    pub(super) fn json(&self) -> Value {
        let folder = self.folder.as_ref().map(|folder| folder.display().to_string());
        json!([folder, self.bless, self.tolerance, self.allow_edges])
    }

    /// Compares the picture of a scene that has one, and whose probes succeeded or not. None is nothing to compare.
    ///
    /// # Errors
    ///
    /// The golden picture cannot be written.
    pub(super) fn judge(
        &self,
        path: &Path,
        picture: Option<&Picture>,
        passed: bool,
    ) -> Result<Option<Judged>, Error> {
        let is_there = files::is_there(path);
        let found = match (picture, is_there) {
            (None, false) => return Ok(None),
            (None, true) => Found::Undrawn,
            (Some(_), false) => Found::Missing,
            (Some(picture), true) => self.compare(path, picture),
        };
        let is_to_bless = self.bless && passed && !matches!(found, Found::Within(_) | Found::Undrawn);
        let found = match picture {
            Some(picture) if is_to_bless => {
                let bytes = picture.to_png(false)?;
                match is_there {
                    // It was read, and is what is to be changed.
                    true => files::rewrite(path, &bytes)?,
                    false => files::write(path, &bytes)?,
                }
                Found::Blessed
            }
            _ => found,
        };
        Ok(Some(Judged {
            path: path.to_owned(),
            found,
        }))
    }

    fn compare(&self, path: &Path, own: &Picture) -> Found {
        let read = files::read_data(path).map_err(|error| error.to_string());
        let golden = read.and_then(|bytes| Picture::from_png(&bytes).map_err(|error| error.to_string()));
        let golden = match golden {
            Ok(golden) => golden,
            Err(why) => return Found::Unread(why),
        };
        if golden == *own {
            return Found::Within(None);
        }
        match PictureDifference::between_pictures(&golden, own, self.tolerance) {
            None => Found::Size {
                own: [own.width, own.height],
                golden,
            },
            Some(difference) if difference.beyond == 0 => Found::Within(Some(difference)),
            Some(difference) if self.allow_edges && difference.inside() == 0 => {
                Found::Within(Some(difference))
            }
            Some(difference) => Found::Beyond { golden, difference },
        }
    }
}

impl Judged {
    /// Whether the scene fails of it.
    pub(super) fn is_failure(&self) -> bool {
        match self.found {
            Found::Within(_) | Found::Blessed => false,
            Found::Beyond { .. }
            | Found::Size { .. }
            | Found::Missing
            | Found::Undrawn
            | Found::Unread(_) => true,
        }
    }

    /// What is said of it; nothing of pictures that are the same.
    pub(super) fn sentence(&self) -> Option<String> {
        let path = self.path.display();
        Some(match &self.found {
            Found::Within(None) => return None,
            Found::Within(Some(difference)) => format!("the picture and {path} are {difference}"),
            Found::Blessed => format!("wrote {path}"),
            Found::Beyond { difference, .. } => format!("the picture and {path} are {difference}"),
            Found::Size {
                golden,
                own: [width, height],
            } => format!(
                "the picture has {width} × {height} pixels, {path} has {} × {}",
                golden.width, golden.height
            ),
            Found::Missing => format!("there is no {path}; --bless writes it"),
            Found::Undrawn => format!("there is {path}, and the scene draws no picture"),
            Found::Unread(why) => format!("{path}: {why}"),
        })
    }

    pub(super) fn json(&self) -> Value {
        let (result, picture) = match &self.found {
            Found::Within(difference) => ("within", difference.as_ref()),
            Found::Blessed => ("blessed", None),
            Found::Beyond { difference, .. } => ("beyond", Some(difference)),
            Found::Size { .. } => ("other size", None),
            Found::Missing => ("missing", None),
            Found::Undrawn => ("not drawn", None),
            Found::Unread(_) => ("not read", None),
        };
        json!({ "file": self.path.display().to_string(), "result": result, "picture": picture.map(picture_json) })
    }
}
