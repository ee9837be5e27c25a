//! The formatter: what it makes of a text, and what it leaves alone.

mod common;

use common::WORDS;
use proptest::prelude::*;
use quadrille_syntax::lexer::{Token, TokenKind, lex};
use quadrille_syntax::{Lexis, format, parse};

const PROGRAMS: [&str; 5] = [
    include_str!("programs/bump.fp"),
    include_str!("programs/skin.vp"),
    include_str!("programs/register.vp2"),
    include_str!("programs/register.fp1"),
    include_str!("programs/flow.gp5"),
];

#[test]
fn one_statement_a_line() {
    let text = "!!NVfp4.0 # a header\n\n\n\n  TEMP a,b [3] ;MOV a, b[ 1 ];REP   {1,2}. x ;IF NE . x;MUL.SAT  a.x(GT.x),\n-a,\n   \
                - | a . y | ;# twice\n #end\nELSE;BRK ( TR ) ;ENDIF;\nENDREP; END#\n\n";
    let formatted = "!!NVfp4.0 # a header\n\nTEMP a, b[3];\nMOV a, b[1];\nREP { 1, 2 }.x;\n    IF NE.x;\n        \
                     MUL.SAT a.x (GT.x), -a, -|a.y|; # twice\n        #end\n    ELSE;\n        BRK (TR);\n    \
                     ENDIF;\nENDREP;\nEND #\n";
    assert_eq!(format(text, &WORDS), formatted);
}

#[test]
fn rows_and_comments_stay() {
    let text = "!!ARBvp1.0\nPARAM m[2]={{1,0,0,0},# x\n{0,1,0,0}\n};MOV # to\na,\nm[ a.x+1 ];\n\n# last\nEND";
    let formatted = "!!ARBvp1.0\nPARAM m[2] = { { 1, 0, 0, 0 }, # x\n    { 0, 1, 0, 0 }\n    };\nMOV # to\n    \
                     a, m[a.x + 1];\n\n# last\nEND\n";
    assert_eq!(format(text, &WORDS), formatted);
}

#[test]
fn first_operands_stand_in_one_column() {
    let text = "!!VP2.0\nMOV a, b;\nDP4 a, b, c;\nSLTC a, b, c;\nRET;\n\nMOV a, b;\nEND\n";
    let formatted = "!!VP2.0\nMOV  a, b;\nDP4  a, b, c;\nSLTC a, b, c;\nRET;\n\nMOV a, b;\nEND\n";
    assert_eq!(format(text, &WORDS), formatted);
}

#[test]
fn numbers_stay_numbers() {
    let text = "!!VP1.0\nMOV a, 5 .x;\nMOV a, 5. .x;\nMOV a[0. ..3], c[-1 - -2];\nEND\n";
    assert_eq!(format(text, &WORDS), text);
}

#[test]
fn line_ends_stay_those_of_the_text() {
    assert_eq!(
        format("!!VP1.0\r\nRET;\r\n\r\n\r\nEND\r\n", &WORDS),
        "!!VP1.0\r\nRET;\r\n\r\nEND\r\n"
    );
    assert_eq!(
        format("!!VP1.0\rRET;#\r\r\rEND\r", &WORDS),
        "!!VP1.0\rRET; #\r\rEND\r"
    );
}

#[test]
fn what_does_not_parse_stays_as_it_is() {
    for text in [
        "",
        "MOV  a;",
        "!!VP1.0 MOV  a b; END",
        "!!VP1.0 ;; END",
        "!!VP1.0  MOV a, b;",
    ] {
        assert_eq!(format(text, &WORDS), text);
    }
    assert_eq!(
        format("\n !!VP1.0 RET; END what  follows", &WORDS),
        "!!VP1.0\nRET;\nEND what follows\n"
    );
}

/// The tokens of a text but white space.
fn tokens(text: &str) -> Vec<(TokenKind, &str)> {
    let written = |token: Token| (token.kind, &text[token.span.range()]);
    lex(text, Lexis::Assembly)
        .into_iter()
        .filter(|token| token.kind != TokenKind::Space)
        .map(written)
        .collect()
}

/// A program with other white space and comments between its tokens.
fn respaced(program: &str, blanks: &[&str]) -> String {
    let mut blanks = blanks.iter().cycle();
    let mut text = String::new();
    for (index, (kind, token)) in tokens(program)
        .into_iter()
        .filter(|(kind, _)| !kind.is_blank())
        .enumerate()
    {
        if index > 1 || kind == TokenKind::Header {
            let blank = blanks.next().unwrap();
            text += if kind == TokenKind::Header { "" } else { blank };
        }
        text += token;
    }
    text
}

fn blanks() -> impl Strategy<Value = Vec<&'static str>> {
    let blank = prop::sample::select(vec![
        " ",
        "\t",
        "\n",
        "\r\n",
        "\n\n\n",
        " # a comment; END\n",
        "\n#\r",
        "  ",
    ]);
    prop::collection::vec(blank, 1..40)
}

proptest! {
    #[test]
    fn white_space_means_nothing(program in 0..PROGRAMS.len(), blanks in blanks()) {
        let text = respaced(PROGRAMS[program], &blanks);
        prop_assert_eq!(parse(&text, &WORDS).errors, []);
        let formatted = format(&text, &WORDS);
        prop_assert_eq!(tokens(&formatted), tokens(&text));
        prop_assert_eq!(format(&formatted, &WORDS), formatted);
    }

    #[test]
    fn no_token_is_lost(text in any::<String>(), program in 0..PROGRAMS.len()) {
        let text = format!("{text}{}{text}", PROGRAMS[program]);
        let formatted = format(&text, &WORDS);
        prop_assert_eq!(tokens(&formatted), tokens(&text));
        prop_assert_eq!(format(&formatted, &WORDS), formatted);
    }
}

#[test]
fn formatted_programs_stay_so() {
    for program in PROGRAMS {
        let formatted = format(program, &WORDS);
        assert_eq!(tokens(&formatted), tokens(program));
        assert_eq!(format(&formatted, &WORDS), formatted);
    }
}

/// source: the rules of layout, applied to one statement at a time.
#[test]
fn a_long_program_is_formatted_as_a_short_one() {
    let written = "REP 3;MOV  a,b;# c\nENDREP;\n\n l:\n".repeat(700);
    let formatted = "REP 3;\n    MOV a, b; # c\nENDREP;\n\nl:\n".repeat(700);
    let text = format!("!!VP1.0 {written}END what  follows");
    assert_eq!(
        format(&text, &WORDS),
        format!("!!VP1.0\n{formatted}END what follows\n")
    );
    // A mistake far behind.
    let wrong = format!("!!VP1.0 {written} MOV a b;END");
    assert_eq!(format(&wrong, &WORDS), wrong);
}
