//! The settings of a translation.

use std::collections::BTreeMap;

use quadrille_isa::gl::{Binding, Limits, ProgramOption, Stage};

pub use crate::emulation::{APPROXIMATIONS, Approximation, EMULATIONS, Emulation};
use crate::form::{ImageFormat, STAGES, place};
use crate::sample::Sample;
use crate::target::{Feature, Support, Target};

/// The offset from a texture's binding number to that of its sampler, where the two are apart.
pub const SAMPLERS: u32 = 64;

/// The first binding of uniform blocks where all bindings are counted together: behind textures and samplers.
pub const BLOCKS: u32 = 128;

/// The first binding of the uniform blocks of stages between the vertex and the fragment stage, where all bindings are
/// counted together: behind images.
const BLOCKS_BETWEEN: u32 = 768;

/// Program parameter buffers of one stage: more than any implementation has (NV_parameter_buffer_object demands 8).
pub const BUFFERS: u32 = 16;

/// Image units that every implementation has (MAX_IMAGE_UNITS, OpenGL 4.5 table 23.65).
const IMAGE_UNITS: u32 = 8;

/// Storage buffers that every implementation has (MAX_SHADER_STORAGE_BUFFER_BINDINGS, OpenGL 4.5 table 23.64).
const STORAGES: u32 = 8;

/// The number of the buffer in which Metal shaders find the sizes of their storage buffers: the last that there is.
pub const METAL_SIZES: u32 = 30;

/// The first number of images among the textures of Metal, behind as many units as every OpenGL has.
const METAL_IMAGES: u32 = 16;

/// The first binding of images where all bindings are counted together: behind storage buffers.
pub const IMAGES: u32 = 256;

/// Settings of a translation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The language.
    pub target: Target,
    /// The treatment of special values.
    pub semantics: Semantics,
    /// The limits that an ARB program must keep. Without them it may have any size, and says where it has more than
    /// every implementation takes.
    pub limits: Option<Limits>,
    /// Options of a vendor that ARB programs may have, each where its stage takes it: what it adds to the language is
    /// then no reason to refuse.
    pub vendor_options: Vec<ProgramOption>,
    /// What may be other than the program asks for, in ARB programs.
    pub approximate: Vec<Approximation>,
    /// The form in which parameters reach the shader.
    pub packing: Packing,
    /// Emulations that may be used.
    pub allow: Vec<Emulation>,
    /// The swizzle of a depth comparison's result into four components, which in OpenGL is texture state.
    pub depth_mode: DepthMode,
    /// Whether back faces take the back colours (`VERTEX_PROGRAM_TWO_SIDE`).
    pub two_sided: bool,
    /// The names that vertex attributes have where the target has GL's own.
    pub attributes: VertexAttributes,
    /// Whether colours between the stages are clamped to [0, 1] (`CLAMP_VERTEX_COLOR`, on by default in
    /// OpenGL). Not where GL itself does it, as it does for targets with its own names.
    pub clamp_colors: bool,
    /// Whether every pixel of a primitive gets the colours of one vertex (`SHADE_MODEL` is `FLAT`).
    pub flat_colors: bool,
    /// The alpha test, which drops fragments at the end of a fragment shader; the reference is a parameter,
    /// [`AlphaReference`](crate::form::AddedParameter::AlphaReference).
    pub alpha_test: Option<AlphaTest>,
    /// The enabled clip planes (`CLIP_PLANEi`), by bits: a vertex shader gives distances to no others, and that of a
    /// position-invariant program gives one to each. Without it a shader gives the distances that its program does.
    pub clip_planes: Option<u32>,
    /// Whether planes that are enabled all the same cut nothing of a program that they do not apply to, where the target has
    /// GL's own names: its vertex shader gives a `gl_ClipVertex` that lies on each.
    pub ignores_planes: bool,
    /// Whether a parameter, [`PointSize`](crate::form::AddedParameter::PointSize), is the size of points, whatever the program writes
    /// (`VERTEX_PROGRAM_POINT_SIZE` is off).
    pub point_size: bool,
    /// The sample that a fragment shader is made for, where an engine draws them one at a time.
    pub sample: Option<Sample>,
    /// The numbers of the layer and the viewport that are drawn to, where an engine draws to one at a time.
    pub layer_and_viewport: Option<[u32; 2]>,
    /// What a draw adds to numbers of vertices and of instances, and its own number, where an engine has added them
    /// before the target sees the draw.
    pub draw_parameters: Option<[i32; 3]>,
    /// The size of work groups of compute programs that leave it to the dispatch.
    pub group_size: Option<[u32; 3]>,
    /// Whether zeros keep their signs, and infinities and NaN stay: SPIR-V asks for it (SPV_KHR_float_controls), which not
    /// every device can, and GLSL has all that is computed `precise`.
    pub preserve_special: bool,
    /// Results that a vertex shader has before another program, whether or not that program reads them: drivers ask the vertex
    /// shader what fixed-function fragments take, whatever comes behind it.
    pub vertex_results: Vec<Binding>,
    /// Whether comments of the source are kept.
    pub comments: bool,
    /// Binding numbers of textures, by unit, where the engine has its own; the rule is the unit itself.
    pub texture_bindings: BTreeMap<u32, u32>,
    /// Binding numbers of the uniform blocks of parameters, by stage, where the engine has its own.
    pub block_bindings: [Option<u32>; STAGES],
    /// Binding numbers of program parameter buffers, by stage and binding point in the program.
    pub buffer_bindings: [BTreeMap<u32, u32>; STAGES],
    /// Binding numbers of storage buffers, by binding point in the program, which all stages share.
    pub storage_bindings: BTreeMap<u32, u32>,
    /// Binding numbers of buffers of atomic counters, by binding point in the program, which all stages share. They are
    /// storage buffers in shaders.
    pub counter_bindings: BTreeMap<u32, u32>,
    /// Binding numbers of images, by image unit: those that a program has first, and those whose texels are converted
    /// where others of the same unit are taken as words.
    pub image_bindings: [BTreeMap<u32, u32>; 2],
    /// Formats of image units whose texels a program lets be converted, where the target wants to know them.
    pub image_formats: BTreeMap<u32, ImageFormat>,
    /// The byte at which push constants begin: those of a fragment shader come behind the vertex shader's.
    pub push_offset: u32,
}

