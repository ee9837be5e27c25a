//! Hostile texts: no panic, no hang, memory bounded.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use quadrille_check::{Options, check};
use quadrille_isa::gl::Limits;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        places_are_of_characters(&text);
        places_are_of_characters(&format!("!!ARBvp1.0\n{text}"));
    }

    #[test]
    fn characters_of_other_scripts(
        words in proptest::collection::vec(word(), 0..60),
        others in proptest::collection::vec((any::<prop::sample::Index>(), other()), 1..12),
        header in header(),
    ) {
        let mut text = format!("{header}\n{}\nEND\n", words.join(" "));
        for (at, other) in others {
            let place = text.floor_char_boundary(at.index(text.len()));
            text.insert_str(place, other);
        }
        places_are_of_characters(&text);
    }

    #[test]
    fn any_order_of_words(words in proptest::collection::vec(word(), 0..120), header in header()) {
        let text = format!("{header}\n{}\nEND\n", words.join(" "));
        let checked = check(&text, &Options::default());
        prop_assert!(checked.diagnostics.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
        prop_assert_eq!(checked.accepted(), checked.errors().next().is_none());
    }
}

/// Every place of every problem is a part of the text.
fn places_are_of_characters(text: &str) {
    for found in check(text, &Options::default()).diagnostics {
        let labels = found.labels.iter().map(|label| label.span);
        let fix = found.fix.iter().map(|fix| fix.span);
        for span in std::iter::once(found.span).chain(labels).chain(fix) {
            assert!(text.get(span.range()).is_some(), "{text:?}: {found:?}");
        }
        let noticed = found.noticed.unwrap_or(0) as usize;
        assert!(text.is_char_boundary(noticed), "{text:?}: {found:?}");
    }
}

#[test]
fn a_declaration_without_its_equals_sign_before_a_character_of_two_bytes() {
    places_are_of_characters("!!NVgp5.0LONG«EMIT 0»");
}

fn other() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "«", "»", "é", "\u{a0}", "→", "\u{feff}", "𝛼", "ß", "\u{2028}", "LONG", "=",
    ])
}

fn header() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "!!ARBvp1.0",
        "!!ARBfp1.0",
        "!!VP1.0",
        "!!VP1.1",
        "!!VSP1.0",
        "!!VP2.0",
        "!!FP1.0",
        "!!NVvp4.0",
        "!!NVfp4.1",
        "!!NVgp4.0",
        "!!NVvp5.0",
        "!!NVtcp5.0",
        "!!NVtep5.0",
        "!!NVgp5.0",
        "!!NVfp5.0",
        "!!NVcp5.0",
    ])
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "MOV",
        "MAD",
        "SWZ",
        "TEX",
        "KIL",
        "ARL",
        "RSQ_SAT",
        "PARAM",
        "TEMP",
        "ADDRESS",
        "ATTRIB",
        "OUTPUT",
        "ALIAS",
        "OPTION",
        "ARB_fog_exp",
        "a",
        "b",
        "a",
        "vertex",
        "fragment",
        "state",
        "program",
        "result",
        "texture",
        "R0",
        "R12",
        "A0",
        "v",
        "c",
        "o",
        "OPOS",
        "INT",
        "FLAT",
        "LONG",
        "OUTPUT",
        "BUFFER4",
        "CBUFFER",
        "STORAGE",
        "TEXTURE",
        "SUBROUTINETYPE",
        "SUBROUTINE",
        "PRIMITIVE_IN TRIANGLES;",
        "VERTICES_OUT",
        "GROUP_SIZE",
        "PASSTHROUGH",
        "NV_geometry_program_passthrough",
        "primitive",
        "vertex[1]",
        "attrib",
        "buffer",
        "storage",
        "a[b.x + 1]",
        "a[1][b.x]",
        "[]",
        "DEFINE",
        "DECLARE",
        "COLH",
        "H1",
        "TEX0",
        "PK2H",
        "CC",
        "GT",
        "BRA",
        "RET",
        "HPOS",
        "NV_position_invariant",
        ".",
        ".",
        "position",
        "color",
        "matrix",
        "mvp",
        "row",
        "env",
        "local",
        "light",
        "x",
        "xyzw",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "0",
        "1",
        "4294967296",
        "99999999999999999999",
        "0..3",
        "1.5",
        "-",
        "+",
        ",",
        ",",
        ";",
        ";",
        ";",
        "=",
        "|",
        "2D",
        "# comment\n",
        ":",
        "END",
    ])
}

#[test]
fn cut_programs() {
    let text = include_str!("../../../examples/lecture/lighting.vp");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        check(&text[..end], &Options::default());
    }
}

