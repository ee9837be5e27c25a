//! `[test]`: the commands for QPU programs, and how they are read.
//!
//! Whether a buffer is there and a list of uniforms means something is known only when the scene runs.

use crate::buffer::name;
use crate::error::{Expected, Problem, SceneError, followed, wrong};
use crate::values::{Values, items, values};
use crate::words::Words;

/// A command about the program of `[qpu program]` and its buffers.
#[derive(Clone, PartialEq, Debug)]
pub enum QpuCommand {
    /// `qpu buffer NAME size N`: a buffer of zeros.
    Zeros {
        /// The name by which uniforms and probes refer to it.
        name: String,
        /// Its size in bytes.
        bytes: u32,
    },
    /// `qpu buffer NAME data TYPE values…`
    Data {
        /// The name by which uniforms and probes refer to it.
        name: String,
        /// Its contents.
        values: Values,
    },
    /// `qpu uniforms …`: the list of the next QPU, its items with commas between them.
    Uniforms(String),
    /// `qpu run N`: starts the program on this many QPUs and waits for them.
    Run(u8),
}

/// Reads what follows `qpu`.
pub(crate) fn command(words: &mut Words<'_>) -> Result<QpuCommand, SceneError> {
    if words.phrase("qpu buffer") {
        let name = name(words)?;
        if words.take("size") {
            let span = words.span();
            let bytes = words.integer()?;
            words.end()?;
            if bytes == 0 {
                return Err(wrong(span, Problem::EmptyBuffer));
            }
            return Ok(QpuCommand::Zeros { name, bytes });
        }
        if words.take("data") {
            let values = values(words)?;
            return Ok(QpuCommand::Data { name, values });
        }
        return Err(wrong(words.span(), Expected::OneOf(&["size", "data"])));
    }
    if words.phrase("qpu uniforms") {
        let texts: Vec<&str> = items(words)?.into_iter().map(|(text, _)| text).collect();
        return Ok(QpuCommand::Uniforms(texts.join(", ")));
    }
    if words.phrase("qpu run") {
        let span = words.span();
        let count = words.integer()?;
        words.end()?;
        return match u8::try_from(count) {
            Ok(count) if count > 0 => Ok(QpuCommand::Run(count)),
            _ => Err(wrong(span, Problem::Launches)),
        };
    }
    Err(followed(words, "qpu", &["buffer", "uniforms", "run"]))
}

#[cfg(test)]
mod tests {
    use super::QpuCommand;
    use crate::Values;
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
    }

    #[test]
    fn problems_have_places() {
        assert_eq!(read("qpu buffer x size 0"), Err(118));
        assert_eq!(read("qpu buffer x+y size 4"), Err(111));
        assert_eq!(read("qpu buffer x data f128 1"), Err(118));
        assert_eq!(read("qpu buffer x data u32 1 -1"), Err(124));
        assert_eq!(read("qpu buffer x data u32 (1)"), Err(122));
        assert_eq!(read("qpu run 256"), Err(108));
        assert_eq!(read("qpu run 1 2"), Err(110));
        assert_eq!(read("qpu stop"), Err(100));
    }
}
