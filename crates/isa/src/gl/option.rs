//! Program options: `OPTION name;`, who takes them and what they switch on, by the extensions that define them.
//!
//! The effect of an option on one opcode or binding stands in that row; here is only what concerns the program
//! as a whole.

use std::sync::LazyLock;

use super::language::{LanguageSet, Stage, StageSet};

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OptionSet(u64);

impl OptionSet {
    /// No option.
    pub const NONE: OptionSet = OptionSet(0);

    /// The set with `option` added.
    #[must_use]
    pub const fn with(self, option: ProgramOption) -> OptionSet {
        OptionSet(self.0 | 1 << option as u8)
    }

    /// Whether `option` is in it.
    pub const fn contains(self, option: ProgramOption) -> bool {
        self.0 & (1 << option as u8) != 0
    }

    /// Whether the position is the fixed-function one, by either option that says so.
    pub const fn position_invariant(self) -> bool {
        self.contains(ProgramOption::ArbPositionInvariant)
            || self.contains(ProgramOption::NvPositionInvariant)
    }

    /// The options in it, in the order of [`OPTIONS`].
    pub fn iter(self) -> impl Iterator<Item = ProgramOption> {
        OPTIONS
            .iter()
            .map(|row| row.option)
            .filter(move |option| self.contains(*option))
    }
}

/// A row of the option table.
#[derive(Debug)]
pub struct OptionRow {
    /// Which option.
    pub option: ProgramOption,
    /// The spellings that `OPTION` takes; the first is the official one.
    pub names: &'static [&'static str],
    /// The effect of the option, in a sentence.
    pub doc: &'static str,
    /// Languages and stages that take it: the header's language, or one that another option of the program
    /// added.
    pub places: &'static [(LanguageSet, StageSet)],
    /// Languages that it adds to the program's own.
    pub adds: LanguageSet,
    /// Options that it switches on with itself.
    pub implies: &'static [ProgramOption],
    /// Options without which it may not stand.
    pub requires: &'static [ProgramOption],
    /// Options that may not stand beside it.
    pub excludes: &'static [ProgramOption],
    /// The citation of its definition.
    pub cite: &'static str,
}

impl OptionRow {
    /// Whether a program of these languages and this stage may name it.
    pub fn accepts(&self, languages: LanguageSet, stage: Stage) -> bool {
        let mut places = self.places.iter();
        places.any(|(these, stages)| these.meets(languages) && stages.contains(stage))
    }

    /// The official spelling.
    pub const fn name(&self) -> &'static str {
        self.names[0]
    }
}

impl ProgramOption {
    /// Its row.
    pub fn row(self) -> &'static OptionRow {
        &OPTIONS[self as usize]
    }

    /// The option that a spelling names, in any language.
    pub fn find(name: &str) -> Option<ProgramOption> {
        static BY_NAME: LazyLock<Vec<(&str, ProgramOption)>> = LazyLock::new(|| {
            let mut names: Vec<_> = OPTIONS
                .iter()
                .flat_map(|row| row.names.iter().map(|name| (*name, row.option)))
                .collect();
            names.sort_unstable_by_key(|(name, _)| *name);
            names
        });
        let at = BY_NAME.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(BY_NAME[at].1)
    }
}

macro_rules! stages {
    (Any) => {
        StageSet::ALL
    };
    ($($stage:ident)*) => {
        StageSet::of(&[$(Stage::$stage),*])
    };
}

