//! Statements: the words that open one, the words that may stand before them, and what each declares,
//! by the grammars of the extensions.

mod rows;
mod words;

use super::availability::{Availability, Features, Missing};
use super::language::{LanguageSet, Stage};

pub use rows::{MODIFIERS, Modifier, STATEMENTS, Statement};
pub use words::{StatementWords, words};

/// A row of the statement table.
#[derive(Debug)]
pub struct StatementRow {
    /// Which statement.
    pub statement: Statement,
    /// The word that opens it.
    pub word: &'static str,
    /// The availability of the statement.
    pub availability: Availability,
    /// Whether it may end without `;`: the grammar gives the declarations at a program's head none, and
    /// its examples have one.
    pub unterminated: bool,
    /// The modifiers that may stand before it, and the languages where they may; each where its own row has
    /// it too.
    pub modifiers: &'static [(Modifier, LanguageSet)],
    /// The thing that it declares, in a phrase.
    pub doc: &'static str,
}

/// A row of the modifier table.
#[derive(Debug)]
pub struct ModifierRow {
    /// Which modifier.
    pub modifier: Modifier,
    /// Its word.
    pub word: &'static str,
    /// The availability of the modifier.
    pub availability: Availability,
    /// The sort of the modifier; a declaration has at most one type and one size.
    pub sort: ModifierSort,
    /// The meaning of the modifier.
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
            .or_else(|| {
                SECOND_SPELLINGS
                    .iter()
                    .find(|(other, _)| *other == word)
                    .map(|(_, at)| *at)
            })
    }
}

/// Words that open a statement which has another in the table: the prose of NV_stereo_view_rendering calls its
/// declaration by a longer name than its grammar.
const SECOND_SPELLINGS: &[(&str, Statement)] = &[(
    "NV_SECONDARY_VIEW_LAYER_OFFSET",
    Statement::SecondaryViewLayerOffset,
)];

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
