//! Two programs that are used together: translated so that their interfaces agree.

use quadrille_base::Diagnostic;
use quadrille_program::Program;

use crate::options::{Options, Packing};
use crate::raise::SourceProgram;
use crate::reflect;
use crate::translation::{Translation, translate};

/// A vertex and a fragment shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The vertex shader.
    pub vertex: Translation,
    /// The fragment shader.
    pub fragment: Translation,
}

/// The diagnostics of a pair, by program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairProblems {
    /// In the vertex program.
    pub vertex: Vec<Diagnostic>,
    /// In the fragment program.
    pub fragment: Vec<Diagnostic>,
}

/// Translates two programs that are used together, each with its text for comments.
///
/// Attributes that the fragment program reads and the vertex program does not write are (0, 0, 0, 1); how values are
/// interpolated stands in both shaders; push constants of the fragment shader lie behind those of the vertex
/// shader.
///
/// # Errors
///
/// The diagnostics of each program, for what the target cannot express.
pub fn translate_pair(
    vertex: (&Program, &str),
    fragment: (&Program, &str),
    options: &Options,
) -> Result<Pair, PairProblems> {
    let source = |(program, text), (partner, _)| SourceProgram {
        program,
        text,
        partner: Some(partner),
    };
    let first = translate(source(vertex, fragment), options);
    let mut own = options.clone();
    if let (Ok(first), Packing::PushConstants) = (&first, options.packing) {
        own.push_offset = reflect::offsets(&first.shader).1;
    }
    match (first, translate(source(fragment, vertex), &own)) {
        (Ok(vertex), Ok(fragment)) => Ok(Pair { vertex, fragment }),
        (first, second) => Err(PairProblems {
            vertex: first.err().unwrap_or_default(),
            fragment: second.err().unwrap_or_default(),
        }),
    }
}
