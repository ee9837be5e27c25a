//! Words that a program may not take as a name (ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2,
//! NV_gpu_program4 2.X.2).

use super::availability::Features;
use super::condition::TESTS;
use super::language::{LanguageSet, Stage};
use super::opcode::{OPCODES, OpcodeRow};
use super::register::{BRACKETED, numbered};
use super::statement::STATEMENTS;
use super::target::TextureTarget;

/// Whether a program with these features may not declare this name.
///
/// The ARB languages reserve their opcodes with every suffix, the words that open statements, `END` and the
/// first words of their bindings; NV4 and NV5 only first words of bindings (NV_gpu_program4 2.X.2); FP1.0 its
/// opcodes, keywords and register names; the others name nothing but labels.
pub fn is_reserved(word: &str, features: &Features) -> bool {
    let languages = features.languages;
    if languages.meets(LanguageSet::GPU) {
        return binding_word(word, features);
    }
    word == "END"
        || languages.meets(LanguageSet::ARB) && binding_word(word, features)
        || languages.meets(LanguageSet::F10) && register_word(word, features)
        || STATEMENTS
            .iter()
            .any(|row| row.word == word && row.availability.check(features).is_ok())
        || opcode_word(word, features)
}

/// Whether bindings of such a program begin with this word.
fn binding_word(word: &str, features: &Features) -> bool {
    let stage = features.stage;
    let gpu = features.languages.meets(LanguageSet::GPU);
    let many_vertices = matches!(
        stage,
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation
    );
    match word {
        "program" | "result" | "state" => true,
        "texture" => stage == Stage::Fragment || gpu,
        "fragment" => stage == Stage::Fragment,
        "vertex" => stage == Stage::Vertex || many_vertices,
        "primitive" => gpu && (stage == Stage::Fragment || many_vertices),
        _ => false,
    }
}

/// Whether the grammar of !!FP1.0 has this word in an operand: a register or a member of a file, a test of the
/// condition code or a target (NV_fragment_program 3.11.2, "keywords defined in the grammar").
fn register_word(word: &str, features: &Features) -> bool {
    let member = BRACKETED
        .iter()
        .filter(|file| file.languages.meets(features.languages))
        .any(|file| file.names.iter().any(|member| member.name == word));
    let test = TESTS
        .iter()
        .any(|row| row.name == word && row.availability.check(features).is_ok());
    let target = TextureTarget::of_name(word);
    numbered(word, features.languages).is_some()
        || matches!(word, "RC" | "HC")
        || member
        || test
        || target.is_some_and(|row| row.availability.check(features).is_ok())
}

/// Whether a word is an opcode of the program with any suffix that it takes.
fn opcode_word(word: &str, features: &Features) -> bool {
    let is = |name: &str| {
        let of_name = |row: &&OpcodeRow| row.mnemonic == name;
        OPCODES
            .iter()
            .filter(of_name)
            .any(|row| row.availability.check(features).is_ok())
    };
    if is(word) {
        return true;
    }
    let languages = features.languages;
    if !languages.meets(LanguageSet::AF.or(LanguageSet::F10)) {
        return false;
    }
    // KIL takes no suffix (ARB_fragment_program 3.11.2, list of reserved words).
    let mut bare = word.strip_suffix("_SAT").unwrap_or(word);
    if languages.meets(LanguageSet::AF2) {
        bare = word.strip_suffix("_SSAT").unwrap_or(bare);
    }
    if bare != word && is(bare) {
        return bare != "KIL";
    }
    if !languages.meets(LanguageSet::AF1.or(LanguageSet::F10)) {
        return false;
    }
    let bare = bare.strip_suffix('C').unwrap_or(bare);
    let bare = bare
        .strip_suffix(['R', 'H', 'X'])
        .filter(|name| is(name))
        .unwrap_or(bare);
    is(bare) && bare != "KIL"
}

#[cfg(test)]
mod tests {
    use super::is_reserved;
    use crate::gl::profile::Profile;

    fn reserved(header: &str, word: &str) -> bool {
        is_reserved(word, &Profile::of(header).expect("a header").features())
    }

    #[test]
    fn each_language_reserves_its_own() {
        // source: ARB_vertex_program 2.14.2 and ARB_fragment_program 3.11.2, reserved keywords
        for word in [
            "ADDRESS", "ALIAS", "ATTRIB", "END", "OPTION", "OUTPUT", "PARAM", "TEMP", "vertex", "MAD",
        ] {
            assert!(reserved("!!ARBvp1.0", word), "{word}");
        }
        for word in ["fragment", "texture", "position", "env", "MAD_SAT"] {
            assert!(!reserved("!!ARBvp1.0", word), "{word}");
        }
        for word in ["fragment", "texture", "program", "result", "state", "MAD_SAT"] {
            assert!(reserved("!!ARBfp1.0", word), "{word}");
        }
        for word in ["vertex", "ADDRESS", "RECT", "CUBE", "KIL_SAT", "MADR"] {
            assert!(!reserved("!!ARBfp1.0", word), "{word}");
        }
        // source: NV_gpu_program4 2.X.2
        assert!(reserved("!!NVfp4.0", "primitive") && !reserved("!!NVvp4.0", "primitive"));
        assert!(!reserved("!!NVvp4.0", "MAD") && reserved("!!NVgp4.0", "vertex"));
        // source: NV_fragment_program 3.11.3, names that DEFINE and DECLARE may not take
        assert!(reserved("!!FP1.0", "H63") && !reserved("!!FP1.0", "H64") && reserved("!!FP1.0", "TEX15"));
        for word in ["WPOS", "COLH", "EQ", "CUBE", "HC", "MADXC_SAT"] {
            assert!(reserved("!!FP1.0", word), "{word}");
        }
        assert!(!reserved("!!FP1.0", "SHADOW2D") && !reserved("!!FP1.0", "NAN"));
    }
}
