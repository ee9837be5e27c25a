//! Texts as assemblers of the NV2A, emulators and console programs have them.

use quadrille_gf3::target::{Remark, Target};
use quadrille_gf3::word::assemble::{assemble, assemble_line, warnings};
use quadrille_gf3::word::form::Form;
use quadrille_gf3::word::{Numbering, Word, decode_program, listing};

/// The words of a text of the NV2A.
fn words(text: &str) -> Vec<Word> {
    assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message))
}

/// The first problem of a text: its rule, its place and what it says.
fn problem(text: &str) -> (&'static str, &str, String) {
    let errors = assemble(text, Numbering::Nv2a).expect_err(text);
    let span = errors[0].span;
    (
        errors[0].rule.name,
        &text[span.start as usize..span.end as usize],
        errors[0].message.clone(),
    )
}

/// source: the language's own page (nv2a_vsh_asm, README): what macros and names stand for
#[test]
fn names_and_macros_are_the_words_they_stand_for() {
    let named = "; names\n#model matrix4 96\n#tint VECTOR 110 // a colour\n
        %matmul4x4 r0 -iPos.xyzz #model
        %norm3 R2 iNormal r3
        mov #tint.xy, #model[ 3 ].w
        MUL oDiffuse.rgb, #tint, -#model[1] /* two */ mov oD1, v4";
    let failed = assemble(named, Numbering::Nv2a).expect_err("two constants");
    assert_eq!((failed.len(), failed[0].rule.name), (1, "nv20-pair"));
    let named = named.replace("-#model[1]", "-v3");
    let plain =
        "dp4 r0.x, -v0.xyzz, c[96]\ndp4 r0.y, -v0.xyzz, c97\ndp4 r0.z, -v0.xyz, c98\ndp4 r0.w, -v0.xyz, c[99]
        dp3 r3.x, v2, v2\nrsq r3.w, r3.x\nmul r2.xyz, v2, r3.w
        mov c110.xy, c99.w\nmul oD0.xyz, c110, -v3\nmov oD1, v4";
    assert_eq!(words(&named), words(plain));
}

/// A mark that no name follows, or that stands behind the last operand, begins a comment, as in OpenGL's languages.
#[test]
fn comments_with_the_mark_stay_comments() {
    let text = "# a comment\n#another\n##\nMOV R0, v0 #moved\nMOV oPos, R0 # done\n#see chapter three\n";
    assert_eq!(words(text), words("MOV R0, v0\nMOV oPos, R0"));
    let gl = "#model matrix4 96\nMOV o[HPOS], v[OPOS];";
    let found = assemble(gl, Numbering::NvVertexProgram);
    assert_eq!(found.map(|words| words.len()), Ok(1));
}

#[test]
fn wrong_names_and_macros_say_where() {
    let m = "#m matrix4 96\n#v vector 10\n";
    for (text, rule, place) in [
        ("MOV R0, #tint", "nv20-constant-name", "#tint"),
        ("#tint matrx4 96\nMOV R0, v0", "nv20-constant-name", "matrx4"),
        ("#tint vector\nMOV R0, v0", "nv20-constant-name", "\n"),
        ("#a vector 1\n#a vector 2", "nv20-constant-name", "#a"),
        ("#a matrix4 253", "nv20-register", "253"),
        (&format!("{m}MOV R0, #m[4]"), "nv20-constant-name", "#m[4]"),
        (&format!("{m}%matmul4x4 R0 v0 #v"), "nv20-macro", "#v"),
        (&format!("{m}%matmul R0 v0 #m"), "nv20-macro", "matmul"),
        (&format!("{m}%norm3 R0 v0 R12"), "nv20-macro", "%norm3 R0 v0 R12"),
        (
            &format!("{m}%norm3 R0 v0 R1.x"),
            "nv20-macro",
            "%norm3 R0 v0 R1.x",
        ),
        (&format!("{m}%norm3 R0 v0"), "nv20-syntax", ""),
        ("MOV(R0,x, v0", "nv20-syntax", ""),
        // source: the machine runs words up to the final one, so that there is one.
        ("", "nv20-empty", ""),
        ("; nothing\n#m matrix4 96\n", "nv20-empty", ""),
    ] {
        let found = problem(text);
        assert_eq!((found.0, found.1), (rule, place), "{text}: {}", found.2);
    }
    let last = "#v vector 192\nMOV #v, v0";
    assert!(assemble(last, Numbering::Nv2a).is_ok(), "the word can say it");
    assert_eq!(warnings(last, Numbering::Nv2a)[0].rule.name, "nv20-odd-word");
}

