//! The rules that machine text can break.

use quadrille_base::{Rule, Severity};

macro_rules! rules {
    ($($name:ident $severity:ident $text:literal $summary:literal $page:literal;)*) => {
        $(#[doc = $summary]
        pub static $name: Rule = Rule {
            name: $text,
            severity: Severity::$severity,
            summary: $summary,
            cites: &["nv20 instruction word"],
            page: $page,
        };)*

        /// All of them.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    SYNTAX Error "nv20-syntax" "this is not machine text"
        "A line holds up to three statements joined by `+`: an operation, a destination, sources.\n\nWrong: `MOV R0 v0`. Right: `MOV R0.xyzw, v0`.";
    OPERATION Error "nv20-operation" "no unit has this operation"
        "The vector unit has NOP MOV MUL ADD MAD DP3 DPH DP4 DST MIN MAX SLT SGE ARL, the special function unit NOP MOV RCP RCC RSQ EXP LOG LIT.\n\nWrong: `SUB R0, R1, R2`. Right: `ADD R0, R1, -R2`.";
    REGISTER Error "nv20-register" "no register has this name or number"
        "Temporaries are R0 to R11 (R12 reads the position output), inputs v0 to v15, constants c[0] to c[191].\n\nWrong: `MOV R12, v0`. Right: `MOV R11, v0`.";
    SELECTOR Error "nv20-selector" "this selects no components"
        "A swizzle has one to four letters of xyzw or rgba, the last one counts on; a mask has them in order, each once.\n\nWrong: `MOV R0.yx, v0`. Right: `MOV R0.xy, v0.yx`.";
    COUNT Error "nv20-operand-count" "the operation takes another number of sources"
        "ADD takes two sources, MAD three, the special functions one.\n\nWrong: `ADD R0, R1`. Right: `ADD R0, R1, R2`.";
    PAIR Error "nv20-pair" "one word cannot hold this"
        "A word has one operation for each unit, one constant, one attribute, one temporary a unit and one output; with two operations the special function unit writes R1.\n\nWrong: `ADD R0, c[0], c[1]`. Right: two words.";
    FIELD Error "nv20-field" "no field of the word has this name or value"
        "Braces after a line set fields by name: `{OUT.R=11}`.\n\nWrong: `{OUT.R=16}`. Right: `{OUT.R=15}`.";
    LENGTH Error "nv20-length" "the program store has 136 slots"
        "A longer program does not fit.\n\nWrong: 137 lines. Right: 136.";
    ODD Warning "nv20-odd-word" "the machine has no such register or operation"
        "Bits of words that read a register or do an operation that does not exist have a placeholder, so that the rest of the program can be read and run: an operand `_` reads as zeros, and a destination `_` is not written. What the silicon does there is known of the vector operations 14 and 15 only, which write nothing.\n\nDoubtful: `MOV R0, _ {A.MUX=3 CONST=192}`. Clear: `MOV R0, c[191]`.";
    R1_TWICE Warning "nv20-r1-twice" "both halves of a word write R1"
        "The special function unit of a pair writes R1, and which write stays where the vector unit writes it too is not known of the silicon: emulators take each component from the special function unit's mask, or drop the vector unit's write whole.\n\nDoubtful: `MUL R1, v0, R2 + RCP R1.x, R3.x`. Clear: `MUL R0, v0, R2 + RCP R1.x, R3.x`.";
}
