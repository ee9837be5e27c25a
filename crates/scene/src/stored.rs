//! `[test]`: vertex arrays in buffers, and the draws whose vertices, numbers of vertices or own numbers lie there.
//!
//! Whether a buffer is there and holds what is asked of it is known only when the scene runs.

use quadrille_pipeline::{ComponentType, Components, Conversion, IndexType, VertexFormat};

use crate::buffer;
use crate::error::{Expected, SceneError, Unknown, wrong};
use crate::values::integer;
use crate::words::Words;

/// `vertex array LOCATION/TYPE/COUNT BUFFER …`: the array of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub struct VertexArray {
    /// The format of its vectors.
    pub format: VertexFormat,
    /// The buffer.
    pub buffer: String,
    /// `offset n`: the byte at which the first vector begins.
    pub offset: u64,
    /// `stride n`: bytes from a vector to the next; tightly packed if nothing is said.
    pub stride: Option<u64>,
    /// `divisor n`: instances that take the same vector; 0 for a vector for each vertex.
    pub divisor: u32,
}

/// A draw of what lies in buffers, or with more words than `draw arrays` has elsewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawCommand {
    /// The mode by its GL name.
    pub mode: String,
    /// The vertices.
    pub vertices: DrawVertices,
    /// `instances n`
    pub instances: u32,
    /// `base_instance n`
    pub base_instance: u32,
}

/// The vertices of a draw.
#[derive(Clone, PartialEq, Debug)]
pub enum DrawVertices {
    /// `draw arrays MODE first count`, `draw arrays multi MODE (first, count) …`
    Arrays(Vec<[u32; 2]>),
    /// `draw elements MODE count TYPE BUFFER offset`, `draw elements multi MODE TYPE BUFFER (count, offset) …`
    Elements {
        /// The type of the numbers.
        index_type: IndexType,
        /// Their buffer.
        buffer: String,
        /// The draws.
        parts: Vec<ElementsPart>,
    },
    /// `draw arrays indirect MODE BUFFER offset …`
    ArraysIndirect(IndirectSource),
    /// `draw elements indirect MODE TYPE ELEMENTS BUFFER offset …`
    ElementsIndirect {
        /// The type of the numbers.
        index_type: IndexType,
        /// Their buffer.
        elements: String,
        /// The draws.
        draws: IndirectSource,
    },
    /// `draw feedback MODE object …`
    Feedback {
        /// The transform feedback object.
        object: u32,
        /// `stream n`
        stream: u32,
    },
}

/// Numbers of an element array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElementsPart {
    /// How many there are.
    pub count: u32,
    /// The byte of the first.
    pub offset: u64,
    /// What is added to each.
    pub base_vertex: i32,
}

/// Where indirect draws lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndirectSource {
    /// The buffer.
    pub buffer: String,
    /// The byte of the first.
    pub offset: u64,
    /// `draws n`
    pub draws: u32,
    /// `stride n`: bytes from one to the next; 0 if they are tightly packed.
    pub stride: u64,
    /// `count BUFFER offset`: where the number of draws lies.
    pub count: Option<(String, u64)>,
}

/// The types of components, by the names that `[vertex data]` has for those that it has.
const TYPES: &[(&str, ComponentType)] = &[
    ("byte", ComponentType::Byte),
    ("ubyte", ComponentType::UnsignedByte),
    ("short", ComponentType::Short),
    ("ushort", ComponentType::UnsignedShort),
    ("int", ComponentType::Int),
    ("uint", ComponentType::UnsignedInt),
    ("int64", ComponentType::Int64),
    ("uint64", ComponentType::UnsignedInt64),
    ("half", ComponentType::Half),
    ("float", ComponentType::Float),
    ("double", ComponentType::Double),
    ("fixed", ComponentType::Fixed),
    ("int_2_10_10_10_rev", ComponentType::Int2_10_10_10),
    ("uint_2_10_10_10_rev", ComponentType::UnsignedInt2_10_10_10),
    ("uint_10f_11f_11f_rev", ComponentType::UnsignedInt10F11F11F),
];

