//! The words of all languages together, and a way to write a tree as text that a person can compare.
#![allow(dead_code, reason = "every test file uses a part of this module")]

use quadrille_syntax::tree::{Blocks, NodeRange, Operand, Part, Sign, StatementKind, Tree, Value};
use quadrille_syntax::{Lexis, MAX_ERRORS, Words, parse};

/// The union of all languages' words.
pub(crate) const WORDS: Words = Words {
    lexis: Lexis::Assembly,
    declarations: &[
        "ADDRESS",
        "ALIAS",
        "ATTRIB",
        "BUFFER",
        "BUFFER4",
        "CBUFFER",
        "COUNTER",
        "DECLARE",
        "DEFINE",
        "GROUP_SIZE",
        "IMAGE",
        "INVOCATIONS",
        "OPTION",
        "OUTPUT",
        "PARAM",
        "PASSTHROUGH",
        "PRIMITIVE_IN",
        "PRIMITIVE_OUT",
        "SECONDARY_VIEW_LAYER_OFFSET",
        "SHARED",
        "SHARED_MEMORY",
        "STORAGE",
        "SUBROUTINE",
        "SUBROUTINETYPE",
        "TEMP",
        "TESS_MODE",
        "TESS_POINT_MODE",
        "TESS_SPACING",
        "TESS_VERTEX_ORDER",
        "TEXTURE",
        "VERTICES_OUT",
    ],
    modifiers: &[
        "CENTROID",
        "FLAT",
        "FLOAT",
        "INT",
        "LONG",
        "NOPERSPECTIVE",
        "SAMPLE",
        "SHORT",
        "UINT",
    ],
    unterminated: &[
        "GROUP_SIZE",
        "INVOCATIONS",
        "PASSTHROUGH",
        "PRIMITIVE_IN",
        "PRIMITIVE_OUT",
        "SECONDARY_VIEW_LAYER_OFFSET",
        "SHARED_MEMORY",
        "TESS_MODE",
        "TESS_POINT_MODE",
        "TESS_SPACING",
        "TESS_VERTEX_ORDER",
        "VERTICES_OUT",
    ],
    bare: &["TESS_POINT_MODE"],
    typed: &["SUBROUTINE"],
    without_equals: &["COUNTER", "SUBROUTINETYPE"],
    calls: &["handle", "offset"],
    branches: &["BRA", "CAL", "CALI"],
    blocks: Blocks {
        open: &["IF", "LOOP", "REP"],
        divide: &["ELSE"],
        close: &["ENDIF", "ENDLOOP", "ENDREP"],
    },
};

/// The words of ATI_text_fragment_shader.
pub(crate) const ATI: Words = Words {
    lexis: Lexis::AtiFragmentShader,
    declarations: &["CONSTANT"],
    blocks: Blocks {
        open: &["StartConstants", "StartPrelimPass", "StartOutputPass"],
        divide: &[],
        close: &["EndConstants", "EndPass"],
    },
    ..Words::NONE
};

/// What holds for the tree of any text.
pub(crate) fn promises(tree: &Tree) {
    let mut joined = String::with_capacity(tree.text.len());
    for token in &tree.tokens() {
        assert!(!token.span.is_empty());
        joined.push_str(&tree.text[token.span.range()]);
    }
    assert_eq!(joined, tree.text, "the tokens are the text");

    assert!(tree.errors.len() <= MAX_ERRORS);
    assert!(tree.errors.is_sorted_by_key(|error| error.span.start));
    for error in &tree.errors {
        assert!(tree.text.get(error.span.range()).is_some(), "{error:?}");
        assert!(error.position as usize <= tree.text.len(), "{error:?}");
        assert!(
            error
                .fix
                .as_ref()
                .is_none_or(|(span, _)| tree.text.get(span.range()).is_some())
        );
        assert!(!error.message.ends_with('.') && !error.message.starts_with(char::is_uppercase));
    }

    let mut end = 0;
    for statement in &tree.statements {
        assert!(statement.span.start >= end, "statements follow each other");
        end = statement.span.end;
        assert!(tree.text.get(statement.span.range()).is_some());
        let erroneous = statement.kind == StatementKind::Error;
        assert!(
            !erroneous || !tree.errors.is_empty(),
            "an error stands for an error"
        );
    }
    assert!(tree.header.is_some() || !tree.errors.is_empty());
    let ends = tree.end.is_some() || tree.lexis == Lexis::AtiFragmentShader;
    assert!(ends || !tree.errors.is_empty());
}

