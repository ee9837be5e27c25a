//! Hostile texts: no panic, no hang, memory bounded.

use proptest::prelude::*;
use quadrille_check::{Options, check};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        check(&text, &Options::default());
        check(&format!("!!ARBvp1.0\n{text}"), &Options::default());
    }

    #[test]
    fn any_order_of_words(words in proptest::collection::vec(word(), 0..120), header in header()) {
        let text = format!("{header}\n{}\nEND\n", words.join(" "));
        let checked = check(&text, &Options::default());
        prop_assert!(checked.diagnostics.windows(2).all(|pair| pair[0].span.start <= pair[1].span.start));
        prop_assert_eq!(checked.accepted(), checked.errors().next().is_none());
    }
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
    let wrong = format!("!!ARBvp1.0\n{}END\n", "MOV nothing, nowhere;\n".repeat(100_000));
    let checked = check(&wrong, &Options::default());
    assert_eq!(checked.diagnostics.len(), Options::default().max_diagnostics);
    let deep = format!(
        "!!ARBvp1.0\nPARAM p = {}1{};\nEND\n",
        "{".repeat(100_000),
        "}".repeat(100_000)
    );
    assert!(!check(&deep, &Options::default()).accepted());
    let names: String = (0..50_000).map(|at| format!("TEMP t{at};\n")).collect();
    assert!(!check(&format!("!!ARBvp1.0\n{names}END\n"), &Options::default()).accepted());
}
