//! The conditional pass: what C says of conditions and macros, places of what is left, and texts that explode.

use quadrille_base::Span;
use quadrille_syntax::preprocess::{MOST_NESTED, PreprocessError};
use quadrille_syntax::{Macros, preprocess};

fn given(definitions: &[(&str, &str)]) -> Macros {
    let mut macros = Macros::new();
    for (name, value) in definitions {
        macros.define(name, value).expect("a name");
    }
    macros
}

fn left(text: &str) -> String {
    preprocess(text, &Macros::new()).expect(text).text
}

fn problems(text: &str) -> Vec<(PreprocessError, &str)> {
    let problems = preprocess(text, &Macros::new()).expect_err(text);
    let found = problems.iter();
    found
        .map(|problem| (problem.error, &text[problem.span.range()]))
        .collect()
}

/// source: C17 6.10.1: the first group whose condition holds is taken, otherwise that of `#else`; groups nest.
#[test]
fn one_arm_is_read() {
    let text = "a\n#ifdef A\nb\n# if A is set\n#elif defined(B) && B > 1\nc\n#ifndef C\nd\n#else\ne\n#endif\n#else\nf\n#endif\ng\n";
    let with = |definitions: &[(&str, &str)]| preprocess(text, &given(definitions)).expect(text).text;
    assert_eq!(with(&[]), "a\nf\ng\n");
    assert_eq!(with(&[("A", "0")]), "a\nb\n# if A is set\ng\n");
    assert_eq!(with(&[("B", "2")]), "a\nc\nd\ng\n");
    assert_eq!(with(&[("B", "2"), ("C", "")]), "a\nc\ne\ng\n");
    assert_eq!(with(&[("B", "1")]), "a\nf\ng\n");
}

/// source: C17 6.5 for operators and how tightly they hold, 6.10.1 for names that are no macros, which are 0, and for
/// integers of the widest type.
#[test]
fn conditions_are_expressions_of_whole_numbers() {
    let holds = [
        "1",
        "!0",
        "-1 < 0",
        "~0 == -1",
        "1 + 2 * 3 == 7",
        "(1 + 2) * 3 == 9",
        "7 / 2 == 3 && -7 / 2 == -3 && -7 % 2 == -1",
        "1 << 4 == 0x10 && 020 == 16 && 16u == 0x10UL",
        "1 << 40 > 1 << 30",
        "6 & 3 | 8 ^ 1 == 1",
        "2 | 1 == 3",
        "1 ? 2 : 0",
        "0 ? 0 : 0 ? 0 : 5",
        "0 && 1 / 0 || 1",
        "1 || 1 / 0",
        "1 ? 1 : 1 / 0",
        "UNKNOWN == 0",
        "defined(ONE) && defined ONE && !defined(TWO)",
        "ONE /* a remark */ == 1 // and another",
        "THREE == 3",
        "1 == \\\n1",
    ];
    let macros = given(&[("ONE", "1"), ("THREE", "ONE + 2")]);
    for condition in holds {
        for (condition, taken) in [
            (condition.to_owned(), "yes\n"),
            (format!("!({condition})"), "no\n"),
        ] {
            // A remark of C ends the line, and what would close the parenthesis.
            if condition.starts_with('!') && condition.contains("//") {
                continue;
            }
            let text = format!("#if {condition}\nyes\n#else\nno\n#endif\n");
            let found = preprocess(&text, &macros).unwrap_or_else(|error| panic!("{condition}: {error:?}"));
            assert_eq!(found.text, taken, "{condition}");
        }
    }
}

/// source: C17 6.10.3.4: what a macro stands for is read again, but for the macro itself; 6.10.3.5 `#undef`.
#[test]
fn macros_stand_for_their_values() {
    let text = "#define A B + x // C\n#define B A * 2\n#define EMPTY\nMOV A, EMPTYx EMPTY y; # A\n#undef A\nA R1A 1A\n";
    assert_eq!(left(text), "MOV A * 2 + x, EMPTYx  y; # A\nA R1A 1A\n");
    let text = "#define SUM a + \\\n  b\nSUM\n";
    assert_eq!(left(text).split_whitespace().collect::<Vec<_>>(), ["a", "+", "b"]);
    assert_eq!(
        left("#define FAST\n#define FAST 1\n#ifdef FAST\nFAST\n#endif"),
        "1\n"
    );
}

