//! The equivalents, in a plain ARB program, of instructions that only an option of one vendor brings.

use quadrille_isa::gl::opcode::OpcodeRow;
use quadrille_isa::gl::{LanguageSet, Opcode};

use crate::language::Language;
use crate::mnemonic::{self, Suffix};

/// The equivalent of an opcode with a suffix in a plain ARB program; `None` if there is none, and for other programs.
pub(crate) fn plain_way(language: &Language, row: &OpcodeRow, suffix: &Suffix) -> Option<&'static str> {
    if !language.meets(LanguageSet::ARB) {
        return None;
    }
    let bare = Suffix {
        precision: None,
        ..*suffix
    };
    let has = row.availability.check(&language.features).is_ok();
    if has && mnemonic::takes(row, &bare, &language.features) {
        return Some("the opcode without its precision");
    }
    // A condition code is the option's own.
    if has || suffix.update.is_some() {
        return None;
    }
    Some(match row.opcode {
        Opcode::Sgt => "`SLT` with its operands exchanged",
        Opcode::Sle => "`SGE` with its operands exchanged",
        Opcode::Seq => "`SGE` in both orders, multiplied",
        Opcode::Sne => "`SLT` in both orders, added",
        Opcode::Str => "`MOV` of 1",
        Opcode::Sfl => "`MOV` of 0",
        Opcode::Ssg => "`SLT` with 0 in both orders, subtracted",
        Opcode::Div => "`RCP` and `MUL`",
        Opcode::Dp2 | Opcode::Dp2a => "`MUL` and `ADD`",
        Opcode::Nrm => "`DP3`, `RSQ` and `MUL`",
        Opcode::Rfl => "`DP3`, `RCP`, `MUL` and `MAD`",
        _ => return None,
    })
}
