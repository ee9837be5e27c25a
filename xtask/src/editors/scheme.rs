//! The tree-sitter grammar of the OpenGL assembly languages, and the query that colours it. The parser is made of it by
//! a program in a workspace of its own.
//!
//! The grammar knows what a statement looks like and the few words that open one; the words of the languages are in the
//! query.

use serde_json::{Value, json};

use super::words;

/// The grammar as a file. The first of its rules is where it begins, so their order is kept.
pub(super) fn text() -> String {
    let rules = rules();
    let rules: Vec<String> = rules
        .iter()
        .map(|(name, rule)| format!("    \"{name}\": {rule}"))
        .collect();
    let extras = json!([pattern("[ \\t\\r\\n]"), symbol("comment")]);
    format!(
        "{{\n  \"name\": \"quadrille\",\n  \"word\": \"identifier\",\n  \"rules\": {{\n{}\n  }},\n  \"extras\": {extras},\n  \
         \"conflicts\": [],\n  \"precedences\": [],\n  \"externals\": [],\n  \"inline\": [],\n  \"supertypes\": []\n}}\n",
        rules.join(",\n")
    )
}

/// Whether a parser is of a grammar: it begins with the grammar's mark.
pub(super) fn is_of(parser: &str, grammar: &str) -> bool {
    let mark = crc32fast::hash(grammar.as_bytes());
    parser.starts_with(&format!("/* Of the grammar with CRC-32 {mark:08x}. */"))
}

fn seq(members: Vec<Value>) -> Value {
    json!({ "type": "SEQ", "members": members })
}

fn choice(members: Vec<Value>) -> Value {
    json!({ "type": "CHOICE", "members": members })
}

fn optional(content: Value) -> Value {
    choice(vec![content, json!({ "type": "BLANK" })])
}

fn repeat(content: Value) -> Value {
    json!({ "type": "REPEAT", "content": content })
}

fn symbol(name: &str) -> Value {
    json!({ "type": "SYMBOL", "name": name })
}

fn string(value: &str) -> Value {
    json!({ "type": "STRING", "value": value })
}

fn pattern(value: &str) -> Value {
    json!({ "type": "PATTERN", "value": value })
}

fn field(name: &str, content: Value) -> Value {
    json!({ "type": "FIELD", "name": name, "content": content })
}

fn right(content: Value) -> Value {
    json!({ "type": "PREC_RIGHT", "value": 0, "content": content })
}

fn separated(content: Value, mark: &str) -> Value {
    seq(vec![content.clone(), repeat(seq(vec![string(mark), content]))])
}

fn keywords(all: &[&str]) -> Value {
    choice(all.iter().map(|word| string(word)).collect())
}