impl Options {
    /// The settings for a target: exact, no emulations, plain uniforms; a block where the target has no plain
    /// ones, bound behind textures and samplers.
    pub fn new(target: Target) -> Options {
        Options {
            target,
            semantics: Semantics::Exact,
            limits: None,
            vendor_options: Vec::new(),
            approximate: Vec::new(),
            packing: if target.is_vulkan() {
                Packing::Block
            } else {
                Packing::Plain
            },
            allow: Vec::new(),
            depth_mode: DepthMode::Luminance,
            two_sided: false,
            attributes: VertexAttributes::AsNamed,
            clamp_colors: !target.is_compatible(),
            flat_colors: false,
            alpha_test: None,
            clip_planes: None,
            ignores_planes: false,
            point_size: false,
            sample: None,
            layer_and_viewport: None,
            draw_parameters: None,
            group_size: None,
            preserve_special: false,
            vertex_results: Vec::new(),
            comments: true,
            texture_bindings: BTreeMap::new(),
            block_bindings: [None; STAGES],
            buffer_bindings: [const { BTreeMap::new() }; STAGES],
            storage_bindings: BTreeMap::new(),
            counter_bindings: BTreeMap::new(),
            image_bindings: [BTreeMap::new(), BTreeMap::new()],
            image_formats: BTreeMap::new(),
            push_offset: 0,
        }
    }

    /// The binding number of a stage's uniform block.
    pub fn block_binding(&self, stage: Stage) -> u32 {
        let (first, place) = self.blocks(stage);
        let rule = match self.target.numbers_by_kind() {
            true => 0,
            false => first + place,
        };
        self.block_bindings[stage as usize].unwrap_or(rule)
    }

    /// The binding number of a program parameter buffer: behind the blocks of parameters, those of each stage behind
    /// those of the one before.
    pub fn buffer_binding(&self, stage: Stage, number: u32) -> u32 {
        let (first, place) = self.blocks(stage);
        let count = if first == self.first_blocks() { 2 } else { 3 };
        let rule = match self.target.numbers_by_kind() {
            // Behind the parameters of its stage.
            true => 1 + number,
            false => first + count + place * BUFFERS + number,
        };
        let own = self.buffer_bindings[stage as usize].get(&number);
        own.copied().unwrap_or(rule)
    }

    /// The first binding of the blocks that a stage's are among, and its place among these: vertex and fragment shaders
    /// have the first, the stages between them others behind.
    fn blocks(&self, stage: Stage) -> (u32, u32) {
        let place = place(stage);
        match place {
            0 | 1 => (self.first_blocks(), place),
            _ if self.target.is_vulkan() => (BLOCKS_BETWEEN, place - 2),
            _ => (2 + 2 * BUFFERS, place - 2),
        }
    }

    fn first_blocks(&self) -> u32 {
        if self.target.is_vulkan() { BLOCKS } else { 0 }
    }

