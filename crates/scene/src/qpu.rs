//! `[test]`: the commands for QPU programs, and how they are read.
//!
//! Whether a buffer is there and a list of uniforms means something is known only when the scene runs.

use std::fmt;

use quadrille_base::{Diagnostic, Span};

use crate::words::Words;
use crate::{number, wrong};

/// Words of memory, 32 bits each, as what they were written.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// `f32`
    F32(Vec<f32>),
    /// `u32`
    U32(Vec<u32>),
    /// `i32`
    I32(Vec<i32>),
}

impl Values {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Values::F32(values) => values.len(),
            Values::U32(values) => values.len(),
            Values::I32(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values as memory holds them, little-endian.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Values::F32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Values::U32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Values::I32(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }
}

/// Numbers with blanks between them.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = match self {
            Values::F32(values) => values.iter().map(f32::to_string).collect(),
            Values::U32(values) => values.iter().map(u32::to_string).collect(),
            Values::I32(values) => values.iter().map(i32::to_string).collect(),
        };
        f.write_str(&texts.join(" "))
    }
}

/// A command about the program of `[qpu program]` and its buffers.
#[derive(Clone, PartialEq, Debug)]
pub enum QpuCommand {
    /// `qpu buffer NAME size N`: a buffer of zeros.
    Zeros {
        /// What uniforms and probes call it.
        name: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// `qpu buffer NAME data TYPE values…`
    Data {
        /// What uniforms and probes call it.
        name: String,
        /// What it holds.
        values: Values,
    },
    /// `qpu uniforms …`: the list of the next QPU, its items with commas between them.
    Uniforms(String),
    /// `qpu run N`: starts the program on this many QPUs and waits for them.
    Run(u8),
    /// `probe buffer NAME offset TYPE values…`
    Probe {
        /// The buffer.
        name: String,
        /// Byte of the buffer at which the values begin.
        offset: u32,
        /// What is expected.
        values: Values,
    },
}

/// Reads what follows `qpu`.
pub(crate) fn command(words: &mut Words<'_>) -> Result<QpuCommand, Diagnostic> {
    if words.phrase("qpu buffer") {
        let name = name(words)?;
        if words.take("size") {
            let span = words.span();
            let bytes = words.integer()?;
            end(words)?;
            if bytes == 0 {
                return Err(wrong(span, "a buffer has at least one byte"));
            }
            return Ok(QpuCommand::Zeros { name, bytes });
        }
        if words.take("data") {
            let values = values(words)?;
            return Ok(QpuCommand::Data { name, values });
        }
        return Err(wrong(words.span(), "`size` or `data` belongs here"));
    }
    if words.phrase("qpu uniforms") {
        let texts: Vec<&str> = items(words)?.into_iter().map(|(text, _)| text).collect();
        return Ok(QpuCommand::Uniforms(texts.join(", ")));
    }
    if words.phrase("qpu run") {
        let span = words.span();
        let count = words.integer()?;
        end(words)?;
        return match u8::try_from(count) {
            Ok(count) if count > 0 => Ok(QpuCommand::Run(count)),
            _ => Err(wrong(span, "a program is started 1 to 255 times")),
        };
    }
    Err(wrong(
        words.span(),
        "`qpu` is followed by `buffer`, `uniforms` or `run`",
    ))
}

/// Reads what follows `probe buffer`.
pub(crate) fn probe(words: &mut Words<'_>) -> Result<QpuCommand, Diagnostic> {
    Ok(QpuCommand::Probe {
        name: name(words)?,
        offset: words.integer()?,
        values: values(words)?,
    })
}

fn name(words: &mut Words<'_>) -> Result<String, Diagnostic> {
    let span = words.span();
    let name = words.word();
    // Signs of arithmetic would end the name in a list of uniforms.
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        let message = "the name of a buffer belongs here: letters, digits and underscores";
        return Err(wrong(span, message));
    }
    Ok(name.to_owned())
}

