//! The vertices that a geometry program may emit, as they are set behind its back (ProgramVertexLimitNV): its text is
//! translated anew with another number in its declaration.

use quadrille_isa::gl::{Limits, Stage};
use quadrille_program::Layout;

use super::Context;
use super::group::Loaded;
use super::load::judged;
use crate::gl::{Gl, number};

/// The declaration.
const DECLARATION: &str = "VERTICES_OUT";

impl Context {
    /// ProgramVertexLimitNV.
    pub(super) fn set_vertex_limit(&mut self, gl: &dyn Gl, target: u32, limit: i32) {
        if self.stages.stage(target) != Some(Stage::Geometry) {
            return self.raise(number::INVALID_ENUM);
        }
        let name = self.binding(gl, target);
        let Some(loaded) = self.group.program(target, name) else {
            return self.raise(number::INVALID_OPERATION);
        };
        let limit = u32::try_from(limit).unwrap_or(0);
        // The error is said to be raised at the limit as well, which the declaration may name.
        if limit == 0 || limit > Limits::DESKTOP.output_vertices {
            return self.raise(number::INVALID_VALUE);
        }
        let Layout::Geometry(geometry) = loaded.program.layout() else {
            return self.raise(number::INVALID_OPERATION);
        };
        if geometry.vertices == limit || geometry.passes_through {
            return;
        }
        // Too many components are refused as the declaration would be.
        let Some(judged) =
            limited(&loaded.text, limit).and_then(|text| judged(Stage::Geometry, text.as_bytes()).ok())
        else {
            return self.raise(number::INVALID_VALUE);
        };
        self.group.put(target, name, |number| Loaded {
            number,
            given: loaded.given.clone(),
            ..judged
        });
        self.changed();
    }
}

/// A text whose declaration has another number.
fn limited(text: &str, limit: u32) -> Option<String> {
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or(line);
        if let Some(at) = code.find(DECLARATION) {
            let behind = from + at + DECLARATION.len();
            let is_digit = |character: char| character.is_ascii_digit();
            let start = behind + text[behind..].find(is_digit)?;
            let digits = text[start..].find(|character| !is_digit(character))?;
            return Some(format!("{}{limit}{}", &text[..start], &text[start + digits..]));
        }
        from += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::limited;

    #[test]
    fn the_number_of_the_declaration_changes() {
        // source: NV_geometry_program4, 2.14.6.4: VERTICES_OUT is the declaration of the limit
        let text = "!!NVgp4.0 # VERTICES_OUT 7\nVERTICES_OUT\n 12;\nEND";
        let changed = "!!NVgp4.0 # VERTICES_OUT 7\nVERTICES_OUT\n 3;\nEND";
        assert_eq!(limited(text, 3).as_deref(), Some(changed));
        assert_eq!(limited("END", 3), None);
    }
}
