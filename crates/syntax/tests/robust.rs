//! Whatever the text is, the parser answers with a tree that keeps its promises, in linear time and memory.

mod common;

use std::path::Path;

use common::{WORDS, promises, written};
use proptest::prelude::*;
use quadrille_base::Span;
use quadrille_syntax::tree::{SyntaxError, SyntaxErrorKind, Tree};
use quadrille_syntax::{MAX_ERRORS, Pieces, format, parse};

const PROGRAMS: [&str; 5] = [
    include_str!("programs/bump.fp"),
    include_str!("programs/skin.vp"),
    include_str!("programs/register.vp2"),
    include_str!("programs/register.fp1"),
    include_str!("programs/flow.gp5"),
];

/// source: the tree of the whole program.
#[test]
fn programs_in_pieces() {
    for (program, most) in PROGRAMS
        .iter()
        .flat_map(|program| [1, 2, 7, 1000].map(|most| (program, most)))
    {
        pieces_are_the_tree(program, most);
    }
}

/// Texts made of what programs are made of, in any order.
fn token_soup() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "!!ARBvp1.0",
        "END",
        "TEMP",
        "FLAT",
        "PARAM",
        "SUBROUTINE",
        "GROUP_SIZE",
        "CAL",
        "MOV",
        "R0",
        "x",
        ".",
        ".",
        "..",
        ",",
        ",",
        ";",
        ";",
        ":",
        "=",
        "+",
        "-",
        "|",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        "0",
        "1.5",
        ".5",
        "5.",
        "1e",
        "1e5",
        "2D",
        "0x1f",
        "0x",
        "offset",
        "handle",
        "#c\n",
        "\n",
        " ",
        "\t",
        "@",
        "ß",
        "\u{feff}",
        "!!",
    ]);
    prop::collection::vec(token, 0..120).prop_map(|tokens| tokens.concat())
}

/// The statements of a tree, written out; of errors that follow each other there is one, which grows.
fn add_statements(statements: &mut Vec<(Span, String)>, tree: &Tree) {
    for statement in &tree.statements {
        let written = written(tree, &statement.kind);
        match statements.last_mut() {
            Some((span, before)) if *before == written && written == "error" => {
                *span = span.to(statement.span);
            }
            _ => statements.push((statement.span, written)),
        }
    }
}

/// What the pieces of a program hold together is what its tree holds.
fn pieces_are_the_tree(text: &str, most: usize) {
    let whole = parse(text, &WORDS);
    let mut expected = Vec::new();
    add_statements(&mut expected, &whole);
    let (mut statements, mut errors) = (Vec::new(), Vec::new());
    let mut pieces = Pieces::new(text, &WORDS, most);
    while let Some(piece) = pieces.advance() {
        assert!(piece.statements.len() <= most);
        assert_eq!(piece.header, whole.header);
        add_statements(&mut statements, piece);
        errors.extend(piece.errors.iter().cloned());
    }
    errors.sort_by_key(|error: &SyntaxError| error.span.start);
    assert_eq!(statements, expected);
    assert_eq!(errors, whole.errors);
    assert_eq!(pieces.tree().end, whole.end);
}

proptest! {
    #[test]
    fn any_pieces(text in token_soup(), most in 1..5_usize) {
        pieces_are_the_tree(&format!("!!VP1.0 {text}"), most);
        pieces_are_the_tree(&text, most);
    }

    #[test]
    fn any_text(text in any::<String>()) {
        promises(&parse(&text, &WORDS));
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        promises(&parse(&String::from_utf8_lossy(&bytes), &WORDS));
    }

    #[test]
    fn any_tokens(text in token_soup()) {
        promises(&parse(&text, &WORDS));
        promises(&parse(&format!("!!VP1.0 {text}"), &WORDS));
    }

    #[test]
    fn one_byte_changed(program in 0..PROGRAMS.len(), at in any::<prop::sample::Index>(), byte in 0..128_u8) {
        let mut bytes = PROGRAMS[program].as_bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        promises(&parse(std::str::from_utf8(&bytes).unwrap(), &WORDS));
    }
}

