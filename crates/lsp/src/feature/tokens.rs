//! Semantic colours: what each word of a document is.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
};
use quadrille_base::Span;
use quadrille_isa::gl::Role;
use quadrille_isa::gl::TextureTarget;
use quadrille_isa::gl::condition::Test;
use quadrille_isa::gl::statement::{self, Statement};
use quadrille_syntax::lex;
use quadrille_syntax::lexer::TokenKind;
use quadrille_vc4::asm::vocabulary::{functions, mnemonics, registers};

use super::lines::{LexemeKind, LineNameKind, Lines};
use super::machine::{self, MachineWord};
use super::qpu;
use super::scene::sections;
use crate::assembly::{NameKind, Names, Program, role_of};
use crate::document::{Document, DocumentKind, Piece};

/// The kinds of tokens, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum Kind {
    Comment,
    Header,
    Keyword,
    Opcode,
    Modifier,
    Variable,
    Attribute,
    Result,
    Parameter,
    Binding,
    Label,
    Number,
    Selector,
    Option,
    Target,
}

impl Kind {
    /// The kinds with their names in the protocol, among which editors have colours.
    const ALL: [(Kind, SemanticTokenType); 15] = [
        (Kind::Comment, SemanticTokenType::COMMENT),
        (Kind::Header, SemanticTokenType::MACRO),
        (Kind::Keyword, SemanticTokenType::KEYWORD),
        (Kind::Opcode, SemanticTokenType::FUNCTION),
        (Kind::Modifier, SemanticTokenType::MODIFIER),
        (Kind::Variable, SemanticTokenType::VARIABLE),
        (Kind::Attribute, SemanticTokenType::PARAMETER),
        (Kind::Result, SemanticTokenType::PROPERTY),
        (Kind::Parameter, SemanticTokenType::ENUM_MEMBER),
        (Kind::Binding, SemanticTokenType::NAMESPACE),
        (Kind::Label, SemanticTokenType::EVENT),
        (Kind::Number, SemanticTokenType::NUMBER),
        (Kind::Selector, SemanticTokenType::OPERATOR),
        (Kind::Option, SemanticTokenType::DECORATOR),
        (Kind::Target, SemanticTokenType::TYPE),
    ];
}

/// The bit of what is declared where it stands.
const DECLARATION: u32 = 1;

/// What the numbers of tokens mean.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: Kind::ALL.iter().map(|(_, name)| name.clone()).collect(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

struct Token {
    span: Span,
    kind: Kind,
    modifiers: u32,
}

fn token(span: Span, kind: Kind) -> Token {
    Token {
        span,
        kind,
        modifiers: 0,
    }
}

/// The tokens of a document, or of those of its lines that a span meets.
pub fn tokens(document: &Document, within: Option<Span>) -> SemanticTokens {
    let mut found = match document.kind {
        DocumentKind::Assembly => document.pieces().flat_map(program).collect(),
        DocumentKind::Scene => {
            let mut found: Vec<Token> = document.pieces().flat_map(program).collect();
            let sections = sections(document);
            found.extend(sections.iter().map(|section| token(section.line, Kind::Header)));
            found.sort_by_key(|one| one.span.start);
            found
        }
        DocumentKind::GeForce3 => machine_tokens(document),
        DocumentKind::Qpu => qpu_tokens(document),
    };
    if let Some(within) = within {
        found.retain(|one| one.span.start < within.end && within.start < one.span.end);
    }
    SemanticTokens {
        result_id: None,
        data: encoded(document, &found),
    }
}

/// Each token by its distance from the one before; one that goes over lines is one a line.
fn encoded(document: &Document, tokens: &[Token]) -> Vec<SemanticToken> {
    let text = document.text();
    let mut data = Vec::with_capacity(tokens.len());
    let (mut line, mut column) = (0, 0);
    for one in tokens {
        let (first, last) = (text.line(one.span.start), text.line(one.span.end));
        for number in first..=last {
            let own = text.line_span(number);
            let span = Span::new(one.span.start.max(own.start), one.span.end.min(own.end));
            if span.is_empty() {
                continue;
            }
            let position = text.position(span.start);
            let length = text.text()[span.range()].encode_utf16().count() as u32;
            let delta_line = position.line - line;
            data.push(SemanticToken {
                delta_line,
                delta_start: if delta_line == 0 {
                    position.character - column
                } else {
                    position.character
                },
                length,
                token_type: one.kind as u32,
                token_modifiers_bitset: one.modifiers,
            });
            (line, column) = (position.line, position.character);
        }
    }
    data
}