/// source: the words of a macro run one after another: the second DP4 sees what the first wrote
#[test]
fn a_macro_that_overwrites_its_operand_is_warned_of() {
    let head = "#m matrix4 96\n";
    for (line, expected) in [
        ("%matmul4x4 R0 R0 #m", 1),
        ("%matmul4x4 oPos R12 #m", 1),
        ("%matmul4x4 R1 R0 #m", 0),
        ("%norm3 R2 R3 R3", 1),
        ("%norm3 R2 R2 R3", 0),
    ] {
        let found = warnings(&format!("{head}{line}"), Numbering::Nv2a);
        let count = found
            .iter()
            .filter(|one| one.rule.name == "nv20-macro-overlap")
            .count();
        assert_eq!(count, expected, "{line}");
    }
}

/// source: the word's units: two MOVs in one word are one of each unit, and the special function unit writes R1 only
#[test]
fn two_moves_go_to_the_units_that_can_hold_them() {
    for (text, marked) in [
        (
            "MOV oPos, v0 + MOV R5, c[1]",
            "mac:MOV R5, c[1] + ilu:MOV oPos, v0",
        ),
        ("MOV R5, v0 + MOV R1, c[1]", "mac:MOV R5, v0 + ilu:MOV R1, c[1]"),
        ("MOV R1, v0 + MOV oD0, c[1]", "ilu:MOV R1, v0 + mac:MOV oD0, c[1]"),
        ("MOV oD0, v0 + MOV R1, v0", "mac:MOV oD0, v0 + mac:MOV R1, v0"),
        ("MOV R1, v3 + MUL R0, v3, v3", "ilu:MOV R1, v3 + MUL R0, v3, v3"),
        ("RCP R1.x, v3.w + MOV oD0, v3", "RCP R1.x, v3.w + mac:MOV oD0, v3"),
    ] {
        let found = assemble_line(text, Numbering::Nv2a).map_err(|error| error.message);
        let expected = assemble_line(marked, Numbering::Nv2a).map_err(|error| error.message);
        assert_eq!(found, expected, "{text}");
        assert!(found.is_ok(), "{text}");
    }
}

/// source: nxdk_vsh_tests' golden result of a pair that names R10: R1 is written
#[test]
fn a_pair_writes_r1_whatever_it_names() {
    let text = "DP4 oD0.x, R6, c[96] + RSQ R10.x, c[96].x";
    assert_eq!(words(text), words(&text.replace("R10", "R1")));
    assert_eq!(
        warnings(text, Numbering::Nv2a)[0].rule.name,
        "nv20-paired-temporary"
    );
}

/// source: the layout of the word: slots 0 and 1 are a MOV of v0 to oPos, and of v3 to oD0 with the final bit
#[test]
fn a_listing_of_xemu_has_its_words_in_comments() {
    let text = "void main() {\n  /* Slot 0: 0x00000000 0x0020001B 0x0836106C 0x2070F800 */\n  MOV(oPos,xyzw, v0);\n\n
        /* Slot 1: 0x00000000 0x0020061B 0x0836106C 0x2070F819 */\n  MOV(oD0,xyzw, v3);\n\n  oPos.w = 1.0;\n}\n";
    let found = listing::read(text).expect("a listing").expect("its words");
    assert_eq!(
        found.words,
        words("MOV(oPos,xyzw, v0); // slot 0\nMOV(oD0,xyzw, v3);")
    );
    assert_eq!(found.notes, []);
    let edited = text.replace("MOV(oPos,xyzw, v0)", "MOV(oPos,xyzw, v1)");
    let found = listing::read(&edited).expect("a listing").expect("its words");
    assert_eq!(found.notes.len(), 1, "{:?}", found.notes);
    let gap = text.replace("Slot 1", "Slot 2");
    let error = listing::read(&gap)
        .expect("a listing")
        .expect_err("a slot is missing");
    assert_eq!(error.rule.name, "nv20-listing-gap");
    assert!(listing::read("MOV oPos, v0").is_none());
}

