//! Where a statement begins whose end is not typed yet, in the tokens before a place.

use quadrille_syntax::lexer::{Token, TokenKind};

/// The number of the first token of the statement that goes on at the end of these.
pub(super) fn statement_start(
    text: &str,
    tokens: &[Token],
    end: u32,
    line_begins: &dyn Fn(u32, u32) -> bool,
) -> usize {
    let mut first = 0;
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Semicolon | TokenKind::Colon | TokenKind::Header => {
                first = at + 1;
                depth = 0;
                continue;
            }
            TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenParenthesis => depth += 1,
            TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => depth -= 1,
            _ => {}
        }
        // A word on a new line behind what may end a statement begins one whose `;` is left out.
        let next = tokens.get(at + 1);
        let begins = next.is_none_or(|next| next.kind == TokenKind::Word);
        let until = next.map_or(end, |next| next.span.start);
        let ends = matches!(
            token.kind,
            TokenKind::Word
                | TokenKind::Integer
                | TokenKind::Hexadecimal
                | TokenKind::Float
                | TokenKind::CloseBrace
                | TokenKind::CloseBracket
                | TokenKind::CloseParenthesis
                | TokenKind::Bar
        );
        let is_bare = text[token.span.range()] == *"END" && at == first;
        if begins && (ends && depth <= 0 || is_bare) && line_begins(token.span.end, until) {
            first = at + 1;
            depth = 0;
        }
    }
    first
}
