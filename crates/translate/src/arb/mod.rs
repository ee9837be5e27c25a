//! ARB_vertex_program and ARB_fragment_program as targets: plain programs for drivers that have no more; and, made of the
//! same code, NV_vertex_program (`vp1`).
//!
//! These languages have no flow, no condition codes and no integers, so no printer over the [form](crate::form) of
//! shading languages could write them. A program is lowered (`lower`) straight from the instructions that were checked:
//! what is known of its registers decides branches and ends loops, both ways of other branches are lowered and chosen
//! between, or are blocks where an option of a vendor has them. Over the `code` go `passes`; then temporaries are
//! allocated (`allocate`), conditions spelled out (`spell`), `constants` gathered, `limits` looked at, and the text is
//! printed (`print`).
//!
//! What has no words here is refused by a [`Reason`], at the instruction.

mod address;
mod allocate;
mod code;
mod constants;
mod limits;
mod lower;
mod passes;
mod print;
pub(crate) mod refusal;
mod spell;
mod vp1;

use quadrille_base::Span;
use quadrille_isa::gl::{Limits, Stage};
use quadrille_program::Program;

pub use limits::{PROFILES, profile};
pub use lower::VENDOR_OPTIONS;
pub use refusal::{Numbered, Reason};

use crate::form::Parameter;
use crate::options::Options;
use crate::raise::SourceProgram;
use code::Code;
use refusal::Refusal;

/// A program that came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Assembly {
    /// Its text.
    pub text: String,
    /// What lies in its registers `c[n]`, if its language has such.
    pub parameters: Vec<Parameter>,
}

/// The program as a plain ARB program, or as one of VP1.x.
///
/// # Errors
///
/// What the language cannot say, with its place in the source.
pub fn translate(source: SourceProgram<'_>, options: &Options) -> Result<Assembly, Vec<crate::Refusal>> {
    assembly(source, options).map_err(|refusal| vec![placed_at(&refusal, source.program)])
}

/// A refusal at its place in the source.
fn placed_at(refusal: &Refusal, program: &Program) -> crate::Refusal {
    let header = Span::new(0, program.profile().header.len() as u32);
    let span = refusal.at.map_or(header, |at| program.span(at));
    let found = crate::Refusal::new(span, refusal.reason.clone());
    match refusal.approximation {
        None => found,
        Some(approximation) => found.note(format!(
            "the approximation `{}` may be asked for",
            approximation.name()
        )),
    }
}

/// Why a program is refused; `None` for one that is not.
pub fn reason(source: SourceProgram<'_>, options: &Options) -> Option<Reason> {
    assembly(source, options).err().map(|refusal| refusal.reason)
}

fn assembly(source: SourceProgram<'_>, options: &Options) -> Result<Assembly, Refusal> {
    if options.target.is_vp1() {
        return vp1::assembly(source, options);
    }
    let parameters = Vec::new();
    let text = text(source, options)?;
    Ok(Assembly { text, parameters })
}

/// The code over the temporaries of the language; in another order, if its own has more texture indirections than the
/// limits allow.
fn placed(code: Code, stage: Stage, options: &Options) -> Code {
    let mut plain = code.clone();
    allocate::allocate(&mut plain);
    let limits = options.limits.as_ref().unwrap_or(&Limits::MINIMUM);
    let is_ordered = code.instructions.iter().any(code::Instruction::is_flow);
    let suffices = limits::indirections(&plain) <= limits.fragment_texture_indirections as usize;
    if stage == Stage::Vertex || suffices || is_ordered {
        return plain;
    }
    let mut ordered = code;
    passes::schedule::lookups(&mut ordered);
    allocate::allocate(&mut ordered);
    if limits::indirections(&ordered) < limits::indirections(&plain) {
        ordered
    } else {
        plain
    }
}

fn text(source: SourceProgram<'_>, options: &Options) -> Result<String, Refusal> {
    let program = source.program;
    let profile = program.profile();
    if !matches!(profile.stage, Stage::Vertex | Stage::Fragment) {
        return Err(Reason::Stage.whole());
    }
    let (mut code, features) = lower::lower(program, options)?;
    passes::run(&mut code);
    passes::floor_indices(&mut code);
    address::load(&mut code);
    if profile.stage == Stage::Vertex {
        spell::part(&mut code);
    }
    let mut code = placed(code, profile.stage, options);
    spell::out(&mut code, profile.stage);
    constants::gather(&mut code);
    let mut head = vec![format!("From {}.", profile.header)];
    for need in limits::needs(&code, profile.stage, &features) {
        if let Some(reason) = options.limits.as_ref().and_then(|limits| need.beyond(limits)) {
            return Err(reason.whole());
        }
        if let Some(reason) = need.beyond(&Limits::MINIMUM)
            && options.limits.is_none()
        {
            head.push(format!("Not every driver loads this: {reason}."));
        }
    }
    Ok(print::print(&code, &features, &head))
}
