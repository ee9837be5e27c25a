//! Fog state (GL 2.1, 3.10).

/// The function that gives the fog factor for a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FogMode {
    /// (end − c) / (end − start)
    Linear,
    /// exp(−density · c)
    Exp,
    /// exp(−(density · c)²)
    Exp2,
}

/// The source of the fog coordinate where there is no vertex program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FogSource {
    /// Distance from the eye.
    FragmentDepth,
    /// The fog coordinate attribute.
    FogCoordinate,
}

/// Fog state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fog {
    /// Whether fixed-function fog is enabled.
    pub enabled: bool,
    /// Mode of fixed-function fog.
    pub mode: FogMode,
    /// Source of the coordinate.
    pub source: FogSource,
    /// Colour.
    pub color: [f32; 4],
    /// Density of the exponential modes.
    pub density: f32,
    /// Start of linear fog.
    pub start: f32,
    /// End of linear fog.
    pub end: f32,
}

impl Default for Fog {
    fn default() -> Fog {
        Fog {
            enabled: false,
            mode: FogMode::Exp,
            source: FogSource::FragmentDepth,
            color: [0.0; 4],
            density: 1.0,
            start: 0.0,
            end: 1.0,
        }
    }
}
