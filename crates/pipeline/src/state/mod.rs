//! GL state as plain data. Its defaults are those of GL 2.1, section 6.2; nothing in here computes a picture.

pub mod current;
pub mod fog;
pub mod fragment;
pub mod lighting;
pub mod line;
pub mod matrix;
pub mod multisample;
pub mod parameter;
pub mod patch;
pub mod point;
pub mod polygon;
pub mod restart;
pub mod texture;
pub mod transform;

pub use current::CurrentValue;
pub use fog::{Fog, FogMode, FogSource};
pub use fragment::{
    AlphaTest, Blend, BlendEquation, BlendFactor, Clamping, Compare, DepthTest, LogicOperation, OwnOutput,
    Rectangle, Stencil, StencilFace, StencilOperation,
};
pub use lighting::{ColorMaterial, Faces, Light, LightModel, Lighting, Material};
pub use line::LineStipple;
pub use matrix::Matrix;
pub use multisample::Multisample;
pub use patch::Patch;
pub use point::Point;
pub use polygon::{Polygon, PolygonMode};
pub use restart::Restart;
pub use texture::{
    Combine, CombineOperand, CombineScale, CombineSource, CombineTerm, Environment, EnvironmentMode,
    FixedTarget, Generation, GenerationMode, TextureUnit,
};
pub use transform::{
    ClipControl, IndexedScissor, SwizzledCoordinate, Transform, VIEWPORTS, Viewport, ViewportSwizzle,
};

use quadrille_isa::gl::Stage;
use quadrille_isa::gl::binding::MatrixModifier;

use crate::mesh::{ATTRIBUTES, attribute};
pub use crate::primitive::ProvokingVertex;

/// Texture coordinate sets, and units of the fixed-function fragment stage.
pub const TEXTURE_COORDINATES: usize = 8;
/// Texture image units that programs reach.
pub const TEXTURE_IMAGE_UNITS: usize = 16;
/// Lights.
pub const LIGHTS: usize = 8;
/// Draw buffers (ARB_draw_buffers, MAX_DRAW_BUFFERS).
pub const MAX_DRAW_BUFFERS: usize = crate::framebuffer::MAX_COLOR_BUFFERS;
/// Clip planes, as many as distances: CLIP_PLANEi is the token of CLIP_DISTANCEi (OpenGL 4.6 compatibility profile 13.7).
pub const CLIP_PLANES: usize = CLIP_DISTANCES;
/// Distances that programs give (`result.clip[n]`); those of the fixed function are to the clip planes.
pub const CLIP_DISTANCES: usize = 8;

/// Stages, as places of an array.
const STAGES: usize = Stage::Compute as usize + 1;

/// A matrix whose rows are program parameters (NV_vertex_program 2.14.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackedMatrix {
    /// Which matrix.
    pub matrix: quadrille_isa::gl::binding::Matrix,
    /// Itself, its inverse, its transpose, or both.
    pub modifier: MatrixModifier,
}

/// All state that a draw reads, but textures, programs and buffers.
#[derive(Clone, PartialEq, Debug)]
pub struct Context {
    /// Current values of the vertex attributes.
    pub current: [CurrentValue; ATTRIBUTES],
    /// Matrices, viewport, clip planes.
    pub transform: Transform,
    /// Lights, materials, shade model.
    pub lighting: Lighting,
    /// Fog.
    pub fog: Fog,
    /// Fixed-function texture units.
    pub textures: [TextureUnit; TEXTURE_COORDINATES],
    /// Points.
    pub point: Point,
    /// Width of lines in pixels.
    pub line_width: f32,
    /// The pattern of lines, where LINE_STIPPLE is enabled.
    pub line_stipple: Option<LineStipple>,
    /// LINE_SMOOTH: lines are antialiased where pixels have one sample.
    pub line_smooth: bool,
    /// CONSERVATIVE_RASTERIZATION_NV: primitives cover every pixel that they touch.
    pub conservative: bool,
    /// Whether primitives are discarded before the rasterizer (RASTERIZER_DISCARD); clears are then, too.
    pub rasterizer_discard: bool,
    /// Polygons.
    pub polygon: Polygon,
    /// Scissor rectangle, where the test is enabled: that of the first viewport, and of clears.
    pub scissor: Option<Rectangle>,
    /// The scissor tests of the viewports from number 1 on (ScissorIndexed).
    pub scissors: [IndexedScissor; VIEWPORTS - 1],
    /// Alpha test.
    pub alpha_test: AlphaTest,
    /// Stencil test.
    pub stencil: Stencil,
    /// Depth test.
    pub depth: DepthTest,
    /// Blending, where a draw buffer has none of its own.
    pub blend: Blend,
    /// Logical operation, where it is enabled; it takes the place of blending.
    pub logic_operation: Option<LogicOperation>,
    /// Components that are written, bit 0 for red, where a draw buffer has no mask of its own.
    pub color_mask: u8,
    /// What draw buffers have of their own in place of these two.
    pub own_outputs: [OwnOutput; MAX_DRAW_BUFFERS],
    /// Whether colours that go into sRGB buffers are linear, and are converted (FRAMEBUFFER_SRGB).
    pub framebuffer_srgb: bool,
    /// Whether the secondary colour is added after texturing (fixed function; COLOR_SUM).
    pub color_sum: bool,
    /// Multisampling.
    pub multisample: Multisample,
    /// Colour clamping.
    pub clamping: Clamping,
    /// Colour buffer of each draw buffer; `None` writes nowhere.
    pub draw_buffers: Vec<Option<usize>>,
    /// Primitive restart.
    pub restart: Restart,
    /// Patches.
    pub patch: Patch,
    /// The vertex of a primitive that gives its flat values, and chooses its layer and viewports.
    pub provoking_vertex: ProvokingVertex,
    /// Environment parameters by stage; those past the end are 0.
    environments: [Vec<[f32; 4]>; STAGES],
    /// Matrices that take the place of the vertex environment parameters 4n to 4n+3, by n (TrackMatrixNV).
    pub tracked: Vec<Option<TrackedMatrix>>,
    /// Whether the vertex program's back colours are used for back faces (VERTEX_PROGRAM_TWO_SIDE).
    pub vertex_program_two_side: bool,
    /// Whether the vertex program's point size is used (VERTEX_PROGRAM_POINT_SIZE).
    pub vertex_program_point_size: bool,
}

