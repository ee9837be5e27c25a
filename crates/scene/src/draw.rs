//! `[test]`: the commands that draw, and what patches are; `line` reads the others.

use crate::command::{Command, Corner, PatchParameter};
use crate::error::{SceneError, followed};
use crate::stored::{self, DrawCommand, DrawVertices};
use crate::words::Words;

/// `draw …`
pub(crate) fn draw(words: &mut Words<'_>) -> Result<Command, SceneError> {
    let corner = |[x, y, width, height]: [f32; 4]| Corner {
        origin: [x, y],
        size: [width, height],
    };
    for (phrase, patch) in [("draw rect tex patch", true), ("draw rect tex", false)] {
        if words.phrase(phrase) {
            let [x, y, width, height, tx, ty, tw, th] = words.floats()?;
            return Ok(Command::DrawRect {
                rect: corner([x, y, width, height]),
                texture: Some(corner([tx, ty, tw, th])),
                patch,
                instances: 1,
                ortho: false,
            });
        }
    }
    for (phrase, instanced, ortho, patch) in [
        ("draw rect ortho patch", false, true, true),
        ("draw rect ortho", false, true, false),
        ("draw rect patch", false, false, true),
        ("draw rect", false, false, false),
        ("draw instanced rect ortho patch", true, true, true),
        ("draw instanced rect ortho", true, true, false),
        ("draw instanced rect", true, false, false),
    ] {
        if words.phrase(phrase) {
            let instances = if instanced { words.integer()? } else { 1 };
            return Ok(Command::DrawRect {
                rect: corner(words.floats()?),
                texture: None,
                patch,
                instances,
                ortho,
            });
        }
    }
    if let Some(command) = stored::draw(words)? {
        return Ok(Command::Draw(command));
    }
    for (phrase, instanced) in [("draw arrays instanced", true), ("draw arrays", false)] {
        if words.phrase(phrase) {
            let mode = words.word().to_owned();
            let (first, count) = (words.integer()?, words.integer()?);
            let instances = if instanced { words.integer()? } else { 1 };
            let base_instance = stored::base_instance(words)?;
            if base_instance == 0 {
                return Ok(Command::DrawArrays {
                    mode,
                    first,
                    count,
                    instances,
                });
            }
            return Ok(Command::Draw(DrawCommand {
                mode,
                vertices: DrawVertices::Arrays(vec![[first, count]]),
                instances,
                base_instance,
            }));
        }
    }
    if words.phrase("draw mesh") {
        return Ok(Command::DrawMesh { path: words.path()? });
    }
    let forms = &[
        "rect",
        "rect tex",
        "rect patch",
        "rect ortho",
        "instanced rect",
        "instanced rect ortho",
        "arrays",
        "arrays instanced",
        "arrays multi",
        "arrays indirect",
        "elements",
        "elements multi",
        "elements indirect",
        "feedback",
        "mesh",
    ];
    Err(followed(words, "draw", forms))
}

/// `patch parameter …`
pub(crate) fn patch(words: &mut Words<'_>) -> Result<Command, SceneError> {
    if words.phrase("patch parameter vertices") {
        return Ok(Command::Patch(PatchParameter::Vertices(words.integer()?)));
    }
    if words.phrase("patch parameter default level outer") {
        return Ok(Command::Patch(PatchParameter::Outer(words.floats()?)));
    }
    if words.phrase("patch parameter default level inner") {
        return Ok(Command::Patch(PatchParameter::Inner(words.floats()?)));
    }
    let forms = &["vertices", "default level outer", "default level inner"];
    Err(followed(words, "patch parameter", forms))
}
