//! Programs that are used together: translated so that their interfaces agree.

use quadrille_program::Program;

use crate::form::order;
use crate::options::{Options, Packing};
use crate::raise::SourceProgram;
use crate::reflect;
use crate::refusal::Refusal;
use crate::translation::{Translation, translate};

/// A vertex and a fragment shader.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// The vertex shader.
    pub vertex: Translation,
    /// The fragment shader.
    pub fragment: Translation,
}

/// What is refused of a pair, by program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairProblems {
    /// In the vertex program.
    pub vertex: Vec<Refusal>,
    /// In the fragment program.
    pub fragment: Vec<Refusal>,
}

/// Translates two programs that are used together, each with its text for comments.
///
/// Attributes that the fragment program reads and the vertex program does not write are (0, 0, 0, 1); how values are
/// interpolated stands in both shaders; push constants of the fragment shader lie behind those of the vertex
/// shader.
///
/// # Errors
///
/// What the target cannot express of each program.
pub fn translate_pair(
    vertex: (&Program, &str),
    fragment: (&Program, &str),
    options: &Options,
) -> Result<Pair, PairProblems> {
    let mut shaders = each(&[vertex, fragment], options).into_iter();
    match (shaders.next(), shaders.next()) {
        (Some(Ok(vertex)), Some(Ok(fragment))) => Ok(Pair { vertex, fragment }),
        (first, second) => {
            let problems =
                |shader: Option<Result<_, Vec<Refusal>>>| shader.and_then(Result::err).unwrap_or_default();
            Err(PairProblems {
                vertex: problems(first),
                fragment: problems(second),
            })
        }
    }
}

/// Translates the programs of a draw, each of another stage and with its text for comments; what comes out has their order.
/// They agree as a [pair](translate_pair) does, and vertices end as the rasterizer takes them in the last stage before
/// fragments alone.
///
/// # Errors
///
/// What the target cannot express of each program, in their order.
pub fn translate_pipeline(
    programs: &[(&Program, &str)],
    options: &Options,
) -> Result<Vec<Translation>, Vec<Vec<Refusal>>> {
    let shaders = each(programs, options);
    if shaders.iter().all(Result::is_ok) {
        return Ok(shaders.into_iter().flatten().collect());
    }
    let problems = shaders.into_iter().map(|shader| shader.err().unwrap_or_default());
    Err(problems.collect())
}

/// The translation of each program, which may be refused.
fn each(programs: &[(&Program, &str)], options: &Options) -> Vec<Result<Translation, Vec<Refusal>>> {
    let place = |(program, _): &(&Program, &str)| order(program.profile().stage);
    let mut in_order: Vec<usize> = (0..programs.len()).collect();
    in_order.sort_by_key(|at| place(&programs[*at]));
    let mut own = options.clone();
    let mut shaders: Vec<(usize, Result<Translation, Vec<Refusal>>)> = Vec::new();
    for (number, at) in in_order.iter().enumerate() {
        let (program, text) = programs[*at];
        // The last one looks back.
        let partner = in_order
            .get(number + 1)
            .or_else(|| in_order.get(number.checked_sub(1)?));
        let source = SourceProgram {
            program,
            text,
            partner: partner.map(|partner| programs[*partner].0),
        };
        let shader = translate(source, &own);
        if let (Ok(shader), Packing::PushConstants) = (&shader, options.packing) {
            own.push_offset = reflect::offsets(&shader.shader).1;
        }
        shaders.push((*at, shader));
    }
    shaders.sort_by_key(|(at, _)| *at);
    shaders.into_iter().map(|(_, shader)| shader).collect()
}