/// The tokens of a program: what its names are first, the rest by what words are in the language.
fn program(piece: Piece<'_>) -> Vec<Token> {
    let Some(program) = Program::parse(piece) else {
        return Vec::new();
    };
    let names = Names::of(&program);
    let words = quadrille_check::words(program.profile);
    let mut places = names.places.iter().peekable();
    let mut statements = program
        .tree
        .statements
        .iter()
        .map(|one| one.span.start)
        .peekable();
    let (mut before, mut begins) = (TokenKind::Header, true);
    // Behind the first point of an opcode stand modifiers, up to its first operand.
    let mut modifying = false;
    let mut is_option = false;
    // What a path begins with colours the words behind its points.
    let mut in_binding = false;
    let mut found = Vec::new();
    for one in lex(piece.text, program.tree.lexis) {
        if one.kind.is_blank() {
            if one.kind == TokenKind::Comment {
                found.push(token(program.place(one.span), Kind::Comment));
            }
            continue;
        }
        while statements.next_if(|start| *start <= one.span.start).is_some() {
            begins = true;
        }
        while places.next_if(|(span, _)| span.start < one.span.start).is_some() {}
        let text = &piece.text[one.span.range()];
        let name = places.next_if(|(span, _)| *span == one.span);
        let behind_point = before == TokenKind::Dot;
        let mut modifiers = 0;
        let kind = match one.kind {
            TokenKind::Header => Some(Kind::Header),
            TokenKind::Integer | TokenKind::Hexadecimal | TokenKind::Float => Some(Kind::Number),
            TokenKind::Word => Some(if let Some((span, number)) = name {
                begins = false;
                modifying = false;
                in_binding = false;
                let declared = &names.declared[*number];
                if *span == declared.word.span {
                    modifiers = DECLARATION;
                }
                name_kind(declared.kind, role_of(declared))
            } else if behind_point {
                match (modifying, in_binding) {
                    (true, _) => Kind::Modifier,
                    (false, true) => Kind::Binding,
                    (false, false) => Kind::Selector,
                }
            } else if begins || words.declarations.contains(&text) && !modifying {
                let is_modifier =
                    statement::Modifier::find(text).is_some() && words.modifiers.contains(&text);
                begins = is_modifier;
                is_option = text == "OPTION";
                let keyword =
                    is_modifier || Statement::find(text).is_some() && words.declarations.contains(&text);
                modifying = !keyword;
                in_binding = false;
                match keyword || text == "END" || quadrille_check::ATI_BLOCK_WORDS.contains(&text) {
                    true => Kind::Keyword,
                    false => Kind::Opcode,
                }
            } else if is_option {
                Kind::Option
            } else {
                modifying = false;
                in_binding = false;
                if TextureTarget::of_name(text).is_some() {
                    Kind::Target
                } else if Test::of_name(text).is_some() || text == "END" {
                    Kind::Keyword
                } else {
                    in_binding = true;
                    Kind::Binding
                }
            }),
            TokenKind::Dot => None,
            TokenKind::Semicolon => {
                (modifying, is_option, in_binding) = (false, false, false);
                None
            }
            TokenKind::Comma | TokenKind::Equals | TokenKind::OpenBrace => {
                (modifying, in_binding) = (false, false);
                None
            }
            TokenKind::DotDot
            | TokenKind::Colon
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Bar
            | TokenKind::OpenBracket
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::OpenParenthesis
            | TokenKind::CloseParenthesis
            | TokenKind::Unknown
            | TokenKind::Space
            | TokenKind::Comment
            | TokenKind::End => None,
        };
        if let Some(kind) = kind {
            found.push(Token {
                span: program.place(one.span),
                kind,
                modifiers,
            });
        }
        before = one.kind;
    }
    found
}

