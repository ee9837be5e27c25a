//! Perspective division and the viewport transformation (GL 2.1, 2.11).

use crate::raster::Window;
use crate::state::{Transform, Viewport};

/// Scale and offset of each axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Projection {
    scale: [f32; 3],
    offset: [f32; 3],
}

impl Projection {
    /// Of a viewport by its number (OpenGL 4.6, 13.8).
    pub(crate) fn new(transform: &Transform, number: usize, viewport: &Viewport) -> Projection {
        let Viewport { x, y, width, height } = *viewport;
        let (half_width, half_height) = (width / 2.0, height / 2.0);
        let [near, far] = transform.depth_range_of(number);
        let control = transform.clip_control;
        let (depth_scale, depth_offset) = if control.zero_to_one {
            (far - near, near)
        } else {
            ((far - near) / 2.0, (far + near) / 2.0)
        };
        let upwards = if control.upper_left {
            -half_height
        } else {
            half_height
        };
        Projection {
            scale: [half_width, upwards, depth_scale],
            offset: [x + half_width, y + half_height, depth_offset],
        }
    }

    /// Window coordinates of clip coordinates: x·(1/w)·scale + offset, each step in f32.
    #[inline(always)]
    pub(crate) fn project(&self, position: [f32; 4]) -> Window {
        let reciprocal_w = 1.0 / position[3];
        let axis = |k: usize| position[k] * reciprocal_w * self.scale[k] + self.offset[k];
        Window {
            x: axis(0),
            y: axis(1),
            z: axis(2),
            reciprocal_w,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: GL 2.1, 2.11.1: x_w = (p_x/2)·x_d + o_x, z_w = ((f−n)/2)·z_d + (n+f)/2.
    #[test]
    fn corners_of_the_frustum() {
        let mut transform = Transform::new(100, 50);
        transform.viewport.x = 10.0;
        transform.depth_range = [0.25, 0.75];
        let projection = Projection::new(&transform, 0, &transform.viewport);
        let window = projection.project([-2.0, 2.0, -2.0, 2.0]);
        assert_eq!(
            (window.x, window.y, window.z, window.reciprocal_w),
            (10.0, 50.0, 0.25, 0.5)
        );
        assert_eq!(projection.project([1.0, -1.0, 1.0, 1.0]).z, 0.75);
    }

    /// source: OpenGL 4.6, 13.8: y is negated with UPPER_LEFT; with ZERO_TO_ONE z_w = (f - n) z_d + n
    #[test]
    fn corners_of_another_volume() {
        let mut transform = Transform::new(100, 50);
        transform.depth_range = [0.25, 0.75];
        transform.depth_ranges[1] = Some([0.5, 1.0]);
        transform.clip_control = crate::state::ClipControl {
            upper_left: true,
            zero_to_one: true,
        };
        let projection = Projection::new(&transform, 0, &transform.viewport);
        let window = projection.project([-1.0, 1.0, 0.0, 1.0]);
        assert_eq!((window.x, window.y, window.z), (0.0, 0.0, 0.25));
        let projection = Projection::new(&transform, 2, &transform.viewport);
        assert_eq!(projection.project([0.0, 0.0, 0.5, 1.0]).z, 0.75);
    }
}
