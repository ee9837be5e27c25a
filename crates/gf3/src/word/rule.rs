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
    CONSTANT_NAME Error "nv20-constant-name" "a constant's name is not declared as it is used"
        "`#name vector 96` names constant 96, `#name matrix4 96` constants 96 to 99, on a line of its own before the first use; `#name[1]` is the second of them.\n\nWrong: `MOV R0, #tint`. Right: `#tint vector 96` and `MOV R0, #tint`.";
    PAIRED_TEMPORARY Warning "nv20-paired-temporary" "a pair writes R1, and the text names another temporary"
        "Beside an operation of the vector unit the special function unit writes R1, whichever temporary the text names; the word says R1.\n\nDoubtful: `MUL oD0, v3, R0 + RCP R5.x, R0.x`. Clear: `MUL oD0, v3, R0 + RCP R1.x, R0.x`.";
    MACRO Error "nv20-macro" "this macro takes other operands"
        "`%matmul4x4 DESTINATION SOURCE #MATRIX` is four DP4, `%norm3 DESTINATION SOURCE TEMPORARY` a DP3, an RSQ and a MUL that overwrite the temporary.\n\nWrong: `%norm3 R0 v2`. Right: `%norm3 R0 v2 R1`.";
    MACRO_OVERLAP Warning "nv20-macro-overlap" "a macro overwrites what it still reads"
        "A macro is several words, and each sees what the words before it have written: `%matmul4x4` must not write the register that it transforms, and `%norm3` needs a temporary of its own.\n\nDoubtful: `%matmul4x4 R0 R0 #model`. Clear: `%matmul4x4 R1 R0 #model`.";
    LISTING Warning "nv20-listing" "the listing says two things"
        "A listing of xemu has the words of each slot in a comment. The words count; where the text below them is another instruction, it was edited.\n\nDoubtful: `/* Slot 0: 0x00000000 0x0020001B 0x0836106C 0x2070F801 */ MOV(oD0,xyzw, v0);`. Clear: the text without the comment.";
    LISTING_GAP Error "nv20-listing-gap" "words of the listing are missing"
        "The slots of a listing have the numbers 0, 1, 2 and so on, each with four hexadecimal numbers.\n\nWrong: slots 0 and 2. Right: slots 0 and 1.";
    FIELD Error "nv20-field" "no field of the word has this name or value"
        "Braces after a line set fields by name: `{OUT.R=11}`.\n\nWrong: `{OUT.R=16}`. Right: `{OUT.R=15}`.";
    LENGTH Error "nv20-length" "the program store has 136 slots"
        "A longer program does not fit.\n\nWrong: 137 lines. Right: 136.";
    EMPTY Error "nv20-empty" "a program has an instruction"
        "The machine runs the words up to the one with the final bit, so that there is one at least.\n\nWrong: a text of comments. Right: `NOP`.";
    ODD Warning "nv20-odd-word" "the machine has no such register or operation"
        "Bits of words that read a register or do an operation that does not exist have a placeholder, so that the rest of the program can be read and run: an operand `_` reads as zeros, and a destination `_` is not written. What the silicon does there is known of the vector operations 14 and 15 only, which write nothing.\n\nDoubtful: `MOV R0, _ {A.MUX=3 CONST=192}`. Clear: `MOV R0, c[191]`.";
    R1_TWICE Warning "nv20-r1-twice" "both halves of a word write R1"
        "The special function unit of a pair writes R1, and which write stays where the vector unit writes it too is not known of the silicon: emulators take each component from the special function unit's mask, or drop the vector unit's write whole.\n\nDoubtful: `MUL R1, v0, R2 + RCP R1.x, R3.x`. Clear: `MUL R0, v0, R2 + RCP R1.x, R3.x`.";
}
