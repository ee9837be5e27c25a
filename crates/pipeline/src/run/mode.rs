//! Whether a primitive type suits the programs of a draw (NV_geometry_program4 2.14.6.1,
//! ARB_tessellation_shader and NV_tessellation_program5, Errors).

use quadrille_isa::gl::TextureTarget;
use quadrille_program::{Layout, Program};

use crate::draw::{Draw, DrawError};
use crate::feedback::FeedbackError;
use crate::primitive::{Primitive, Topology};
use crate::program::{BoundProgram, Programs};
use crate::stage::geometry::output;
use crate::stage::tessellator;
use crate::state::Context;

/// Most vertices of a patch, whatever the limits: each of them takes room for all invocations of a batch.
const MOST: u32 = 256;

pub(crate) fn check(context: &Context, draw: &Draw<'_>) -> Result<(), DrawError> {
    let programs = draw.programs;
    check_targets(context, programs)?;
    let of = |bound: &'_ Option<BoundProgram>| bound.as_ref().map(|bound| bound.kernel.program().clone());
    let (control, evaluation, geometry) = (
        of(&programs.control),
        of(&programs.evaluation),
        of(&programs.geometry),
    );
    let is_patch = draw.topology == Topology::Patches;
    if (control.is_some() || evaluation.is_some()) && !is_patch {
        return Err(DrawError::Mode("tessellation programs take patches"));
    }
    if is_patch && evaluation.is_none() && geometry.is_none() {
        return Err(DrawError::Mode(
            "patches need a tessellation evaluation or a geometry program",
        ));
    }
    if is_patch {
        let most = draw.bindings.limits.patch_vertices.min(MOST);
        let out = control.as_deref().map_or(1, vertices_out);
        for vertices in [context.patch.vertices, out] {
            if !(1..=most).contains(&vertices) {
                return Err(DrawError::PatchVertices { vertices, most });
            }
        }
    }
    let tessellated = match evaluation.as_deref().map(Program::layout) {
        Some(Layout::TessellationEvaluation(how)) => Some(tessellator::primitive(how)),
        _ => None,
    };
    let emitted = match geometry.as_deref().map(Program::layout) {
        Some(Layout::Geometry(layout)) => Some(layout),
        _ => None,
    };
    if let Some(feedback) = &draw.feedback {
        feedback.check()?;
        let made = emitted.map(|layout| output(layout).primitive()).or(tessellated);
        let made = made.unwrap_or(draw.topology.primitive());
        let recorded = feedback.primitive;
        if made != recorded {
            return Err(FeedbackError::Primitive { made, recorded }.into());
        }
    }
    let Some(layout) = emitted else {
        return Ok(());
    };
    let given = tessellated.map_or(draw.topology.input(), Primitive::input);
    if given != layout.input {
        return Err(DrawError::Mode(
            "the PRIMITIVE_IN declaration of the geometry program asks for others",
        ));
    }
    Ok(())
}

/// Whether all stages access one target of each texture unit.
fn check_targets(context: &Context, programs: &Programs) -> Result<(), DrawError> {
    let fixed = context.textures.iter().zip(0..).filter_map(|(unit, number)| {
        let sampled = unit.sampled.filter(|_| programs.fragment.is_none())?;
        Some((number, sampled.target.target(sampled.compare)))
    });
    let of_programs = programs.all().flat_map(|bound| bound.kernel.program().textures());
    let mut used: Vec<(u32, TextureTarget)> = Vec::new();
    for (unit, target) in of_programs.map(|used| (used.unit, used.target)).chain(fixed) {
        match used.iter().find(|(other, _)| *other == unit) {
            Some((_, other)) if *other != target => return Err(DrawError::Targets(unit)),
            Some(_) => {}
            None => used.push((unit, target)),
        }
    }
    Ok(())
}

fn vertices_out(control: &Program) -> u32 {
    match control.layout() {
        Layout::TessellationControl { vertices } => *vertices,
        Layout::None | Layout::Geometry(_) | Layout::TessellationEvaluation(_) | Layout::Compute { .. } => 1,
    }
}