const fn name_kind(kind: NameKind, role: Option<Role>) -> Kind {
    match (kind, role) {
        (NameKind::Label, _) => Kind::Label,
        (NameKind::SubroutineType, _) => Kind::Target,
        (NameKind::Variable(_), Some(Role::Attribute)) => Kind::Attribute,
        (NameKind::Variable(_), Some(Role::Result)) => Kind::Result,
        (NameKind::Variable(_), Some(_)) => Kind::Parameter,
        (NameKind::Variable(_), None) => Kind::Variable,
    }
}

fn machine_tokens(document: &Document) -> Vec<Token> {
    let numbering = document.session.settings.numbering();
    let lines = Lines::of_machine(document.text().text(), numbering);
    let mut found = Vec::new();
    for (at, lexeme) in lines.lexemes.iter().enumerate() {
        let kind = match lexeme.kind {
            LexemeKind::Comment => Kind::Comment,
            LexemeKind::Number => Kind::Number,
            LexemeKind::Word => {
                let text = lines.text(*lexeme);
                let start = lines.lexemes[..at]
                    .iter()
                    .rposition(|one| matches!(one.kind, LexemeKind::End | LexemeKind::Comment));
                let before = &lines.lexemes[start.map_or(0, |start| start + 1)..at];
                let behind_point = before
                    .last()
                    .is_some_and(|last| last.kind == LexemeKind::Mark('.'));
                match machine::word(text, machine::begins(before)) {
                    _ if behind_point => Kind::Selector,
                    _ if text.starts_with('#') => Kind::Parameter,
                    MachineWord::Operation(_) => Kind::Opcode,
                    MachineWord::Register => Kind::Variable,
                    MachineWord::Keyword => Kind::Keyword,
                    MachineWord::Other => continue,
                }
            }
            LexemeKind::Directive | LexemeKind::Mark(_) | LexemeKind::End => continue,
        };
        let declared = lines.names.iter().any(|name| name.span == lexeme.span);
        found.push(Token {
            span: lexeme.span,
            kind,
            modifiers: if declared { DECLARATION } else { 0 },
        });
    }
    found
}

fn qpu_tokens(document: &Document) -> Vec<Token> {
    let lines = Lines::of_qpu(document.text().text());
    let operations: std::collections::HashSet<&str> = mnemonics().collect();
    let registers: std::collections::HashSet<String> = registers().collect();
    let functions: std::collections::HashSet<&str> = functions().collect();
    let names: std::collections::HashMap<&str, LineNameKind> = lines
        .names
        .iter()
        .map(|name| (&lines.text[name.span.range()], name.kind))
        .collect();
    let declared: std::collections::HashSet<Span> = lines.names.iter().map(|name| name.span).collect();
    let mut found = Vec::new();
    let mut start = 0;
    for (at, lexeme) in lines.lexemes.iter().enumerate() {
        let before = &lines.lexemes[start..at];
        let kind = match lexeme.kind {
            LexemeKind::End => {
                start = at + 1;
                continue;
            }
            LexemeKind::Comment => {
                start = at + 1;
                Some(Kind::Comment)
            }
            LexemeKind::Number => Some(Kind::Number),
            LexemeKind::Directive => Some(Kind::Keyword),
            LexemeKind::Mark(_) => None,
            LexemeKind::Word => {
                let text = lines.text(*lexeme);
                let behind_point = before
                    .last()
                    .is_some_and(|last| last.kind == LexemeKind::Mark('.'));
                if behind_point {
                    Some(Kind::Modifier)
                } else if let Some(kind) = names.get(text) {
                    Some(match kind {
                        LineNameKind::Label => Kind::Label,
                        LineNameKind::Value => Kind::Parameter,
                        LineNameKind::Macro => Kind::Opcode,
                    })
                } else if qpu::begins(before) && operations.contains(text) {
                    Some(Kind::Opcode)
                } else if registers.contains(text) {
                    Some(Kind::Variable)
                } else if functions.contains(text) || operations.contains(text) {
                    Some(Kind::Opcode)
                } else {
                    None
                }
            }
        };
        if let Some(kind) = kind {
            found.push(Token {
                span: lexeme.span,
                kind,
                modifiers: if declared.contains(&lexeme.span) {
                    DECLARATION
                } else {
                    0
                },
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn kinds_stand_in_the_order_of_the_legend() {
        for (at, (kind, _)) in Kind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, at);
        }
    }
}