#[test]
fn each_place_is_where_it_stood() {
    let text = "#ifdef X\nno\n#else\n«é COLOR ü»\n#endif\nlast";
    let pass = preprocess(text, &given(&[("COLOR", "a.b.c")])).expect(text);
    assert_eq!(pass.text, "«é a.b.c ü»\nlast");
    for (piece, stood) in [
        ("é", "é"),
        ("a", "COLOR"),
        ("b.c", "COLOR"),
        ("é a", "é COLOR"),
        ("c ü»", "COLOR ü»"),
        ("a.b.c ü»\nlast", "COLOR ü»\n#endif\nlast"),
        ("last", "last"),
    ] {
        let at = pass.text.find(piece).expect(piece) as u32;
        let place = pass.place(Span::new(at, at + piece.len() as u32));
        assert_eq!(&text[place.range()], stood, "{piece}");
        let within = piece.contains(['a', 'b', 'c']) && piece != "last";
        assert_eq!(
            pass.is_written(Span::new(at, at + piece.len() as u32)),
            !within,
            "{piece}"
        );
    }
    let end = pass.text.len() as u32;
    assert_eq!(pass.place(Span::at(end)), Span::at(text.len() as u32));
    assert_eq!(
        preprocess("#if 0\nx\n#endif\n", &Macros::new())
            .expect("")
            .place(Span::at(0)),
        Span::at(0)
    );
}

#[test]
fn each_directive_that_is_wrong_is_told() {
    use PreprocessError::*;
    let text = "#endif\n#else\n#if\n#else\n#elif 1\n#endif\n#ifdef\n#endif\n#ifdef 3\n#endif\n#define F(x) x\n#define\n\
                #undef A B\n#if 1 +\n#endif\n#if 08\n#endif\n#if 1 / 0\n#endif\n#if \"a\"\n#endif\n#error no\n#include <a>\n  #if 1\n";
    let expected = [
        (NoGroup, "#endif"),
        (NoGroup, "#else"),
        (Expression, "#if"),
        (AfterElse, "#elif 1"),
        (NameMissing, "#ifdef"),
        (NameMissing, "#ifdef 3"),
        (Arguments, "#define F(x) x"),
        (NameMissing, "#define"),
        (Behind, "#undef A B"),
        (Expression, "#if 1 +"),
        (Expression, "#if 08"),
        (DivisionByZero, "#if 1 / 0"),
        (Expression, "#if \"a\""),
        (Asked, "#error no"),
        (Include, "#include <a>"),
        (Unclosed, "#if 1"),
    ];
    assert_eq!(problems(text), expected);
    // What is passed over need not be right, but for groups.
    assert_eq!(
        left("#if 0\n#error no\n#if 1 /\n#elif (\n#endif\n#define F(x)\n#endif\n"),
        ""
    );
    assert!(Macros::new().define("1A", "").is_err());
    assert!(Macros::new().define("A B", "").is_err());
}

#[test]
fn texts_that_explode_are_refused() {
    let doubling: String = (0..40)
        .map(|n| format!("#define A{} A{n} A{n}\n", n + 1))
        .collect();
    for text in [
        format!("{doubling}A40\n"),
        format!("#define A0\n{doubling}A40\n"),
        format!("#define A0 1 +\n{doubling}#if A40 0\n#endif\n"),
        (0..100)
            .map(|n| format!("#define B{} B{n}\n", n + 1))
            .collect::<String>()
            + "B100\n",
    ] {
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, PreprocessError::TooLarge);
    }
    for text in [
        format!("#if {}1\n#endif\n", "(".repeat(100_000)),
        format!("#if {}1\n#endif\n", "1?".repeat(100_000)),
    ] {
        assert_eq!(problems(&text)[0].0, PreprocessError::Expression);
    }
    let signs = format!("#if {}1\n1\n#endif\n", "!".repeat(100_000));
    assert_eq!(left(&signs), "1\n");
    let deep = "#if 1\n".repeat(100_000);
    let found = problems(&deep);
    assert!(
        found.len() <= 2000 && found.contains(&(PreprocessError::Nested, "#if 1")),
        "{}",
        found.len()
    );
    let allowed = "#if 1\n".repeat(MOST_NESTED) + "x\n" + &"#endif\n".repeat(MOST_NESTED);
    assert_eq!(left(&allowed), "x\n");
    assert_eq!(left(&format!("#define A {}\nA\n", "/**/".repeat(100_000))), "\n");
    // Without any line end, with one that Windows has, and with a mark of byte order in front.
    assert_eq!(left("\u{feff}#define A b\r\n#if A == 0\r\nA\r\n#endif"), "b\r\n");
}