macro_rules! options {
    ($($(#[doc = $doc:literal])* $id:ident $names:expr, in $([$($language:ident)*; $($stage:ident)*])+
        $(, adds [$($add:ident)*])? $(, implies [$($imply:ident)*])? $(, requires [$($require:ident)*])?
        $(, excludes [$($exclude:ident)*])?, cite $cite:literal;)*) => {
        /// A program option.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum ProgramOption {
            $($(#[doc = $doc])* $id,)*
        }

        /// All options.
        pub static OPTIONS: &[OptionRow] = &[
            $(OptionRow {
                option: ProgramOption::$id,
                names: &$names,
                doc: concat!($($doc),*).trim_ascii(),
                places: &[$((LanguageSet::NONE$(.or(LanguageSet::$language))*, stages!($($stage)*))),+],
                adds: LanguageSet::NONE$($(.or(LanguageSet::$add))*)?,
                implies: &[$($(ProgramOption::$imply),*)?],
                requires: &[$($(ProgramOption::$require),*)?],
                excludes: &[$($(ProgramOption::$exclude),*)?],
                cite: $cite,
            },)*
        ];
    };
}

options! {
    /// Fixed-function position in a register-file program, equal to the bit; the program writes no HPOS.
    NvPositionInvariant ["NV_position_invariant"], in [V11 V20; Vertex],
        cite "NV_vertex_program1_1; NV_vertex_program2";
    /// Fixed-function position, equal to the bit; the program writes none, and `result.position` is gone.
    ArbPositionInvariant ["ARB_position_invariant"], in [AV GPU; Vertex],
        cite "ARB_vertex_program 2.14.4.5.1; NV_vertex_program4";
    /// Condition codes, branches, labels, four-component address registers, clip distances and 15 opcodes.
    NvVertexProgram2 ["NV_vertex_program2"], in [AV; Vertex], adds [AV2],
        cite "NV_vertex_program2_option 2.14.4.5.2";
    /// NV_vertex_program2 with textures, a second condition code, PUSHA, POPA and relative attributes.
    NvVertexProgram3 ["NV_vertex_program3"], in [AV; Vertex], adds [AV2 AV3], implies [NvVertexProgram2],
        cite "NV_vertex_program3 2.14.4.5.3";
    /// Exponential fog after the program.
    ArbFogExp ["ARB_fog_exp"], in [AF GPU; Fragment], excludes [ArbFogExp2 ArbFogLinear],
        cite "ARB_fragment_program 3.11.4.5.1; NV_fragment_program4";
    /// Squared exponential fog after the program.
    ArbFogExp2 ["ARB_fog_exp2"], in [AF GPU; Fragment], excludes [ArbFogExp ArbFogLinear],
        cite "ARB_fragment_program 3.11.4.5.1; NV_fragment_program4";
    /// Linear fog after the program.
    ArbFogLinear ["ARB_fog_linear"], in [AF GPU; Fragment], excludes [ArbFogExp ArbFogExp2],
        cite "ARB_fragment_program 3.11.4.5.1; NV_fragment_program4";
    /// A hint that speed matters more.
    ArbPrecisionHintFastest ["ARB_precision_hint_fastest"], in [AF GPU; Fragment],
        excludes [ArbPrecisionHintNicest], cite "ARB_fragment_program 3.11.4.5.2; NV_fragment_program4";
    /// A hint that precision matters more.
    ArbPrecisionHintNicest ["ARB_precision_hint_nicest"], in [AF GPU; Fragment],
        excludes [ArbPrecisionHintFastest], cite "ARB_fragment_program 3.11.4.5.2; NV_fragment_program4";
    /// SHADOW1D, SHADOW2D and SHADOWRECT targets; without effect where the language has them anyway.
    ArbFragmentProgramShadow ["ARB_fragment_program_shadow"], in [AF GPU; Fragment] [AV3; Vertex],
        cite "ARB_fragment_program_shadow; NV_vertex_program3 2.14.4.5.3";
    /// `result.color[n]`.
    ArbDrawBuffers ["ARB_draw_buffers"], in [AF GPU; Fragment],
        cite "ARB_draw_buffers 3.11.4.5.3; NV_fragment_program4";
    /// `result.color[n]`, by its older name.
    AtiDrawBuffers ["ATI_draw_buffers"], in [AF GPU; Fragment],
        cite "ATI_draw_buffers 3.11.4.5.3; NV_fragment_program4";
    /// The opcodes, precisions and condition codes of `!!FP1.0`.
    NvFragmentProgram ["NV_fragment_program"], in [AF; Fragment], adds [AF1],
        cite "NV_fragment_program_option 3.11.4.5.3";
    /// NV_fragment_program with structured flow, TXL, NRM, DIV, DP2, facing and relative texcoords.
    NvFragmentProgram2 ["NV_fragment_program2"], in [AF; Fragment], adds [AF1 AF2], implies [NvFragmentProgram],
        cite "NV_fragment_program2 3.11.4.5.3";
    /// `fragment.position` with its origin at the upper left.
    ArbFragmentCoordOriginUpperLeft ["ARB_fragment_coord_origin_upper_left"], in [AF F10 GPU; Fragment],
        cite "ARB_fragment_coord_conventions";
    /// `fragment.position` with pixel centres at integers.
    ArbFragmentCoordPixelCenterInteger ["ARB_fragment_coord_pixel_center_integer"], in [AF F10 GPU; Fragment],
        cite "ARB_fragment_coord_conventions";
    /// The 1D_STACK and 2D_STACK targets.
    MesaxTextureStack ["MESAX_texture_stack"], in [AF; Fragment], cite "MESAX_texture_stack";
    /// LDC and CBUFFER; NV5 has them without it.
    NvParameterBufferObject2 ["NV_parameter_buffer_object2"], in [GPU; Any],
        cite "NV_parameter_buffer_object2";
    /// LOAD from GPU addresses; NV5 has it without it.
    NvShaderBufferLoad ["NV_shader_buffer_load"], in [GPU; Any], cite "NV_shader_buffer_load";
    /// TXFMS from RENDERBUFFER; NV5 has it without it.
    NvExplicitMultisample ["NV_explicit_multisample"], in [GPU; Any], cite "NV_explicit_multisample";
    /// TXFMS from 2DMS and ARRAY2DMS; NV5 has it without it.
    NvTextureMultisample ["NV_texture_multisample"], in [GPU; Any], cite "NV_texture_multisample";
    /// Depth and stencil tests before the program.
    NvEarlyFragmentTests ["NV_early_fragment_tests"], in [NV5; Fragment],
        cite "NV_gpu_program5 2.X.6.Y";
    /// `result.color[n].primary` and `.secondary`: two colours a draw buffer.
    ArbBlendFuncExtended ["ARB_blend_func_extended"], in [GPU; Fragment],
        cite "ARB_blend_func_extended; NV_gpu_program5 3.11.4.5.3";
    /// Storage modifiers F16 and the vectors of 8 and 16 bits for memory opcodes.
    NvGpuProgram5MemExtended ["NV_gpu_program5_mem_extended"], in [NV5; Any],
        cite "NV_gpu_program5_mem_extended";
    /// STORAGE variables, ATOMB, LDB and STB.
    NvShaderStorageBuffer ["NV_shader_storage_buffer", "NV_shader_storage_buffer_object"], in [NV5; Any],
        cite "NV_shader_storage_buffer_object; its own name as a second spelling, for the two differ";
    /// COUNTER variables and ATOMCTR.
    NvShaderAtomicCounters ["NV_shader_atomic_counters"], in [NV5; Any],
        cite "NV_shader_atomic_counters";
    /// Atomic ADD and EXCH on F32.
    NvShaderAtomicFloat ["NV_shader_atomic_float"], in [NV5; Any], cite "NV_shader_atomic_float";
    /// Atomic ADD and EXCH on F64.
    NvShaderAtomicFloat64 ["NV_shader_atomic_float64"], in [NV5; Any], cite "NV_shader_atomic_float64";
    /// Atomic operations on S64 and more of them on U64.
    NvShaderAtomicInt64 ["NV_shader_atomic_int64"], in [NV5; Any], cite "NV_shader_atomic_int64";
    /// Atomic operations on F16X2 and F16X4.
    NvShaderAtomicFp16Vector ["NV_shader_atomic_fp16_vector"], in [NV5; Any],
        cite "NV_shader_atomic_fp16_vector";
    /// Thread bindings, TGBALLOT and, in fragment programs, QSWZ0 to QSWZY.
    NvShaderThreadGroup ["NV_shader_thread_group"], in [NV5; Any],
        cite "NV_shader_thread_group";
    /// SHFDOWN, SHFIDX, SHFUP and SHFXOR.
    NvShaderThreadShuffle ["NV_shader_thread_shuffle"], in [NV5; Any],
        cite "NV_shader_thread_shuffle";
    /// `handle(…)` for textures and images.
    NvBindlessTexture ["NV_bindless_texture"], in [NV5; Any],
        cite "NV_bindless_texture";
    /// `handle(…)` for textures and images, by its ARB name.
    ArbBindlessTexture ["ARB_bindless_texture"], in [NV5; Any],
        cite "ARB_bindless_texture";
    /// IMQ.
    ArbShaderImageSize ["ARB_shader_image_size"], in [NV5; Any],
        cite "ARB_shader_image_size";
    /// IMQS and TXQS.
    ArbShaderTextureImageSamples ["ARB_shader_texture_image_samples"], in [NV5; Any],
        cite "ARB_shader_texture_image_samples";
    /// LOADIM without a storage modifier.
    ExtShaderImageLoadFormatted ["EXT_shader_image_load_formatted"], in [NV5; Any],
        cite "EXT_shader_image_load_formatted";
    /// `fragment.samplemask` after the depth test.
    ExtPostDepthCoverage ["EXT_post_depth_coverage"], in [NV5; Fragment], requires [NvEarlyFragmentTests],
        cite "EXT_post_depth_coverage";
    /// `fragment.samplemask` after the depth test, by its ARB name.
    ArbPostDepthCoverage ["ARB_post_depth_coverage"], in [NV5; Fragment], requires [NvEarlyFragmentTests],
        cite "ARB_post_depth_coverage";
    /// `result.samplemask` may set samples that the primitive does not cover.
    NvSampleMaskOverrideCoverage ["NV_sample_mask_override_coverage"], in [GPU; Fragment],
        cite "NV_sample_mask_override_coverage";
    /// `fragment.fullycovered`.
    NvConservativeRasterUnderestimation ["NV_conservative_raster_underestimation"], in [GPU; Fragment],
        cite "NV_conservative_raster_underestimation";
    /// `result.viewport` of a geometry program.
    ArbViewportArray ["ARB_viewport_array"], in [GPU; Geometry],
        cite "ARB_viewport_array";
    /// `result.viewport`, `result.layer` and `result.viewportmask[0]` in every stage before the rasterizer.
    NvViewportArray2 ["NV_viewport_array2"],
        in [GPU; Vertex TessellationControl TessellationEvaluation Geometry],
        cite "NV_viewport_array2";
    /// The viewport's number is added to `result.layer`.
    NvLayerViewportRelative ["NV_layer_viewport_relative"],
        in [GPU; Vertex TessellationControl TessellationEvaluation Geometry],
        cite "NV_viewport_array2";
    /// `result.secondaryposition` and SECONDARY_VIEW_LAYER_OFFSET.
    NvStereoViewRendering ["NV_stereo_view_rendering"],
        in [GPU; Vertex TessellationControl TessellationEvaluation Geometry],
        cite "NV_stereo_view_rendering";
    /// `fragment.layer` and `fragment.viewport`.
    ArbFragmentLayerViewport ["ARB_fragment_layer_viewport"], in [GPU; Fragment],
        cite "ARB_fragment_layer_viewport";
    /// PASSTHROUGH declarations; the program emits nothing itself.
    NvGeometryProgramPassthrough ["NV_geometry_program_passthrough", "NV_geometry_shader_passthrough"], in [GPU; Geometry],
        cite "NV_geometry_shader_passthrough; its own name as a second spelling, for the two differ";
    /// FSIB to FSIE: one fragment of a pixel at a time, in primitive order.
    NvPixelInterlockOrdered ["NV_pixel_interlock_ordered"], in [GPU; Fragment],
        excludes [NvPixelInterlockUnordered NvSampleInterlockOrdered NvSampleInterlockUnordered],
        cite "NV_fragment_shader_interlock";
    /// FSIB to FSIE: one fragment of a pixel at a time, in any order.
    NvPixelInterlockUnordered ["NV_pixel_interlock_unordered"], in [GPU; Fragment],
        excludes [NvPixelInterlockOrdered NvSampleInterlockOrdered NvSampleInterlockUnordered],
        cite "NV_fragment_shader_interlock";
    /// FSIB to FSIE: one fragment of a sample at a time, in primitive order.
    NvSampleInterlockOrdered ["NV_sample_interlock_ordered"], in [GPU; Fragment],
        excludes [NvPixelInterlockOrdered NvPixelInterlockUnordered NvSampleInterlockUnordered],
        cite "NV_fragment_shader_interlock";
    /// FSIB to FSIE: one fragment of a sample at a time, in any order.
    NvSampleInterlockUnordered ["NV_sample_interlock_unordered"], in [GPU; Fragment],
        excludes [NvPixelInterlockOrdered NvPixelInterlockUnordered NvSampleInterlockOrdered],
        cite "NV_fragment_shader_interlock";
    /// No GROUP_SIZE: the dispatch says how large a work group is.
    ArbComputeVariableGroupSize ["ARB_compute_variable_group_size"], in [C50; Compute],
        cite "ARB_compute_variable_group_size";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{OPTIONS, ProgramOption};

    #[test]
    fn every_option_of_the_specifications_is_a_row() {
        // source: the extensions of the OpenGL registry, which define 52 options
        assert_eq!(OPTIONS.len(), 52);
        let names: HashSet<_> = OPTIONS.iter().flat_map(|row| row.names).collect();
        assert_eq!(names.len(), 54, "A36 and A128 give two options a second spelling");
        for (at, row) in OPTIONS.iter().enumerate() {
            assert_eq!(row.option as usize, at);
            for name in row.names {
                assert_eq!(ProgramOption::find(name), Some(row.option));
            }
        }
    }

    #[test]
    fn an_option_belongs_to_its_languages_and_stages() {
        // source: NV_vertex_program3 2.14.4.5.3 and NV_fragment_program4 2.X.6.Y on ARB_fragment_program_shadow
        use crate::gl::profile::Profile;
        let shadow = ProgramOption::ArbFragmentProgramShadow.row();
        let takes = |header: &str| {
            let features = Profile::of(header).expect("a header").features();
            shadow.accepts(features.languages, features.stage)
        };
        assert!(takes("!!ARBfp1.0") && takes("!!NVfp4.0"));
        assert!(!takes("!!ARBvp1.0") && !takes("!!NVvp4.0") && !takes("!!FP1.0"));
        let vertex3 = Profile::of("!!ARBvp1.0").expect("a header").features();
        let vertex3 = vertex3.with(ProgramOption::NvVertexProgram3);
        assert!(shadow.accepts(vertex3.languages, vertex3.stage));
    }

    #[test]
    fn exclusion_is_mutual() {
        for row in OPTIONS {
            for other in row.excludes {
                assert!(
                    other.row().excludes.contains(&row.option),
                    "{} and {}",
                    row.name(),
                    other.row().name()
                );
            }
        }
    }
}