    /// The binding number of an image, or of the one that is `apart` because its unit has another: the unit itself, or
    /// behind all other bindings where these are counted together; and behind as many units as every implementation
    /// has.
    pub fn image_binding(&self, unit: u32, apart: bool) -> u32 {
        let counts_together = self.target.is_vulkan() && !self.target.numbers_by_kind();
        let first = match self.target {
            _ if counts_together => IMAGES,
            // Images are textures there.
            Target::Msl => METAL_IMAGES,
            _ => 0,
        };
        let behind = match (apart, counts_together) {
            (false, _) => 0,
            (true, true) => IMAGES,
            (true, false) => IMAGE_UNITS,
        };
        let own = self.image_bindings[usize::from(apart)].get(&unit);
        own.copied().unwrap_or(first + behind + unit)
    }

    /// The binding number of a storage buffer: its own, or behind all other bindings where these are counted together.
    pub fn storage_binding(&self, number: u32) -> u32 {
        let own = self.storage_bindings.get(&number);
        own.copied().unwrap_or(self.first_storage() + number)
    }

    /// The binding number of a buffer of atomic counters: behind as many storage buffers as every implementation has.
    pub fn counters_binding(&self, number: u32) -> u32 {
        let own = self.counter_bindings.get(&number);
        own.copied().unwrap_or(self.first_storage() + STORAGES + number)
    }

    fn first_storage(&self) -> u32 {
        match self.target {
            // Behind as many images as every implementation has, which are of one kind with them there.
            Target::Hlsl => IMAGE_UNITS,
            // Behind parameters and parameter buffers.
            Target::Msl => 1 + BUFFERS,
            target if target.is_vulkan() => BLOCKS + 2 + 2 * BUFFERS,
            _ => 0,
        }
    }

    /// Whether an emulation may be used.
    pub fn allows(&self, emulation: Emulation) -> bool {
        self.allow.contains(&emulation)
    }

    /// The sample that is known, if it stands in for a feature: among several the target's own words speak of another
    /// framebuffer, and where there is one sample they are needed no more than the target has them.
    pub(crate) fn known_sample(&self, feature: Feature) -> Option<&Sample> {
        let tells = matches!(
            feature,
            Feature::SampleId
                | Feature::SampleMaskInput
                | Feature::SampleMaskOutput
                | Feature::Centroid
                | Feature::SampleVaryings
                | Feature::InterpolateAt
        );
        let stands_in =
            |sample: &&Sample| sample.is_one_of_several() || self.target.support(feature) == Support::Missing;
        self.sample.as_ref().filter(|_| tells).filter(stands_in)
    }

    /// Whether the shader is made for one of several samples. What the target has words for counts from another centre
    /// then, and not every driver has them for points and lines: derivatives do.
    pub(crate) fn is_one_of_several_samples(&self) -> bool {
        self.sample.as_ref().is_some_and(Sample::is_one_of_several)
    }

    /// Whether special values are those of the source language.
    pub fn exact(&self) -> bool {
        self.semantics == Semantics::Exact
    }
}

/// The treatment of special values: infinities, NaN, zeros, numbers on an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Semantics {
    /// They are what the source language says, as far as the target can compute them.
    Exact,
    /// They are what the target's own operations make of them.
    Fast,
}

/// The form in which parameters reach the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Packing {
    /// Uniforms of their own.
    Plain,
    /// One uniform block with the std140 layout.
    Block,
    /// Push constants.
    PushConstants,
}

/// The vertex arrays that a program of a target with GL's own names reads. Numbered attributes of `!!VP1.0` to `!!VP2.0` are
/// the conventional ones of the same number (NV_vertex_program, table X.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VertexAttributes {
    /// What the program names: `vertex.texcoord[0]` and `v[8]` are conventional, `vertex.attrib[8]` is generic.
    AsNamed,
    /// Generic ones, at the numbers that they share with conventional ones: for engines that call VertexAttribPointer.
    /// Number 0 is the position by both names.
    Generic,
    /// Conventional ones, wherever a number has one: for engines that rely on both being the same array.
    Conventional,
    /// What the program names, but generic ones at these numbers (bit n for number n), by whichever name: arrays of
    /// NV_vertex_program, which come before the conventional ones of the same number. Number 0 is the position.
    GenericAmong(u16),
}

/// When a fragment passes the alpha test: its alpha, clamped to [0, 1], on the left, the reference on the right
/// (`ALPHA_TEST_FUNC`, OpenGL 2.1, 4.1.4). The test that all pass is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the specification's own")]
pub enum AlphaTest {
    Never,
    Less,
    LessOrEqual,
    Equal,
    GreaterOrEqual,
    Greater,
    NotEqual,
}

/// The swizzle of a depth comparison's result into four components (`DEPTH_TEXTURE_MODE`, OpenGL 2.1, 3.8.14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DepthMode {
    /// (r, r, r, 1), which is OpenGL's default.
    Luminance,
    /// (r, r, r, r)
    Intensity,
    /// (0, 0, 0, r)
    Alpha,
    /// (r, 0, 0, 1)
    Red,
}
