//! Storage and counter buffers that go by the number of their binding point, as piglit's runner has them: `ssbo …` and
//! `atomic …`.

use super::{BufferCommand, Content, Point, long};
use crate::error::{Expected, SceneError, followed, wrong};
use crate::require::Comparison;
use crate::values::{self, Values};
use crate::words::Words;

/// Bytes of a counter.
const COUNTER: u64 = 4;

/// The name of the buffer at a binding point.
fn name(point: &str, number: u32) -> String {
    format!("{point}_{number}")
}

/// Reads `ssbo n size` and `ssbo n subdata float offset v`.
pub(crate) fn storage(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    let number = words.integer()?;
    let name = name("ssbo", number);
    if words.phrase("subdata float") {
        let offset = long(words)?;
        let content = Content::Values(Values::F32(vec![words.float()?]));
        return Ok(BufferCommand::Write {
            name,
            offset,
            content,
        });
    }
    Ok(BufferCommand::Place {
        point: Point::Storage,
        number,
        name,
        size: long(words)?,
    })
}

/// Reads `atomic counters n`, `atomic counter buffer b n` and `atomic counter b i v`.
pub(crate) fn counters(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let number = if words.phrase("atomic counters") {
        0
    } else if words.phrase("atomic counter buffer") {
        words.integer()?
    } else if words.phrase("atomic counter") {
        let name = name("counters", words.integer()?);
        let offset = COUNTER * u64::from(words.integer()?);
        let content = Content::Values(Values::U32(vec![words.integer()?]));
        return Ok(BufferCommand::Write {
            name,
            offset,
            content,
        });
    } else {
        return Err(followed(
            words,
            "atomic",
            &["counters", "counter buffer", "counter"],
        ));
    };
    Ok(BufferCommand::Place {
        point: Point::Counter,
        number,
        name: name("counters", number),
        size: COUNTER * u64::from(words.integer()?),
    })
}

/// Reads what follows `probe ssbo uint`.
pub(crate) fn probe_storage(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let name = name("ssbo", words.integer()?);
    let offset = long(words)?;
    compare(words, name, offset)
}

/// Reads what follows `probe atomic counter`: a counter of buffer 0.
pub(crate) fn probe_counter(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let offset = COUNTER * u64::from(words.integer()?);
    compare(words, name("counters", 0), offset)
}

/// Reads an operator and the number that what is found stands on the left of.
fn compare(words: &mut Words<'_>, name: String, offset: u64) -> Result<BufferCommand, SceneError> {
    let span = words.span();
    let comparison = Comparison::read(words.word()).ok_or_else(|| wrong(span, Expected::Comparison))?;
    let span = words.span();
    let word = words.word();
    let negative = || word.parse::<i32>().ok().map(i32::cast_unsigned);
    let value = values::integer(word, 32)
        .map(|value| value as u32)
        .or_else(negative);
    Ok(BufferCommand::Compare {
        name,
        offset,
        comparison,
        value: value.ok_or_else(|| wrong(span, Expected::Whole))?,
    })
}

/// Reads `compute x y z` and `compute group size x y z gx gy gz`.
pub(crate) fn compute(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let has_size = words.phrase("compute group size");
    if !has_size {
        words.word();
    }
    let mut three = || Ok::<_, SceneError>([words.integer()?, words.integer()?, words.integer()?]);
    Ok(BufferCommand::Compute {
        groups: three()?,
        size: if has_size { Some(three()?) } else { None },
    })
}

/// Reads what follows `image texture`: layer 0 of level 0 of the texture made last for the unit of the same number.
pub(crate) fn image_texture(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let unit = words.integer()?;
    let format = words.word().to_owned();
    if format.is_empty() {
        return Err(wrong(words.span(), Expected::Format));
    }
    let source = super::ImageSource::Texture {
        unit,
        level: 0,
        layer: Some(0),
    };
    let image = Some((source, super::AccessMode::ReadWrite, format));
    Ok(BufferCommand::BindImage { unit, image })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, line};

    fn read(text: &str) -> Result<BufferCommand, u32> {
        match line::read(text, 100) {
            Ok(statement) => match statement.command {
                Command::Buffer(command) => Ok(command),
                other => panic!("{other:?}"),
            },
            Err(problem) => Err(problem.span.start),
        }
    }

    /// source: piglit's shader runner; docs/compute.md, the table of its commands
    #[test]
    fn commands_of_buffers_by_number_are_read() {
        let place = |point, number, name: &str, size| BufferCommand::Place {
            point,
            number,
            name: name.to_owned(),
            size,
        };
        assert_eq!(read("ssbo 2 32"), Ok(place(Point::Storage, 2, "ssbo_2", 32)));
        assert_eq!(
            read("atomic counters 3"),
            Ok(place(Point::Counter, 0, "counters_0", 12))
        );
        assert_eq!(
            read("atomic counter buffer 1 2"),
            Ok(place(Point::Counter, 1, "counters_1", 8))
        );
        let write = |name: &str, offset, values| BufferCommand::Write {
            name: name.to_owned(),
            offset,
            content: Content::Values(values),
        };
        assert_eq!(
            read("ssbo 0 subdata float 4 1.5"),
            Ok(write("ssbo_0", 4, Values::F32(vec![1.5])))
        );
        assert_eq!(
            read("atomic counter 1 2 7"),
            Ok(write("counters_1", 8, Values::U32(vec![7])))
        );
        let compare = |name: &str, offset, comparison, value| BufferCommand::Compare {
            name: name.to_owned(),
            offset,
            comparison,
            value,
        };
        assert_eq!(
            read("probe ssbo uint 3 8 != 0x10"),
            Ok(compare("ssbo_3", 8, Comparison::NotEqual, 16))
        );
        assert_eq!(
            read("probe ssbo uint 3 8 == -1"),
            Ok(compare("ssbo_3", 8, Comparison::Equal, u32::MAX))
        );
        assert_eq!(
            read("probe atomic counter 2 >= 5"),
            Ok(compare("counters_0", 8, Comparison::GreaterOrEqual, 5))
        );
        assert_eq!(
            read("compute group size 1 2 3 4 5 6"),
            Ok(BufferCommand::Compute {
                groups: [1, 2, 3],
                size: Some([4, 5, 6])
            })
        );
    }

    #[test]
    fn problems_have_places() {
        for (text, place) in [
            ("ssbo 0", 106),
            ("ssbo x 4", 105),
            ("atomic count 4", 100),
            ("atomic counter 0 1", 118),
            ("probe ssbo uint 0 0 = 4", 120),
            ("probe atomic counter 0 == x", 126),
            ("compute 1 1", 111),
            ("image texture 0", 115),
        ] {
            assert_eq!(read(text), Err(place), "{text}");
        }
    }
}
