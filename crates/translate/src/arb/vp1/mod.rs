//! `!!VP1.0` and `!!VP1.1` (NV_vertex_program, NV_vertex_program1_1) as targets: for cards from before the ARB languages.
//!
//! The code is that of a plain ARB program; what these languages have no word for is made of what they have (`words`),
//! and everything that a program reads but vertices lies in the 96 registers `c[n]` (`registers`): environment parameters
//! in those of their numbers, where NV_vertex_program has them too, and local parameters, state and constants in others.
//! The application has to put these there, as a comment for each says.

mod print;
mod registers;
mod words;

use quadrille_isa::gl::{ProgramOption, Stage};

use super::code::{Code, Target};
use super::refusal::{Reason, Refusal};
use super::{Assembly, address, allocate, constants, lower, passes};
use crate::options::Options;
use crate::raise::SourceProgram;
use crate::target::Target as Language;
use registers::Registers;

/// Instructions of a program, and temporaries (NV_vertex_program 2.14.1.7 and 2.14.1.4).
const MOST: [(&str, u32); 2] = [("instructions", 128), ("temporaries", 12)];

/// A program as one of VP1.0 or VP1.1.
pub(super) fn assembly(source: SourceProgram<'_>, options: &Options) -> Result<Assembly, Refusal> {
    let program = source.program;
    if program.profile().stage != Stage::Vertex {
        return Err(Reason::VertexOnly.whole());
    }
    let is_11 = options.target == Language::Vp11;
    let (mut code, features) = lower::lower(program, options)?;
    passes::run(&mut code);
    let mut registers = Registers::of_arrays(&mut code)?;
    passes::floor_indices(&mut code);
    words::replace(&mut code, is_11);
    passes::run(&mut code);
    address::load(&mut code);
    constants::gather(&mut code);
    registers.take_rest(&mut code)?;
    registers::part(&mut code);
    allocate::allocate(&mut code);
    let amounts = [code.instructions.len() as u32, code.temporaries];
    for ((what, limit), needs) in MOST.into_iter().zip(amounts) {
        if needs > limit {
            return Err(Reason::Limit { what, needs, limit }.whole());
        }
    }
    let is_invariant = features.options.contains(ProgramOption::ArbPositionInvariant);
    if !is_invariant && !writes_position(&code) {
        return Err(Reason::Position.whole());
    }
    Ok(Assembly {
        text: print::print(&code, &registers, program.profile().header, is_11, is_invariant)?,
        parameters: registers.parameters(),
    })
}

/// Whether the position is written, without which a program does not load (NV_vertex_program 2.14.1.7).
fn writes_position(code: &Code) -> bool {
    let is_position = |target: &Target| match target {
        Target::Result(binding) => binding.family == quadrille_isa::gl::Family::ResultPosition,
        Target::Temporary(_) | Target::Address | Target::Code | Target::Label(_) | Target::Nothing => false,
    };
    code.instructions.iter().any(|one| is_position(&one.target))
}
