//! What `--heat` takes.

use quadrille::scene::HeatKind;

/// What a heat map counts.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Heat {
    /// Instructions that fragments at the pixel executed.
    Instructions,
    /// Fragments at the pixel.
    Overdraw,
    /// Texture lookups of fragments at the pixel.
    Reads,
    /// Instructions that they executed while another fragment of their quad did not.
    Divergence,
}

impl Heat {
    pub(super) fn kind(self) -> HeatKind {
        match self {
            Heat::Instructions => HeatKind::Instructions,
            Heat::Overdraw => HeatKind::Overdraw,
            Heat::Reads => HeatKind::Reads,
            Heat::Divergence => HeatKind::Divergence,
        }
    }
}
