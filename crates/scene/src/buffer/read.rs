//! The reader of the commands for buffers.

use super::{AccessMode, BufferCommand, Content, Handle, ImageSource, Point, Range};
use crate::ProgramKind;
use crate::error::{Expected, SceneError, wrong};
use crate::values::{self, NumberType, integer, number_type};
use crate::words::Words;

/// Reads what follows `buffer`.
pub(crate) fn buffer(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    let name = name(words)?;
    if words.take("at") {
        let offset = long(words)?;
        let content = content(words)?;
        return Ok(BufferCommand::Write {
            name,
            offset,
            content,
        });
    }
    let content = content(words)?;
    Ok(BufferCommand::Make { name, content })
}

fn content(words: &mut Words<'_>) -> Result<Content, SceneError> {
    let span = words.span();
    match words.word() {
        "size" => {
            let size = long(words)?;
            words.end()?;
            Ok(Content::Zeros(size))
        }
        "data" => Ok(Content::Values(values::values(words)?)),
        "sequence" => {
            let number_type = number_type(words)?;
            let count = words.integer()?;
            let [first, step] = [number(words)?, number(words)?];
            words.end()?;
            Ok(Content::Sequence {
                number_type,
                count,
                first,
                step,
            })
        }
        "file" => {
            let number_type = NumberType::of_name(words.peek());
            if number_type.is_some() {
                words.word();
            }
            let path = words.path()?;
            Ok(Content::File { path, number_type })
        }
        "address" => {
            let name = self::name(words)?;
            let offset = if words.is_empty() { 0 } else { long(words)? };
            words.end()?;
            Ok(Content::Address { name, offset })
        }
        "image" => {
            let unit = words.integer()?;
            words.end()?;
            Ok(Content::Image(unit))
        }
        "handle" => {
            let handle = handle(words)?;
            words.end()?;
            Ok(Content::Handle(handle))
        }
        _ => {
            let words = &[
                "size", "data", "sequence", "file", "address", "image", "handle", "at",
            ];
            Err(wrong(span, Expected::OneOf(words)))
        }
    }
}

/// Reads what follows `handle`.
pub(crate) fn handle(words: &mut Words<'_>) -> Result<Handle, SceneError> {
    let span = words.span();
    match words.word() {
        "texture" => Ok(Handle::Texture(words.integer()?)),
        "image" => Ok(Handle::Image(words.integer()?)),
        _ => Err(wrong(span, Expected::OneOf(&["texture", "image"]))),
    }
}

/// Reads what follows `bind`.
pub(crate) fn bind(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    let span = words.span();
    let point = match words.word() {
        "image" => return image(words),
        "storage" => Point::Storage,
        "counter" => Point::Counter,
        "xfb" => Point::Feedback,
        other => match other.strip_prefix("buffer_").and_then(ProgramKind::of_suffix) {
            Some(kind) => Point::Parameters(kind),
            None => return Err(wrong(span, Expected::BindingPoint)),
        },
    };
    let number = words.integer()?;
    let name = name(words)?;
    let range = if name == "none" {
        None
    } else {
        let part = if words.is_empty() {
            None
        } else {
            Some((long(words)?, long(words)?))
        };
        Some(Range { name, part })
    };
    words.end()?;
    Ok(BufferCommand::Bind { point, number, range })
}

fn image(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let unit = words.integer()?;
    let span = words.span();
    let source = match words.word() {
        "none" => {
            words.end()?;
            return Ok(BufferCommand::BindImage { unit, image: None });
        }
        "buffer" => ImageSource::Buffer(name(words)?),
        "texture" => {
            let texture = words.integer()?;
            let level = if words.take("level") { words.integer()? } else { 0 };
            let layer = if words.take("layer") {
                Some(words.integer()?)
            } else {
                None
            };
            ImageSource::Texture {
                unit: texture,
                level,
                layer,
            }
        }
        _ => return Err(wrong(span, Expected::OneOf(&["texture", "buffer", "none"]))),
    };
    let span = words.span();
    let Some(access) = access(words.word()) else {
        return Err(wrong(span, Expected::Access));
    };
    let format = words.word().to_owned();
    if format.is_empty() {
        return Err(wrong(words.span(), Expected::Format));
    }
    words.end()?;
    let image = Some((source, access, format));
    Ok(BufferCommand::BindImage { unit, image })
}

/// Reads what follows `resident`.
pub(crate) fn resident(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    let name = name(words)?;
    let span = words.span();
    let access = match words.word() {
        "none" => None,
        mode => match access(mode) {
            Some(access) => Some(access),
            None => return Err(wrong(span, Expected::Residency)),
        },
    };
    let address = if words.take("at") {
        Some(long(words)?)
    } else {
        None
    };
    words.end()?;
    Ok(BufferCommand::Resident {
        name,
        access,
        address,
    })
}

/// Reads what follows `dispatch`.
pub(crate) fn dispatch(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    if words.take("indirect") {
        let (buffer, offset) = (name(words)?, long(words)?);
        let size = group(words)?;
        return Ok(BufferCommand::DispatchIndirect { buffer, offset, size });
    }
    let groups = [words.integer()?, words.integer()?, words.integer()?];
    let size = group(words)?;
    Ok(BufferCommand::Dispatch { groups, size })
}

/// `group x y z`, if it is there, and the end.
fn group(words: &mut Words<'_>) -> Result<Option<[u32; 3]>, SceneError> {
    let size = if words.take("group") {
        Some([words.integer()?, words.integer()?, words.integer()?])
    } else {
        None
    };
    words.end()?;
    Ok(size)
}

