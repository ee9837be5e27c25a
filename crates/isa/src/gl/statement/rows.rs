//! The tables of statements and their modifiers.

use super::{ModifierRow, ModifierSort, StatementRow};
use crate::gl::availability::Availability;
use crate::gl::language::{LanguageSet, Stage, StageSet};
use crate::gl::option::ProgramOption;

macro_rules! stages {
    (Any) => {
        StageSet::ALL
    };
    ($($stage:ident)*) => {
        StageSet::of(&[$(Stage::$stage),*])
    };
}

macro_rules! availability {
    ($($language:ident)*; $($stage:ident)*; $(($by:ident $option:ident))*) => {
        Availability {
            languages: LanguageSet::NONE$(.or(LanguageSet::$language))*,
            by_option: &[$((LanguageSet::$by, ProgramOption::$option)),*],
            stages: stages!($($stage)*),
        }
    };
}

macro_rules! statements {
    ($($(#[doc = $doc:literal])* $id:ident $word:literal $unterminated:literal in [$($language:ident)*; $($stage:ident)*]
        $(option [$(($by:ident $option:ident))*])? modifiers [$($modifier:ident $($where:ident)|+),*];)*) => {
        /// A statement that opens with a word of its own.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Statement {
            $($(#[doc = $doc])* $id,)*
        }

        /// All statements that open with a word of their own, in the order of [`Statement`].
        pub static STATEMENTS: &[StatementRow] = &[
            $(StatementRow {
                statement: Statement::$id,
                word: $word,
                availability: availability!($($language)*; $($stage)*; $($(($by $option))*)?),
                unterminated: $unterminated,
                modifiers: &[$((Modifier::$modifier, LanguageSet::NONE$(.or(LanguageSet::$where))+)),*],
                doc: concat!($($doc),*).trim_ascii(),
            },)*
        ];
    };
}

macro_rules! modifiers {
    ($($(#[doc = $doc:literal])* $id:ident $word:literal $sort:ident in [$($language:ident)*; $($stage:ident)*];)*) => {
        /// A modifier of a declaration.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Modifier {
            $($(#[doc = $doc])* $id,)*
        }

        /// All modifiers of declarations, in the order of [`Modifier`].
        pub static MODIFIERS: &[ModifierRow] = &[
            $(ModifierRow {
                modifier: Modifier::$id,
                word: $word,
                availability: availability!($($language)*; $($stage)*;),
                sort: ModifierSort::$sort,
                doc: concat!($($doc),*).trim_ascii(),
            },)*
        ];
    };
}

statements! {
    /// Switches an option on; before everything else.
    Option "OPTION" false in [V11 V20 F10 AV AF GPU; Any] modifiers [];
    /// Names an attribute, or an array of them.
    Attrib "ATTRIB" false in [AV AF GPU; Any] modifiers [Float GPU, Int GPU, Uint GPU, Long NV5, Flat GPU, Centroid GPU, NoPerspective GPU, Sample N41 | N50];
    /// Names a parameter or constant, or an array of them.
    Param "PARAM" false in [AV AF GPU; Any] modifiers [Float GPU, Int GPU, Uint GPU];
    /// Declares temporaries.
    Temp "TEMP" false in [AV AF GPU; Any]
        modifiers [Float GPU, Int GPU, Uint GPU, Short AF1 | GPU, Long AF1 | GPU];
    /// Names a result, or an array of them.
    Output "OUTPUT" false in [AV AF GPU; Vertex TessellationControl TessellationEvaluation Geometry Fragment]
        modifiers [Float GPU, Int GPU, Uint GPU, Short AF1 | GPU, Long AF1];
    /// Declares address registers.
    Address "ADDRESS" false in [AV; Vertex] modifiers [];
    /// Gives a second name to a variable.
    Alias "ALIAS" false in [AV AF GPU; Any] modifiers [];
    /// Names a constant.
    Define "DEFINE" false in [F10; Fragment] modifiers [];
    /// Names a parameter.
    Declare "DECLARE" false in [F10; Fragment] modifiers [];
    /// Names words of a program parameter buffer.
    Buffer "BUFFER" false in [GPU; Any] modifiers [Float GPU, Int GPU, Uint GPU];
    /// Names vectors of a program parameter buffer.
    Buffer4 "BUFFER4" false in [GPU; Any] modifiers [Float GPU, Int GPU, Uint GPU];
    /// Names a program parameter buffer for LDC.
    Cbuffer "CBUFFER" false in [NV5; Any] option [(NV4 NvParameterBufferObject2)]
        modifiers [Float GPU, Int GPU, Uint GPU];
    /// Names a texture image unit, or an array of them.
    Texture "TEXTURE" false in [NV5; Any] modifiers [];
    /// Names an image unit, or an array of them.
    Image "IMAGE" false in [NV5; Any] modifiers [];
    /// Names bytes of a storage buffer.
    Storage "STORAGE" false in [; Any] option [(NV5 NvShaderStorageBuffer)] modifiers [];
    /// Names bytes of shared memory.
    Shared "SHARED" false in [C50; Compute] modifiers [];
    /// Names atomic counters.
    Counter "COUNTER" false in [; Any] option [(NV5 NvShaderAtomicCounters)] modifiers [];
    /// Puts labels into a subroutine type.
    SubroutineType "SUBROUTINETYPE" false in [NV5; Any] modifiers [];
    /// Declares a subroutine variable.
    Subroutine "SUBROUTINE" false in [NV5; Any] modifiers [];
    /// What a geometry program gets.
    PrimitiveIn "PRIMITIVE_IN" true in [GPU; Geometry] modifiers [];
    /// What a geometry program emits.
    PrimitiveOut "PRIMITIVE_OUT" true in [GPU; Geometry] modifiers [];
    /// How many vertices a geometry program emits at most, or the vertices of an output patch.
    VerticesOut "VERTICES_OUT" true in [GPU; Geometry TessellationControl] modifiers [];
    /// How often a geometry program runs for each primitive.
    Invocations "INVOCATIONS" true in [NV5; Geometry] modifiers [];
    /// What a patch is cut into.
    TessMode "TESS_MODE" true in [NV5; TessellationEvaluation] modifiers [];
    /// How edges are cut.
    TessSpacing "TESS_SPACING" true in [NV5; TessellationEvaluation] modifiers [];
    /// Which way triangles run.
    TessVertexOrder "TESS_VERTEX_ORDER" true in [NV5; TessellationEvaluation] modifiers [];
    /// Points instead of lines or triangles.
    TessPointMode "TESS_POINT_MODE" true in [NV5; TessellationEvaluation] modifiers [];
    /// Invocations of a work group along each axis.
    GroupSize "GROUP_SIZE" true in [C50; Compute] modifiers [];
    /// Bytes of shared memory.
    SharedMemory "SHARED_MEMORY" true in [C50; Compute] modifiers [];
    /// A result that is copied from the vertex that comes in.
    Passthrough "PASSTHROUGH" true in [; Geometry] option [(GPU NvGeometryProgramPassthrough)] modifiers [];
    /// Layers between the first view and the second.
    SecondaryViewLayerOffset "SECONDARY_VIEW_LAYER_OFFSET" true
        in [; Vertex TessellationControl TessellationEvaluation Geometry] option [(GPU NvStereoViewRendering)]
        modifiers [];
}

modifiers! {
    /// Components are floating point.
    Float "FLOAT" Type in [GPU; Any];
    /// Components are signed integers.
    Int "INT" Type in [GPU; Any];
    /// Components are unsigned integers.
    Uint "UINT" Type in [GPU; Any];
    /// At least 16 bits a component.
    Short "SHORT" Size in [AF1 GPU; Any];
    /// At least 32 bits a component; 64 with NV_gpu_program_fp64.
    Long "LONG" Size in [AF1 GPU; Any];
    /// The provoking vertex's value.
    Flat "FLAT" Interpolation in [GPU; Fragment];
    /// Interpolated inside the covered part of the pixel.
    Centroid "CENTROID" Interpolation in [GPU; Fragment];
    /// Interpolated without perspective.
    NoPerspective "NOPERSPECTIVE" Interpolation in [GPU; Fragment];
    /// Interpolated at each sample; of version 4.1 (NV_gpu_program5, issue 8).
    Sample "SAMPLE" Interpolation in [N41 N50; Fragment];
}
