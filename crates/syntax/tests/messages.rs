//! What the parser says about wrong texts: the place between « and », the message, and the text that its fix
//! makes.

mod common;

use common::WORDS;
use quadrille_syntax::parse;
use quadrille_syntax::tree::{SyntaxError, SyntaxErrorKind};

/// The errors of a text in which marks show where they are; each as kind, marked text and message.
fn errors(marked: &str) -> Vec<SyntaxError> {
    let text = marked.replace(['«', '»'], "");
    let errors = parse(&text, &WORDS).errors;
    let mut again = String::new();
    let mut at = 0;
    for error in &errors {
        let span = error.span.range();
        again += &format!("{}«{}»", &text[at..span.start], &text[span.clone()]);
        at = span.end;
    }
    again += &text[at..];
    assert_eq!(again, marked, "{errors:#?}");
    errors
}

/// The one error of a text: its kind, its message, and the text after its fix.
fn error(marked: &str) -> (SyntaxErrorKind, String, Option<String>) {
    let errors = errors(marked);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let error = &errors[0];
    let text = marked.replace(['«', '»'], "");
    let fixed = error.fix.as_ref().map(|(span, replacement)| {
        let fixed = format!(
            "{}{replacement}{}",
            &text[..span.start as usize],
            &text[span.end as usize..]
        );
        assert_eq!(parse(&fixed, &WORDS).errors, [], "{fixed}");
        fixed
    });
    (error.kind, error.message.clone(), fixed)
}

/// Asserts kind, message and fix of the one error of a text.
#[track_caller]
fn says(marked: &str, kind: SyntaxErrorKind, message: &str, fixed: Option<&str>) {
    assert_eq!(
        error(marked),
        (kind, message.to_owned(), fixed.map(str::to_owned)),
        "{marked}"
    );
}

#[test]
fn missing_marks_have_their_place_and_their_fix() {
    use SyntaxErrorKind::*;
    let message = "a semicolon is missing at the end of this statement";
    says(
        "!!VP2.0\nMOV a, b«»\nMUL a, b, c;\nEND",
        MissingSemicolon,
        message,
        Some("!!VP2.0\nMOV a, b;\nMUL a, b, c;\nEND"),
    );
    says(
        "!!VP2.0 MOV a, b«» END",
        MissingSemicolon,
        message,
        Some("!!VP2.0 MOV a, b; END"),
    );
    says(
        "!!VP2.0 RET«»\nMOV.F a, b; END",
        MissingSemicolon,
        message,
        Some("!!VP2.0 RET;\nMOV.F a, b; END"),
    );
    says(
        "!!VP2.0\nTEMP a«» # here\nTEMP b; END",
        MissingSemicolon,
        message,
        Some("!!VP2.0\nTEMP a; # here\nTEMP b; END"),
    );
    says(
        "!!VP2.0\nx: ELSE«»\ny: RET; END",
        MissingSemicolon,
        message,
        Some("!!VP2.0\nx: ELSE;\ny: RET; END"),
    );

    let message = "a comma is missing between two operands";
    says(
        "!!VP2.0 MOV a.x«» b; END",
        MissingComma,
        message,
        Some("!!VP2.0 MOV a.x, b; END"),
    );
    says(
        "!!VP2.0 MOV a, b«» {1}; END",
        MissingComma,
        message,
        Some("!!VP2.0 MOV a, b, {1}; END"),
    );
    let message = "a comma is missing between two names";
    says(
        "!!VP2.0 TEMP a«» b; END",
        MissingComma,
        message,
        Some("!!VP2.0 TEMP a, b; END"),
    );
    let message = "a comma is missing between two values";
    says(
        "!!VP2.0 PARAM c[2] = { {1}«»\n{2} }; END",
        MissingComma,
        message,
        Some("!!VP2.0 PARAM c[2] = { {1},\n{2} }; END"),
    );

    let message = "an equals sign is missing between the name and its value";
    says(
        "!!VP2.0 PARAM c«» {1, 2}; END",
        MissingEquals,
        message,
        Some("!!VP2.0 PARAM c = {1, 2}; END"),
    );
    says(
        "!!VP2.0 ATTRIB a«» vertex.position; END",
        MissingEquals,
        message,
        Some("!!VP2.0 ATTRIB a = vertex.position; END"),
    );
}

#[test]
fn what_is_open_is_shown_where_it_opens() {
    use SyntaxErrorKind::Unclosed;
    says(
        "!!VP2.0 MOV a, c«[»3; END",
        Unclosed,
        "the bracket has no partner that closes it",
        None,
    );
    says(
        "!!VP2.0 PARAM c = «{»1, 2; END",
        Unclosed,
        "the brace has no partner that closes it",
        None,
    );
    says(
        "!!VP2.0 PARAM c = «{»1, 2\nTEMP a; END",
        Unclosed,
        "the brace has no partner that closes it",
        None,
    );
    says(
        "!!VP2.0 KIL «(»LT.x; END",
        Unclosed,
        "the parenthesis has no partner that closes it",
        None,
    );
    says(
        "!!VP2.0 MOV a, «|»b; END",
        Unclosed,
        "the bar has no partner that closes it",
        None,
    );
    says(
        "!!VP2.0 MOV a, c[3]«]»; END",
        Unclosed,
        "nothing is open that this could close",
        None,
    );
}

