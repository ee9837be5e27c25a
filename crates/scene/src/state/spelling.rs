//! State commands as piglit's runner spells them, in two words: `clip plane`, `shade model`; and `hint`, which has no
//! effect.

use quadrille_isa::gl::limit::bare;
use quadrille_pipeline::state::CLIP_PLANES;

use super::{StateCommand, StateError};
use crate::error::{Expected, SceneError, wrong};
use crate::words::Words;

/// The targets of Hint (OpenGL 4.6 compatibility profile table 21.1).
const HINTS: &[&str] = &[
    "PERSPECTIVE_CORRECTION_HINT",
    "POINT_SMOOTH_HINT",
    "LINE_SMOOTH_HINT",
    "POLYGON_SMOOTH_HINT",
    "FOG_HINT",
    "GENERATE_MIPMAP_HINT",
    "TEXTURE_COMPRESSION_HINT",
    "FRAGMENT_SHADER_DERIVATIVE_HINT",
];

/// What a hint may ask for.
const QUALITIES: &[&str] = &["FASTEST", "NICEST", "DONT_CARE"];

/// Reads what follows `clip plane`.
pub(crate) fn clip_plane(words: &mut Words<'_>) -> Result<StateCommand, SceneError> {
    let span = words.span();
    let plane = words.integer()? as usize;
    if plane >= CLIP_PLANES {
        return Err(wrong(span, StateError::ClipPlane));
    }
    Ok(StateCommand::ClipPlane(plane, words.floats()?))
}

/// Reads what follows `shade model`.
pub(crate) fn shade_model(words: &mut Words<'_>) -> Result<StateCommand, SceneError> {
    let span = words.span();
    match words.word() {
        "smooth" => Ok(StateCommand::ShadeModel { flat: false }),
        "flat" => Ok(StateCommand::ShadeModel { flat: true }),
        _ => Err(wrong(span, Expected::OneOf(&["smooth", "flat"]))),
    }
}

/// Reads `hint TARGET QUALITY`; of an extension's name the letters of the vendor count for nothing.
pub(crate) fn hint(words: &mut Words<'_>) -> Result<(), SceneError> {
    words.word();
    for names in [HINTS, QUALITIES] {
        let span = words.span();
        let word = words.word();
        let name = bare(word);
        if !names.contains(&name.strip_suffix("_SGIS").unwrap_or(name)) {
            return Err(wrong(span, Expected::OneOf(names)));
        }
    }
    Ok(())
}
