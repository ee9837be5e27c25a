//! One draw, or one dispatch, as plain data.

use ash::vk;

/// Everything about one draw.
pub(crate) struct Job<'a> {
    /// Width and height of the framebuffer.
    pub(crate) size: [u32; 2],
    /// The colour buffers, in the order of the shader's outputs.
    pub(crate) colors: Vec<Picture>,
    /// Whether the shader writes each of them.
    pub(crate) written: Vec<bool>,
    /// The depth buffer, and the stencil buffer, which belong to one image.
    pub(crate) depth: Option<Picture>,
    pub(crate) stencil: Option<Picture>,
    /// Words of the shaders, by their stages.
    pub(crate) shaders: Vec<(vk::ShaderStageFlags, &'a [u32])>,
    /// Vertex attributes.
    pub(crate) attributes: Vec<Attribute>,
    /// Points, lines or triangles by the numbers of their vertices.
    pub(crate) indices: Vec<u32>,
    /// The number of instances, each with its own instance number.
    pub(crate) instances: u32,
    /// What the shaders read and change.
    pub(crate) bound: Bound,
    /// Everything else.
    pub(crate) state: State,
}

/// Everything about one dispatch.
pub(crate) struct Dispatch<'a> {
    /// Words of the compute shader.
    pub(crate) shader: &'a [u32],
    /// Work groups along x, y and z.
    pub(crate) groups: [u32; 3],
    /// What the shader reads and changes.
    pub(crate) bound: Bound,
}

/// What shaders read and change, by binding numbers.
pub(crate) struct Bound {
    /// Uniform blocks.
    pub(crate) blocks: Vec<Block>,
    /// Storage buffers.
    pub(crate) storages: Vec<Block>,
    /// Images that shaders read and write.
    pub(crate) images: Vec<Stored>,
    /// Textures with their samplers.
    pub(crate) textures: Vec<Texels>,
}

/// A buffer of the framebuffer: tightly packed pixels, before the draw.
pub(crate) struct Picture {
    pub(crate) format: vk::Format,
    pub(crate) bytes: Vec<u8>,
}

/// A vertex attribute of four components.
pub(crate) struct Attribute {
    pub(crate) location: u32,
    pub(crate) format: vk::Format,
    /// One value for each vertex, or one for all.
    pub(crate) values: Vec<[u32; 4]>,
}

/// A uniform block, or a storage buffer.
pub(crate) struct Block {
    pub(crate) binding: u32,
    pub(crate) bytes: Vec<u8>,
}

/// A texture and how it is sampled.
pub(crate) struct Texels {
    pub(crate) binding: u32,
    pub(crate) sampler_binding: u32,
    pub(crate) format: vk::Format,
    pub(crate) kind: vk::ImageType,
    pub(crate) view: vk::ImageViewType,
    /// Width, height and depth of the base level; layers and faces are counted apart.
    pub(crate) size: [u32; 3],
    pub(crate) layers: u32,
    /// For each level the texels of all its layers.
    pub(crate) levels: Vec<Vec<u8>>,
    pub(crate) sampler: vk::SamplerCreateInfo<'static>,
    /// The border, where the sampler's own is a custom one.
    pub(crate) border: Option<[f32; 4]>,
}

/// An image that shaders read and write: one level, whose texels come back.
pub(crate) struct Stored {
    pub(crate) format: vk::Format,
    pub(crate) kind: vk::ImageType,
    pub(crate) view: vk::ImageViewType,
    /// Width, height and depth; layers and faces are counted apart.
    pub(crate) size: [u32; 3],
    pub(crate) layers: u32,
    /// The texels before the draw.
    pub(crate) bytes: Vec<u8>,
    /// As what shaders see it.
    pub(crate) views: Vec<StoredView>,
}

/// An image of a shader.
pub(crate) struct StoredView {
    pub(crate) binding: u32,
    pub(crate) format: vk::Format,
}

/// State of the pipeline around the shaders.
pub(crate) struct State {
    pub(crate) topology: vk::PrimitiveTopology,
    /// Vertices of a patch, where the topology has patches.
    pub(crate) patch_vertices: u32,
    /// Whether flat values are those of the last vertex, which the device then can choose.
    pub(crate) last_provokes: bool,
    pub(crate) viewport: vk::Viewport,
    pub(crate) scissor: vk::Rect2D,
    pub(crate) rasterization: vk::PipelineRasterizationStateCreateInfo<'static>,
    /// The line rasterization mode, where the device can choose.
    pub(crate) lines: vk::LineRasterizationModeEXT,
    pub(crate) depth_stencil: vk::PipelineDepthStencilStateCreateInfo<'static>,
    /// For all colour buffers.
    /// Of each colour buffer.
    pub(crate) blends: Vec<vk::PipelineColorBlendAttachmentState>,
    pub(crate) blend_constant: [f32; 4],
    pub(crate) logic_operation: Option<vk::LogicOp>,
}

impl Picture {
    /// Whether a format has both depth and stencil.
    pub(crate) fn is_depth_and_stencil(format: vk::Format) -> bool {
        matches!(
            format,
            vk::Format::D24_UNORM_S8_UINT | vk::Format::D32_SFLOAT_S8_UINT
        )
    }
}
