//! `[vertex data]`: a header line of attributes, then rows of numbers.

use quadrille_base::Span;
use quadrille_pipeline::mesh::ATTRIBUTES;

use crate::error::{SceneError, wrong};
use crate::number;

/// The type of an attribute's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are GL's own")]
pub enum DataType {
    Float,
    Double,
    Half,
    Int,
    UInt,
    Short,
    UShort,
    Byte,
    UByte,
    Int64,
    UInt64,
}

/// Numbers as an attribute array holds them.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// Of `float` and `half` columns.
    Floats(Vec<f32>),
    /// Of `double` columns.
    Doubles(Vec<f64>),
    /// Of `int`, `short` and `byte` columns.
    Signed(Vec<i32>),
    /// Of `uint`, `ushort` and `ubyte` columns.
    Unsigned(Vec<u32>),
    /// Of `int64` and `uint64` columns, unsigned ones by their bits.
    Longs(Vec<i64>),
}

impl Numbers {
    fn new(data_type: DataType) -> Numbers {
        match data_type {
            DataType::Float | DataType::Half => Numbers::Floats(Vec::new()),
            DataType::Double => Numbers::Doubles(Vec::new()),
            DataType::Int | DataType::Short | DataType::Byte => Numbers::Signed(Vec::new()),
            DataType::UInt | DataType::UShort | DataType::UByte => Numbers::Unsigned(Vec::new()),
            DataType::Int64 | DataType::UInt64 => Numbers::Longs(Vec::new()),
        }
    }

    /// Reads a number and appends it; `None` if it is none of the type.
    fn push(&mut self, word: &str, data_type: DataType) -> Option<()> {
        match self {
            Numbers::Floats(values) if data_type == DataType::Half => {
                values.push(number::half_or_bits(word)?);
            }
            Numbers::Floats(values) => values.push(number::float_or_bits(word)?),
            Numbers::Doubles(values) => values.push(number::double_or_bits(word)?),
            Numbers::Signed(values) => values.push(match data_type {
                DataType::Byte => i8::try_from(integer(word)?).ok()?.into(),
                DataType::Short => i16::try_from(integer(word)?).ok()?.into(),
                _ => integer(word)?.try_into().ok()?,
            }),
            Numbers::Unsigned(values) => values.push(match data_type {
                DataType::UByte => u8::try_from(integer(word)?).ok()?.into(),
                DataType::UShort => u16::try_from(integer(word)?).ok()?.into(),
                _ => integer(word)?.try_into().ok()?,
            }),
            Numbers::Longs(values) => values.push(match data_type {
                DataType::UInt64 => u64::try_from(integer(word)?).ok()?.cast_signed(),
                _ => integer(word)?.try_into().ok()?,
            }),
        }
        Some(())
    }

    /// The numbers as floats, as VertexAttribPointer converts them.
    pub fn to_floats(&self) -> Vec<f32> {
        match self {
            Numbers::Floats(values) => values.clone(),
            Numbers::Doubles(values) => values.iter().map(|value| *value as f32).collect(),
            Numbers::Signed(values) => values.iter().map(|value| *value as f32).collect(),
            Numbers::Unsigned(values) => values.iter().map(|value| *value as f32).collect(),
            Numbers::Longs(values) => values.iter().map(|value| *value as f32).collect(),
        }
    }
}

/// An attribute of `[vertex data]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// Its name, if one is written (`name/location/type/count`).
    pub name: Option<String>,
    /// Its number.
    pub location: u32,
    /// The type of its numbers.
    pub data_type: DataType,
    /// Numbers of a row, 1 to 4.
    pub count: u32,
    /// The numbers, row by row.
    pub values: Numbers,
}

/// The section, read.
#[derive(Clone, PartialEq, Debug)]
pub struct VertexData {
    /// Attributes in the order of the header.
    pub attributes: Vec<Attribute>,
    /// Number of rows.
    pub rows: u32,
    /// The span of the section.
    pub span: Span,
}