fn values(words: &mut Words<'_>) -> Result<Values, Diagnostic> {
    let span = words.span();
    let values = match words.word() {
        "f32" => Values::F32(numbers(words, number::float_or_bits)?),
        "u32" => Values::U32(numbers(words, unsigned)?),
        "i32" => Values::I32(numbers(words, signed)?),
        _ => return Err(wrong(span, "`f32`, `u32` or `i32` belongs here")),
    };
    if values.is_empty() {
        return Err(wrong(words.span(), "a number belongs here"));
    }
    Ok(values)
}

fn numbers<T>(words: &mut Words<'_>, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Diagnostic> {
    let number = |(text, span)| read(text).ok_or_else(|| wrong(span, "this is no number of the type"));
    items(words)?.into_iter().map(number).collect()
}

/// The rest of the line: words with blanks or commas between them.
fn items<'s>(words: &mut Words<'s>) -> Result<Vec<(&'s str, Span)>, Diagnostic> {
    let mut items = Vec::new();
    while !words.is_empty() {
        let span = words.span();
        match words.word() {
            "" => return Err(wrong(span, "numbers belong here, without parentheses")),
            item => items.push((item, span)),
        }
        words.optional_mark(',');
    }
    Ok(items)
}

fn end(words: &Words<'_>) -> Result<(), Diagnostic> {
    if words.is_empty() {
        return Ok(());
    }
    Err(wrong(words.span(), "the line ends before this"))
}

fn unsigned(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn signed(text: &str) -> Option<i32> {
    text.parse().ok().or_else(|| {
        text.strip_prefix("0x")
            .and_then(|_| unsigned(text))
            .map(|bits| bits as i32)
    })
}

#[cfg(test)]
mod tests {
    use super::{QpuCommand, Values};
    use crate::{Command, line};

    fn read(text: &str) -> Result<QpuCommand, u32> {
        match line::read(text, 100) {
            Ok(statement) => match statement.command {
                Command::Qpu(command) => Ok(command),
                other => panic!("{other:?}"),
            },
            Err(problem) => Err(problem.span.start),
        }
    }

    // source: docs/scenes.md, the table of QPU commands.
    #[test]
    fn commands_read() {
        let name = || "x".to_owned();
        assert_eq!(
            read("qpu buffer x size 64"),
            Ok(QpuCommand::Zeros {
                name: name(),
                bytes: 64
            })
        );
        assert_eq!(
            read("qpu buffer x data f32 1 -2.5, 0x3f800000"),
            Ok(QpuCommand::Data {
                name: name(),
                values: Values::F32(vec![1.0, -2.5, 1.0])
            })
        );
        assert_eq!(
            read("qpu uniforms 4 2.5, @x+64*qpu"),
            Ok(QpuCommand::Uniforms("4, 2.5, @x+64*qpu".to_owned()))
        );
        assert_eq!(read("qpu run 12"), Ok(QpuCommand::Run(12)));
        assert_eq!(
            read("probe buffer x 8 i32 -1 0xffffffff"),
            Ok(QpuCommand::Probe {
                name: name(),
                offset: 8,
                values: Values::I32(vec![-1, -1])
            })
        );
        assert_eq!(Values::U32(vec![0x0102_0304]).bytes(), [4, 3, 2, 1]);
    }

    #[test]
    fn problems_have_places() {
        assert_eq!(read("qpu buffer x size 0"), Err(118));
        assert_eq!(read("qpu buffer x+y size 4"), Err(111));
        assert_eq!(read("qpu buffer x data f64 1"), Err(118));
        assert_eq!(read("qpu buffer x data u32 1 -1"), Err(124));
        assert_eq!(read("qpu buffer x data u32 (1)"), Err(122));
        assert_eq!(read("qpu run 256"), Err(108));
        assert_eq!(read("qpu run 1 2"), Err(110));
        assert_eq!(read("qpu stop"), Err(100));
    }
}
