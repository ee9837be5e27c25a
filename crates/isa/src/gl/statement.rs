//! Statements: the words that open one, the words that may stand before them, and what each declares
//! (facts 3.1 and 3.2).

use std::sync::LazyLock;

use super::availability::{Availability, Features, Missing};
use super::language::{LanguageSet, Stage, StageSet};
use super::option::ProgramOption;

/// A row of the statement table.
#[derive(Debug)]
pub struct StatementRow {
    /// Which statement.
    pub statement: Statement,
    /// The word that opens it.
    pub word: &'static str,
    /// Where it exists.
    pub availability: Availability,
    /// Whether it may end without `;`: the grammar gives the declarations at a program's head none, and
    /// its examples have one.
    pub unterminated: bool,
    /// The modifiers that may stand before it, and the languages where they may; each where its own row has
    /// it too.
    pub modifiers: &'static [(Modifier, LanguageSet)],
    /// What it declares.
    pub doc: &'static str,
}

/// A row of the modifier table.
#[derive(Debug)]
pub struct ModifierRow {
    /// Which modifier.
    pub modifier: Modifier,
    /// Its word.
    pub word: &'static str,
    /// Where it exists.
    pub availability: Availability,
    /// What sort of modifier it is; a declaration has at most one type and one size.
    pub sort: ModifierSort,
    /// What it says.
    pub doc: &'static str,
}

/// The sorts of declaration modifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModifierSort {
    /// FLOAT, INT, UINT.
    Type,
    /// SHORT, LONG.
    Size,
    /// FLAT, CENTROID, NOPERSPECTIVE, SAMPLE.
    Interpolation,
}

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
    Attrib "ATTRIB" false in [AV AF GPU; Any] modifiers [Float GPU, Int GPU, Uint GPU, Long NV5, Flat GPU, Centroid GPU, NoPerspective GPU, Sample N50];
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
    Cbuffer "CBUFFER" false in [NV5; Any] option [(NV4 NvParameterBufferObject2)] modifiers [];
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
    Passthrough "PASSTHROUGH" true in [; Geometry] option [(NV5 NvGeometryProgramPassthrough)] modifiers [];
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
    /// Interpolated at each sample.
    Sample "SAMPLE" Interpolation in [N50; Fragment];
}

/// The words of a language that a parser has to know before it has read any option: those that the language
/// has, and those that one of its options could bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementWords {
    /// Words that open a statement.
    pub declarations: &'static [&'static str],
    /// Words that may stand before them.
    pub modifiers: &'static [&'static str],
    /// Opening words whose statement may end without `;`.
    pub unterminated: &'static [&'static str],
}

/// The words for one set of languages.
#[derive(Debug)]
struct WordLists {
    languages: LanguageSet,
    declarations: Vec<&'static str>,
    modifiers: Vec<&'static str>,
    unterminated: Vec<&'static str>,
}

/// The statement words of a header's language.
pub fn words(language: LanguageSet) -> StatementWords {
    static LISTS: LazyLock<Vec<WordLists>> = LazyLock::new(|| {
        // ARB programs get the words of their options, which add to the language.
        let arb_fragment = LanguageSet::AF.or(LanguageSet::AF1);
        [
            LanguageSet::V10,
            LanguageSet::VS,
            LanguageSet::V11,
            LanguageSet::V20,
            LanguageSet::F10,
        ]
        .into_iter()
        .chain([LanguageSet::AV, arb_fragment, LanguageSet::ATI])
        .chain([LanguageSet::NV4, LanguageSet::N50, LanguageSet::C50])
        .map(WordLists::new)
        .collect()
    });
    LISTS.iter().find(|lists| lists.languages.meets(language)).map_or(
        StatementWords {
            declarations: &[],
            modifiers: &[],
            unterminated: &[],
        },
        |lists| StatementWords {
            declarations: &lists.declarations,
            modifiers: &lists.modifiers,
            unterminated: &lists.unterminated,
        },
    )
}

impl WordLists {
    fn new(languages: LanguageSet) -> WordLists {
        let has = |availability: &Availability| {
            let by_option = availability.by_option.iter().any(|(by, _)| by.meets(languages));
            by_option || availability.languages.meets(languages)
        };
        let statements = || STATEMENTS.iter().filter(|row| has(&row.availability));
        WordLists {
            languages,
            declarations: statements().map(|row| row.word).collect(),
            modifiers: MODIFIERS
                .iter()
                .filter(|row| has(&row.availability))
                .map(|row| row.word)
                .collect(),
            unterminated: statements()
                .filter(|row| row.unterminated)
                .map(|row| row.word)
                .collect(),
        }
    }
}

impl Statement {
    /// Its row.
    pub fn row(self) -> &'static StatementRow {
        &STATEMENTS[self as usize]
    }

    /// The statement that a word opens, in any language.
    pub fn find(word: &str) -> Option<Statement> {
        STATEMENTS
            .iter()
            .find(|row| row.word == word)
            .map(|row| row.statement)
    }
}

