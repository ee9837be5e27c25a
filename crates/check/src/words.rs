//! The words of a language that the parser has to know.

use quadrille_isa::gl::profile::Profile;
use quadrille_isa::gl::{LanguageSet, statement};
use quadrille_syntax::Lexis;
use quadrille_syntax::tree::{Blocks, Words};

/// The words that the parser has to know for a language.
pub fn words(profile: &Profile) -> Words {
    let words = statement::words(profile.language);
    let gpu = profile.language.meets(LanguageSet::GPU);
    let ati = profile.language.meets(LanguageSet::ATI);
    Words {
        declarations: words.declarations,
        modifiers: words.modifiers,
        unterminated: words.unterminated,
        bare: if gpu { &["TESS_POINT_MODE"] } else { &[] },
        typed: if gpu { &["SUBROUTINE"] } else { &[] },
        without_equals: if gpu { &["SUBROUTINETYPE", "COUNTER"] } else { &[] },
        calls: if gpu { &["handle", "offset"] } else { &[] },
        branches: &["BRA", "CAL", "CALI"],
        lexis: if ati {
            Lexis::AtiFragmentShader
        } else {
            Lexis::Assembly
        },
        blocks: if ati { ATI_BLOCKS } else { BLOCKS },
    }
}

/// The blocks of structured flow, in the languages that have it.
const BLOCKS: Blocks = Blocks {
    open: &["IF", "REP", "LOOP"],
    divide: &["ELSE"],
    close: &["ENDIF", "ENDREP", "ENDLOOP"],
};

/// The blocks of ATI_text_fragment_shader.
const ATI_BLOCKS: Blocks = Blocks {
    open: &["StartConstants", "StartPrelimPass", "StartOutputPass"],
    divide: &[],
    close: &["EndConstants", "EndPass"],
};
