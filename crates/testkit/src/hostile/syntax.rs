//! Texts of programs before they are checked: tokens, trees, formatting.

#[path = "../../../syntax/tests/common/mod.rs"]
mod common;

use quadrille_syntax::lexer::TokenKind;
use quadrille_syntax::{Lexis, Words, format, lex, parse, split};

/// The tokens follow each other without gaps and make up the text.
pub(super) fn lexer(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for lexis in [Lexis::Assembly, Lexis::AtiFragmentShader] {
        let mut end = 0;
        for token in lex(&text, lexis) {
            assert_eq!(token.span.start, end);
            assert!(!token.span.is_empty());
            assert!(text.is_char_boundary(token.span.end as usize));
            end = token.span.end;
        }
        assert_eq!(end as usize, text.len());
    }
}

/// The parser answers, and its tree keeps the promises that its own tests state.
pub(super) fn parser(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    common::promises(&parse(&text, &common::WORDS));
    common::promises(&parse(&text, &common::ATI));
    for program in split(&text, &["!!ARBvp1.0", "!!VP1.0", "!!NVfp5.0"]) {
        common::promises(&parse(&text[program.range()], &common::WORDS));
    }
}

/// Formatting changes white space only, and formatting twice is formatting once.
pub(super) fn formatter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for words in [common::WORDS, common::ATI] {
        let formatted = format(&text, &words);
        assert_eq!(tokens(&formatted, &words), tokens(&text, &words));
        assert_eq!(format(&formatted, &words), formatted);
    }
}

/// The texts of all tokens but white space.
fn tokens<'s>(text: &'s str, words: &Words) -> Vec<&'s str> {
    let tokens = lex(text, words.lexis).into_iter();
    tokens
        .filter(|token| token.kind != TokenKind::Space)
        .map(|token| &text[token.span.range()])
        .collect()
}
