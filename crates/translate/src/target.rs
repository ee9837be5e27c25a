//! The table of targets, and the table of what each can say.

/// The degree to which a target has a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// It has it.
    Core,
    /// It has it with this extension, which the output then asks for.
    Extension(&'static str),
    /// It has nothing like it.
    Missing,
}

macro_rules! targets {
    ($($id:ident $name:literal $version:literal $es:literal $file:literal, $doc:literal;)*) => {
        /// A language that programs are translated to.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Target {
            $(#[doc = concat!($doc, ".")] $id,)*
        }

        /// All targets, in the order of [`Target`].
        pub static TARGETS: &[TargetRow] = &[
            $(TargetRow {
                target: Target::$id,
                name: $name,
                version: $version,
                es: $es,
                extension: $file,
                doc: $doc,
            },)*
        ];
    };
}

/// A row of the table of targets.
#[derive(Debug)]
pub struct TargetRow {
    /// Which target.
    pub target: Target,
    /// Its name on the command line.
    pub name: &'static str,
    /// The number of its version, as it writes it.
    pub version: u32,
    /// Whether it is a language of OpenGL ES.
    pub es: bool,
    /// The file extension of its output, where the stage does not decide.
    pub extension: &'static str,
    /// The language in a phrase.
    pub doc: &'static str,
}

targets! {
    Glsl120 "glsl120" 120 false "", "GLSL 1.20, of OpenGL 2.1";
    Glsl330 "glsl330" 330 false "", "GLSL 3.30, of OpenGL 3.3";
    Glsl450 "glsl450" 450 false "", "GLSL 4.50, of OpenGL 4.5";
    GlslEs100 "glsl-es100" 100 true "", "GLSL ES 1.00, of OpenGL ES 2.0 and WebGL";
    GlslEs300 "glsl-es300" 300 true "", "GLSL ES 3.00, of OpenGL ES 3.0 and WebGL 2";
    GlslEs310 "glsl-es310" 310 true "", "GLSL ES 3.10, of OpenGL ES 3.1";
    GlslEs320 "glsl-es320" 320 true "", "GLSL ES 3.20, of OpenGL ES 3.2";
    SpirvVulkan "spirv-vulkan" 450 false "spv", "SPIR-V, of Vulkan";
    SpirvOpengl "spirv-opengl" 450 false "spv", "SPIR-V, of OpenGL (ARB_gl_spirv)";
    Wgsl "wgsl" 450 false "wgsl", "WGSL, of WebGPU";
    Hlsl "hlsl" 450 false "hlsl", "HLSL, of Direct3D";
    Msl "msl" 450 false "metal", "MSL, of Metal";
    HlslSm3 "hlsl-sm3" 120 false "hlsl", "HLSL of shader model 3, of Direct3D 9";
    ArbVp1 "arbvp1" 1 false "vp", "ARB programs, of OpenGL 1.3";
    ArbFp1 "arbfp1" 1 false "fp", "ARB programs, of OpenGL 1.3";
    Vp10 "vp10" 1 false "vp", "VP1.0, of NV_vertex_program";
    Vp11 "vp11" 1 false "vp", "VP1.1, of NV_vertex_program1_1";
    Glsl120Compat "glsl120-compat" 120 false "", "GLSL 1.20 with the names of fixed-function OpenGL";
    Glsl330Compat "glsl330-compat" 330 false "", "GLSL 3.30 of the compatibility profile";
    Glsl450Compat "glsl450-compat" 450 false "", "GLSL 4.50 of the compatibility profile";
}