#[test]
fn ten_megabytes_and_a_hundred_thousand_errors() {
    let mut long = String::from("!!ARBfp1.0\nTEMP t;\n");
    while long.len() < 10 << 20 {
        long.push_str("MAD t.xyz, fragment.color, -t.wzyx, 0.25;\n");
    }
    long.push_str("END\n");
    assert!(check(&long, &Options::default()).accepted());
    let wrong = format!(
        "!!ARBvp1.0\n{}END\n",
        "MOV result.color.yx, 0.0;\n".repeat(100_000)
    );
    let checked = check(&wrong, &Options::default());
    let most = Options::default().max_diagnostics;
    assert_eq!(checked.diagnostics.len(), most + 1);
    // Two errors a line: the name of the result, and its mask.
    let last = checked.diagnostics.last().map(|last| last.message.as_str());
    assert_eq!(
        last,
        Some(format!("{} more errors are not listed", 100_000 - most).as_str())
    );
    let deep = format!(
        "!!ARBvp1.0\nPARAM p = {}1{};\nEND\n",
        "{".repeat(100_000),
        "}".repeat(100_000)
    );
    assert!(!check(&deep, &Options::default()).accepted());
    let names: String = (0..50_000).map(|at| format!("TEMP t{at};\n")).collect();
    assert!(!check(&format!("!!ARBvp1.0\n{names}END\n"), &Options::default()).accepted());
}

#[test]
fn declarations_by_the_megabyte() {
    // Each line alone is right, or would be if there were fewer of them. Nothing here takes longer than the
    // text is long, under any limits.
    let lines = [
        ("!!NVvp4.0", "ATTRIB a# = vertex.attrib[1];\n"),
        ("!!NVvp4.0", "ATTRIB a#[] = { vertex.attrib[0..15] };\n"),
        ("!!NVvp4.0", "OUTPUT o#[] = { result.attrib[0..31] };\n"),
        ("!!NVvp4.0", "TEMP t#[4096];\n"),
        (
            "!!NVvp4.0",
            "INT TEMP t#; MOV result.position, vertex.attrib[1];\n",
        ),
        (
            "!!NVvp4.0",
            "PARAM p#[] = { program.env[0..255], state.matrix.mvp };\n",
        ),
        (
            "!!NVvp4.0",
            "BUFFER b#[] = { program.buffer[0] }; MOV result.color, b#[vertex.id.x];\n",
        ),
        ("!!NVfp4.0", "FLAT ATTRIB a#[] = { fragment.attrib[0..31] };\n"),
        ("!!NVvp5.0", "CBUFFER b#[] = { program.buffer[0..13] };\n"),
        ("!!NVvp5.0", "TEXTURE t#[] = { texture[0..31] };\n"),
        ("!!NVvp5.0", "SUBROUTINETYPE T { l# }; l# SUBROUTINENUM(#):\n"),
        (
            "!!NVgp5.0 OPTION NV_geometry_program_passthrough; PRIMITIVE_IN POINTS;",
            "PASSTHROUGH result.attrib[0..31];\n",
        ),
    ];
    for limits in [Limits::DESKTOP, Limits::UNLIMITED] {
        for (head, line) in lines {
            let mut text = format!("{head}\n");
            let mut number = 0;
            while text.len() < 1 << 20 {
                text.push_str(&line.replace('#', &number.to_string()));
                number += 1;
            }
            text.push_str("END\n");
            let started = Instant::now();
            let options = Options {
                limits,
                ..Options::default()
            };
            check(&text, &options);
            let took = started.elapsed();
            assert!(took < Duration::from_secs(20), "{line} took {took:?}");
        }
    }
}

/// Each of these took minutes while every statement looked at all blocks around it.
#[test]
fn two_hundred_thousand_blocks_in_each_other() {
    let blocks = [
        ("!!NVvp5.0", "REP 3;\n", "", "ENDREP;\n"),
        ("!!NVvp5.0", "IF GT.x;\n", "RET;\n", "ENDIF;\n"),
        ("!!NVvp5.0", "IF GT.x;\n", "", "ELSE;\nENDIF;\n"),
        ("!!NVvp5.0\nREP 3;", "IF GT.x;\n", "BRK;\n", "ENDIF;\n"),
        // What closes none, and what closes one around others.
        ("!!NVvp5.0", "IF GT.x;\n", "", "ENDREP;\n"),
        ("!!NVvp5.0\nREP 3;", "IF GT.x;\n", "ENDREP;\n", "ENDIF;\n"),
        (
            "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP t; PARAM p = { 3, 0, 1, 0 };\nLOOP p;",
            "REP p;\n",
            "MOV t, fragment.texcoord[A0.x];\n",
            "ENDREP;\n",
        ),
    ];
    for (head, open, inside, close) in blocks {
        let many = |line: &str| line.repeat(200_000);
        let text = format!("{head}\n{}{}{}END\n", many(open), many(inside), many(close));
        let started = Instant::now();
        check(&text, &Options::default());
        let took = started.elapsed();
        assert!(
            took < Duration::from_secs(20),
            "{open}{inside}{close} took {took:?}"
        );
    }
}

/// Time is linear in the number of places to be filled in, and of marks that open one and close none.
#[test]
fn templates_of_one_line_are_passed_over_once() {
    for (hole, told) in [("%s ", true), ("{{a}}", true), ("{{a", false), ("@(a", false)] {
        let text = format!("!!ARBfp1.0 {}\nEND\n", hole.repeat(300_000));
        let checked = check(&text, &Options::default());
        let is_told = checked
            .diagnostics
            .iter()
            .any(|found| found.rule.name == "template-text");
        assert_eq!((checked.accepted(), is_told), (false, told), "{hole}");
    }
}
