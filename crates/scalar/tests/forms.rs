//! What programs become: the text of small forms, and what every form of a random program keeps.

use quadrille::Session;
use quadrille_check::check;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_scalar::text::{parse, print};
use quadrille_scalar::{Form, Reason, lower, verify};
use quadrille_testkit::choices::{Choices, bytes};
use quadrille_testkit::program::accepted_of;

fn form(text: &str) -> Form {
    let checked = check(text, Session::new().options());
    let program = checked.program.expect("the program is right");
    lower(&program).expect("it has a form")
}

/// The lines of a form without those that count.
fn lines(text: &str) -> Vec<String> {
    let form = print(&form(text));
    let lines = form.lines().map(|line| line.trim().to_owned());
    lines.filter(|line| !line.starts_with("count")).collect()
}

/// source: by hand. The unwritten components of a product are not computed, a parameter's sign is taken once for all
/// lanes, and the sum of constants is one.
#[test]
fn only_what_is_read_is_computed() {
    let text = "!!ARBfp1.0\nTEMP a; PARAM p = program.local[1];\nADD a.x, 1.5, 2;\n\
        MUL result.color.x, fragment.color, -p;\nMOV result.color.w, a.x;\nMUL a, a, a;\nEND";
    let wanted = [
        "prologue {",
        "%0 = parameter[0,0]",
        "%1 = neg.ieee %0",
        "}",
        "body {",
        "%2 = attribute[0,0]",
        "%3 = mul.ieee %2 %1",
        "%4 = canonical.ieee %3",
        "export 0 0 %4",
        "export 0 3 0x40600000",
        "}",
    ];
    assert_eq!(lines(text), wanted);
}

/// source: by hand, from the rule that a NaN is canonical where its bits are seen: a moved attribute keeps its bits, a
/// product that is added needs no canonical NaN, the sum that is exported does.
#[test]
fn nan_is_canonical_where_bits_are_seen() {
    let text = "!!ARBvp1.0\nTEMP a;\nMUL a.x, vertex.position.x, vertex.position.y;\n\
        ADD result.position.x, a.x, vertex.position.z;\nMOV result.position.y, vertex.position.w;\nEND";
    let wanted = [
        "prologue {",
        "}",
        "body {",
        "%0 = attribute[0,0]",
        "%1 = attribute[0,1]",
        "%2 = mul.ieee %0 %1",
        "%3 = attribute[0,2]",
        "%4 = add.ieee %2 %3",
        "%5 = canonical.ieee %4",
        "%6 = attribute[0,3]",
        "export 0 0 %5",
        "export 0 1 %6",
        "}",
    ];
    assert_eq!(lines(text), wanted);
}

/// source: by hand. A saturated product is no NaN: what compares true is a number, and the others are constants.
#[test]
fn saturated_results_are_canonical() {
    let text = "!!ARBfp1.0\nMUL_SAT result.color.x, fragment.color, fragment.color.y;\nEND";
    assert!(
        !lines(text).iter().any(|line| line.contains("canonical")),
        "{:#?}",
        lines(text)
    );
}

/// source: by hand. What an IF may write is handed on by variables; nothing else is.
#[test]
fn branches_hand_on_what_they_write() {
    let text = "!!NVfp4.0\nTEMP a, b;\nMOV a, fragment.color;\nMOV b, fragment.texcoord[0];\n\
        MOVC b.x, b;\nIF GT.x;\nADD a.x, b.x, 1;\nENDIF;\nMOV result.color, a;\nEND";
    let form = print(&form(text));
    assert_eq!(form.matches("write ").count(), 2, "{form}");
    assert_eq!(form.matches(" = variable[").count(), 1, "{form}");
    assert!(form.contains("lt.ieee 0x0 "), "{form}");
}

/// source: by hand. Lanes that count the same stay together, so that a barrier may stand in such a loop, and in none
/// that lanes leave one by one.
#[test]
fn barriers_stand_where_lanes_are_together() {
    let text = |count: &str, inside: &str| {
        let text = format!(
            "!!NVcp5.0\nGROUP_SIZE 8;\nINT TEMP n;\nTEMP a;\nINT PARAM p = program.local[0];\n\
             MOV.S n, invocation.localid;\nREP.S {count};\n{inside}\nBAR;\nENDREP;\nEND"
        );
        let checked = check(&text, Session::new().options());
        lower(&checked.program.unwrap_or_else(|| panic!("{text}")))
            .err()
            .map(|unlowered| unlowered.reason)
    };
    assert_eq!(text("p.x", ""), None);
    assert_eq!(text("3", "ADD a, a, 1;"), None);
    assert_eq!(text("n.x", ""), Some(Reason::Barrier));
    assert_eq!(text("3", "MOV.S.CC n, n;\nBRK (GT.x);"), Some(Reason::Barrier));
}

