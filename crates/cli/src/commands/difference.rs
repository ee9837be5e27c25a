//! `quadrille difference`: how far two pictures lie apart, in numbers and as a picture.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::{Picture, PictureDifference, PictureError};
use serde_json::json;

use super::run::ToleranceError;
use crate::error::Error;
use crate::files::{self, Output};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A PNG file.
    first: PathBuf,
    /// Another of the same size.
    second: PathBuf,
    /// Write the absolute differences here, sixteen times, as a PNG.
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// The most that a component of a pixel may differ, in 255ths.
    #[arg(long, value_name = "STEPS", default_value_t = 0.0)]
    tolerance: f32,
    /// Pixels whose colour the other picture has beside them do not count.
    #[arg(long)]
    allow_edges: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// Pictures that cannot be compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DifferenceError {
    #[error(transparent)]
    Tolerance(#[from] ToleranceError),
    #[error("{}: {error}", .path.display())]
    Picture {
        path: PathBuf,
        #[source]
        error: PictureError,
    },
    #[error("the pictures have {} × {} and {} × {} pixels, and only those of one size are compared", .0[0], .0[1], .1[0], .1[1])]
    Size([u32; 2], [u32; 2]),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    ToleranceError::check(args.tolerance).map_err(DifferenceError::from)?;
    let (first, second) = (read(&args.first)?, read(&args.second)?);
    let size = |picture: &Picture| [picture.width, picture.height];
    let difference = PictureDifference::between_pictures(&first, &second, args.tolerance)
        .ok_or_else(|| DifferenceError::Size(size(&first), size(&second)))?;
    let counted = match args.allow_edges {
        true => difference.inside(),
        false => difference.beyond,
    };
    if args.json {
        let [x, y] = difference.at;
        println!(
            "{}",
            json!({
                "result": if counted == 0 { "within" } else { "beyond" },
                "steps": difference.steps,
                "at": [x, y],
                "beyond": difference.beyond,
                "at_edges": difference.at_edges,
            })
        );
    } else {
        println!("{difference}");
    }
    if let Some(path) = &args.output {
        let png = difference.picture.to_png(true)?;
        let mut output = Output::new(Some(path), std::slice::from_ref(&args.second));
        match output.place(&args.second, "png") {
            Some(place) => files::write(&place, &png)?,
            None => files::deliver(None, &png)?,
        }
    }
    Ok(ExitCode::from(u8::from(counted > 0)))
}

fn read(path: &Path) -> Result<Picture, Error> {
    let bytes = files::read_data(path)?;
    let picture = Picture::from_png(&bytes).map_err(|error| DifferenceError::Picture {
        path: path.to_owned(),
        error,
    });
    Ok(picture?)
}