#[test]
fn truncated_at_every_byte() {
    for program in PROGRAMS {
        let whole = parse(program, &WORDS);
        assert_eq!(whole.errors, []);
        let end = whole.end.unwrap().end as usize;
        for length in whole.header.unwrap().span.end as usize..end {
            let tree = parse(&program[..length], &WORDS);
            promises(&tree);
            // `ENDIF` may be cut to `END`.
            let ends = program[..length].ends_with("END");
            let missing = |error: &SyntaxError| error.kind == SyntaxErrorKind::MissingEnd;
            assert_eq!(tree.errors.iter().any(missing), !ends, "{length}");
            // The beginning of a right program is right, but for its last token, which may be cut.
            let last = tree.tokens().last().unwrap().span.start;
            assert!(
                tree.errors.iter().all(|error| error.position >= last),
                "{length}: {:?}",
                tree.errors
            );
        }
    }
}

#[test]
fn deep_nesting_is_one_error() {
    for (open, close) in [("{", "}"), ("(", ")"), ("a[", "]"), ("handle(", ")")] {
        let text = format!(
            "!!VP1.0 MOV a, {}1{}; MOV b, c; END",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        let tree = parse(&text, &WORDS);
        promises(&tree);
        let kinds: Vec<_> = tree.errors.iter().map(|error| error.kind).collect();
        assert_eq!(kinds, [SyntaxErrorKind::Nesting], "{open}");
        assert_eq!(tree.statements.len(), 2);

        let unclosed = format!("!!VP1.0 MOV a, {}; MOV b, c; END", open.repeat(100_000));
        let tree = parse(&unclosed, &WORDS);
        promises(&tree);
        assert_eq!(tree.statements.len(), 2);
        assert!(tree.errors.len() <= 2, "{:?}", tree.errors);
    }
}

#[test]
fn the_list_of_errors_ends() {
    let text = format!("!!VP1.0\n{}END", "MOV R0 R1 @;\n".repeat(100_000));
    let tree = parse(&text, &WORDS);
    promises(&tree);
    assert_eq!(tree.errors.len(), MAX_ERRORS);
    // A comma and a stray in each line.
    assert_eq!(tree.unlisted, 200_000 - MAX_ERRORS);
    assert_eq!(tree.statements.len(), 100_000);
}

#[test]
fn ten_megabytes_of_anything() {
    for piece in [
        ";", "a", "1.", "@", "{", "|", "a.", "a:", "#", "#\n", "a,", "a a ", "\n", "!!", "0..", "-",
    ] {
        let text = piece.repeat(10_000_000 / piece.len());
        let tree = parse(&text, &WORDS);
        assert!(
            !tree.errors.is_empty() && tree.errors.len() <= MAX_ERRORS,
            "{piece}"
        );
    }
}

#[test]
fn what_the_fuzzer_found() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");
    let mut files = 0;
    for target in ["lexer", "parser", "formatter", "checker"] {
        for file in std::fs::read_dir(Path::new(corpus).join(target)).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            promises(&parse(&text, &WORDS));
            let formatted = format(&text, &WORDS);
            assert_eq!(format(&formatted, &WORDS), formatted);
            files += 1;
        }
    }
    assert!(files > 100);
}

/// Statements that cannot be read are read in pieces as all others, so that their operands are not all kept.
#[test]
fn a_run_of_errors_comes_in_pieces() {
    let text = format!("!!ARBvp1.0\n{}END\n", "MOV a, ;\n".repeat(10_000));
    let mut pieces = Pieces::new(&text, &WORDS, 256);
    let mut errors = 0;
    let mut read = 0;
    while let Some(tree) = pieces.advance() {
        assert!(tree.operands.len() <= 2 * 256, "{}", tree.operands.len());
        errors += tree.errors.len() + tree.unlisted;
        read += 1;
    }
    assert_eq!(
        (errors, read),
        (
            10_000,
            10_000_usize.div_ceil(256) + usize::from(10_000 % 256 == 0)
        )
    );
}
