//! The answer of GL itself to a load: an error, a byte position, an error string.

use quadrille_base::{Diagnostic, Severity, Source};

/// The state that a load leaves: the GL error, PROGRAM_ERROR_POSITION_ARB and PROGRAM_ERROR_STRING_ARB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlAnswer {
    /// `INVALID_OPERATION`, or `NO_ERROR`.
    pub error: &'static str,
    /// Byte offset of the first error; the length of the text for one that only the whole program shows;
    /// -1 for a program that loads.
    pub position: i64,
    /// The error string; empty for a program that loads without warnings.
    pub string: String,
}

/// GL's answer to the load of a program with these diagnostics (NV_vertex_program 2.14.1.7,
/// ARB_vertex_program 2.14.1).
pub fn gl_answer(source: &Source, diagnostics: &[Diagnostic]) -> GlAnswer {
    let noticed = |diagnostic: &&Diagnostic| diagnostic.noticed.unwrap_or(diagnostic.span.start);
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let Some(first) = errors.min_by_key(noticed) else {
        let mut string = String::new();
        for diagnostic in diagnostics {
            line(
                &mut string,
                source,
                diagnostic.span.start,
                "warning",
                &diagnostic.message,
            );
        }
        return GlAnswer {
            error: "NO_ERROR",
            position: -1,
            string,
        };
    };
    let mut string = String::new();
    let position = noticed(&first);
    line(&mut string, source, position, "error", &first.message);
    GlAnswer {
        error: "INVALID_OPERATION",
        position: i64::from(position),
        string,
    }
}

fn line(out: &mut String, source: &Source, offset: u32, kind: &str, message: &str) {
    let position = source.position(offset);
    out.push_str(&format!(
        "line {}, column {}: {kind}: {message}\n",
        position.line, position.column
    ));
}
