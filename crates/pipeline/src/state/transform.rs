//! Transformation state: matrices, clip planes, viewport and depth range (GL 2.1, 2.11 and 2.12).

use super::matrix::Matrix;
use super::{CLIP_PLANES, TEXTURE_COORDINATES};

/// Program matrices (ARB_vertex_program, MAX_PROGRAM_MATRICES_ARB).
pub const PROGRAM_MATRICES: usize = 8;
/// Palette matrices (ARB_matrix_palette, MAX_PALETTE_MATRICES_ARB).
pub const PALETTE_MATRICES: usize = 32;
/// Model-view matrices (ARB_vertex_blend, MAX_VERTEX_UNITS_ARB).
pub const MODELVIEW_MATRICES: usize = 4;

/// The viewport, in pixels; the origin is the lower left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// Left edge.
    pub x: i32,
    /// Lower edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Viewports (ARB_viewport_array, MAX_VIEWPORTS).
pub const VIEWPORTS: usize = 16;

/// Transformation state.
#[derive(Clone, PartialEq, Debug)]
pub struct Transform {
    /// Model-view matrices, one for each vertex unit.
    pub modelview: [Matrix; MODELVIEW_MATRICES],
    /// Projection matrix.
    pub projection: Matrix,
    /// Texture matrices.
    pub texture: [Matrix; TEXTURE_COORDINATES],
    /// Palette matrices.
    pub palette: [Matrix; PALETTE_MATRICES],
    /// Program matrices.
    pub program: [Matrix; PROGRAM_MATRICES],
    /// Clip planes, in eye space.
    pub clip_planes: [[f32; 4]; CLIP_PLANES],
    /// Enabled clip planes and clip distances, bit 0 for number 0.
    pub clip_enabled: u8,
    /// The viewport.
    pub viewport: Viewport,
    /// The viewports from number 1 on that are not as the first (ViewportIndexedf).
    pub others: [Option<Viewport>; VIEWPORTS - 1],
    /// Near and far of DepthRange.
    pub depth_range: [f32; 2],
    /// DEPTH_CLAMP: no near and far clipping, depth is clamped instead.
    pub depth_clamp: bool,
    /// NORMALIZE.
    pub normalize: bool,
    /// RESCALE_NORMAL.
    pub rescale_normal: bool,
}

impl Transform {
    /// The default state.
    pub fn new(width: u32, height: u32) -> Transform {
        Transform {
            modelview: [Matrix::IDENTITY; MODELVIEW_MATRICES],
            projection: Matrix::IDENTITY,
            texture: [Matrix::IDENTITY; TEXTURE_COORDINATES],
            palette: [Matrix::IDENTITY; PALETTE_MATRICES],
            program: [Matrix::IDENTITY; PROGRAM_MATRICES],
            clip_planes: [[0.0; 4]; CLIP_PLANES],
            clip_enabled: 0,
            others: [None; VIEWPORTS - 1],
            viewport: Viewport {
                x: 0,
                y: 0,
                width,
                height,
            },
            depth_range: [0.0, 1.0],
            depth_clamp: false,
            normalize: false,
            rescale_normal: false,
        }
    }

    /// All viewports, in the order of their numbers.
    pub(crate) fn viewports(&self) -> [Viewport; VIEWPORTS] {
        std::array::from_fn(|number| match number.checked_sub(1) {
            Some(other) => self.others[other].unwrap_or(self.viewport),
            None => self.viewport,
        })
    }

    /// projection × modelview 0.
    pub fn model_view_projection(&self) -> Matrix {
        self.projection.multiply(&self.modelview[0])
    }

    /// Sets clip plane `plane` from coefficients in object space: they are multiplied by the inverse of the
    /// model-view matrix (GL 2.1, 2.12).
    pub fn set_clip_plane(&mut self, plane: usize, coefficients: [f32; 4]) {
        self.clip_planes[plane] = self.modelview[0].inverse().transpose().transform(coefficients);
    }
}
