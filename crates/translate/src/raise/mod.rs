//! Raising: from a checked program to the [form](crate::form) that printers read.
//!
//! In order, each from what those before it made:
//!
//! 1. `interface`: what the program reads and writes, with the kinds of numbers that registers hold (`types`) and
//!    [`names`] that fit the target. Nothing changes it after.
//! 2. `flow`: functions, blocks and loops. Within them each `instruction` is lowered (`lowering`) to statements: its
//!    operands are read, a `value` is made of them, or a lookup by `texture`, or an access by `memory`, and
//!    written under its condition. Functions that a value needs come from the `library`.
//! 3. `after`: what the pipeline did after a program; it reads results, so instructions come before. Then where in a
//!    pixel attributes are interpolated, in all functions.
//! 4. `passes`: over all functions. What the target cannot hold is refused first, so that no later pass sees it;
//!    variables that nothing uses go before the others get first values; functions that the target lacks come after
//!    all statements; comments find statements last.

mod after;
mod context;
mod conventional;
mod draft;
mod flow;
mod instruction;
mod interface;
mod library;
mod lowering;
mod memory;
pub mod names;
mod passes;
mod source;
mod texture;
mod types;
mod value;

use quadrille_base::Span;
use quadrille_isa::gl::operation::StageOp;
use quadrille_isa::gl::{Operation, Stage};
use quadrille_program::Layout;
use quadrille_program::layout::InputPrimitive;

use crate::form::Shader;
use crate::options::Options;
use crate::refusal::{Reason, Refusal};
use crate::target::Feature;

use self::after::places;
use self::context::Context;
use self::draft::Draft;
use self::interface::Interface;
use self::lowering::Lowering;
use self::passes::{assigned, bits, comments, fixed_position, long, polyfill, unused};
pub use self::source::SourceProgram;

/// Raises a program for a target.
///
/// # Errors
///
/// What the target cannot express, with the places in the source; sorted by position.
pub fn raise(source: SourceProgram<'_>, options: &Options) -> Result<Shader, Vec<Refusal>> {
    let stage = source.program.profile().stage;
    let header = Span::new(0, source.program.profile().header.len() as u32);
    if stage == Stage::VertexState {
        return Err(vec![Refusal::new(header, Reason::Stage)]);
    }
    let mut draft = Draft::new(Context {
        program: source.program,
        partner: source.partner,
        options,
    });
    stage_feature(&mut draft, header);
    let interface = Interface::declare(&mut draft);
    Lowering::new(&mut draft, &interface).instructions();
    fixed_position::call(&mut draft);
    after::finish(&mut draft, &interface);
    places::resolve(&mut draft);
    bits::refuse(&mut draft);
    long::note(&mut draft);
    let mut shader = draft.done()?;
    unused::remove(&mut shader);
    assigned::initialise(&mut shader);
    polyfill::stand_in(&mut shader, options);
    if options.comments {
        comments::attach(&mut shader, source);
    }
    Ok(shader)
}

/// Asks for the target's programs of the stage, and for what the whole of it needs.
fn stage_feature(draft: &mut Draft<'_>, header: Span) {
    let options = draft.context.options;
    if options.preserve_special && !options.target.is_spirv() {
        draft.need(Feature::SpecialValues, header);
    }
    match draft.shader.layout {
        Layout::Compute { group_size, .. } => {
            draft.need(Feature::Compute, header);
            if group_size.is_none() {
                draft.need(Feature::VariableGroups, header);
            }
        }
        Layout::Geometry(ref geometry) => {
            let geometry = geometry.clone();
            draft.need(Feature::Geometry, header);
            if geometry.invocations > 1 {
                draft.need(Feature::GeometryInvocations, header);
            }
            if geometry.input == InputPrimitive::Patches {
                draft.unsupported(header, Reason::PatchGeometry);
            }
            let emits = Operation::Stage(StageOp::EmitVertexOnStream);
            let mut instructions = draft.context.program.instructions().iter_enumerated();
            let chosen = instructions.find(|(_, instruction)| instruction.operation == emits);
            if let Some((first, _)) = chosen {
                draft.need(Feature::VertexStreams, draft.context.program.span(first));
            }
        }
        Layout::TessellationControl { .. } | Layout::TessellationEvaluation(_) => {
            draft.need(Feature::Tessellation, header);
        }
        Layout::None => {}
    }
}