/// An error in `[vertex data]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VertexDataError {
    /// A word of the header is no attribute.
    #[error("an attribute is written `name/location/type/count`")]
    Form,
    /// Its location is no number of an attribute.
    #[error("the location of an attribute is a number from 0 to {}", ATTRIBUTES - 1)]
    Location,
    /// Its type is none of [`DataType`].
    #[error("the type of an attribute is a GL type such as `float`")]
    Type,
    /// It has no numbers in a row, or too many.
    #[error("the count of an attribute is from 1 to 4")]
    Count,
    /// A row ends too early.
    #[error("the row has too few numbers")]
    Few,
    /// A word of a row is no number of its column's type.
    #[error("a number of the column's type belongs here")]
    Number,
    /// A row goes on behind its last column.
    #[error("the row has too many numbers")]
    Many,
}

/// Reads the section whose text starts at byte `at`.
pub(crate) fn read(text: &str, at: u32) -> Result<VertexData, SceneError> {
    let span = Span::new(at, at + text.len() as u32);
    let mut data = VertexData {
        attributes: Vec::new(),
        rows: 0,
        span,
    };
    let mut start = at;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len() as u32;
        let body = line.split('#').next().unwrap_or_default();
        if body.trim().is_empty() {
            continue;
        }
        if data.attributes.is_empty() {
            header(body, line_start, &mut data)?;
        } else {
            row(body, line_start, &mut data)?;
        }
    }
    Ok(data)
}

/// The words of a line with their places.
fn words(line: &str, at: u32) -> impl Iterator<Item = (&str, Span)> {
    line.split_whitespace().map(move |word| {
        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
        let start = at + offset as u32;
        (word, Span::new(start, start + word.len() as u32))
    })
}

fn header(line: &str, at: u32, data: &mut VertexData) -> Result<(), SceneError> {
    for (word, span) in words(line, at) {
        let fields: Vec<&str> = word.split('/').collect();
        let (name, location, type_name, count) = match fields[..] {
            [name, location, type_name, count] => (Some(name.to_owned()), location, type_name, count),
            [location, type_name, count] => (None, location, type_name, count),
            _ => return Err(wrong(span, VertexDataError::Form)),
        };
        let location = location
            .parse()
            .ok()
            .filter(|location| (0..ATTRIBUTES as u32).contains(location))
            .ok_or_else(|| wrong(span, VertexDataError::Location))?;
        let data_type = match type_name {
            "float" => DataType::Float,
            "double" => DataType::Double,
            "half" => DataType::Half,
            "int" => DataType::Int,
            "uint" => DataType::UInt,
            "short" => DataType::Short,
            "ushort" => DataType::UShort,
            "byte" => DataType::Byte,
            "ubyte" => DataType::UByte,
            "int64" => DataType::Int64,
            "uint64" => DataType::UInt64,
            _ => {
                return Err(wrong(span, VertexDataError::Type));
            }
        };
        // Piglit also writes the count as a GLSL type: `vec2` is two floats.
        let count = count.strip_prefix("vec").unwrap_or(count);
        let count = match count {
            "float" => 1,
            _ => count
                .parse()
                .ok()
                .filter(|count| (1..=4).contains(count))
                .ok_or_else(|| wrong(span, VertexDataError::Count))?,
        };
        data.attributes.push(Attribute {
            name,
            location,
            data_type,
            count,
            values: Numbers::new(data_type),
        });
    }
    Ok(())
}

fn row(line: &str, at: u32, data: &mut VertexData) -> Result<(), SceneError> {
    let mut numbers = words(line, at);
    for attribute in &mut data.attributes {
        for _ in 0..attribute.count {
            let Some((word, span)) = numbers.next() else {
                let end = Span::at(at + line.trim_end().len() as u32);
                return Err(wrong(end, VertexDataError::Few));
            };
            attribute
                .values
                .push(word, attribute.data_type)
                .ok_or_else(|| wrong(span, VertexDataError::Number))?;
        }
    }
    if let Some((_, span)) = numbers.next() {
        return Err(wrong(span, VertexDataError::Many));
    }
    data.rows += 1;
    Ok(())
}

fn integer(word: &str) -> Option<i128> {
    match word.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}
