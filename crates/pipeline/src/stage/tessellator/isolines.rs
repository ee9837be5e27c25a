//! TESS_MODE ISOLINES: rows of lines (ARB_tessellation_shader 2.X.2, Isoline Tessellation).

use quadrille_program::layout::TessellationSpacing;

use super::domain::{Domain, Levels};
use super::edge::Spacing;

/// The first outer level says how many lines, equally spaced whatever the spacing; the second how each is cut.
pub(super) fn domain(spacing: Spacing, levels: &Levels) -> Domain {
    let mut domain = Domain::default();
    let rows = Spacing(TessellationSpacing::Equal, levels.most).cut(levels.outer[0]);
    let cut = spacing.cut(levels.outer[1]);
    for row in 0..rows.segments {
        for number in 0..=cut.segments {
            let vertex = domain.vertex([cut.at(number) as f32, rows.at(row) as f32, 0.0]);
            if number > 0 {
                domain.corners.extend([vertex - 1, vertex]);
            }
        }
    }
    domain
}
