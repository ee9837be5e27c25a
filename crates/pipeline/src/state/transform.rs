//! Transformation state: matrices, clip planes, viewport and depth range (GL 2.1, 2.11 and 2.12).

use super::fragment::Rectangle;
use super::matrix::Matrix;
use super::{CLIP_PLANES, TEXTURE_COORDINATES};

/// Program matrices (ARB_vertex_program, MAX_PROGRAM_MATRICES_ARB).
pub const PROGRAM_MATRICES: usize = 8;
/// Palette matrices (ARB_matrix_palette, MAX_PALETTE_MATRICES_ARB).
pub const PALETTE_MATRICES: usize = 32;
/// Model-view matrices (ARB_vertex_blend, MAX_VERTEX_UNITS_ARB).
pub const MODELVIEW_MATRICES: usize = 4;

/// The viewport, in pixels and parts of them (ARB_viewport_array); the origin is the lower left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Viewport {
    /// Left edge.
    pub x: f32,
    /// Lower edge.
    pub y: f32,
    /// Width, not negative.
    pub width: f32,
    /// Height, not negative.
    pub height: f32,
}

/// Viewports (ARB_viewport_array, MAX_VIEWPORTS).
pub const VIEWPORTS: usize = 16;

/// The volume to which primitives are clipped, and where it goes (ClipControl; OpenGL 4.6, 13.7 and 13.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClipControl {
    /// Whether y = -w is the upper edge of the viewport (UPPER_LEFT).
    pub upper_left: bool,
    /// Whether depths begin at z = 0, not at z = -w (ZERO_TO_ONE).
    pub zero_to_one: bool,
}

/// What takes the place of a clip coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwizzledCoordinate {
    /// The coordinate, 0 for x to 3 for w.
    pub axis: u8,
    /// Whether its sign changes.
    pub negative: bool,
}

/// What takes the place of the clip coordinates x, y, z and w of what is drawn in a viewport (NV_viewport_swizzle).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ViewportSwizzle(pub [SwizzledCoordinate; 4]);

impl Default for ViewportSwizzle {
    fn default() -> ViewportSwizzle {
        ViewportSwizzle([0, 1, 2, 3].map(|axis| SwizzledCoordinate {
            axis,
            negative: false,
        }))
    }
}

impl ViewportSwizzle {
    /// The coordinates that take the place of those.
    pub(crate) fn apply(&self, position: [f32; 4]) -> [f32; 4] {
        self.0.map(|SwizzledCoordinate { axis, negative }| {
            let value = position[usize::from(axis & 3)];
            if negative { -value } else { value }
        })
    }
}

/// The scissor test of a viewport from number 1 on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IndexedScissor {
    /// As that of the first.
    #[default]
    AsFirst,
    /// There is none.
    Off,
    /// Within this rectangle.
    Within(Rectangle),
}

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
    /// Those of the viewports from number 1 on that are not as those of the first (DepthRangeIndexed).
    pub depth_ranges: [Option<[f32; 2]>; VIEWPORTS - 1],
    /// What takes the place of clip coordinates in each viewport.
    pub swizzles: [ViewportSwizzle; VIEWPORTS],
    /// The clip volume.
    pub clip_control: ClipControl,
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
                x: 0.0,
                y: 0.0,
                width: width as f32,
                height: height as f32,
            },
            depth_range: [0.0, 1.0],
            depth_ranges: [None; VIEWPORTS - 1],
            swizzles: [ViewportSwizzle::default(); VIEWPORTS],
            clip_control: ClipControl::default(),
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

    /// Whether clip coordinates are swizzled in some viewport.
    pub(crate) fn is_swizzled(&self) -> bool {
        self.swizzles != [ViewportSwizzle::default(); VIEWPORTS]
    }

    /// Near and far of a viewport, within [0, 1].
    pub(crate) fn depth_range_of(&self, viewport: usize) -> [f32; 2] {
        let own = viewport.checked_sub(1).and_then(|other| self.depth_ranges[other]);
        own.unwrap_or(self.depth_range).map(|depth| depth.clamp(0.0, 1.0))
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