fn rules() -> Vec<(&'static str, Value)> {
    let unterminated = words::unterminated();
    let terminated: Vec<&str> = words::statements()
        .into_iter()
        .filter(|word| !unterminated.contains(word))
        .collect();
    let path = symbol("path");
    let operand = symbol("operand");
    let sign = || choice(vec![string("-"), string("+")]);
    let selected = repeat(seq(vec![string("."), field("selector", symbol("_word"))]));
    vec![
        (
            "source_file",
            repeat(choice(vec![
                symbol("header"),
                symbol("declaration"),
                symbol("stage_declaration"),
                symbol("label"),
                symbol("instruction"),
                symbol("end"),
                string(";"),
            ])),
        ),
        ("header", pattern("!![A-Za-z]+[0-9]+\\.[0-9]")),
        ("end", string("END")),
        (
            "declaration",
            seq(vec![
                repeat(field("modifier", symbol("modifier"))),
                field("keyword", symbol("keyword")),
                separated(symbol("declarator"), ","),
                string(";"),
            ]),
        ),
        (
            "stage_declaration",
            right(seq(vec![
                field("keyword", symbol("stage_keyword")),
                optional(choice(vec![
                    path.clone(),
                    json!({ "type": "REPEAT1", "content": symbol("number") }),
                ])),
                optional(string(";")),
            ])),
        ),
        ("modifier", keywords(&words::declaration_modifiers())),
        ("keyword", keywords(&terminated)),
        ("stage_keyword", keywords(&unterminated)),
        (
            "declarator",
            seq(vec![
                optional(field("type", symbol("identifier"))),
                field("name", path.clone()),
                optional(choice(vec![
                    seq(vec![string("="), field("value", operand.clone())]),
                    field("value", symbol("vector")),
                ])),
            ]),
        ),
        (
            "label",
            seq(vec![
                field("name", symbol("identifier")),
                optional(seq(vec![
                    string("SUBROUTINENUM"),
                    string("("),
                    symbol("number"),
                    string(")"),
                ])),
                string(":"),
            ]),
        ),
        (
            "instruction",
            seq(vec![
                field("opcode", symbol("identifier")),
                repeat(seq(vec![string("."), field("modifier", symbol("_word"))])),
                // `BRK (NE.x);` has a condition alone.
                optional(choice(vec![separated(operand.clone(), ","), symbol("arguments")])),
                string(";"),
            ]),
        ),
        (
            "operand",
            seq(vec![
                optional(sign()),
                choice(vec![symbol("absolute"), symbol("_value")]),
                optional(choice(vec![
                    symbol("arguments"),
                    seq(vec![path.clone(), optional(symbol("arguments"))]),
                ])),
            ]),
        ),
        (
            "absolute",
            seq(vec![
                string("|"),
                optional(sign()),
                symbol("_value"),
                string("|"),
                selected.clone(),
            ]),
        ),
        (
            "_value",
            choice(vec![
                path.clone(),
                seq(vec![symbol("number"), selected.clone()]),
                seq(vec![symbol("vector"), selected]),
            ]),
        ),
        (
            "path",
            seq(vec![
                choice(vec![symbol("identifier"), alias("digit_word")]),
                repeat(choice(vec![
                    seq(vec![string("."), field("selector", symbol("_word"))]),
                    symbol("index"),
                ])),
            ]),
        ),
        (
            "index",
            seq(vec![
                string("["),
                optional(choice(vec![
                    seq(vec![symbol("_term"), repeat(seq(vec![sign(), symbol("_term")]))]),
                    seq(vec![symbol("integer"), string(".."), symbol("integer")]),
                ])),
                string("]"),
            ]),
        ),
        ("_term", choice(vec![path, symbol("integer")])),
        (
            "vector",
            seq(vec![
                string("{"),
                optional(separated(operand.clone(), ",")),
                string("}"),
            ]),
        ),
        (
            "arguments",
            seq(vec![string("("), optional(separated(operand, ",")), string(")")]),
        ),
        ("_word", choice(vec![symbol("identifier"), alias("digit_word")])),
        ("identifier", pattern("[A-Za-z_$][A-Za-z0-9_$]*")),
        ("digit_word", pattern("[0-9]+[A-Za-z][A-Za-z0-9_]*")),
        ("integer", pattern("[0-9]+")),
        (
            "number",
            pattern("0[xX][0-9a-fA-F]+|([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"),
        ),
        ("comment", pattern("#[^\\r\\n]*")),
    ]
}

/// A word that begins with a digit is shown as any other.
fn alias(name: &str) -> Value {
    json!({ "type": "ALIAS", "content": symbol(name), "named": true, "value": "identifier" })
}

fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("\"{word}\""))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The query. Of patterns that fit a node, Neovim takes the last and Helix the first, so no two fit one.
pub(super) fn highlights() -> String {
    let flow = words::flow();
    let opcodes: Vec<&str> = words::opcodes()
        .into_iter()
        .filter(|word| !flow.contains(word))
        .collect();
    format!(
        r##"; Written by `cargo xtask gen` from the tables of the languages.

(comment) @comment
(header) @keyword.directive
(end) @keyword
(keyword) @keyword
(stage_keyword) @keyword
"SUBROUTINENUM" @keyword
(modifier) @type.qualifier
(number) @number
(integer) @number
(label name: (identifier) @label)

(declarator name: (path . (identifier) @variable))
(declarator type: (identifier) @type)

; Opcodes, with any suffix.
((instruction opcode: (identifier) @keyword.control)
 (#match? @keyword.control "^({flow})(C[01]?)?$"))
((instruction opcode: (identifier) @function.builtin)
 (#match? @function.builtin "^({opcodes})[RHX]?(C[01]?)?(_S?SAT)?$"))
(instruction modifier: (identifier) @attribute)

; Operands: targets, tests of the condition code, bindings.
((operand (path . (identifier) @type.builtin .))
 (#any-of? @type.builtin {targets}))
((arguments (operand (path . (identifier) @operator)))
 (#match? @operator "^({tests})[01]?$"))
((path . (identifier) @variable.builtin)
 (#any-of? @variable.builtin {bindings}))
(path selector: (identifier) @property)

["." "," ";" ":" ".."] @punctuation.delimiter
["(" ")" "[" "]" "{{" "}}"] @punctuation.bracket
["=" "-" "+" "|"] @operator
"##,
        flow = flow.join("|"),
        opcodes = opcodes.join("|"),
        targets = list(&words::targets()),
        tests = words::tests().join("|"),
        bindings = list(&words::bindings()),
    )
}
