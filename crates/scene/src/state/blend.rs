//! State commands about blending, of all draw buffers or of one.

use quadrille_pipeline::state::{BlendEquation, BlendFactor, MAX_DRAW_BUFFERS};

use super::error::StateError;
use super::words::Words;
use super::{BlendParameter, StateCommand};

/// The draw buffer behind `indexed`, if that is there.
pub(super) fn draw_buffer(words: &mut Words<'_>) -> Result<Option<usize>, StateError> {
    match words.take("indexed") {
        true => number(words).map(Some),
        false => Ok(None),
    }
}

/// The number of a draw buffer.
pub(super) fn number(words: &mut Words<'_>) -> Result<usize, StateError> {
    let number = words.integer()?;
    match number < MAX_DRAW_BUFFERS {
        true => Ok(number),
        false => Err(StateError::DrawBuffer),
    }
}

pub(super) fn blend(words: &mut Words<'_>) -> Result<StateCommand, StateError> {
    let name = words.name()?;
    let draw_buffer = draw_buffer(words)?;
    let parameter = match name.as_str() {
        "FUNC" => {
            let [mut source, mut destination] = [
                [words.one_of(BlendFactor::NAMES)?; 2],
                [words.one_of(BlendFactor::NAMES)?; 2],
            ];
            if !words.is_empty() {
                source[1] = words.one_of(BlendFactor::NAMES)?;
                destination[1] = words.one_of(BlendFactor::NAMES)?;
            }
            BlendParameter::Func { source, destination }
        }
        "EQUATION" => {
            let mut equation = [words.one_of(BlendEquation::NAMES)?; 2];
            if !words.is_empty() {
                equation[1] = words.one_of(BlendEquation::NAMES)?;
            }
            BlendParameter::Equation(equation)
        }
        "COLOR" if draw_buffer.is_none() => BlendParameter::Color(words.floats()?),
        _ => return Err(StateError::parameter("blending has", name)),
    };
    Ok(StateCommand::Blend {
        draw_buffer,
        parameter,
    })
}
