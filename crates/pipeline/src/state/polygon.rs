//! Polygon state (GL 2.1, 3.5).

/// The parts of polygons that are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolygonMode {
    /// Their vertices.
    Point,
    /// Their boundary.
    Line,
    /// Their interior.
    Fill,
}

/// Polygon state. Faces are front, back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Polygon {
    /// Which faces are dropped, where CULL_FACE is enabled.
    pub cull: [bool; 2],
    /// Whether polygons wound clockwise in window coordinates face the front.
    pub front_clockwise: bool,
    /// Mode of each face.
    pub mode: [PolygonMode; 2],
    /// Polygon offset: factor and units.
    pub offset: [f32; 2],
    /// Whether the offset is applied to polygons drawn as points, lines, filled.
    pub offset_enabled: [bool; 3],
}

impl Default for Polygon {
    fn default() -> Polygon {
        Polygon {
            cull: [false; 2],
            front_clockwise: false,
            mode: [PolygonMode::Fill; 2],
            offset: [0.0; 2],
            offset_enabled: [false; 3],
        }
    }
}
