//! Raising: from a checked program to the [form](crate::form) that printers read.
//!
//! The passes, in order; each is a file:
//!
//! 1. [`types`]: what kind of numbers each register holds.
//! 1. [`parameters`], [`buffers`] ([`buffer_functions`]), [`attributes`], [`results`], [`textures`], [`storage`], [`images`], [`registers`]: the interface and the variables,
//!    with names ([`names`]) that fit the target.
//! 2. [`flow`]: functions, blocks and loops; within them by [`instruction`] each instruction becomes statements. Operands are read by [`operand`] and [`arrays`],
//!    values made by [`arithmetic`], [`vector`], [`integer`], [`convert`], [`constant_load`], [`pack`], [`storage_access`], [`image_access`] ([`image_functions`]), [`atomic`], [`lookup`], [`units`], [`handles`], [`level`], [`offset`], [`residency`] and [`stand_in`], results written under their conditions by [`condition`], [`write`] and [`chosen`].
//!    Functions that a value needs come from [`library`], [`special`] and [`rounding`].
//! 3. [`finish`]: what the pipeline did after a program: colours clamped, fog mixed in.
//! 4. [`bits`]: what reads bits as another kind of number is refused where the target cannot.
//! 5. [`long`]: what the target has to have for numbers of 64 bits, and what is refused where it has not.
//! 6. [`unused`]: variables of what no way leads to go; [`assigned`]: variables and outputs that may be read before they are written get a first value.
//! 7. [`polyfill`]: functions of the library stand in for built-in functions that the target lacks.
//! 8. [`comments`]: comments of the source find their statements.

mod arithmetic;
mod arrays;
mod assigned;
mod atomic;
mod attributes;
mod bits;
mod buffer_functions;
mod buffers;
mod chosen;
mod clip;
mod comments;
mod condition;
mod constant_load;
mod convert;
mod cover;
mod elsewhere;
mod finish;
mod flow;
mod handles;
mod helper;
mod image_access;
mod image_functions;
mod images;
mod instruction;
mod integer;
mod keywords;
mod level;
mod library;
mod long;
mod lookup;
pub mod names;
mod offset;
mod operand;
mod pack;
mod parameters;
mod perspective;
mod polyfill;
mod raiser;
mod registers;
mod residency;
mod results;
mod rounding;
mod special;
mod stand_in;
mod storage;
mod storage_access;
mod subroutines;
mod textures;
mod types;
mod units;
mod unused;
mod vector;
mod window;
mod write;

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::Stage;
use quadrille_program::Program;

use crate::form::Shader;
use crate::options::Options;
use crate::rules;

pub(crate) use raiser::Raiser;

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
