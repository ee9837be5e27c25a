//! `adjustable`: the numbers of a text that a slider may move: those of parameters and state in a scene's commands, and
//! of constants that programs declare. A slider changes the text; nothing else has values.

use quadrille_base::Span;
use quadrille_scene::{Command, ParameterValue, StateCommand, Statement};
use quadrille_syntax::lexer::{Token, TokenKind};
use quadrille_syntax::{Lexis, lex};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::Answer;
use crate::position::Positions;

/// The most rows that are listed.
const MOST: usize = 200;

#[derive(Deserialize)]
pub(crate) struct Find {
    text: String,
}

/// Some numbers of one thing.
struct Row {
    label: String,
    numbers: Vec<Span>,
}

impl Find {
    pub(crate) fn answer(&self) -> Answer {
        let text = &self.text;
        let begins_a_program = text.trim_start().starts_with("!!");
        let mut rows = Vec::new();
        if begins_a_program {
            rows.extend(constants(text, 0));
        } else {
            let (scene, _) = quadrille_scene::recover(text);
            let (parameters, state): (Vec<_>, Vec<_>) = scene
                .statements
                .iter()
                .partition(|statement| matches!(statement.command, Command::Parameter(..)));
            let of_commands = |statements: Vec<&Statement>| -> Vec<Row> {
                let rows = statements.into_iter();
                rows.filter_map(|one| command(text, one.span, &one.command))
                    .collect()
            };
            rows.extend(of_commands(parameters));
            for program in &scene.programs {
                rows.extend(constants(&text[program.span.range()], program.span.start));
            }
            rows.extend(of_commands(state));
        }
        let positions = Positions::of(text);
        let rows = rows.into_iter().take(MOST).map(|row| {
            let numbers = row.numbers.iter().filter_map(|span| {
                let value: f64 = text[span.range()].parse().ok()?;
                let mut number = positions.range(*span);
                number["value"] = json!(value);
                Some(number)
            });
            let numbers: Vec<Value> = numbers.collect();
            json!({ "label": row.label, "numbers": numbers })
        });
        Answer::from(json!({ "rows": rows.collect::<Vec<Value>>() }))
    }
}

/// The numbers of a command of a scene, if they may be moved.
fn command(text: &str, span: Span, command: &Command) -> Option<Row> {
    // An index that stands before the values is no value.
    let has_index = matches!(
        command,
        Command::Parameter(_, _, ParameterValue::Vector(_)) | Command::State(StateCommand::Light(..))
    );
    let has_values = matches!(
        command,
        Command::State(StateCommand::LightModel(_) | StateCommand::Material(..) | StateCommand::Fog(_))
            | Command::LookAt(_)
            | Command::Perspective(_)
            | Command::Translate(_)
            | Command::Rotate(_)
            | Command::Scale(_)
            | Command::ClearColor(_)
            | Command::Color(_)
            | Command::Normal(_)
    );
    if !has_index && !has_values {
        return None;
    }
    let line = &text[span.range()];
    let pieces = pieces(line);
    let numbers: Vec<(usize, usize)> = pieces
        .iter()
        .copied()
        .filter(|(from, to)| is_number(&line[*from..*to]))
        .skip(usize::from(has_index))
        .collect();
    let first = numbers.first()?.0;
    let label = line[..first].trim_end_matches(|letter: char| letter == '(' || letter.is_whitespace());
    let place = |(from, to): (usize, usize)| Span::new(span.start + from as u32, span.start + to as u32);
    Some(Row {
        label: label.to_owned(),
        numbers: numbers.into_iter().map(place).collect(),
    })
}

/// The words of a line between blanks, commas and parentheses.
fn pieces(line: &str) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '(' | ')');
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        if is_between(letter) {
            if start < at {
                pieces.push((start, at));
            }
            start = at + letter.len_utf8();
        }
    }
    pieces
}

fn is_number(piece: &str) -> bool {
    piece.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.'))
        && piece.parse::<f32>().is_ok_and(f32::is_finite)
}

/// The constants of a program: `PARAM name = { 1, 2, 3, 4 };` and `PARAM name = 1;`.
fn constants(program: &str, start: u32) -> Vec<Row> {
    let tokens = lex(program, Lexis::Assembly);
    let tokens: Vec<Token> = tokens
        .into_iter()
        .filter(|token| !token.kind.is_blank())
        .collect();
    let word = |token: &Token| &program[token.span.range()];
    let mut rows = Vec::new();
    for statement in tokens.split(|token| token.kind == TokenKind::Semicolon) {
        // Behind the header there is no semicolon.
        let statement = match statement {
            [first, rest @ ..] if first.kind == TokenKind::Header => rest,
            statement => statement,
        };
        let [opcode, name, equals, values @ ..] = statement else {
            continue;
        };
        if word(opcode) != "PARAM" || name.kind != TokenKind::Word || equals.kind != TokenKind::Equals {
            continue;
        }
        if let Some(numbers) = numbers(values) {
            let numbers = numbers.into_iter().map(|span| span.moved(start)).collect();
            let label = format!("PARAM {}", word(name));
            rows.push(Row { label, numbers });
        }
    }
    rows
}

/// The places of numbers, signs included, where there is nothing else but commas and braces.
fn numbers(values: &[Token]) -> Option<Vec<Span>> {
    let mut found: Vec<Span> = Vec::new();
    let mut sign: Option<Span> = None;
    for token in values {
        let kind = token.kind;
        if matches!(
            kind,
            TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::Comma
        ) {
            sign = None;
        } else if matches!(kind, TokenKind::Plus | TokenKind::Minus) {
            sign = Some(token.span);
        } else if matches!(kind, TokenKind::Integer | TokenKind::Float) {
            let adjoining = sign.take().filter(|sign| sign.end == token.span.start);
            found.push(adjoining.map_or(token.span, |sign| sign.to(token.span)));
        } else {
            return None;
        }
    }
    (!found.is_empty()).then_some(found)
}
