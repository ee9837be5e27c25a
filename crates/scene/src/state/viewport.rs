//! State commands about viewports, of all of them or of one.

use quadrille_pipeline::state::{VIEWPORTS, ViewportSwizzle};

use super::StateCommand;
use super::error::StateError;
use super::names::SWIZZLES;
use super::words::Words;

/// The number of a viewport.
pub(super) fn number(words: &mut Words<'_>) -> Result<usize, StateError> {
    let number = words.integer()?;
    match number < VIEWPORTS {
        true => Ok(number),
        false => Err(StateError::Viewport),
    }
}

/// The viewport behind `indexed`, if that is there.
pub(super) fn indexed(words: &mut Words<'_>) -> Result<Option<usize>, StateError> {
    match words.take("indexed") {
        true => number(words).map(Some),
        false => Ok(None),
    }
}

/// Reads what follows `viewport`: a rectangle, or `swizzle`, as piglit's runner spells `viewportswizzle`.
pub(super) fn viewport(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    if words.take("swizzle") {
        return swizzle(words);
    }
    Ok(StateCommand::Viewport {
        index: indexed(words)?,
        rectangle: [words.float()?, words.float()?, size(words)?, size(words)?],
    })
}

/// Reads what follows `viewportswizzle`.
pub(super) fn swizzle(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let viewport = number(words)?;
    let mut swizzle = ViewportSwizzle::default();
    for coordinate in &mut swizzle.0 {
        *coordinate = words.one_of(SWIZZLES)?;
    }
    Ok(StateCommand::ViewportSwizzle { viewport, swizzle })
}

/// A size of a viewport: INVALID_VALUE if it is negative.
fn size(words: &mut Words<'_>) -> Result<f32, StateError> {
    let size = words.float()?;
    match size >= 0.0 {
        true => Ok(size),
        false => Err(StateError::ViewportSize),
    }
}
