//! The dialects of GLSL: the names and the abilities of its versions.

use quadrille_isa::gl::Stage;

use crate::form::{InputKind, OutputKind, Scalar, TextureShape, Type};
use crate::options::{DepthMode, Options, Packing};
use crate::target::Target;

/// One version of GLSL or GLSL ES, in one stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    pub(crate) target: Target,
    pub(crate) stage: Stage,
    pub(crate) version: u32,
    pub(crate) es: bool,
    /// From GLSL 1.30 and GLSL ES 3.00 on: `in` and `out`, integers, one name for all lookups.
    pub(crate) modern: bool,
    /// From GLSL 4.20 and GLSL ES 3.10 on: numbers for bindings and for what goes between the stages.
    pub(crate) numbered: bool,
    pub(crate) packing: Packing,
    /// The binding number of the block of parameters.
    pub(crate) block_binding: u32,
    pub(crate) depth_mode: DepthMode,
}

impl Dialect {
    pub(crate) fn new(options: &Options, stage: Stage) -> Dialect {
        let target = options.target;
        let row = target.row();
        let since = |gl, es| row.version >= if row.es { es } else { gl };
        Dialect {
            target,
            stage,
            version: row.version,
            es: row.es,
            modern: since(130, 300),
            numbered: since(420, 310),
            packing: options.packing,
            block_binding: options.block_binding(stage),
            depth_mode: options.depth_mode,
        }
    }

    /// As Vulkan takes it (GL_KHR_vulkan_glsl), which alone has push constants.
    fn is_vulkan(&self) -> bool {
        self.packing == Packing::PushConstants
    }

    pub(crate) fn type_name(&self, ty: Type) -> &'static str {
        let names = match ty.scalar {
            Scalar::Bool => ["bool", "bvec2", "bvec3", "bvec4"],
            Scalar::Int => ["int", "ivec2", "ivec3", "ivec4"],
            Scalar::Uint => ["uint", "uvec2", "uvec3", "uvec4"],
            Scalar::Float => ["float", "vec2", "vec3", "vec4"],
            Scalar::Long => ["int64_t", "i64vec2", "i64vec3", "i64vec4"],
            Scalar::Ulong => ["uint64_t", "u64vec2", "u64vec3", "u64vec4"],
            Scalar::Double => ["double", "dvec2", "dvec3", "dvec4"],
        };
        names[usize::from(ty.width.clamp(1, 4)) - 1]
    }

    pub(crate) fn built_in_input(&self, kind: InputKind) -> &'static str {
        match kind {
            InputKind::FragmentPosition => "gl_FragCoord",
            InputKind::FrontFacing => "gl_FrontFacing",
            InputKind::PointCoordinate => "gl_PointCoord",
            InputKind::VertexIndex if self.is_vulkan() => "gl_VertexIndex",
            InputKind::VertexIndex => "gl_VertexID",
            InputKind::InstanceIndex if self.is_vulkan() => "gl_InstanceIndex",
            InputKind::InstanceIndex => "gl_InstanceID",
            InputKind::BaseVertex => "gl_BaseVertexARB",
            InputKind::BaseInstance => "gl_BaseInstanceARB",
            InputKind::DrawId => "gl_DrawIDARB",
            InputKind::PrimitiveId if self.stage == Stage::Geometry => "gl_PrimitiveIDIn",
            InputKind::PrimitiveId => "gl_PrimitiveID",
            InputKind::SampleId => "gl_SampleID",
            InputKind::SampleMask => "gl_SampleMaskIn[0]",
            InputKind::Helper => "gl_HelperInvocation",
            InputKind::Layer => "gl_Layer",
            InputKind::Viewport => "gl_ViewportIndex",
            InputKind::Position => "gl_Position",
            InputKind::PointSize => "gl_PointSize",
            InputKind::TessellationCoordinate => "gl_TessCoord",
            InputKind::InvocationId => "gl_InvocationID",
            InputKind::PatchVertices => "gl_PatchVerticesIn",
            InputKind::LocalId => "gl_LocalInvocationID",
            InputKind::GlobalId => "gl_GlobalInvocationID",
            InputKind::GroupId => "gl_WorkGroupID",
            InputKind::GroupCount => "gl_NumWorkGroups",
            InputKind::GroupSize => "gl_LocalGroupSizeARB",
            InputKind::LocalIndex => "gl_LocalInvocationIndex",
            InputKind::SubgroupInvocation => "gl_SubgroupInvocationID",
            InputKind::Attribute(_)
            | InputKind::AttributeHalf(..)
            | InputKind::Varying(..)
            | InputKind::Patch(_)
            | InputKind::OuterLevel(_)
            | InputKind::InnerLevel(_)
            | InputKind::ClipDistance(_) => "",
        }
    }

    pub(crate) fn built_in_output(&self, kind: OutputKind) -> &'static str {
        match kind {
            OutputKind::Position => "gl_Position",
            OutputKind::ClipVertex => "gl_ClipVertex",
            OutputKind::PointSize => "gl_PointSize",
            OutputKind::Depth if self.target == Target::GlslEs100 => "gl_FragDepthEXT",
            OutputKind::Depth => "gl_FragDepth",
            OutputKind::SampleMask => "gl_SampleMask[0]",
            OutputKind::Layer => "gl_Layer",
            OutputKind::Viewport => "gl_ViewportIndex",
            OutputKind::ViewportMask => "gl_ViewportMask[0]",
            OutputKind::PrimitiveId => "gl_PrimitiveID",
            OutputKind::ClipDistance(_)
            | OutputKind::Varying(..)
            | OutputKind::Color(..)
            | OutputKind::Patch(_)
            | OutputKind::Streamed { .. }
            | OutputKind::OuterLevel(_)
            | OutputKind::InnerLevel(_) => "",
        }
    }

    pub(crate) fn sampler_name(&self, shape: &TextureShape, texel: Scalar) -> String {
        let shadow = if shape.shadow { "Shadow" } else { "" };
        let kind = match texel {
            Scalar::Int | Scalar::Long => "i",
            Scalar::Uint | Scalar::Ulong => "u",
            Scalar::Float | Scalar::Double | Scalar::Bool => "",
        };
        format!("{kind}sampler{}{shadow}", shape.words().glsl)
    }
}
