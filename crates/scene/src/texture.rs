//! `[test]`: reads `texture`, which makes the texture of a unit.

use crate::buffer;
use crate::command::Command;
use crate::error::{Expected, Problem, SceneError, Unknown, wrong};
use crate::texture_make::TextureMake;
use crate::words::Words;

/// The internal format that a line ends with, or another one.
fn format(words: &mut Words<'_>, otherwise: &str) -> String {
    let word = words.word();
    if word.is_empty() { otherwise } else { word }.to_owned()
}

/// `texture …`.
pub(crate) fn texture(words: &mut Words<'_>) -> Result<Command, SceneError> {
    words.word();
    let span = words.span();
    let kind = words.word();
    if let Some(array) = array(words, kind)? {
        return Ok(array);
    }
    let unit = words.integer()?;
    let size = |[width, height]: [i32; 2]| -> Result<[u32; 2], SceneError> {
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) => Ok([width, height]),
            _ => Err(wrong(span, Problem::Size)),
        }
    };
    let make = match kind {
        "rgbw" => {
            let size = size(words.integers()?)?;
            TextureMake::Rgbw {
                size,
                format: format(words, "GL_RGBA"),
            }
        }
        "miptree" => TextureMake::Miptree,
        "empty" => TextureMake::Empty {
            target: words.word().to_owned(),
            size: words.sizes()?,
            format: words.word().to_owned(),
            samples: match words.take("samples") {
                true => words.integer()?,
                false => 1,
            },
        },
        "places" => TextureMake::Places {
            target: words.word().to_owned(),
            size: words.sizes()?,
            format: words.word().to_owned(),
        },
        "image" => texture_image(words)?,
        "view" => texture_view(words)?,
        "storage" => storage(words)?,
        "integer" => TextureMake::Integers {
            size: size(words.integers()?)?,
            others: words.integers()?,
            format: words.word().to_owned(),
        },
        "multisample" => {
            let size = size(words.integers()?)?;
            let mut samples = vec![words.tuple()?];
            while !words.is_empty() {
                samples.push(words.tuple()?);
            }
            TextureMake::Multisample { size, samples }
        }
        "checkerboard" => {
            let level = words.integer()?;
            let size = size(words.integers()?)?;
            let colors = [words.tuple()?, words.tuple()?];
            TextureMake::Checkerboard {
                level,
                size,
                colors,
                format: format(words, "GL_RGBA8"),
            }
        }
        "shadow1D" => {
            let [width] = words.integers()?;
            TextureMake::Shadow1D {
                width: u32::try_from(width).map_err(|_| wrong(span, Problem::Size))?,
            }
        }
        "shadow2D" => TextureMake::Shadow2D {
            size: size(words.integers()?)?,
        },
        "shadowRect" => TextureMake::ShadowRect {
            size: size(words.integers()?)?,
        },
        "file" => TextureMake::File { path: words.path()? },
        "cube" => {
            let paths: Vec<String> = words.rest().split_whitespace().map(str::to_owned).collect();
            if paths.len() != 6 {
                return Err(wrong(words.span(), Problem::CubeFiles));
            }
            TextureMake::CubeFiles { paths }
        }
        "framebuffer" if words.take("samples") => TextureMake::Samples { renderbuffer: false },
        "framebuffer" if words.take("renderbuffer") => TextureMake::Samples { renderbuffer: true },
        "framebuffer" => TextureMake::Framebuffer {
            depth: words.take("depth"),
        },
        _ => return Err(wrong(span, Unknown::Texture)),
    };
    Ok(Command::Texture(unit, make))
}

/// `texture rgbw 2DArray u (w,h,l)` and others whose second word says that they have layers.
fn array(words: &mut Words<'_>, kind: &str) -> Result<Option<Command>, SceneError> {
    let mut names = [("1DArray", "ARRAY1D"), ("2DArray", "ARRAY2D")].into_iter();
    let target = match (kind, kind.strip_prefix("shadow")) {
        ("rgbw" | "junk", _) => names.find(|(name, _)| words.take(name)),
        (_, Some(suffix)) => names.find(|(name, _)| *name == suffix),
        (_, None) => None,
    };
    let Some((_, target)) = target else {
        return Ok(None);
    };
    let unit = words.integer()?;
    let size = words.sizes()?;
    let make = match kind {
        "rgbw" => TextureMake::RgbwLayers { target, size },
        "junk" => TextureMake::Storage {
            target,
            size,
            format: "GL_RGBA".to_owned(),
            levels: 1,
            immutable: false,
        },
        _ => TextureMake::ShadowLayers { target, size },
    };
    Ok(Some(Command::Texture(unit, make)))
}

/// Targets as piglit's runner names them, and as instructions do.
const TARGETS: [(&str, &str); 8] = [
    ("1D", "1D"),
    ("2D", "2D"),
    ("3D", "3D"),
    ("Rect", "RECT"),
    ("Cube", "CUBE"),
    ("1DArray", "ARRAY1D"),
    ("2DArray", "ARRAY2D"),
    ("CubeArray", "ARRAYCUBE"),
];

/// `texture storage u`: the rest.
fn storage(words: &mut Words<'_>) -> Result<TextureMake, SceneError> {
    let span = words.span();
    let word = words.word();
    let target = TARGETS.iter().find(|(name, _)| *name == word);
    let (_, target) = target.ok_or_else(|| wrong(span, Expected::StorageTarget))?;
    let format = words.word().to_owned();
    words.mark('(')?;
    let levels = words.integer()?;
    let mut size = [1; 3];
    for (at, side) in size.iter_mut().enumerate() {
        words.optional_mark(',');
        if at > 0 && words.peek().is_empty() {
            break;
        }
        *side = words.integer()?;
    }
    words.mark(')')?;
    Ok(TextureMake::Storage {
        target,
        size,
        format,
        levels,
        immutable: true,
    })
}

/// `texture image u`: the rest.
fn texture_image(words: &mut Words<'_>) -> Result<TextureMake, SceneError> {
    let target = words.word().to_owned();
    let size = words.sizes()?;
    let format = words.word().to_owned();
    let name = buffer::name(words)?;
    let offset = if words.take("at") { buffer::long(words)? } else { 0 };
    let levels = if words.take("levels") { words.integer()? } else { 1 };
    Ok(TextureMake::Image {
        target,
        size,
        format,
        levels,
        name,
        offset,
    })
}

/// `texture view u`: the rest.
fn texture_view(words: &mut Words<'_>) -> Result<TextureMake, SceneError> {
    let target = words.word().to_owned();
    let format = words.word().to_owned();
    if !words.take("of") {
        return Err(wrong(words.span(), Expected::Unit));
    }
    let of = words.integer()?;
    let mut pair = |word: &str| match words.take(word) {
        true => Ok::<_, SceneError>(Some([words.integer()?, words.integer()?])),
        false => Ok(None),
    };
    Ok(TextureMake::View {
        target,
        format,
        of,
        levels: pair("levels")?,
        layers: pair("layers")?,
    })
}