impl Target {
    /// Its row.
    pub fn row(self) -> &'static TargetRow {
        &TARGETS[self as usize]
    }

    /// The target of a name.
    pub fn of_name(name: &str) -> Option<Target> {
        TARGETS.iter().find(|row| row.name == name).map(|row| row.target)
    }

    /// Whether it has the conventions of SPIR-V for Vulkan, WGSL, HLSL and MSL: parameters lie in a block, textures and
    /// samplers have numbers of their own, and depth goes from 0 to w.
    pub const fn is_vulkan(self) -> bool {
        matches!(
            self,
            Target::SpirvVulkan | Target::Wgsl | Target::Hlsl | Target::Msl
        )
    }

    /// Whether each stage has numbers of its own for each kind of resource, as Direct3D 11 and Metal have.
    pub const fn numbers_by_kind(self) -> bool {
        matches!(self, Target::Hlsl | Target::Msl)
    }

    /// Whether clip space has depths from 0 to w.
    pub const fn clips_from_zero(self) -> bool {
        self.is_vulkan() || matches!(self, Target::HlslSm3)
    }

    /// Whether it is SPIR-V: words, not text.
    pub const fn is_spirv(self) -> bool {
        matches!(self, Target::SpirvVulkan | Target::SpirvOpengl)
    }

    /// Whether it is an assembly language of OpenGL: it has no features, for programs are not
    /// [raised](crate::raise()) to get there. Either of the two of ARB stands for both: what comes out is of the
    /// program's stage.
    pub const fn is_assembly(self) -> bool {
        matches!(self, Target::ArbVp1 | Target::ArbFp1) || self.is_vp1()
    }

    /// Whether it is a version of VP1.x, which has vertex programs alone.
    pub const fn is_vp1(self) -> bool {
        matches!(self, Target::Vp10 | Target::Vp11)
    }

    /// Whether its shaders take vertices, state and what goes between the stages by GL's own names.
    pub const fn is_compatible(self) -> bool {
        matches!(
            self,
            Target::Glsl120Compat | Target::Glsl330Compat | Target::Glsl450Compat
        )
    }

    /// The same version of the language without GL's own names; itself where it is none with them.
    #[must_use]
    pub const fn plain(self) -> Target {
        match self {
            Target::Glsl120Compat => Target::Glsl120,
            Target::Glsl330Compat => Target::Glsl330,
            Target::Glsl450Compat => Target::Glsl450,
            other => other,
        }
    }

    /// The first target of the same conventions that has a feature.
    pub fn with(self, feature: Feature) -> Option<Target> {
        let kin: &[Target] = match self {
            Target::Glsl120Compat => &[Target::Glsl330Compat, Target::Glsl450Compat],
            Target::Glsl330Compat => &[Target::Glsl450Compat],
            _ => &[],
        };
        let mut kin = kin.iter().copied();
        kin.find(|target| target.support(feature) != Support::Missing)
    }

    /// Whether it is a version of GLSL.
    pub const fn is_glsl(self) -> bool {
        !self.is_vulkan() && !self.is_spirv() && !self.is_assembly() && !matches!(self, Target::HlslSm3)
    }

    /// The support of a feature.
    pub fn support(self, feature: Feature) -> Support {
        // Vulkan knows no names of state.
        if self.is_compatible() && feature == Feature::PushConstants {
            return Support::Missing;
        }
        let support = feature.row().support.get(self.plain() as usize);
        support.copied().unwrap_or(Support::Missing)
    }
}

/// A row of the table of features.
#[derive(Debug)]
pub struct FeatureRow {
    /// Which feature.
    pub feature: Feature,
    /// The feature in a phrase, so that "this target has no …" is a sentence.
    pub doc: &'static str,
    /// The support of each target, in the order of [`TARGETS`], in which those without a column come last: assembly,
    /// without features, and those that have another's column.
    pub support: [Support; TARGETS_COUNT],
}

/// The number of targets that have a column of features.
const TARGETS_COUNT: usize = 13;

macro_rules! support {
    (core) => {
        Support::Core
    };
    (none) => {
        Support::Missing
    };
    ($extension:literal) => {
        Support::Extension($extension)
    };
}

macro_rules! features {
    ($($id:ident $doc:literal [$($support:tt)*];)*) => {
        /// Something that not every target can say.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Feature {
            $(#[doc = concat!($doc, ".")] $id,)*
        }

        /// All features, in the order of [`Feature`].
        pub static FEATURES: &[FeatureRow] = &[
            $(FeatureRow { feature: Feature::$id, doc: $doc, support: [$(support!($support)),*] },)*
        ];
    };
}

