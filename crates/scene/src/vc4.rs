//! `[test]`: the commands for frames of the VideoCore IV, and how they are read.
//!
//! What a symbol means is known only when the scene runs.

use crate::error::{Expected, SceneError, followed, wrong};
use crate::words::Words;

/// A command about the lists of `[control list]` and the memory around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Vc4Command {
    /// `vc4 zero ADDRESS BYTES`: memory full of zeros.
    Zero {
        /// Its first address: a number, or a symbol of the list.
        address: String,
        /// How many bytes.
        bytes: String,
    },
    /// `vc4 load ADDRESS PATH`: a file in memory.
    Load {
        /// Where its first byte goes.
        address: String,
        /// The file.
        path: String,
    },
    /// `vc4 list PATH`: another text of lists.
    List {
        /// The file.
        path: String,
    },
    /// `vc4 texture ADDRESS LEVELS PATH`: a picture as a texture of type rgba8888.
    Texture {
        /// Where level 0 begins, a multiple of 4096; smaller levels lie before it.
        address: String,
        /// How many levels.
        levels: u32,
        /// The picture.
        path: String,
    },
    /// `vc4 poke ADDRESS WORD`
    Poke {
        /// Where it goes.
        address: String,
        /// What goes there: a number, or a symbol of the list.
        word: String,
    },
    /// `vc4 render [flip] [bgra]`: runs the lists and takes the frame as the picture.
    Render {
        /// The last row of memory is on top.
        flip: bool,
        /// Blue is in byte 0.
        bgra: bool,
    },
}

/// Reads what follows `vc4`.
pub(crate) fn command(words: &mut Words<'_>) -> Result<Vc4Command, SceneError> {
    if words.phrase("vc4 zero") {
        let (address, bytes) = (place(words)?, place(words)?);
        words.end()?;
        return Ok(Vc4Command::Zero { address, bytes });
    }
    if words.phrase("vc4 load") {
        let address = place(words)?;
        let path = words.path()?;
        return Ok(Vc4Command::Load { address, path });
    }
    if words.phrase("vc4 list") {
        let path = words.path()?;
        return Ok(Vc4Command::List { path });
    }
    if words.phrase("vc4 texture") {
        let address = place(words)?;
        let levels = words.integer()?;
        let path = words.path()?;
        return Ok(Vc4Command::Texture {
            address,
            levels,
            path,
        });
    }
    if words.phrase("vc4 poke") {
        let (address, word) = (place(words)?, place(words)?);
        words.end()?;
        return Ok(Vc4Command::Poke { address, word });
    }
    if words.phrase("vc4 render") {
        let (flip, bgra) = (words.take("flip"), words.take("bgra"));
        words.end()?;
        return Ok(Vc4Command::Render { flip, bgra });
    }
    Err(followed(
        words,
        "vc4",
        &["zero", "load", "list", "texture", "poke", "render"],
    ))
}

/// A number or a symbol.
fn place(words: &mut Words<'_>) -> Result<String, SceneError> {
    let span = words.span();
    match words.word() {
        "" => Err(wrong(span, Expected::Address)),
        word => Ok(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::Vc4Command;
    use crate::{Command, line};

    fn read(text: &str) -> Result<Vc4Command, u32> {
        match line::read(text, 100) {
            Ok(statement) => match statement.command {
                Command::Vc4(command) => Ok(command),
                other => panic!("{other:?}"),
            },
            Err(problem) => Err(problem.span.start),
        }
    }

    // source: docs/scenes.md, the table of commands for frames.
    #[test]
    fn commands_read() {
        let text = |text: &str| text.to_owned();
        assert_eq!(
            read("vc4 zero frame 0x1000"),
            Ok(Vc4Command::Zero {
                address: text("frame"),
                bytes: text("0x1000")
            })
        );
        assert_eq!(
            read("vc4 load texture+4096 a picture.tex"),
            Ok(Vc4Command::Load {
                address: text("texture+4096"),
                path: text("a picture.tex")
            })
        );
        assert_eq!(
            read("vc4 texture texture 8 ../bricks.png"),
            Ok(Vc4Command::Texture {
                address: text("texture"),
                levels: 8,
                path: text("../bricks.png")
            })
        );
        assert_eq!(
            read("vc4 render bgra"),
            Ok(Vc4Command::Render {
                flip: false,
                bgra: true
            })
        );
    }

    #[test]
    fn problems_have_places() {
        assert_eq!(read("vc4 zero 1"), Err(110));
        assert_eq!(read("vc4 load 1"), Err(110));
        assert_eq!(read("vc4 poke 1 2 3"), Err(113));
        assert_eq!(read("vc4 render upside"), Err(111));
        assert_eq!(read("vc4 stop"), Err(100));
    }
}