/// Reads what follows `vertex`; no array for `none`.
pub(crate) fn array(words: &mut Words<'_>) -> Result<(u32, Option<VertexArray>), SceneError> {
    if !words.phrase("vertex array") {
        return Err(wrong(words.span(), Unknown::Command));
    }
    let span = words.span();
    let word = words.word();
    let missing = || wrong(span, Expected::VertexFormat);
    let mut fields = word.split('/');
    let location = fields.next().and_then(|field| field.parse().ok());
    let location = location.ok_or_else(missing)?;
    let rest: Vec<&str> = fields.collect();
    if rest.is_empty() {
        let span = words.span();
        if !words.take("none") {
            return Err(wrong(span, Expected::VertexFormat));
        }
        words.end()?;
        return Ok((location, None));
    }
    let [type_name, count, ref how @ ..] = rest[..] else {
        return Err(missing());
    };
    let component = TYPES.iter().find(|(name, _)| *name == type_name);
    let (_, component) = component.ok_or_else(missing)?;
    let components = match count {
        "bgra" => Components::Bgra,
        count => Components::Count(count.parse().map_err(|_| missing())?),
    };
    let conversion = match *how {
        [] => Conversion::Float,
        ["normalized"] => Conversion::Normalized,
        ["integer"] => Conversion::Integer,
        ["long"] => Conversion::Long,
        _ => return Err(missing()),
    };
    let format = VertexFormat::new(*component, components, conversion).map_err(|error| wrong(span, error))?;
    let mut array = VertexArray {
        format,
        buffer: buffer::name(words)?,
        offset: 0,
        stride: None,
        divisor: 0,
    };
    while !words.is_empty() {
        if words.take("offset") {
            array.offset = buffer::long(words)?;
        } else if words.take("stride") {
            array.stride = Some(buffer::long(words)?);
        } else if words.take("divisor") {
            array.divisor = words.integer()?;
        } else {
            let options = &["offset", "stride", "divisor"];
            return Err(wrong(words.span(), Expected::OneOf(options)));
        }
    }
    Ok((location, Some(array)))
}

/// Reads what follows `draw`, where the draw is of buffers.
pub(crate) fn draw(words: &mut Words<'_>) -> Result<Option<DrawCommand>, SceneError> {
    let mode;
    let vertices = if words.phrase("draw arrays multi") {
        mode = words.word().to_owned();
        let mut parts = Vec::new();
        while words.peek().is_empty() && !words.is_empty() {
            let [first, count] = whole(words)?;
            parts.push([first, count]);
        }
        DrawVertices::Arrays(parts)
    } else if words.phrase("draw arrays indirect") {
        mode = words.word().to_owned();
        DrawVertices::ArraysIndirect(indirect(words)?)
    } else if words.phrase("draw elements multi") {
        mode = words.word().to_owned();
        let index_type = index_type(words)?;
        let buffer = buffer::name(words)?;
        let mut parts = Vec::new();
        while words.peek().is_empty() && !words.is_empty() {
            parts.push(part(words)?);
        }
        DrawVertices::Elements {
            index_type,
            buffer,
            parts,
        }
    } else if words.phrase("draw elements indirect") {
        mode = words.word().to_owned();
        DrawVertices::ElementsIndirect {
            index_type: index_type(words)?,
            elements: buffer::name(words)?,
            draws: indirect(words)?,
        }
    } else if words.phrase("draw elements") {
        mode = words.word().to_owned();
        let count = words.integer()?;
        let index_type = index_type(words)?;
        let buffer = buffer::name(words)?;
        let offset = buffer::long(words)?;
        let base_vertex = if words.take("base_vertex") {
            words.signed()?
        } else {
            0
        };
        DrawVertices::Elements {
            index_type,
            buffer,
            parts: vec![ElementsPart {
                count,
                offset,
                base_vertex,
            }],
        }
    } else if words.phrase("draw feedback") {
        mode = words.word().to_owned();
        DrawVertices::Feedback {
            object: words.integer()?,
            stream: if words.take("stream") { words.integer()? } else { 0 },
        }
    } else {
        return Ok(None);
    };
    let instances = if words.take("instances") {
        words.integer()?
    } else {
        1
    };
    let base_instance = base_instance(words)?;
    words.end()?;
    Ok(Some(DrawCommand {
        mode,
        vertices,
        instances,
        base_instance,
    }))
}

/// `base_instance n`, if it is there.
pub(crate) fn base_instance(words: &mut Words<'_>) -> Result<u32, SceneError> {
    if words.take("base_instance") {
        words.integer()
    } else {
        Ok(0)
    }
}

fn index_type(words: &mut Words<'_>) -> Result<IndexType, SceneError> {
    let span = words.span();
    match words.word() {
        "ubyte" => Ok(IndexType::U8),
        "ushort" => Ok(IndexType::U16),
        "uint" => Ok(IndexType::U32),
        _ => Err(wrong(span, Expected::OneOf(&["ubyte", "ushort", "uint"]))),
    }
}

/// `(first, count)`
fn whole(words: &mut Words<'_>) -> Result<[u32; 2], SceneError> {
    words.mark('(')?;
    let first = words.integer()?;
    words.mark(',')?;
    let second = words.integer()?;
    words.mark(')')?;
    Ok([first, second])
}