/// Forms of random programs are valid, and their texts mean themselves.
///
/// source: print and parse are inverse
#[test]
fn texts_are_read_again() {
    let session = Session::new();
    let mut seen = 0;
    for profile in PROFILES {
        for seed in 0..30 {
            let bytes = bytes(seed, 4096);
            let Some(made) = accepted_of(&session, profile, &mut Choices::new(&bytes)) else {
                continue;
            };
            let Ok(form) = lower(made.loaded.program()) else {
                continue;
            };
            assert_eq!(verify(&form), Ok(()));
            let text = print(&form);
            let again = parse(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(verify(&again), Ok(()), "{text}");
            assert_eq!(print(&again), text);
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// source: the words are of no form
#[test]
fn other_texts_are_not_read() {
    for (text, line) in [
        ("", 1),
        ("prologue {", 2),
        ("prologue {\n}\nbody {\n%1 = attribute[0,0]\n}", 4),
        ("prologue {\n}\nbody {\n%0 = add.ieee 0x0\n}", 4),
        ("prologue {\n}\nbody {\n%0 = add.ieee 0x0 %1\n}", 4),
        ("prologue {\n}\nbody {\n%0 = twist.ieee 0x0\n}", 4),
        ("prologue {\n}\nbody {\nif true {\n}\n}", 5),
        ("prologue {\n}\nbody {\nwrite 0\n}", 4),
    ] {
        assert_eq!(parse(text).map_err(|why| why.line), Err(line), "{text}");
    }
}

/// source: the rules of `verify`
#[test]
fn invalid_forms_are_found() {
    let body = |text: &str| format!("variable word\nprologue {{\n}}\nbody {{\n{text}\n}}\n");
    for text in [
        "%0 = add.ieee 0x0 0x0l",
        "%0 = and 0x0 true",
        "%0 = select true 0x0 0x0l",
        "%0 = low 0x0",
        "export 0 0 true",
        "write 0 true",
        "kill 0x0",
        "break 0",
        "block {\ncontinue 0\n}",
        "loop {\nbreak 0\ncount 0 1 0\n}",
        "if true {\n%0 = attribute[0,0]\n} else {\n}\nexport 0 0 %0",
        "%0 = active[7,0]",
    ] {
        let form = parse(&body(text)).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert!(verify(&form).is_err(), "{text}");
    }
    let valid = parse(&body(
        "loop {\n%0 = active[1,0]\nif %0 {\nbreak 0\n} else {\n}\n}",
    ))
    .expect("it is a form");
    assert_eq!(verify(&valid), Ok(()));
}

/// source: by hand. What reads an attribute to no end is uniform, a condition over lanes or a lookup is not, nor is what
/// drops lanes, if it drops all.
#[test]
fn uniform_forms_read_parameters_alone() {
    for (text, is_uniform) in [
        ("!!ARBfp1.0\nMOV result.color, program.local[0];\nEND", true),
        ("!!ARBfp1.0\nMOV result.color.xz, {1, 2, 3, 4};\nEND", true),
        (
            "!!ARBfp1.0\nTEMP a;\nMUL a, program.local[1], state.fog.color;\nMOV result.color, a;\nMOV a, fragment.color;\nEND",
            true,
        ),
        ("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND", false),
        (
            "!!ARBfp1.0\nMAD result.color, fragment.color.x, 0, program.local[0];\nEND",
            false,
        ),
        (
            "!!ARBfp1.0\nTEX result.color, {0, 0, 0, 1}, texture[0], 2D;\nEND",
            false,
        ),
        (
            "!!ARBfp1.0\nKIL {-1, 0, 0, 0};\nMOV result.color, program.local[0];\nEND",
            false,
        ),
        (
            "!!NVfp4.0\nTEMP a;\nMOVC a.x, fragment.color;\nMOV result.color, 0;\nMOV result.color (GT.x), 1;\nEND",
            false,
        ),
    ] {
        assert_eq!(form(text).is_uniform(), is_uniform, "{text}");
    }
}
