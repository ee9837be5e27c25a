//! Distances to clip planes: whether they are written, where they go, and what stands in for them.

use quadrille_base::Span;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::{Program, Variable};

use crate::form::OutputKind;
use crate::options::Emulation;
use crate::raise::context::Context;
use crate::raise::draft::Draft;
use crate::raise::interface::varying;
use crate::refusal::Reason;
use crate::target::{Feature, Target};

/// Places between the stages that every implementation has which counts them.
const PLACES: u32 = 32;

/// The rows of the modelview matrix, which brings a vertex to where clip planes are.
pub(crate) const MODELVIEW: [Binding; 4] = [
    Binding::new(Family::StateMatrixModelview, [0, 0, 0, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 1, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 2, 0]),
    Binding::new(Family::StateMatrixModelview, [0, 0, 3, 0]),
];

/// The equation of a clip plane.
pub(crate) fn equation(plane: u32) -> Binding {
    Binding::new(Family::StateClipPlane, [plane, 0, 0, 0])
}

/// The treatment of distances to clip planes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Means {
    /// The target has them.
    Distances,
    /// They are components of gl_ClipVertex.
    ClipVertex,
    /// The fragment shader drops what is clipped.
    Discard,
    /// They are left out.
    Nothing,
    /// Nothing stands in for what the target lacks.
    Missing,
}

fn means(context: Context<'_>) -> Means {
    let allows = |emulation| context.options.allows(emulation);
    if context.options.target.plain() == Target::Glsl120 && allows(Emulation::ClipVertex) {
        Means::ClipVertex
    } else if context.supports(Feature::ClipDistances) {
        Means::Distances
    } else if allows(Emulation::ClipByDiscard) {
        Means::Discard
    } else if allows(Emulation::NoClipDistances) {
        Means::Nothing
    } else {
        Means::Missing
    }
}

/// Whether the fragment shader drops what is clipped.
pub(crate) fn is_by_discard(context: Context<'_>) -> bool {
    means(context) == Means::Discard
}

/// The clip planes, by bits, whose distances are found after the program: those of a position-invariant one.
pub(crate) fn added_planes(context: Context<'_>) -> u32 {
    let is_cut = context.is_vertex() && is_cut_by_planes(context.program);
    match context.options.clip_planes {
        Some(planes) if is_cut && means(context) != Means::Nothing => planes,
        Some(_) | None => 0,
    }
}

/// Whether clip planes cut what a vertex program gives: one that transforms as fixed-function processing does
/// (ARB_vertex_program 2.14.4.5.1), but for those of NV_vertex_program2, which none cut (2.11).
pub(crate) fn is_cut_by_planes(program: &Program) -> bool {
    program.features().options.position_invariant() && program.profile().variables == Variables::Declared
}

/// What GL compares with its planes where the target has its names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClipVertex {
    /// Nothing that the shader says: it has distances of its own, or planes are off.
    Unsaid,
    /// The vertex in eye coordinates.
    InEye,
    /// A vertex that lies on every plane, so that none cuts.
    OnPlanes,
}

/// What GL compares with its planes.
pub(crate) fn clip_vertex(context: Context<'_>) -> ClipVertex {
    let gives = |variable: &Variable| variable.binding.family == Family::ResultClip;
    let is_own = context.options.target.is_compatible()
        && context.is_vertex()
        && context.options.clip_planes.is_none()
        && !context.program.results().iter().any(gives);
    match is_own {
        true if is_cut_by_planes(context.program) => ClipVertex::InEye,
        true if context.options.ignores_planes => ClipVertex::OnPlanes,
        _ => ClipVertex::Unsaid,
    }
}

/// The numbers of planes that are bits.
pub(crate) fn numbers(planes: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |plane| planes >> plane & 1 != 0)
}

/// Whether the distance to a clip plane is written; refuses it where it cannot be.
pub(crate) fn is_written(draft: &mut Draft<'_>, plane: u32, span: Span) -> bool {
    match means(draft.context) {
        Means::Discard => true,
        Means::Nothing => false,
        Means::Distances | Means::Missing => {
            !draft.need_or(Feature::ClipDistances, Emulation::ClipByDiscard, span)
        }
        Means::ClipVertex => {
            if plane > 3 {
                draft.unsupported(span, Reason::ClipVertex);
            }
            plane < 4
        }
    }
}

/// The location of the distance to a plane between the stages: a place that no value of either program has.
pub(crate) fn location(context: Context<'_>, plane: u32) -> u32 {
    let programs = || [context.program].into_iter().chain(context.partner);
    let used = |place: &u32| {
        let values = |program: &Program| {
            let variables = program.attributes().iter().chain(program.results());
            let mut places = variables.filter_map(|variable| varying::location(variable.binding));
            places.any(|other| other == *place)
        };
        programs().any(values)
    };
    // The first four are colours, the next one is fog.
    let mut free = (5..PLACES).rev().filter(|place| !used(place));
    free.nth(plane as usize).unwrap_or(PLACES + plane)
}

/// The name and the destination of the distance to a plane.
pub(crate) fn output(context: Context<'_>, plane: u32) -> (String, OutputKind) {
    if is_by_discard(context) {
        let kind = OutputKind::Varying(location(context, plane), Default::default());
        (format!("v_clip{plane}"), kind)
    } else {
        (format!("clip{plane}"), OutputKind::ClipDistance(plane))
    }
}