impl Context {
    /// The default state with a viewport of the given size.
    pub fn new(width: u32, height: u32) -> Context {
        let mut current = [CurrentValue::default(); ATTRIBUTES];
        current[attribute::NORMAL] = [0.0, 0.0, 1.0, 1.0].into();
        current[attribute::COLOR] = [1.0; 4].into();
        Context {
            current,
            transform: Transform::new(width, height),
            lighting: Lighting::default(),
            fog: Fog::default(),
            textures: std::array::from_fn(|_| TextureUnit::default()),
            point: Point::default(),
            line_width: 1.0,
            line_stipple: None,
            line_smooth: false,
            conservative: false,
            rasterizer_discard: false,
            polygon: Polygon::default(),
            scissor: None,
            scissors: [IndexedScissor::AsFirst; VIEWPORTS - 1],
            alpha_test: AlphaTest::default(),
            stencil: Stencil::default(),
            depth: DepthTest::default(),
            blend: Blend::default(),
            logic_operation: None,
            color_mask: 0b1111,
            own_outputs: [OwnOutput::default(); MAX_DRAW_BUFFERS],
            framebuffer_srgb: false,
            color_sum: false,
            multisample: Multisample::default(),
            clamping: Clamping::default(),
            draw_buffers: vec![Some(0)],
            restart: Restart::default(),
            patch: Patch::default(),
            provoking_vertex: ProvokingVertex::default(),
            environments: [const { Vec::new() }; STAGES],
            tracked: Vec::new(),
            vertex_program_two_side: false,
            vertex_program_point_size: false,
        }
    }

    /// Blending of a draw buffer.
    pub fn blend_of(&self, draw_buffer: usize) -> Blend {
        let own = self.own_outputs.get(draw_buffer).and_then(|own| own.blend);
        Blend {
            constant: self.blend.constant,
            ..own.unwrap_or(self.blend)
        }
    }

    /// The components that are written of a draw buffer, bit 0 for red.
    pub fn color_mask_of(&self, draw_buffer: usize) -> u8 {
        let own = self.own_outputs.get(draw_buffer).and_then(|own| own.color_mask);
        own.unwrap_or(self.color_mask) & 0b1111
    }

    /// The scissor rectangle of a viewport, where its test is enabled.
    pub(crate) fn scissor_of(&self, viewport: usize) -> Option<Rectangle> {
        match viewport.checked_sub(1).map(|other| self.scissors[other]) {
            None | Some(IndexedScissor::AsFirst) => self.scissor,
            Some(IndexedScissor::Off) => None,
            Some(IndexedScissor::Within(rectangle)) => Some(rectangle),
        }
    }

    /// The environment parameters that all programs of a stage share. Vertex state programs have those of vertex
    /// programs (NV_vertex_program 2.14.1.3).
    pub fn environment(&self, stage: Stage) -> &[[f32; 4]] {
        &self.environments[environment_of(stage)]
    }

    /// The same, to change.
    pub fn environment_mut(&mut self, stage: Stage) -> &mut Vec<[f32; 4]> {
        &mut self.environments[environment_of(stage)]
    }
}

fn environment_of(stage: Stage) -> usize {
    if stage == Stage::VertexState {
        Stage::Vertex as usize
    } else {
        stage as usize
    }
}
