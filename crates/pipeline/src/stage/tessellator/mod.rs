//! The tessellation primitive generator: takes a triangle or rectangle apart into points, lines or triangles
//! (ARB_tessellation_shader 2.X.2). It knows no patch; what a vertex becomes is the evaluation program's.
//!
//! The specification leaves open which triangles fill a ring, in which order they come, and where the two odd
//! segments of fractional spacing are: here they are the first and the last of an edge, so that edges that look
//! alike from both ends are cut alike, and a new ring grows out of the one around it.

mod domain;
mod edge;
mod isolines;
mod quads;
mod ring;
mod triangles;

use quadrille_program::layout::{Tessellation, TessellationMode};

use crate::primitive::Primitive;
pub(crate) use domain::{Domain, Levels};
use edge::Spacing;

/// The kind of primitive that patches are taken apart into.
pub(crate) fn primitive(how: &Tessellation) -> Primitive {
    match how.mode {
        _ if how.points => Primitive::Point,
        TessellationMode::Isolines => Primitive::Line,
        TessellationMode::Triangles | TessellationMode::Quads => Primitive::Triangle,
    }
}

/// Takes a patch apart; `None` if it is discarded: a relevant outer level is not above zero.
pub(crate) fn tessellate(how: &Tessellation, levels: &Levels) -> Option<Domain> {
    let relevant = match how.mode {
        TessellationMode::Quads => 4,
        TessellationMode::Triangles => 3,
        TessellationMode::Isolines => 2,
    };
    // A comparison with NaN does not hold, so that such levels discard too.
    if !levels.outer[..relevant].iter().all(|level| *level > 0.0) {
        return None;
    }
    let spacing = Spacing(how.spacing, levels.most);
    let mut domain = match how.mode {
        TessellationMode::Triangles => triangles::domain(spacing, levels),
        TessellationMode::Quads => quads::domain(spacing, levels),
        TessellationMode::Isolines => isolines::domain(spacing, levels),
    };
    if how.points {
        domain.corners = (0..domain.vertices.len() as u32).collect();
    } else if how.clockwise && how.mode != TessellationMode::Isolines {
        domain
            .corners
            .chunks_exact_mut(3)
            .for_each(|triangle| triangle.swap(0, 1));
    }
    Some(domain)
}

#[cfg(test)]
mod tests;
