//! The forms of a program about which drivers differ, found in its tokens: they are found in programs with errors too.

use quadrille_base::Span;
use quadrille_isa::gl::driver::{Difference, RefusedForm};
use quadrille_isa::gl::option::ProgramOption;
use quadrille_isa::gl::profile::Profile;
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_syntax::lexer::{Lexis, Token, TokenKind, lex};

/// What a program has that drivers may not take, or take otherwise, each with its place.
#[derive(Default)]
pub(super) struct Forms {
    pub(super) options: Vec<(ProgramOption, Span)>,
    pub(super) refusable: Vec<(RefusedForm, Span)>,
    pub(super) differences: Vec<(Difference, Span)>,
}

/// Names of texture targets that no variable has where they are words of the language.
const TARGETS: &[&str] = &["CUBE", "RECT"];
const SHADOW_TARGETS: &[&str] = &["SHADOW1D", "SHADOW2D", "SHADOWRECT"];

/// The largest offsets beside an address register, up and down.
const OFFSETS: [u64; 2] = [4095, 4096];

pub(super) fn forms(text: &str, profile: &Profile) -> Forms {
    let mut forms = Forms::default();
    if !profile.language.meets(LanguageSet::AV | LanguageSet::AF) {
        return forms;
    }
    if text.starts_with('\u{feff}') {
        forms
            .refusable
            .push((RefusedForm::ByteOrderMark, Span::new(0, 3)));
    }
    let all = lex(text, Lexis::Assembly);
    let tokens: Vec<Token> = all
        .iter()
        .copied()
        .filter(|token| !token.kind.is_blank())
        .collect();
    let word = |at: usize| tokens.get(at).map_or("", |token| &text[token.span.range()]);
    let kind = |at: usize| tokens.get(at).map_or(TokenKind::End, |token| token.kind);
    let between = |from: usize, to: usize| Span::new(tokens[from].span.start, tokens[to].span.end);
    let mut shadow = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Word if word(at) == "OPTION" && kind(at + 2) == TokenKind::Semicolon => {
                let Some(option) = ProgramOption::find(word(at + 1)) else {
                    continue;
                };
                shadow |= option == ProgramOption::ArbFragmentProgramShadow;
                forms.options.push((option, tokens[at + 1].span));
            }
            TokenKind::Word => {
                let path = [word(at), word(at + 1), word(at + 2), word(at + 3), word(at + 4)];
                match path {
                    ["vertex", ".", "weight", ..] => {
                        forms
                            .refusable
                            .push((RefusedForm::VertexWeight, between(at, at + 2)));
                    }
                    ["vertex", ".", "matrixindex", ..] => {
                        forms
                            .refusable
                            .push((RefusedForm::MatrixPalette, between(at, at + 2)));
                    }
                    ["state", ".", "matrix", ".", "palette"] => {
                        forms
                            .refusable
                            .push((RefusedForm::MatrixPalette, between(at, at + 4)));
                    }
                    ["modelview", "[", number, ..]
                        if at > 1
                            && word(at - 2) == "matrix"
                            && kind(at + 2) == TokenKind::Integer
                            && number != "0" =>
                    {
                        forms
                            .refusable
                            .push((RefusedForm::OtherModelview, between(at, at + 2)));
                    }
                    ["vertex", ".", "attrib", "[", number] if is_conventional(number) => {
                        let end = (at + 5).min(tokens.len() - 1);
                        let differs = (Difference::GenericAttributesApart, between(at, end));
                        forms.differences.push(differs);
                    }
                    _ => {}
                }
                let is_target = TARGETS.contains(&word(at)) || shadow && SHADOW_TARGETS.contains(&word(at));
                // A target stands between the comma after its image unit and the semicolon.
                let is_operand = kind(at + 1) == TokenKind::Semicolon && is_after_unit(at, word, kind);
                if profile.stage == Stage::Fragment && is_target && !is_operand {
                    forms.refusable.push((RefusedForm::TargetAsName, token.span));
                }
            }
            TokenKind::Dot => {
                let next = tokens.get(at + 1).filter(|next| next.kind == TokenKind::Word);
                let Some(next) = next.filter(|next| next.span.start > token.span.end) else {
                    continue;
                };
                let between = &text[token.span.end as usize..next.span.start as usize];
                let form = match between.contains(['\n', '\r', '#']) {
                    true => RefusedForm::LineAfterDot,
                    false if is_selector(&text[next.span.range()]) => RefusedForm::SpaceAfterDot,
                    false => continue,
                };
                let span = Span::new(token.span.start, next.span.end);
                forms.refusable.push((form, span));
            }
            TokenKind::Plus | TokenKind::Minus if kind(at + 2) == TokenKind::CloseBracket => {
                let most = OFFSETS[usize::from(token.kind == TokenKind::Minus)];
                let is_offset =
                    kind(at + 1) == TokenKind::Integer && at > 0 && kind(at - 1) == TokenKind::Word;
                // A number that is too long to be read is beyond it as well.
                if is_offset && word(at + 1).parse::<u64>().map_or(true, |offset| offset > most) {
                    let span = tokens[at + 1].span;
                    forms.refusable.push((RefusedForm::OffsetBeyond4096, span));
                }
            }
            _ => {}
        }
    }
    forms
}

/// Comments that end at a carriage return alone.
pub(super) fn returned_comments(text: &str) -> Vec<Span> {
    let all = lex(text, Lexis::Assembly);
    let pairs = all.windows(2);
    let ends_so = |pair: &&[Token]| {
        let end = &text[pair[1].span.range()];
        pair[0].kind == TokenKind::Comment && end.starts_with('\r') && !end.starts_with("\r\n")
    };
    pairs.filter(ends_so).map(|pair| pair[0].span).collect()
}

/// The text in which the first of these comments, and each behind its line, goes on to the next newline; of the same
/// length.
pub(super) fn with_longer_comments(text: &str, comments: &[Span]) -> String {
    let mut out = String::with_capacity(text.len());
    for comment in comments.iter().map(|comment| comment.end as usize) {
        let Some(before) = text.get(out.len()..comment) else {
            continue;
        };
        out.push_str(before);
        let rest = &text[comment..];
        let line = rest.find('\n').unwrap_or(rest.len());
        out.extend(std::iter::repeat_n(' ', line));
    }
    out.push_str(&text[out.len()..]);
    out
}

/// Whether a generic attribute has the number of a conventional one (ARB_vertex_program, Table X.1: 6 and 7 have none).
/// The position is shared by every driver, and weights are set by nobody.
fn is_conventional(number: &str) -> bool {
    matches!(number.parse::<u32>(), Ok(2..=5 | 8..=15))
}

fn is_selector(word: &str) -> bool {
    let all = |letters: &str| word.chars().all(|letter| letters.contains(letter));
    word.len() <= 4 && (all("xyzw") || all("rgba"))
}

/// Whether the token stands behind an image unit: `texture[0], ` or the like.
fn is_after_unit<'t>(at: usize, word: impl Fn(usize) -> &'t str, kind: impl Fn(usize) -> TokenKind) -> bool {
    if at < 2 || kind(at - 1) != TokenKind::Comma {
        return false;
    }
    match kind(at - 2) {
        TokenKind::CloseBracket => at >= 5 && word(at - 5) == "texture",
        TokenKind::Word => word(at - 2) == "texture",
        _ => false,
    }
}
