//! The rules that a vertex program can break on its way to words.

use quadrille_base::{Rule, Severity};

macro_rules! rules {
    ($($name:ident $severity:ident $text:literal $cite:literal $summary:literal $page:literal;)*) => {
        $(#[doc = $summary]
        pub static $name: Rule = Rule {
            name: $text,
            severity: Severity::$severity,
            summary: $summary,
            cites: &[$cite],
            page: $page,
        };)*

        /// All of them.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    SYNTAX Error "vp1-syntax" "NV_vertex_program 2.14.1.7"
        "the grammar does not go on like this"
        "Wrong: `MOV R0 v[0];`. Right: `MOV R0, v[0];`.";
    PARAMETERS Error "vp1-parameters" "NV_vertex_program 2.14.1.7"
        "an instruction reads one program parameter register"
        "Wrong: `ADD R0, c[0], c[1];`. Right: `MOV R0, c[0]; ADD R0, R0, c[1];`.";
    ATTRIBUTES Error "vp1-attributes" "NV_vertex_program 2.14.1.7"
        "an instruction reads one vertex attribute register"
        "Wrong: `ADD R0, v[0], v[1];`. Right: `MOV R0, v[0]; ADD R0, R0, v[1];`.";
    LENGTH Error "vp1-length" "NV_vertex_program 2.14.1.7, NV_vertex_program1_1 2.14.B"
        "a program has at most 128 instructions, a position-invariant one 124"
        "Wrong: 129 instructions. Right: 128.";
    POSITION Error "vp1-position" "NV_vertex_program 2.14.1.7"
        "a vertex program writes o[HPOS]"
        "Wrong: `!!VP1.0 MOV R0, v[0]; END`. Right: `!!VP1.0 MOV o[HPOS], v[0]; END`.";
    PARAMETER_WRITE Error "vsp1-write" "NV_vertex_program 2.14.4"
        "a vertex state program writes a program parameter"
        "Wrong: `!!VSP1.0 MOV R0, v[0]; END`. Right: `!!VSP1.0 MOV c[0], v[0]; END`.";
    FIT Error "nv20-fit" "nv20 instruction word"
        "the program does not fit the machine"
        "There are 128 words, 12 temporaries, 96 constants and 4 texture coordinates.";
    MISSING_OUTPUT Warning "nv20-missing-output" "NV_vertex_program 2.14.1.5"
        "the machine has no such output, so the write is ignored"
        "The machine has four texture units; results for others are ignored. Wrong: `MOV o[TEX4], v[0];`. Right: `MOV o[TEX3], v[0];`.";
}
