//! Point state (GL 2.1, 3.3).

use super::TEXTURE_COORDINATES;

/// Point state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Size in pixels.
    pub size: f32,
    /// POINT_SIZE_MIN.
    pub min: f32,
    /// POINT_SIZE_MAX.
    pub max: f32,
    /// POINT_FADE_THRESHOLD_SIZE.
    pub fade_threshold: f32,
    /// Constant, linear and quadratic coefficient of POINT_DISTANCE_ATTENUATION.
    pub attenuation: [f32; 3],
    /// POINT_SMOOTH: points that are no sprites are antialiased where pixels have one sample.
    pub smooth: bool,
    /// POINT_SPRITE.
    pub sprite: bool,
    /// COORD_REPLACE of each texture unit.
    pub coordinate_replace: [bool; TEXTURE_COORDINATES],
    /// Whether the sprite's t grows upwards (POINT_SPRITE_COORD_ORIGIN is LOWER_LEFT).
    pub lower_left_origin: bool,
}

/// Largest size of a point and width of a line.
pub const MAX_POINT_SIZE: f32 = 255.0;

impl Point {
    /// The size that the fixed function derives of one: between POINT_SIZE_MIN and POINT_SIZE_MAX, which sizes of programs
    /// know nothing of (GL 2.1, 3.3; ARB_vertex_program issue 42). What is not a number stays so.
    pub(crate) fn derived(&self, size: f32) -> f32 {
        if size.is_nan() {
            size
        } else {
            size.max(self.min).min(self.max)
        }
    }
}

impl Default for Point {
    fn default() -> Point {
        Point {
            size: 1.0,
            min: 0.0,
            max: MAX_POINT_SIZE,
            fade_threshold: 1.0,
            attenuation: [1.0, 0.0, 0.0],
            smooth: false,
            sprite: false,
            coordinate_replace: [false; TEXTURE_COORDINATES],
            lower_left_origin: false,
        }
    }
}
