//! Errors of commands about the GeForce 3: of the command line, or of the program.

use std::num::ParseIntError;
use std::path::PathBuf;

use quadrille_gf3::function::Quad;
use quadrille_gf3::function::execute::Results;
use quadrille_gf3::raise::RaiseError;
use quadrille_gf3::time::{Difference, Failure, ParameterError};
use quadrille_gf3::word::Malformed;
use quadrille_gf3::word::form::FormError;

use super::capture::CaptureError;
use super::pipeline::MOST;
use super::show::shown;
use super::workload::WorkloadError;

/// An error of the command line, or of a program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Gf3Error {
    #[error("a word is hexadecimal: {0}")]
    Hexadecimal(#[source] ParseIntError),
    #[error("a word has four 32-bit parts, the first of which may be left out")]
    Parts,
    #[error("there is no profile {0}")]
    Profile(String),
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error("{MOST} vertices are the most that a run takes")]
    Vertices,
    #[error("a run takes one vertex or more")]
    NoVertices,
    #[error("`{0}` holds no value: a sweep goes from the smaller to the larger")]
    EmptySweep(String),
    #[error("a sweep has at most 1001 values")]
    LongSweep,
    #[error("there is no attribute {0}")]
    Attribute(i64),
    #[error("there is no constant {0}")]
    Constant(i64),
    #[error("constant {number} is the program's own: its words need {} there", shown(*.value))]
    OwnConstant { number: i64, value: Quad },
    #[error("matrices are tracked at multiples of 4, not at {0}")]
    TrackedPlace(i64),
    #[error("there is no vertex {vertex}: the files have {count}")]
    Vertex { vertex: usize, count: usize },
    #[error("`{0}` is no result: an output such as oD0.xyz, or the number of a word")]
    Result(String),
    #[error("{0} is not written")]
    Unwritten(String),
    #[error("{}: {error}", path.display())]
    Capture {
        path: PathBuf,
        #[source]
        error: CaptureError,
    },
    #[error("--viewport goes with --to arb: the other languages have no numbers of their own in a program")]
    Viewport,
    /// The program has no text in the language.
    #[error(transparent)]
    Raise(#[from] RaiseError),
    /// A scheduled program that computes something else, which is an error of the scheduler.
    #[error(
        "the new order gives other bits for random vertex {0}: this is an error of quadrille, please report it"
    )]
    Unequal(usize),
    #[error("{}: {error}", path.display())]
    Workload {
        path: PathBuf,
        #[source]
        error: WorkloadError,
    },
    #[error("--set preloaded=1 has all vertices in input buffers, and a workload sends them")]
    Preloaded,
    /// Bytes are not words.
    #[error(transparent)]
    Form(#[from] FormError),
    /// The program has errors, each of which is a text.
    #[error("{}", .0.join("\n\n"))]
    Rejected(Vec<String>),
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error("the program has no instruction")]
    Empty,
    #[error("{}: {odd} of {words} words are not instructions, so this is not a program of the machine", path.display())]
    NoProgram { path: PathBuf, odd: usize, words: usize },
    #[error("c[{0}] is written, and it tracks a matrix: glExecuteProgramNV is an INVALID_OPERATION")]
    TrackedWrite(i64),
    #[error(transparent)]
    Run(Failure),
    #[error(
        "cycle {}, thread {}, vertex {}, word {}: the pipeline gives {}, and the functional model {}",
        .0.cycle, .0.token.thread, .0.token.vertex, .0.token.instruction, results(.0, &.0.found), results(.0, &.0.expected)
    )]
    Difference(Box<Difference>),
}

/// The results of one side of a difference, of the unit that differs.
fn results(difference: &Difference, side: &Results) -> String {
    let Difference { expected, found, .. } = difference;
    if expected.mac != found.mac {
        shown(side.mac)
    } else if expected.ilu != found.ilu {
        shown(side.ilu)
    } else {
        side.address
            .map_or_else(|| "no address".into(), |address| format!("the address {address}"))
    }
}

impl Gf3Error {
    /// Whether it was found of the program, and is no wrong usage: exit status 1.
    pub(crate) fn is_verdict(&self) -> bool {
        match self {
            Gf3Error::Form(_)
            | Gf3Error::Capture { .. }
            | Gf3Error::Raise(_)
            | Gf3Error::Unequal(_)
            | Gf3Error::Workload { .. }
            | Gf3Error::Rejected(_)
            | Gf3Error::Malformed(_)
            | Gf3Error::Empty
            | Gf3Error::NoProgram { .. }
            | Gf3Error::TrackedWrite(_)
            | Gf3Error::Run(Failure::Budget(_) | Failure::Stopped(_))
            | Gf3Error::Difference(_) => true,
            Gf3Error::Hexadecimal(_)
            | Gf3Error::Parts
            | Gf3Error::Viewport
            | Gf3Error::Profile(_)
            | Gf3Error::Parameter(_)
            | Gf3Error::Vertices
            | Gf3Error::NoVertices
            | Gf3Error::EmptySweep(_)
            | Gf3Error::LongSweep
            | Gf3Error::Attribute(_)
            | Gf3Error::Preloaded
            | Gf3Error::Vertex { .. }
            | Gf3Error::Result(_)
            | Gf3Error::Unwritten(_)
            | Gf3Error::Constant(_)
            | Gf3Error::OwnConstant { .. }
            | Gf3Error::TrackedPlace(_)
            | Gf3Error::Run(Failure::Parameter(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: docs/eval.md: a run that is stopped is exit status 1, in every command; wrong usage is 2
    #[test]
    fn a_run_without_an_end_is_no_wrong_usage() {
        assert!(Gf3Error::Run(Failure::Budget(5)).is_verdict());
    }
}