/// Why a modifier may not stand before a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// The program does not have it.
    Missing(Missing),
    /// It stands before other statements.
    Statement,
}

impl Modifier {
    /// Whether it may stand before a statement in a program with these features.
    ///
    /// # Errors
    /// Says whether the program lacks it or the statement does not take it.
    pub fn check(self, statement: Statement, features: &Features) -> Result<(), Misplaced> {
        self.row()
            .availability
            .check(features)
            .map_err(Misplaced::Missing)?;
        let languages = features.languages;
        let taken = statement
            .row()
            .modifiers
            .iter()
            .any(|(this, at)| *this == self && at.meets(languages));
        // NV_gpu_program5 2.X.3.1: LONG attributes belong to vertex programs.
        let long = self == Modifier::Long && statement == Statement::Attrib;
        if taken && !(long && features.stage != Stage::Vertex) {
            Ok(())
        } else {
            Err(Misplaced::Statement)
        }
    }

    /// Its row.
    pub fn row(self) -> &'static ModifierRow {
        &MODIFIERS[self as usize]
    }

    /// The modifier of a word, in any language.
    pub fn find(word: &str) -> Option<Modifier> {
        MODIFIERS
            .iter()
            .find(|row| row.word == word)
            .map(|row| row.modifier)
    }
}

#[cfg(test)]
mod tests {
    use super::{LanguageSet, MODIFIERS, Modifier, STATEMENTS, Statement, words};
    use crate::gl::profile::Profile;

    #[test]
    fn rows_find_themselves() {
        for (at, row) in STATEMENTS.iter().enumerate() {
            assert_eq!(
                (row.statement as usize, Statement::find(row.word)),
                (at, Some(row.statement))
            );
        }
        for (at, row) in MODIFIERS.iter().enumerate() {
            assert_eq!(
                (row.modifier as usize, Modifier::find(row.word)),
                (at, Some(row.modifier))
            );
        }
    }

    #[test]
    fn modifiers_stand_where_the_specifications_allow_them() {
        // source: NV_gpu_program4 2.X.3.1, NV_gpu_program5 2.X.3.1, NV_fragment_program4 2.X.3.1,
        // NV_fragment_program_option 3.11.3
        use Modifier::{Flat, Int, Long, Sample, Short};
        use Statement::{Attrib, Output, Param, Temp};
        let fits = |header: &str, modifier: Modifier, statement| {
            modifier
                .check(statement, &Profile::of(header).expect("a header").features())
                .is_ok()
        };
        assert!(fits("!!NVvp4.0", Short, Temp) && fits("!!NVvp4.0", Short, Output));
        assert!(!fits("!!NVvp4.0", Short, Attrib) && !fits("!!NVvp4.0", Short, Param));
        assert!(fits("!!NVvp4.0", Long, Temp) && !fits("!!NVvp4.0", Long, Output));
        assert!(fits("!!NVvp5.0", Long, Attrib) && !fits("!!NVvp4.0", Long, Attrib));
        assert!(!fits("!!NVgp5.0", Long, Attrib));
        assert!(fits("!!NVfp4.0", Flat, Attrib) && !fits("!!NVvp4.0", Flat, Attrib));
        assert!(!fits("!!NVfp4.0", Flat, Temp) && !fits("!!NVfp4.0", Sample, Attrib));
        assert!(fits("!!NVfp5.0", Sample, Attrib) && fits("!!NVgp4.0", Int, Param));
        assert!(!fits("!!ARBfp1.0", Short, Temp) && !fits("!!ARBvp1.0", Int, Temp));
        let option = Profile::of("!!ARBfp1.0").expect("a header").features();
        let option = option.with(crate::gl::option::ProgramOption::NvFragmentProgram);
        assert!(Short.check(Temp, &option).is_ok() && Long.check(Output, &option).is_ok());
    }

    #[test]
    fn arb_grammars_have_their_naming_statements() {
        // source: ARB_vertex_program 2.14.2 and ARB_fragment_program 3.11.2, <namingStatement> and <option>
        let vertex = ["OPTION", "ATTRIB", "PARAM", "TEMP", "OUTPUT", "ADDRESS", "ALIAS"];
        let fragment = ["OPTION", "ATTRIB", "PARAM", "TEMP", "OUTPUT", "ALIAS"];
        assert_eq!(words(LanguageSet::AV).declarations, vertex);
        assert_eq!(words(LanguageSet::AF).declarations, fragment);
        assert!(words(LanguageSet::AV).modifiers.is_empty());
        assert_eq!(words(LanguageSet::AF).modifiers, ["SHORT", "LONG"]);
        assert!(words(LanguageSet::V10).declarations.is_empty());
    }
}
