//! Raising: from a checked program to the [form](crate::form) that printers read.
//!
//! In order:
//!
//! 1. [`types`]: what kind of numbers each register holds.
//! 2. [`interface`], [`texture`] and [`memory`]: what the shader gets and gives, and its variables, with [`names`] that
//!    fit the target.
//! 3. [`flow`]: functions, blocks and loops. Within them each [`instruction`] becomes statements: its operands are read,
//!    a [`value`] is made of them, or a lookup by [`texture`], or an access by [`memory`], and written under its
//!    condition. Functions that a value needs come from the [`library`].
//! 4. [`after`]: what the pipeline did after a program.
//! 5. [`passes`]: what the target cannot hold is refused, variables get first values or go, comments find their
//!    statements.

mod after;
mod flow;
mod instruction;
mod interface;
mod library;
mod memory;
pub mod names;
mod passes;
mod raiser;
mod texture;
mod types;
mod value;

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use crate::form::Shader;
use crate::options::Options;
use crate::rules;

pub(crate) use raiser::Raiser;

use self::passes::{assigned, comments, polyfill, unused};

/// A program as it is translated: what it is, the text that it was read from, and the program of the
/// neighbouring stage if both are translated together.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text, for comments; may be empty.
    pub text: &'a str,
    /// The fragment program of a vertex program, or the other way round.
    pub partner: Option<&'a Program>,
}

/// Raises a program for a target.
///
/// # Errors
///
/// What the target cannot say, with its places in the source; sorted by position.
pub fn raise(source: Source<'_>, options: &Options) -> Result<Shader, Vec<Diagnostic>> {
    let stage = source.program.profile().stage;
    if !matches!(stage, Stage::Vertex | Stage::Fragment) {
        let what = "no translation has programs of this stage";
        return Err(vec![rules::unsaid(Span::at(0), what)]);
    }
    let mut raiser = Raiser::new(source, options);
    raiser.packing();
    raiser.kinds();
    raiser.parameters();
    raiser.attributes();
    raiser.results();
    raiser.textures();
    raiser.storages();
    raiser.images();
    raiser.registers();
    raiser.instructions();
    raiser.finish();
    raiser.places();
    raiser.refuse_bits();
    raiser.long_numbers();
    let (mut shader, mut problems) = raiser.done();
    if !problems.is_empty() {
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        problems.dedup();
        return Err(problems);
    }
    unused::remove(&mut shader);
    assigned::initialise(&mut shader);
    polyfill::stand_in(&mut shader, options);
    if options.comments {
        comments::attach(&mut shader, source);
    }
    Ok(shader)
}
