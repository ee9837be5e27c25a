//! The limits of a run, by the language of the program.

use quadrille_isa::gl::LanguageSet;
use quadrille_program::{CallOverflow, Execution};

use crate::language::Language;
use quadrille_isa::gl::Limits;

/// The depth of the call stack of !!VP2.0, which no query tells (NV_vertex_program2 2.14.2.3).
const VP2_CALL_DEPTH: u32 = 4;
/// The instructions that a !!VP2.0 program may execute (NV_vertex_program2 2.14.2.3).
const VP2_INSTRUCTIONS: u64 = 65536;

/// The limits of a run of the program.
pub(crate) fn execution(language: &Language, limits: &Limits) -> Execution {
    let languages = language.features.languages;
    if languages.meets(LanguageSet::GPU) {
        return Execution {
            call_depth: limits.call_depth,
            overflow: CallOverflow::Ignored,
            codes_undefined: true,
            ..Execution::default()
        };
    }
    if languages.meets(LanguageSet::V20) {
        return Execution {
            call_depth: VP2_CALL_DEPTH,
            instructions: Some(VP2_INSTRUCTIONS),
            ..Execution::default()
        };
    }
    if languages.meets(LanguageSet::AF2) {
        return Execution {
            call_depth: limits.call_depth,
            instructions: Some(limits.executed_instructions.into()),
            if_depth: Some(limits.if_depth),
            loop_depth: Some(limits.loop_depth),
            loop_count: Some(limits.loop_count),
            ..Execution::default()
        };
    }
    if languages.meets(LanguageSet::AV2.or(LanguageSet::AV3)) {
        return Execution {
            call_depth: limits.call_depth,
            instructions: Some(limits.executed_instructions.into()),
            ..Execution::default()
        };
    }
    Execution::default()
}