features! {
    // The columns: GLSL 1.20, 3.30, 4.50, GLSL ES 1.00, 3.00, 3.10, 3.20, SPIR-V of Vulkan and of OpenGL, WGSL, HLSL, MSL,
    // HLSL of shader model 3.
    VectorSelect "selection by component" [none core core none core core core core core core core core core];
    IntegerSelect "selection of integers by component" [none none core none none core core core core core core core none];
    Rounding "roundings besides floor and ceiling, and tests for NaN" [none core core none core core core core core none core core none];
    Integers "32-bit integers with bit operations" [none core core none core core core core core core core core none];
    BitOperations "counts and fields of bits" [none none core none none core core core core core core core none];
    Doubles "64-bit floats" [none "GL_ARB_gpu_shader_fp64" core none none none none core core none none none none];
    LongIntegers "64-bit integers" [none none "GL_ARB_gpu_shader_int64" none none none none core core none none none none];
    IntegerSampling "filtered lookups in integer textures" [none core core none core core core core core none none none none];
    HalfPacking "packing of half floats" [none "GL_ARB_shading_language_packing" core none core core core core core core core core none];
    LongAttributes "vertex attributes of 64 bits"
        [none "GL_ARB_vertex_attrib_64bit" core none none none none core core none none none none];
    OneDimensional "one-dimensional textures" [core core core none none none none core core core core core core];
    OneDimensionalSpecial "one-dimensional textures with layers, comparisons or levels"
        [core core core none none none none core core none none none none];
    ThreeDimensional "three-dimensional textures" [core core core "GL_OES_texture_3D" core core core core core core core core core];
    Rectangle "rectangle textures" ["GL_ARB_texture_rectangle" core core none none none none none core none none none none];
    TextureArrays "array textures" ["GL_EXT_texture_array" core core none core core core core core core core core none];
    CubeArrays "arrays of cube maps" [none "GL_ARB_texture_cube_map_array" core none none "GL_EXT_texture_cube_map_array" core core core core core core none];
    Shadow "lookups that compare depths" [core core core "GL_EXT_shadow_samplers" core core core core core core core core none];
    ShadowCube "cube maps that compare depths" [none core core none core core core core core core core core none];
    BufferTextures "buffer textures" [none core core none none "GL_EXT_texture_buffer" core core core none none none none];
    Multisample "multisample textures" [none core core none none core core core core core core core none];
    MultisampleArrays "arrays of multisample textures"
        [none core core none none "GL_OES_texture_storage_multisample_2d_array" core core core none none none none];
    FragmentLod "lookups with their own level of detail in fragment shaders"
        ["GL_ARB_shader_texture_lod" core core "GL_EXT_shader_texture_lod" core core core core core core core core core];
    Gradients "lookups with their own derivatives"
        ["GL_ARB_shader_texture_lod" core core "GL_EXT_shader_texture_lod" core core core core core core core core core];
    ArrayGradients "lookups in array textures with their own derivatives"
        [none core core none core core core core core core core core none];
    TexelOffsets "lookups with a texel offset" [none core core none core core core core core core core core none];
    Fetch "fetches of texels" [none core core none core core core core core core core core none];
    TextureSize "sizes of textures" [none core core none core core core core core core core core none];
    LayerCount "numbers of layers of textures" [none core core none core core core core core none none none none];
    Gather "gathers of texels" [none "GL_ARB_gpu_shader5" core none none core core core core none none none none];
    RunTimeOffsets "texel offsets that are found at run time"
        [none "GL_ARB_gpu_shader5" core none none "GL_EXT_gpu_shader5" core core core none none none none];
    SampleOffsets "texel offsets that are found at run time in filtered lookups"
        [none none none none none none none none core none none none none];
    LevelCount "numbers of levels of textures"
        [none none core none none none none core core core core core none];
    TextureHandles "texture handles"
        [none none "GL_ARB_bindless_texture" none none none none none none none none none none];
    ShadowLevels "comparisons of depths at a level of their own in arrays and cube maps"
        [none "GL_EXT_texture_shadow_lod" "GL_EXT_texture_shadow_lod" none none none "GL_EXT_texture_shadow_lod" core core none none none none];
    LevelClamp "smallest levels of detail of lookups"
        [none none "GL_ARB_sparse_texture_clamp" none none none none core core none none none none];
    Residency "answers whether texels are resident"
        [none none "GL_ARB_sparse_texture2" none none none none core core none none none none];
    SampleCount "numbers of samples of textures" [none none core none none none none core core core core core none];
    InterpolateAt "interpolation where the program asks for it"
        [none none core none none "GL_OES_shader_multisample_interpolation" core core core none none none none];
    UpperLeftOrigin "window positions that count from above"
        [none core core none none none none none core none none none none];
    LevelQuery "queries of a level of detail" [none "GL_ARB_texture_query_lod" core none none none none core core none none none none];
    VertexTextures "textures in vertex shaders" [core core core core core core core core core core core core core];
    Derivatives "derivatives" [core core core "GL_OES_standard_derivatives" core core core core core core core core core];
    DerivativeControl "derivatives by a certain neighbour"
        [none none core none none none none core core core core none none];
    ClipDistances "distances to clip planes" [none core core none none none none core core none none none none];
    PointSize "sizes of points" [core core core core core core core core core none none core core];
    PointCoordinate "coordinates within a point" [core core core core core core core core core none none core none];
    DrawBuffers "more than one draw buffer" [core core core "GL_EXT_draw_buffers" core core core core core core core core core];
    DualSource "two colours for one draw buffer" [none core core none "GL_EXT_blend_func_extended" "GL_EXT_blend_func_extended" "GL_EXT_blend_func_extended" core core none none none none];
    DepthOutput "depth outputs" [core core core "GL_EXT_frag_depth" core core core core core core core core core];
    SampleMaskOutput "sample masks" [none "GL_ARB_sample_shading" core none none "GL_OES_sample_variables" core core core none none none none];
    VertexIndex "numbers of vertices" [none core core none core core core core core core core core none];
    InstanceIndex "numbers of instances" [none core core none core core core core core core core core none];
    DrawParameters "numbers of draws, and what draws add to numbers of vertices and instances"
        [none none "GL_ARB_shader_draw_parameters" none none none none core core none none none none];
    PrimitiveId "numbers of primitives" [none core core none none "GL_OES_geometry_shader" core core core core core core none];
    SampleId "numbers of samples" [none "GL_ARB_sample_shading" core none none "GL_OES_sample_variables" core core core core core core none];
    EarlyTests "tests before fragment programs" [none "GL_ARB_shader_image_load_store" core none none core core core core none none none none];
    SampleMaskInput "masks of covered samples" [none none core none none "GL_OES_sample_variables" core core core none none none none];
    Helper "a sign of helper invocations" [none none core none none core core core core none none none none];
    Layer "layers in fragment shaders" [none none core none none none none core core none none none none];
    LayerOutput "layers and viewports from vertex shaders"
        [none none "GL_ARB_shader_viewport_layer_array" none none none none core core none none none none];
    ViewportMask "masks of viewports"
        [none none "GL_NV_viewport_array2" none none none none core core none none none none];
    FlatVaryings "flat interpolation" [none core core none core core core core core core core core none];
    NoPerspective "interpolation without perspective" [none core core none none none none core core core core core none];
    Centroid "interpolation at the centroid" [core core core none core core core core core core core core core];
    SampleVaryings "interpolation at samples" [none none core none none "GL_OES_shader_multisample_interpolation" core core core core core core none];
    Precise "exact rounding that the compiler may not change" [none none core none none "GL_EXT_gpu_shader5" core core core none none none none];
    SpecialValues "infinities, NaN and signs of zeros that its compilers keep"
        [none none core none none "GL_EXT_gpu_shader5" core core core none none none none];
    StorageBuffers "storage buffers" [none none core none none core core core core core core core none];
    LongAtomics "atomic operations on words of 64 bits"
        [none none "GL_NV_shader_atomic_int64" none none none none core core none none none none];
    GpuAddresses "memory by GPU addresses"
        [none none "GL_EXT_buffer_reference" none none none none core none none none none none];
    Compute "compute shaders" [none none core none none core core core core core core core none];
    Geometry "geometry shaders"
        [none core core none none "GL_EXT_geometry_shader" core core core none none none none];
    GeometryInvocations "geometry shaders that run several times for a primitive"
        [none none core none none core core core core none none none none];
    GeometryPointSize "sizes of points in geometry shaders"
        [none core core none none "GL_EXT_geometry_point_size" "GL_EXT_geometry_point_size" core core none none none none];
    VertexStreams "streams of vertices"
        [none none core none none none none core core none none none none];
    FragmentInterlock "sections that fragments enter in order"
        [none none "GL_ARB_fragment_shader_interlock" none none none none core core none none none none];
    Tessellation "tessellation shaders"
        [none "GL_ARB_tessellation_shader" core none none "GL_EXT_tessellation_shader" core core core none none none none];
    TessellationPointSize "sizes of points in tessellation shaders"
        [none core core none none "GL_EXT_tessellation_point_size" "GL_EXT_tessellation_point_size" core core none none none none];
    VariableGroups "sizes of work groups that the dispatch says"
        [none none "GL_ARB_compute_variable_group_size" none none none none core core none none none none];
    SubgroupIds "numbers of invocations in subgroups"
        [none none "GL_KHR_shader_subgroup_basic" none none "GL_KHR_shader_subgroup_basic" "GL_KHR_shader_subgroup_basic" core none none none none none];
    SubgroupVotes "votes in subgroups"
        [none none "GL_KHR_shader_subgroup_vote" none none "GL_KHR_shader_subgroup_vote" "GL_KHR_shader_subgroup_vote" core none none none none none];
    SubgroupBallots "ballots in subgroups"
        [none none "GL_KHR_shader_subgroup_ballot" none none "GL_KHR_shader_subgroup_ballot" "GL_KHR_shader_subgroup_ballot" core none none none none none];
    SubgroupShuffles "shuffles in subgroups"
        [none none "GL_KHR_shader_subgroup_shuffle" none none "GL_KHR_shader_subgroup_shuffle" "GL_KHR_shader_subgroup_shuffle" core none none none none none];
    SubgroupQuads "values of other invocations of a quad"
        [none none "GL_KHR_shader_subgroup_quad" none none "GL_KHR_shader_subgroup_quad" "GL_KHR_shader_subgroup_quad" core none none none none none];
    MemoryBarriers "orders of accesses of memory" [none none core none none core core core core none none none none];
    Images "images" [none none core none none core core core core core core core none];
    ImageAtomics "atomic operations on images" [none none core none none "GL_OES_shader_image_atomic" core core core none none none none];
    ImagesOfAnyFormat "images of a format that only the engine knows" [none none core none none none none core core none none none none];
    ImageReadsOfAnyFormat "texels of images of a format that only the engine knows"
        [none none "GL_EXT_shader_image_load_formatted" none none none none core core none none none none];
    ImageFormats "images of this format" [none none core none none none none core core core core core none];
    ReadWriteImages "images that are read and written but those of 32 bits" [none none core none none none none core core none core core none];
    CubeImages "images of cube maps" [none none core none none core core core core none none none none];
    MultisampleImages "images with samples" [none none core none none none none core core none none none none];
    UniformBlocks "uniform blocks" [none core core none core core core core core core core core none];
    BindingNumbers "binding numbers" [none none core none none core core core core core core core none];
    PushConstants "push constants" [none none core none none none none core none none none none none];
}

impl Feature {
    /// Whether it is one of subgroups.
    pub const fn is_of_subgroups(self) -> bool {
        matches!(
            self,
            Feature::SubgroupIds
                | Feature::SubgroupVotes
                | Feature::SubgroupBallots
                | Feature::SubgroupShuffles
                | Feature::SubgroupQuads
        )
    }

    /// Its row.
    pub fn row(self) -> &'static FeatureRow {
        &FEATURES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_the_order_of_their_enums() {
        for (number, row) in TARGETS.iter().enumerate() {
            assert_eq!(row.target as usize, number);
            assert_eq!(Target::of_name(row.name), Some(row.target));
        }
        for (number, row) in FEATURES.iter().enumerate() {
            assert_eq!(row.feature as usize, number);
        }
    }
}
