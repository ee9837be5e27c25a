//! The words of the language, for who offers or colours them. What they mean where they stand is not here.

use super::{function, mnemonic, register};

/// The directives, without their point.
pub const DIRECTIVES: &[&str] = &[
    "set", "define", "equ", "const", "lset", "lconst", "unset", "undef", "lunset", "rep", "endr", "endrep",
    "foreach", "endfor", "macro", "endm", "func", "endf", "endfunc", "local", "endloc", "back", "endb",
    "endback", "clone", "if", "ifset", "ifnset", "elseif", "elif", "else", "endif", "assert", "include",
    "global", "align", "balign", "p2align", "code", "text", "rodata", "data", "bit", "byte", "short",
    "hword", "word", "int", "dword", "long", "quad", "qword", "half", "float", "single", "double", "int1",
    "int2", "int4", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "2byte", "4byte",
    "8byte", "ascii", "asciz", "string", "space", "skip", "zero", "fill", "globl", "section",
];

/// The suffixes of operations that have no number in them, without their point.
pub const SUFFIXES: &[&str] = &[
    "setf", "never", "ifz", "ifnz", "ifn", "ifnn", "ifc", "ifcc", "allz", "allnz", "anyz", "anynz", "alln",
    "allnn", "anyn", "anynn", "allc", "allnc", "anyc", "anync",
];

/// The words that begin an instruction.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    mnemonic::names()
}

/// The registers by name; `ra0` to `rb31` are among them.
pub fn registers() -> impl Iterator<Item = String> {
    let files = ["ra", "rb"].into_iter();
    let numbered = files.flat_map(|file| (0..32).map(move |number| format!("{file}{number}")));
    register::names().map(str::to_owned).chain(numbered)
}

/// The functions of expressions.
pub fn functions() -> impl Iterator<Item = &'static str> {
    function::names()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{Dialect, NoIncludes, Options, assemble, suffix};

    #[test]
    fn every_word_is_known() {
        for directive in DIRECTIVES {
            let text = format!(".{directive}\n");
            let assembly = assemble("test", &text, &Options::default(), &mut NoIncludes);
            let unknown = |message: &str| message.contains("no such directive");
            assert!(
                !assembly.diagnostics.iter().any(|one| unknown(&one.message)),
                "{directive}"
            );
        }
        for name in SUFFIXES {
            assert!(
                suffix::find(name.as_bytes(), Dialect::default()).is_some(),
                "{name}"
            );
        }
        for name in registers() {
            assert!(register::find(name.as_bytes()).is_some(), "{name}");
        }
    }
}