/// `(count, offset)`, `(count, offset, base_vertex)`
fn part(words: &mut Words<'_>) -> Result<ElementsPart, SceneError> {
    words.mark('(')?;
    let count = words.integer()?;
    words.mark(',')?;
    let offset = buffer::long(words)?;
    let base_vertex = if words.optional_mark(',') {
        words.signed()?
    } else {
        0
    };
    words.mark(')')?;
    Ok(ElementsPart {
        count,
        offset,
        base_vertex,
    })
}

fn indirect(words: &mut Words<'_>) -> Result<IndirectSource, SceneError> {
    let mut source = IndirectSource {
        buffer: buffer::name(words)?,
        offset: buffer::long(words)?,
        draws: 1,
        stride: 0,
        count: None,
    };
    loop {
        if words.take("draws") {
            let span = words.span();
            let draws = integer(words.word(), 32).ok_or_else(|| wrong(span, Expected::Whole))?;
            source.draws = draws as u32;
        } else if words.take("stride") {
            source.stride = buffer::long(words)?;
        } else if words.take("count") {
            source.count = Some((buffer::name(words)?, buffer::long(words)?));
        } else {
            return Ok(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, line};

    fn read(text: &str) -> Result<Command, u32> {
        match line::read(text, 100) {
            Ok(statement) => Ok(statement.command),
            Err(problem) => Err(problem.span.start),
        }
    }

    fn drawn(mode: &str, vertices: DrawVertices, instances: u32, base_instance: u32) -> Result<Command, u32> {
        Ok(Command::Draw(DrawCommand {
            mode: mode.to_owned(),
            vertices,
            instances,
            base_instance,
        }))
    }

    // source: docs/scenes.md, the table of vertex arrays and draws
    #[test]
    fn commands_read() {
        let format = VertexFormat::new(
            ComponentType::UnsignedByte,
            Components::Bgra,
            Conversion::Normalized,
        );
        assert_eq!(
            read("vertex array 3/ubyte/bgra/normalized points offset 8 stride 0x10 divisor 2"),
            Ok(Command::VertexArray(
                3,
                Some(VertexArray {
                    format: format.unwrap(),
                    buffer: "points".to_owned(),
                    offset: 8,
                    stride: Some(16),
                    divisor: 2,
                })
            ))
        );
        assert_eq!(read("vertex array 3 none"), Ok(Command::VertexArray(3, None)));
        let part = |count, offset, base_vertex| ElementsPart {
            count,
            offset,
            base_vertex,
        };
        let elements = |parts| DrawVertices::Elements {
            index_type: IndexType::U16,
            buffer: "numbers".to_owned(),
            parts,
        };
        assert_eq!(
            read("draw elements TRIANGLES 6 ushort numbers 0x4 base_vertex -2 instances 3 base_instance 1"),
            drawn("TRIANGLES", elements(vec![part(6, 4, -2)]), 3, 1)
        );
        assert_eq!(
            read("draw elements multi LINES ushort numbers (2, 0) (4, 4, 1)"),
            drawn("LINES", elements(vec![part(2, 0, 0), part(4, 4, 1)]), 1, 0)
        );
        assert_eq!(
            read("draw arrays multi POINTS (0, 2) (5, 1)"),
            drawn("POINTS", DrawVertices::Arrays(vec![[0, 2], [5, 1]]), 1, 0)
        );
        let indirect = IndirectSource {
            buffer: "draws".to_owned(),
            offset: 16,
            draws: 4,
            stride: 32,
            count: Some(("number".to_owned(), 0)),
        };
        assert_eq!(
            read("draw arrays indirect POINTS draws 16 draws 4 stride 32 count number 0"),
            drawn("POINTS", DrawVertices::ArraysIndirect(indirect), 1, 0)
        );
        assert_eq!(
            read("draw feedback POINTS 2 stream 1 instances 5"),
            drawn("POINTS", DrawVertices::Feedback { object: 2, stream: 1 }, 5, 0)
        );
        assert_eq!(
            read("draw arrays instanced POINTS 0 3 2 base_instance 7"),
            drawn("POINTS", DrawVertices::Arrays(vec![[0, 3]]), 2, 7)
        );
    }

    #[test]
    fn problems_have_places() {
        for (text, place) in [
            ("vertex array 0/float/5 x", 113),
            ("vertex array 0/float/2/integer x", 113),
            ("vertex array 0/number/2 x", 113),
            ("vertex array x/float/2 x", 113),
            ("vertex array 0 x", 115),
            ("vertex array 0/float/2 x size 4", 125),
            ("draw elements POINTS 3 int x 0", 123),
            ("draw elements POINTS 3 uint x 0 instances", 141),
            ("draw elements multi POINTS uint x (1)", 136),
            ("draw arrays multi POINTS (0, 1) 2", 132),
            ("draw feedback POINTS", 120),
        ] {
            assert_eq!(read(text), Err(place), "{text}");
        }
    }
}
