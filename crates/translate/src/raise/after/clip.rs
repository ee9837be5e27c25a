//! Clip planes where the fragment shader stands in for them.

use quadrille_base::Span;
use quadrille_isa::gl::Family;

use crate::form::{Block, Expression, InputKind, Statement, Type};
use crate::raise::draft::Draft;
use crate::raise::interface::clip;
use crate::target::Feature;

/// Drops fragments beyond a clip plane to which the vertex program of a pair gives the distance. A point is where
/// its vertex is, as in OpenGL.
pub(crate) fn drop_clipped(draft: &mut Draft<'_>) -> Block {
    let context = draft.context;
    let Some(partner) = context.partner.filter(|_| clip::is_by_discard(context)) else {
        return Block::new();
    };
    let planes: Vec<u32> = if clip::is_cut_by_planes(partner) {
        clip::numbers(context.options.clip_planes.unwrap_or(0)).collect()
    } else {
        let enabled = context.options.clip_planes.unwrap_or(u32::MAX);
        let results = partner.results().iter().map(|result| result.binding);
        let clips = results.filter(|binding| binding.family == Family::ResultClip);
        let numbers = clips.map(|binding| binding.index[0]);
        numbers.filter(|plane| enabled >> plane & 1 != 0).collect()
    };
    // What is dropped at the end has been stored by then, and has passed tests that come early.
    let shows = !draft.shader.storages.is_empty() || draft.shader.features.contains(&Feature::EarlyTests);
    if shows && !planes.is_empty() {
        draft.need(Feature::ClipDistances, Span::at(0));
    }
    let dropped = planes.into_iter().map(|plane| {
        let kind = InputKind::Varying(clip::location(context, plane), Default::default());
        let of = (Family::FragmentClip, plane);
        let distance = draft.added_input(&format!("v_clip{plane}"), Type::FLOAT, kind, of, 1);
        Statement::drop_where(Expression::less(distance, Expression::float(0.0, 1)))
    });
    dropped.collect()
}
