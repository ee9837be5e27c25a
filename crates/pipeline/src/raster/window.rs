//! Window coordinates.

/// A vertex in window coordinates.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Window {
    /// In pixels; pixel centres lie at halves.
    pub(crate) x: f32,
    /// In pixels, upwards.
    pub(crate) y: f32,
    /// Depth, 0 to 1 in the frustum.
    pub(crate) z: f32,
    /// 1/w of the clip coordinates.
    pub(crate) reciprocal_w: f32,
}
