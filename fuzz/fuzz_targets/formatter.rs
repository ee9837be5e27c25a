//! Any bytes: formatting changes white space only, and formatting twice is formatting once.
#![no_main]

#[path = "../../crates/syntax/tests/common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;
use quadrille_syntax::lexer::{TokenKind, lex};
use quadrille_syntax::{Words, format};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for words in [common::WORDS, common::ATI] {
        let formatted = format(&text, &words);
        assert_eq!(tokens(&formatted, &words), tokens(&text, &words));
        assert_eq!(format(&formatted, &words), formatted);
    }
});

/// The texts of all tokens but white space.
fn tokens<'s>(text: &'s str, words: &Words) -> Vec<&'s str> {
    let tokens = lex(text, words.lexis).into_iter();
    tokens
        .filter(|token| token.kind != TokenKind::Space)
        .map(|token| &text[token.span.range()])
        .collect()
}