/// A program of one statement, written out, without errors.
pub(crate) fn statement(text: &str) -> String {
    let program = format!("!!NVfp5.0\n{text}\nEND\n");
    let tree = parse(&program, &WORDS);
    assert_eq!(tree.errors, [], "{text}");
    tree.statements
        .iter()
        .map(|statement| written(&tree, &statement.kind))
        .collect::<Vec<_>>()
        .join(" / ")
}

/// A statement in a notation with every part in its own brackets.
pub(crate) fn written(tree: &Tree, kind: &StatementKind) -> String {
    match kind {
        StatementKind::Label { name, number: None } => format!("label {}", name.text),
        StatementKind::Label {
            name,
            number: Some((word, number)),
        } => {
            format!("label {} {}={}", name.text, word.text, operand(tree, *number))
        }
        StatementKind::Instruction(instruction) => {
            let modifiers = words(tree, &instruction.modifiers);
            format!(
                "{}{modifiers}<{}>",
                instruction.mnemonic.text,
                list(tree, &instruction.operands, "; ")
            )
        }
        StatementKind::Declaration(declaration) => {
            let items: Vec<String> = tree.declarators[range(&declaration.items)]
                .iter()
                .map(|item| {
                    let kind = item
                        .type_name
                        .map_or(String::new(), |word| format!("{}:", word.text));
                    let value = item
                        .value
                        .map_or(String::new(), |value| format!(" = {}", operand(tree, value)));
                    format!("{kind}{}{value}", operand(tree, item.target))
                })
                .collect();
            let modifiers = words(tree, &declaration.modifiers);
            format!("{}{modifiers} {}", declaration.keyword.text, items.join("; "))
        }
        StatementKind::Error => "error".to_owned(),
    }
}

fn words(tree: &Tree, run: &NodeRange) -> String {
    tree.words[range(run)]
        .iter()
        .map(|word| format!(" .{}", word.text))
        .collect()
}

fn list(tree: &Tree, run: &NodeRange, between: &str) -> String {
    let items: Vec<String> = tree.lists[range(run)]
        .iter()
        .map(|item| operand(tree, *item))
        .collect();
    items.join(between)
}

/// An operand in the same notation.
pub(crate) fn operand(tree: &Tree, index: u32) -> String {
    let Operand {
        sign,
        absolute,
        value,
        suffix,
        attached,
        ..
    } = &tree.operands[index as usize];
    let mut text = signed(sign.as_ref());
    let inner = match value {
        Value::Path(parts) => path(tree, parts),
        Value::Number(number) => number.text.to_owned(),
        Value::Braces(items) => format!("{{{}}}", list(tree, items, ", ")),
        Value::Parenthesis(items) => format!("({})", list(tree, items, ", ")),
        Value::Sum(left, sign, right) => {
            format!(
                "{} {} {}",
                operand(tree, *left),
                signed(Some(sign)),
                operand(tree, *right)
            )
        }
        Value::Missing => "?".to_owned(),
    };
    match absolute {
        Some(bars) => {
            text += &format!("|{}{inner}{}|", signed(bars.sign.as_ref()), path(tree, suffix));
        }
        None => text += &(inner + &path(tree, suffix)),
    }
    if let Some(attached) = attached {
        text += &format!(" @{}", operand(tree, *attached));
    }
    text
}

fn signed(sign: Option<&Sign>) -> String {
    sign.map_or("", |sign| if sign.negative { "-" } else { "+" })
        .to_owned()
}

fn path(tree: &Tree, parts: &NodeRange) -> String {
    let text: String = tree.parts[range(parts)]
        .iter()
        .map(|part| match part {
            Part::Word(word) => format!(".{}", word.text),
            Part::Index { from, to, .. } => {
                let from = from.map_or(String::new(), |from| operand(tree, from));
                let to = to.map_or(String::new(), |to| format!(" .. {}", operand(tree, to)));
                format!("[{from}{to}]")
            }
            Part::Arguments { list: items, .. } => format!("({})", list(tree, items, ", ")),
        })
        .collect();
    text
}

fn range(run: &NodeRange) -> std::ops::Range<usize> {
    run.start as usize..run.end as usize
}