/// Reads what follows `order`.
pub(crate) fn order(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    words.word();
    let span = words.span();
    match words.word() {
        "canonical" => Ok(BufferCommand::Order { unordered: false }),
        "unordered" => Ok(BufferCommand::Order { unordered: true }),
        _ => Err(wrong(span, Expected::OneOf(&["canonical", "unordered"]))),
    }
}

/// Reads what follows `output buffer`.
pub(crate) fn output(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    let name = name(words)?;
    let number_type = NumberType::of_name(words.peek());
    if number_type.is_some() {
        words.word();
    }
    Ok(BufferCommand::Output {
        name,
        number_type,
        path: words.path()?,
    })
}

/// Reads what follows `probe buffer`.
pub(crate) fn probe(words: &mut Words<'_>) -> Result<BufferCommand, SceneError> {
    Ok(BufferCommand::Probe {
        name: name(words)?,
        offset: long(words)?,
        values: values::values(words)?,
    })
}

/// Reads the name of a buffer.
pub(crate) fn name(words: &mut Words<'_>) -> Result<String, SceneError> {
    let span = words.span();
    let name = words.word();
    // Signs of arithmetic would end the name in a list of uniforms.
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        return Err(wrong(span, Expected::BufferName));
    }
    Ok(name.to_owned())
}

/// Reads an unsigned integer of 64 bits, decimal or `0x…`.
pub(crate) fn long(words: &mut Words<'_>) -> Result<u64, SceneError> {
    let span = words.span();
    integer(words.word(), 64).ok_or_else(|| wrong(span, Expected::Whole))
}

fn number(words: &mut Words<'_>) -> Result<f64, SceneError> {
    let span = words.span();
    words.word().parse().map_err(|_| wrong(span, Expected::Number))
}

fn access(word: &str) -> Option<AccessMode> {
    match word.strip_prefix("GL_").unwrap_or(word) {
        "READ_ONLY" => Some(AccessMode::ReadOnly),
        "WRITE_ONLY" => Some(AccessMode::WriteOnly),
        "READ_WRITE" => Some(AccessMode::ReadWrite),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Values, line};

    fn read(text: &str) -> Result<BufferCommand, u32> {
        match line::read(text, 100) {
            Ok(statement) => match statement.command {
                Command::Buffer(command) => Ok(command),
                other => panic!("{other:?}"),
            },
            Err(problem) => Err(problem.span.start),
        }
    }

    // source: docs/scenes.md, the table of buffer commands
    #[test]
    fn commands_read() {
        let x = || "x".to_owned();
        let make = |content| BufferCommand::Make { name: x(), content };
        assert_eq!(read("buffer x size 0x40"), Ok(make(Content::Zeros(64))));
        let words = Values::U32(vec![1, 2]);
        assert_eq!(read("buffer x data u32 1 2"), Ok(make(Content::Values(words))));
        let file = |number_type| Content::File {
            path: "a b.npy".to_owned(),
            number_type,
        };
        assert_eq!(read("buffer x file a b.npy"), Ok(make(file(None))));
        let floats = file(Some(NumberType::F32));
        assert_eq!(read("buffer x file f32 a b.npy"), Ok(make(floats)));
        assert_eq!(
            read("buffer x at 8 address y 16"),
            Ok(BufferCommand::Write {
                name: x(),
                offset: 8,
                content: Content::Address {
                    name: "y".to_owned(),
                    offset: 16
                }
            })
        );
        let bind = |point, part| BufferCommand::Bind {
            point,
            number: 2,
            range: Some(Range { name: x(), part }),
        };
        let constants = Point::Parameters(ProgramKind::Compute);
        assert_eq!(read("bind buffer_cp 2 x"), Ok(bind(constants, None)));
        assert_eq!(
            read("bind storage 2 x 16 32"),
            Ok(bind(Point::Storage, Some((16, 32))))
        );
        assert_eq!(
            read("bind image 1 texture 3 level 1 layer 2 GL_WRITE_ONLY GL_R32UI"),
            Ok(BufferCommand::BindImage {
                unit: 1,
                image: Some((
                    ImageSource::Texture {
                        unit: 3,
                        level: 1,
                        layer: Some(2)
                    },
                    AccessMode::WriteOnly,
                    "GL_R32UI".to_owned()
                ))
            })
        );
        assert_eq!(
            read("resident x READ_WRITE at 0x100000000"),
            Ok(BufferCommand::Resident {
                name: x(),
                access: Some(AccessMode::ReadWrite),
                address: Some(1 << 32)
            })
        );
        assert_eq!(
            read("dispatch 4 2 1 group 8 8 1"),
            Ok(BufferCommand::Dispatch {
                groups: [4, 2, 1],
                size: Some([8, 8, 1])
            })
        );
        assert_eq!(
            read("order unordered"),
            Ok(BufferCommand::Order { unordered: true })
        );
    }

    #[test]
    fn problems_have_places() {
        for (text, place) in [
            ("buffer x", 108),
            ("buffer x+y size 4", 107),
            ("buffer x size 4 4", 116),
            ("buffer x data u128 1", 114),
            ("buffer x data u8 1 256", 119),
            ("bind texture 0 x", 105),
            ("bind storage 0 x 1", 118),
            ("bind image 0 texture 1 GL_R32UI", 123),
            ("resident x 7", 111),
            ("dispatch 1 1", 112),
            ("order random", 106),
        ] {
            assert_eq!(read(text), Err(place), "{text}");
        }
    }
}
