//! `trackmatrix ADDRESS MATRIX TRANSFORM`: TrackMatrixNV (NV_vertex_program 2.14.5).

use quadrille_isa::gl::binding::{Matrix, MatrixModifier};
use quadrille_pipeline::Context;
use quadrille_pipeline::state::TrackedMatrix;

use super::words::Words;

/// The transforms by their names.
const TRANSFORMS: &[(&str, MatrixModifier)] = &[
    ("IDENTITY", MatrixModifier::None),
    ("INVERSE", MatrixModifier::Inverse),
    ("TRANSPOSE", MatrixModifier::Transpose),
    ("INVERSE_TRANSPOSE", MatrixModifier::InverseTranspose),
];

/// Begins or ends tracking. `unit` is the active texture unit.
pub(super) fn set(words: &mut Words<'_>, unit: usize, context: &mut Context) -> Result<(), String> {
    let address: usize = words.integer()?;
    if !address.is_multiple_of(4) || address > 92 {
        return Err(format!("{address} is not a multiple of 4 up to 92"));
    }
    let matrix = matrix(&words.name()?, unit, context)?;
    let transform = words.name()?;
    let transform = transform.strip_suffix("_NV").unwrap_or(&transform);
    let modifier = TRANSFORMS.iter().find(|(name, _)| *name == transform);
    let (_, modifier) = modifier.ok_or_else(|| format!("there is no transform `{transform}`"))?;
    let place = address / 4;
    if context.tracked.len() <= place {
        context.tracked.resize(place + 1, None);
    }
    context.tracked[place] = matrix.map(|matrix| TrackedMatrix {
        matrix,
        modifier: *modifier,
    });
    Ok(())
}

/// The matrix of a name; none for NONE.
fn matrix(name: &str, unit: usize, context: &Context) -> Result<Option<Matrix>, String> {
    let short = name
        .strip_suffix("_NV")
        .or(name.strip_suffix("_ARB"))
        .unwrap_or(name);
    let number = |prefix: &str, count: usize| {
        let number: usize = short.strip_prefix(prefix)?.parse().ok()?;
        (number < count).then_some(number as u32)
    };
    let textures = context.transform.texture.len();
    Ok(Some(match short {
        "NONE" => return Ok(None),
        "MODELVIEW" => Matrix::Modelview(0),
        "PROJECTION" => Matrix::Projection,
        "MODELVIEW_PROJECTION" => Matrix::Mvp,
        "TEXTURE" if unit < textures => Matrix::Texture(unit as u32),
        _ => match (number("TEXTURE", textures), number("MATRIX", 8)) {
            (Some(unit), _) => Matrix::Texture(unit),
            (_, Some(number)) => Matrix::Program(number),
            (None, None) => return Err(format!("there is no matrix `{name}` to track")),
        },
    }))
}
