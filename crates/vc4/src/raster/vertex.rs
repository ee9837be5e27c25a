//! A shaded vertex.

/// A vertex in screen coordinates, with its varyings.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Vertex {
    /// In sixteenths of a pixel, from the frame's first column.
    pub(crate) x: i32,
    /// In sixteenths of a pixel, from the frame's first row.
    pub(crate) y: i32,
    /// Z, 0 to 1.
    pub(crate) z: f32,
    /// 1/W.
    pub(crate) reciprocal_w: f32,
    /// Size as a point, in pixels.
    pub(crate) point_size: f32,
    /// The varyings, as floats.
    pub(crate) varyings: Vec<f32>,
}
