//! Any bytes: the tokens follow each other without gaps and make up the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_syntax::{Lexis, lex};

fuzz_target!(|bytes: &[u8]| {
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
});