/// source: the methods of the NV2A's 3D class (nouveau's nv20 register list): program at 0xb00, constants at 0xb80
#[test]
fn a_log_of_methods_has_program_and_constants() {
    let mut log =
        String::from("nv2a_pgraph_method 0: 0x97 -> 0x1ea4 NV097_SET_TRANSFORM_CONSTANT_LOAD 0x60\n");
    for (at, value) in ["0x3f800000", "0x0", "0x40000000", "0x1"].iter().enumerate() {
        let number = 0xb80 + 4 * at;
        log += &format!(
            "nv2a_pgraph_method 0: 0x97 -> {number:#06x} NV097_SET_TRANSFORM_CONSTANT[{at}] {value}\n"
        );
    }
    log += "nv2a_pgraph_method 0: 0x97 -> 0x1e9c NV097_SET_TRANSFORM_PROGRAM_LOAD 0x0\n";
    for (at, value) in ["0x0", "0x0020001b", "0x0836106c", "0x2070f801"]
        .iter()
        .enumerate()
    {
        log += &format!("nv2a_pgraph_method 0: 0x97 -> {:#06x} {value}\n", 0xb00 + 4 * at);
    }
    let found = listing::read(&log).expect("a log").expect("its program");
    assert_eq!(found.words, words("MOV oPos, v0"));
    assert_eq!(found.constants, [(96, [0x3f80_0000, 0, 0x4000_0000, 1])]);
}

/// source: C: what stands between the braces of an array, comments and a comma behind the last number among it
#[test]
fn the_inside_of_an_array_leads_back() {
    let program = words("MUL R2.xyzw, R1, c[0] + RCP R1.w, R1.w\nMOV oPos, R2");
    let inside = String::from_utf8(Form::Inl.write(&program, "")).expect("text");
    let first = "/* MUL R2.xyzw, R1, c[0] + RCP R1.w, R1.w */\n0x00000000, 0x";
    assert!(inside.starts_with(first), "{inside}");
    assert_eq!(Form::Inl.read(inside.as_bytes()), Ok(program.clone()));
    let hex = String::from_utf8(Form::Hex.write(&program, "")).expect("text");
    assert!(hex.lines().all(|line| line.ends_with(',')));
    let array = format!("static const unsigned a[] = {{\n{hex}}};");
    assert_eq!(Form::C.read(array.as_bytes()), Ok(program));
}

/// source: NV_vertex_program 2.14.1.2, .7 and .8 for the one machine, the names of NV2A assemblers for the other
#[test]
fn targets_differ_in_what_they_take() {
    let text = "MOV R0, c[5]\nMOV R0, v9\nMOV R0, v2\nMUL R0, v0, R0 + RCP R1.x, R0.x\nMOV oD0, R12";
    let program = decode_program(&words(text)).expect("instructions");
    let said = |target: Target| -> Vec<(usize, Remark)> {
        let findings = target.check(&program, true).into_iter();
        findings.map(|finding| (finding.index, finding.remark)).collect()
    };
    let attribute = Remark::Attribute {
        number: 9,
        here: "TEX1",
        there: "iTex0",
    };
    assert_eq!(
        said(Target::Gf3),
        [
            (0, Remark::LowConstant(5)),
            (3, Remark::Pair),
            (4, Remark::PositionRead),
            (4, Remark::NoPosition),
            (1, attribute),
        ]
    );
    assert_eq!(said(Target::Nv2a), [(4, Remark::NoPosition)]);
    let moved: Vec<Option<u8>> = (0..16).map(|number| Target::Nv2a.attribute(number)).collect();
    let expected = [0, 1, 2, 3, 4, 5].map(Some).into_iter().chain([None, None]);
    let expected = expected.chain([9, 10, 11, 12].map(Some)).chain([None; 4]);
    assert_eq!(moved, expected.collect::<Vec<_>>());
    let long = "MOV oPos, v0\n".repeat(130);
    let program = decode_program(&words(&long)).expect("instructions");
    let remarks = Target::Gf3.check(&program, true);
    let found: Vec<(usize, Remark)> = remarks.iter().map(|one| (one.index, one.remark)).collect();
    assert_eq!(found, [(128, Remark::Length(128))]);
    assert_eq!(Target::Nv2a.check(&program, true), []);
}

/// What is not the machine's says what to write; source: the operations and registers of envytools docs/hw/graph/xf/isa
#[test]
fn names_of_other_languages_say_what_to_write() {
    for (text, place, told) in [
        ("SUB R0, R1, R2", "SUB", "ADD takes its second source negated"),
        ("abs r0, v0", "abs", "MAX takes a source and its negation"),
        ("xvs.1.1\nmov oPos, v0", "xvs", "Direct3D's language"),
        (
            "DP4 _temp_vec,z, v0, c[120]",
            "_temp_vec",
            "the words in its comments",
        ),
        ("EX2 R0, R1.x", "EX2", "no unit has this operation"),
    ] {
        let (_, at, message) = problem(text);
        assert!(
            at.starts_with(place) && message.contains(told),
            "{text}: {at}: {message}"
        );
    }
}
