//! The table of limits and their values in every preset.

use super::{DesktopSource, LimitRow};

macro_rules! limits {
    ($($(#[doc = $doc:literal])* $id:ident $field:ident $name:literal $gl:literal $desktop_source:ident
        [$minimum:literal $desktop:literal $g80:literal $fermi:literal $unlimited:literal];)*) => {
        /// One limit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Limit {
            $($(#[doc = $doc])* $id,)*
        }

        /// The value of every limit.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])* pub $field: u32,)*
        }

        /// All limits, in the order of [`Limit`].
        pub static LIMITS: &[LimitRow] = &[
            $(LimitRow { limit: Limit::$id, name: $name, gl: $gl, doc: concat!($($doc),*).trim_ascii(), desktop: DesktopSource::$desktop_source },)*
        ];

        impl Limits {
            /// The smallest values that the specifications allow.
            pub const MINIMUM: Limits = Limits { $($field: $minimum,)* };
            /// The limits that a desktop driver reports, so that the world's programs load: Mesa's llvmpipe for
            /// what Mesa has, a Fermi for what only NVIDIA has.
            pub const DESKTOP: Limits = Limits { $($field: $desktop,)* };
            /// A GeForce 8 under NVIDIA's driver.
            pub const G80: Limits = Limits { $($field: $g80,)* };
            /// A GeForce 400 under NVIDIA's driver.
            pub const FERMI: Limits = Limits { $($field: $fermi,)* };
            /// As much as this project can hold. Index limits stay finite, so that a range is never an
            /// amount of memory that a program of one line can ask for.
            pub const UNLIMITED: Limits = Limits { $($field: $unlimited,)* };

            /// The value of a limit.
            pub const fn get(&self, limit: Limit) -> u32 {
                match limit { $(Limit::$id => self.$field,)* }
            }

            /// Sets a limit by its name, `-` and `_` alike; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: u32) -> bool {
                match name {
                    $($name | stringify!($field) => self.$field = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

// Columns: minimum, desktop, g80, fermi, unlimited.
//
// Minimum: the tables of implementation-dependent values at the end of ARB_vertex_program and
// ARB_fragment_program, and those of the extension that brings the limit; where a target has no stated
// minimum, that of vertex programs.
// Desktop: by the source that stands before the bracket.
// G80, fermi: what NVIDIA's drivers for these chips are known to report.
limits! {
    /// Instructions of a vertex program.
    VertexInstructions vertex_instructions "vertex-instructions" "MAX_PROGRAM_INSTRUCTIONS_ARB (vertex)" Mesa [128 1048576 16384 65536 4294967295];
    /// Temporaries of a vertex program.
    VertexTemporaries vertex_temporaries "vertex-temporaries" "MAX_PROGRAM_TEMPORARIES_ARB (vertex)" Mesa [12 4096 4096 4096 1048576];
    /// Parameters of a vertex program.
    VertexParameters vertex_parameters "vertex-parameters" "MAX_PROGRAM_PARAMETERS_ARB (vertex)" Mesa [96 2048 1024 1024 1048576];
    /// Attributes of a vertex program.
    VertexAttributes vertex_attributes "vertex-attributes" "MAX_PROGRAM_ATTRIBS_ARB (vertex)" Mesa [16 16 16 16 1048576];
    /// Address registers of a vertex program.
    VertexAddressRegisters vertex_address_registers "vertex-address-registers" "MAX_PROGRAM_ADDRESS_REGISTERS_ARB (vertex)" Mesa [1 1 2 2 1048576];
    /// Environment parameters of the vertex target.
    VertexEnvParameters vertex_env_parameters "vertex-env-parameters" "MAX_PROGRAM_ENV_PARAMETERS_ARB (vertex)" Mesa [96 256 256 256 65536];
    /// Local parameters of a vertex program.
    VertexLocalParameters vertex_local_parameters "vertex-local-parameters" "MAX_PROGRAM_LOCAL_PARAMETERS_ARB (vertex)" Mesa [96 2048 1024 1024 65536];
    /// Address registers with NV_vertex_program2 or NV_vertex_program3: A0 and A1 of the hardware.
    OptionAddressRegisters option_address_registers "option-address-registers" "MAX_PROGRAM_ADDRESS_REGISTERS_ARB (vertex, NV_vertex_program2)" Fermi [2 2 2 2 1048576];
    /// Instructions of a vertex program with NV_vertex_program2 or NV_vertex_program3.
    OptionInstructions option_instructions "option-instructions" "MAX_PROGRAM_INSTRUCTIONS_ARB (vertex, NV_vertex_program2)" Fermi [256 65536 16384 65536 4294967295];
    /// Instructions of a fragment program.
    FragmentInstructions fragment_instructions "fragment-instructions" "MAX_PROGRAM_INSTRUCTIONS_ARB (fragment)" Mesa [72 1048576 16384 65536 4294967295];
    /// Arithmetic instructions of a fragment program.
    FragmentAluInstructions fragment_alu_instructions "fragment-alu-instructions" "MAX_PROGRAM_ALU_INSTRUCTIONS_ARB" Mesa [48 1048576 16384 65536 4294967295];
    /// Texture instructions of a fragment program, KIL among them.
    FragmentTextureInstructions fragment_texture_instructions "fragment-texture-instructions" "MAX_PROGRAM_TEX_INSTRUCTIONS_ARB" Mesa [24 1048576 16384 65536 4294967295];
    /// Texture indirections of a fragment program.
    FragmentTextureIndirections fragment_texture_indirections "fragment-texture-indirections" "MAX_PROGRAM_TEX_INDIRECTIONS_ARB" Mesa [4 1048576 16384 65536 4294967295];
    /// Temporaries of a fragment program.
    FragmentTemporaries fragment_temporaries "fragment-temporaries" "MAX_PROGRAM_TEMPORARIES_ARB (fragment)" Mesa [16 4096 4096 4096 1048576];
    /// Parameters of a fragment program.
    FragmentParameters fragment_parameters "fragment-parameters" "MAX_PROGRAM_PARAMETERS_ARB (fragment)" Mesa [24 2048 1024 1024 1048576];
    /// Attributes of a fragment program.
    FragmentAttributes fragment_attributes "fragment-attributes" "MAX_PROGRAM_ATTRIBS_ARB (fragment)" Mesa [10 32 16 16 1048576];
    /// Environment parameters of the fragment target.
    FragmentEnvParameters fragment_env_parameters "fragment-env-parameters" "MAX_PROGRAM_ENV_PARAMETERS_ARB (fragment)" Mesa [24 256 256 256 65536];
    /// Local parameters of a fragment program.
    FragmentLocalParameters fragment_local_parameters "fragment-local-parameters" "MAX_PROGRAM_LOCAL_PARAMETERS_ARB (fragment)" Mesa [24 2048 1024 1024 65536];
    /// Instructions of a geometry, tessellation or compute program.
    StageInstructions stage_instructions "stage-instructions" "MAX_PROGRAM_INSTRUCTIONS_ARB (geometry, tessellation, compute)" Fermi [128 65536 16384 65536 4294967295];
    /// Temporaries of a geometry, tessellation or compute program.
    StageTemporaries stage_temporaries "stage-temporaries" "MAX_PROGRAM_TEMPORARIES_ARB (geometry, tessellation, compute)" Fermi [12 4096 4096 4096 1048576];
    /// Parameters of a geometry, tessellation or compute program.
    StageParameters stage_parameters "stage-parameters" "MAX_PROGRAM_PARAMETERS_ARB (geometry, tessellation, compute)" Fermi [96 1024 1024 1024 1048576];
    /// Attributes of a geometry, tessellation or compute program.
    StageAttributes stage_attributes "stage-attributes" "MAX_PROGRAM_ATTRIBS_ARB (geometry, tessellation, compute)" Fermi [16 32 16 32 1048576];
    /// Environment parameters of the geometry, tessellation or compute target.
    StageEnvParameters stage_env_parameters "stage-env-parameters" "MAX_PROGRAM_ENV_PARAMETERS_ARB (geometry, tessellation, compute)" Fermi [96 256 256 256 65536];
    /// Local parameters of a geometry, tessellation or compute program.
    StageLocalParameters stage_local_parameters "stage-local-parameters" "MAX_PROGRAM_LOCAL_PARAMETERS_ARB (geometry, tessellation, compute)" Fermi [96 1024 1024 1024 65536];
    /// Instructions of a `!!VP1.0`, `!!VSP1.0` or `!!VP1.1` program: fixed by NV_vertex_program.
    Vp1Instructions vp1_instructions "vp1-instructions" "128 (NV_vertex_program)" Language [128 128 128 128 4294967295];
    /// Parameter registers of `!!VP1.0`, `!!VSP1.0` and `!!VP1.1`: fixed by NV_vertex_program.
    Vp1Parameters vp1_parameters "vp1-parameters" "96 (NV_vertex_program)" Language [96 96 96 96 65536];
    /// Instructions of a `!!VP2.0` program: fixed by NV_vertex_program2.
    Vp2Instructions vp2_instructions "vp2-instructions" "256 (NV_vertex_program2)" Language [256 256 256 256 4294967295];
    /// Parameter registers of `!!VP2.0`: fixed by NV_vertex_program2.
    Vp2Parameters vp2_parameters "vp2-parameters" "256 (NV_vertex_program2)" Language [256 256 256 256 65536];
    /// Instructions of a `!!FP1.0` program.
    Fp1Instructions fp1_instructions "fp1-instructions" "1024 (NV_fragment_program)" Language [1024 1024 1024 1024 4294967295];
    /// Local parameters `p[n]` of a `!!FP1.0` program.
    Fp1LocalParameters fp1_local_parameters "fp1-local-parameters" "MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV" Language [64 64 64 64 65536];
    /// Register units of a `!!FP1.0` program: one for each fp16 register, two for each fp32 register.
    Fp1RegisterUnits fp1_register_units "fp1-register-units" "64 (NV_fragment_program)" Language [64 64 64 64 1048576];
    /// Generic vertex attributes.
    GenericVertexAttributes generic_vertex_attributes "generic-vertex-attributes" "MAX_VERTEX_ATTRIBS_ARB" Mesa [16 16 16 16 65536];
    /// Texture coordinate sets.
    TextureCoordinates texture_coordinates "texture-coordinates" "MAX_TEXTURE_COORDS_ARB" Mesa [2 8 8 8 65536];
    /// Texture units of fixed-function texturing, which bound `vertex.texcoord` of plain ARB vertex programs.
    TextureUnits texture_units "texture-units" "MAX_TEXTURE_UNITS" Mesa [2 8 4 4 65536];
    /// Texture image units, which bound `texture[n]` in every stage.
    TextureImageUnits texture_image_units "texture-image-units" "MAX_TEXTURE_IMAGE_UNITS_ARB" Mesa [2 32 32 32 65536];
    /// Distinct texture units that one vertex program may use.
    VertexTextureImageUnits vertex_texture_image_units "vertex-texture-image-units" "MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB" Mesa [1 32 32 32 65536];
    /// Distinct texture units that one geometry program may use.
    GeometryTextureImageUnits geometry_texture_image_units "geometry-texture-image-units" "MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_NV" Fermi [16 32 32 32 65536];
    /// Lights.
    Lights lights "lights" "MAX_LIGHTS" Mesa [8 8 8 8 65536];
    /// Clip planes and clip distances.
    ClipPlanes clip_planes "clip-planes" "MAX_CLIP_PLANES" Mesa [6 8 8 8 65536];
    /// Vertex weights and modelview matrices; 0 where ARB_vertex_blend is absent. Neither Mesa nor NVIDIA has
    /// it; desktop is what the drivers reported that had it, since programs for them are to load.
    VertexUnits vertex_units "vertex-units" "MAX_VERTEX_UNITS_ARB" Chosen [2 4 0 0 65536];
    /// Palette matrices; 0 where ARB_matrix_palette is absent, as on every driver in use; desktop is a value
    /// that programs for the drivers that had it load with.
    PaletteMatrices palette_matrices "palette-matrices" "MAX_PALETTE_MATRICES_ARB" Chosen [2 32 0 0 65536];
    /// Program matrices.
    ProgramMatrices program_matrices "program-matrices" "MAX_PROGRAM_MATRICES_ARB" Mesa [8 8 8 8 65536];
    /// Depth of each program matrix stack.
    ProgramMatrixStackDepth program_matrix_stack_depth "program-matrix-stack-depth" "MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB" Mesa [1 4 1 1 65536];
    /// Draw buffers.
    DrawBuffers draw_buffers "draw-buffers" "MAX_DRAW_BUFFERS" Mesa [1 8 8 8 65536];
    /// Executed instructions of programs with branches.
    ExecutedInstructions executed_instructions "executed-instructions" "MAX_PROGRAM_EXEC_INSTRUCTIONS_NV" Fermi [65536 65536 65536 65536 4294967295];
    /// Nested subroutine calls.
    CallDepth call_depth "call-depth" "MAX_PROGRAM_CALL_DEPTH_NV" Fermi [4 32 32 32 1024];
    /// Nested IF blocks.
    IfDepth if_depth "if-depth" "MAX_PROGRAM_IF_DEPTH_NV" Fermi [48 64 64 64 1024];
    /// Nested LOOP and REP blocks.
    LoopDepth loop_depth "loop-depth" "MAX_PROGRAM_LOOP_DEPTH_NV" Fermi [4 64 64 64 1024];
    /// Iterations of a LOOP or REP of NV_fragment_program2.
    LoopCount loop_count "loop-count" "MAX_PROGRAM_LOOP_COUNT_NV" Fermi [255 255 255 255 4294967295];
    /// How far a constant texel offset may go below 0.
    TexelOffsetBelow texel_offset_below "texel-offset-below" "-MIN_PROGRAM_TEXEL_OFFSET_EXT" Fermi [8 8 8 8 2147483647];
    /// How far a constant texel offset may go above 0.
    TexelOffsetAbove texel_offset_above "texel-offset-above" "MAX_PROGRAM_TEXEL_OFFSET_EXT" Fermi [7 7 7 7 2147483647];
    /// How far an offset of TXGO may go below 0.
    GatherOffsetBelow gather_offset_below "gather-offset-below" "-MIN_PROGRAM_TEXTURE_GATHER_OFFSET_NV" Mesa [8 32 32 32 2147483647];
    /// How far an offset of TXGO may go above 0.
    GatherOffsetAbove gather_offset_above "gather-offset-above" "MAX_PROGRAM_TEXTURE_GATHER_OFFSET_NV" Mesa [7 31 31 31 2147483647];
    /// How far an offset of IPAO may go below 0, in sixteenths of a pixel.
    InterpolationOffsetBelow interpolation_offset_below "interpolation-offset-below" "-MIN_FRAGMENT_INTERPOLATION_OFFSET_NV" Mesa [8 8 8 8 8];
    /// How far an offset of IPAO may go above 0, in sixteenths of a pixel.
    InterpolationOffsetAbove interpolation_offset_above "interpolation-offset-above" "MAX_FRAGMENT_INTERPOLATION_OFFSET_NV" Mesa [8 8 8 8 8];
    /// Bits below the point of an offset of IPAO; engines here do not round it to so few.
    InterpolationOffsetBits interpolation_offset_bits "interpolation-offset-bits" "FRAGMENT_PROGRAM_INTERPOLATION_OFFSET_BITS_NV" Mesa [4 4 4 4 24];
    /// Generic attributes that the stage before hands over.
    GenericAttributes generic_attributes "generic-attributes" "MAX_PROGRAM_GENERIC_ATTRIBS_NV" Fermi [16 32 16 32 65536];
    /// Generic results that a stage hands on.
    GenericResults generic_results "generic-results" "MAX_PROGRAM_GENERIC_RESULTS_NV" Fermi [16 32 16 32 65536];
    /// Components of all attributes that a program reads.
    AttributeComponents attribute_components "attribute-components" "MAX_PROGRAM_ATTRIB_COMPONENTS_NV" Fermi [64 128 64 128 1048576];
    /// Components of all results that a program writes.
    ResultComponents result_components "result-components" "MAX_PROGRAM_RESULT_COMPONENTS_NV" Fermi [64 128 64 128 1048576];
    /// Vertices that one invocation of a geometry program emits.
    OutputVertices output_vertices "output-vertices" "MAX_PROGRAM_OUTPUT_VERTICES_NV" Mesa [256 1024 1024 1024 65536];
    /// Vertices times components that one invocation of a geometry program emits.
    TotalOutputComponents total_output_components "total-output-components" "MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV" Mesa [1024 1024 1024 1024 16777216];
    /// Invocations of a geometry program for each primitive.
    GeometryInvocations geometry_invocations "geometry-invocations" "MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV" Fermi [32 32 32 32 65536];
    /// Binding points of program parameter buffers.
    ParameterBuffers parameter_buffers "parameter-buffers" "MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV" Fermi [8 14 12 14 1024];
    /// Words of a program parameter buffer.
    ParameterBufferWords parameter_buffer_words "parameter-buffer-words" "MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV" Fermi [4096 16384 16384 16384 16777216];
    /// Vertices of a patch.
    PatchVertices patch_vertices "patch-vertices" "MAX_PATCH_VERTICES_NV" Mesa [32 32 32 32 65536];
    /// Tessellation level.
    TessellationLevel tessellation_level "tessellation-level" "MAX_TESS_GEN_LEVEL" Mesa [64 64 64 64 65536];
    /// Generic attributes of a patch.
    PatchAttributes patch_attributes "patch-attributes" "MAX_PROGRAM_PATCH_ATTRIBS_NV" Fermi [30 30 30 30 65536];
    /// Components of a patch's own attributes, tessellation levels not counted.
    PatchComponents patch_components "patch-components" "MAX_TESS_PATCH_COMPONENTS" Fermi [120 120 120 120 1048576];
    /// Components of all output vertices and the patch of a tessellation control program.
    TessellationTotalComponents tessellation_total_components "tessellation-total-components" "MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS" Fermi [4096 4096 4096 4096 16777216];
    /// Work groups of a dispatch in each dimension.
    WorkGroups work_groups "work-groups" "MAX_COMPUTE_WORK_GROUP_COUNT" Fermi [65535 65535 65535 65535 4294967295];
    /// Invocations of a work group along x.
    WorkGroupX work_group_x "work-group-x" "MAX_COMPUTE_LOCAL_WORK_SIZE[0]" Fermi [1024 1024 1024 1024 65536];
    /// Invocations of a work group along y.
    WorkGroupY work_group_y "work-group-y" "MAX_COMPUTE_LOCAL_WORK_SIZE[1]" Fermi [1024 1024 1024 1024 65536];
    /// Invocations of a work group along z.
    WorkGroupZ work_group_z "work-group-z" "MAX_COMPUTE_LOCAL_WORK_SIZE[2]" Fermi [64 64 64 64 65536];
    /// Invocations of a work group.
    WorkGroupInvocations work_group_invocations "work-group-invocations" "MAX_COMPUTE_LOCAL_INVOCATIONS" Mesa [1024 1024 1024 1024 65536];
    /// Bytes of shared memory of a work group.
    SharedMemoryBytes shared_memory_bytes "shared-memory-bytes" "MAX_COMPUTE_SHARED_VARIABLE_SIZE" Mesa [32768 32768 32768 49152 16777216];
    /// Binding points of storage buffers.
    StorageBuffers storage_buffers "storage-buffers" "MAX_SHADER_STORAGE_BUFFER_BINDINGS" Mesa [8 80 8 96 1024];
    /// Bytes of a storage buffer.
    StorageBufferBytes storage_buffer_bytes "storage-buffer-bytes" "MAX_SHADER_STORAGE_BLOCK_SIZE" Fermi [16777216 2147483647 16777216 2147483647 2147483647];
    /// Binding points of atomic counter buffers.
    CounterBuffers counter_buffers "counter-buffers" "MAX_ATOMIC_COUNTER_BUFFER_BINDINGS" Mesa [1 16 1 8 1024];
    /// Words of an atomic counter buffer.
    CounterBufferWords counter_buffer_words "counter-buffer-words" "MAX_ATOMIC_COUNTER_BUFFER_SIZE" Fermi [32 65536 32 65536 16777216];
    /// Image units.
    ImageUnits image_units "image-units" "MAX_IMAGE_UNITS_EXT" Mesa [8 192 8 8 65536];
    /// Samples of an image.
    ImageSamples image_samples "image-samples" "MAX_IMAGE_SAMPLES_EXT" Fermi [0 8 0 8 65536];
    /// Subroutine parameters.
    SubroutineParameters subroutine_parameters "subroutine-parameters" "MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV" Mesa [1024 1024 1024 1024 65536];
    /// Numbers that SUBROUTINENUM may give.
    SubroutineNumbers subroutine_numbers "subroutine-numbers" "MAX_PROGRAM_SUBROUTINE_NUM_NV" Mesa [256 256 256 256 65536];
    /// Streams of a geometry program.
    VertexStreams vertex_streams "vertex-streams" "MAX_VERTEX_STREAMS" Fermi [4 4 4 4 65536];
    /// Binding points of transform feedback.
    FeedbackBuffers feedback_buffers "feedback-buffers" "MAX_TRANSFORM_FEEDBACK_BUFFERS" Fermi [4 4 4 4 64];
    /// Components of a vertex that transform feedback records in a buffer.
    FeedbackInterleavedComponents feedback_interleaved_components "feedback-interleaved-components" "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS" Fermi [64 128 64 128 65536];
    /// Attributes that transform feedback records in buffers of their own.
    FeedbackSeparateAttributes feedback_separate_attributes "feedback-separate-attributes" "MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS" Fermi [4 4 4 4 64];
    /// Components of an attribute that transform feedback records in a buffer of its own.
    FeedbackSeparateComponents feedback_separate_components "feedback-separate-components" "MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS" Fermi [4 4 4 4 4];
    /// Viewports.
    Viewports viewports "viewports" "MAX_VIEWPORTS" Mesa [16 16 16 16 65536];
    /// Threads of a warp; 1 where the machine has no groups of threads.
    WarpThreads warp_threads "warp-threads" "WARP_SIZE_NV" Fermi [1 32 32 32 32];
}
