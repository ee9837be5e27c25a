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
    /// POLYGON_SMOOTH: filled polygons are antialiased where pixels have one sample.
    pub smooth: bool,
    /// The pattern of filled polygons, where POLYGON_STIPPLE is enabled: rows from the bottom of the window up, the highest
    /// bit of a row on its left, repeated every 32 pixels (GL 2.1, 3.5.2).
    pub stipple: Option<[u32; 32]>,
    /// Mode of each face.
    pub mode: [PolygonMode; 2],
    /// Polygon offset: factor and units.
    pub offset: [f32; 2],
    /// The farthest that depth is moved, with the sign of the offset that it bounds; 0 is no bound
    /// (ARB_polygon_offset_clamp).
    pub offset_clamp: f32,
    /// Whether the offset is applied to polygons drawn as points, lines, filled.
    pub offset_enabled: [bool; 3],
}

impl Default for Polygon {
    fn default() -> Polygon {
        Polygon {
            cull: [false; 2],
            front_clockwise: false,
            smooth: false,
            stipple: None,
            mode: [PolygonMode::Fill; 2],
            offset: [0.0; 2],
            offset_clamp: 0.0,
            offset_enabled: [false; 3],
        }
    }
}