#[test]
fn a_missing_operand_is_told_by_what_stands_there() {
    use SyntaxErrorKind::MissingOperand;
    for (marked, hint) in [
        ("!!VP2.0 MOV a, «;» END", "before this semicolon"),
        ("!!VP2.0 MOV a, «,» b; END", "before this comma"),
        ("!!VP2.0 PARAM c = { 1, 2, «}»; END", "before this bracket"),
        ("!!VP2.0 MOV a,\n«MUL» a, b; END", "before the next statement"),
        ("!!VP2.0 MOV a, «END»", "before the next statement"),
        ("!!VP2.0 MOV a, -«=» b; END", "in place of this"),
    ] {
        let errors = errors(marked);
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!(
            (errors[0].kind, errors[0].hint.as_str()),
            (MissingOperand, hint),
            "{marked}"
        );
    }
}

#[test]
fn habits_of_other_languages() {
    use SyntaxErrorKind::*;
    says(
        "!!VP2.0 R0.xyz «=» R1; END",
        Unexpected,
        "there is no assignment; an instruction names its opcode first, then its result",
        None,
    );
    says(
        "!!VP2.0 MUL a, b, 1.0«f»; END",
        Unexpected,
        "letters follow a number directly",
        Some("!!VP2.0 MUL a, b, 1.0; END"),
    );
    says(
        "!!VP2.0 MUL a, b, 2.«x»; END",
        Unexpected,
        "letters follow a number directly",
        Some("!!VP2.0 MUL a, b, 2.0.x; END"),
    );
    says(
        "!!VP2.0 ADD a, b «+» c; END",
        Unexpected,
        "operands are not added here; only an index in brackets may be a sum",
        None,
    );
    says(
        "!!VP2.0 MOV a, -«-»b; END",
        Unexpected,
        "an operand has one sign at most",
        None,
    );
    says(
        "!!VP2.0 RET;«;» END",
        EmptyStatement,
        "this semicolon ends no statement",
        Some("!!VP2.0 RET; END"),
    );
    says(
        "!!VP2.0 RET«?»; END",
        StrayCharacters,
        "this character has no meaning in a program",
        None,
    );
}

#[test]
fn a_comment_in_the_manner_of_other_languages_is_one_error() {
    let errors = errors("!!VP2.0 «//» MOV a b ) ;\nRET; END");
    assert_eq!(
        (errors[0].kind, errors[0].hint.as_str()),
        (SyntaxErrorKind::StrayCharacters, "a comment begins with #")
    );
}

#[test]
fn header_and_end() {
    use SyntaxErrorKind::*;
    says(
        "« \n»!!VP2.0 RET; END",
        BeforeHeader,
        "something stands before the header, which must be the first bytes",
        Some("!!VP2.0 RET; END"),
    );
    says(
        "«\u{feff}»!!VP2.0 RET; END",
        BeforeHeader,
        "something stands before the header, which must be the first bytes",
        Some("!!VP2.0 RET; END"),
    );
    says(
        "«»RET; END",
        NoHeader,
        "the program does not begin with a header, such as !!ARBvp1.0",
        None,
    );
    says(
        "!!VP2.0 RET;«»",
        MissingEnd,
        "the program has no END",
        Some("!!VP2.0 RET;\nEND\n"),
    );
    says(
        "!!VP2.0 RET; END # x\n«!!»VP2.0 RET; END",
        AfterEnd,
        "only white space and comments may follow END",
        None,
    );
    says(
        "!!VP2.0 RET; END«;»",
        AfterEnd,
        "only white space and comments may follow END",
        None,
    );
}

#[test]
fn one_mistake_does_not_hide_the_next() {
    let marked =
        "!!VP2.0\nMOV a, b«»\nADD a «+» b;\nMUL a, «;»\nTEMP x;\nMOV «)», (;\nDP3 a, b, c«@@»;\nRET;\nEND";
    let kinds: Vec<_> = errors(marked).iter().map(|error| error.kind).collect();
    use SyntaxErrorKind::*;
    assert_eq!(
        kinds,
        [
            MissingSemicolon,
            Unexpected,
            MissingOperand,
            MissingOperand,
            StrayCharacters
        ]
    );
}

#[test]
fn the_position_is_that_of_the_token_that_does_not_fit() {
    // source: ARB_vertex_program, PROGRAM_ERROR_POSITION_ARB: the byte offset where the error was detected.
    let position = |text: &str| parse(text, &WORDS).errors[0].position as usize;
    assert_eq!(position("!!VP2.0\nMOV a, b\nMUL a, b, c;\nEND"), 17);
    assert_eq!(position("!!VP2.0 MOV a, c[3; END"), 18);
    assert_eq!(position("!!VP2.0 RET;\n"), 13);
    assert_eq!(position("  !!VP2.0 RET; END"), 0);
}
