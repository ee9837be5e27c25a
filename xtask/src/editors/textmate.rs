//! TextMate grammars: by words alone, for the time before the language server has answered.

use quadrille_isa::nv20::register::{INPUTS, OUTPUTS};
use quadrille_isa::nv20::{IluOp, MacOp};
use quadrille_scene::SECTIONS;
use quadrille_vc4::asm::vocabulary;
use serde_json::{Value, json};

use super::words;

/// The grammars, by the name of their file.
pub(super) fn grammars() -> Vec<(&'static str, Value)> {
    vec![
        ("quadrille-assembly", assembly()),
        ("quadrille-scene", scene()),
        ("quadrille-gf3", machine()),
        ("quadrille-qpu", qpu()),
    ]
}

/// One of some words, the longest first, so that none hides a longer one.
fn any(words: &[&str]) -> String {
    let mut words: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words.dedup();
    format!("(?:{})", words.join("|"))
}

fn rule(name: &str, pattern: String) -> Value {
    json!({ "name": name, "match": pattern })
}

fn number() -> Value {
    rule(
        "constant.numeric",
        r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(?![\w])"
            .to_owned(),
    )
}

fn assembly() -> Value {
    let suffix = r"(?:R|H|X)?(?:C[01]?)?(?:_S?SAT)?";
    json!({
        "name": "GPU shader assembly",
        "scopeName": "source.quadrille-assembly",
        "comment": "Written by `cargo xtask gen`.",
        "patterns": [
            rule("comment.line.number-sign", r"#.*$".to_owned()),
            rule("entity.name.tag.header", r"!![A-Za-z]+[0-9]+\.[0-9]".to_owned()),
            {
                "match": format!(r"\b(OPTION)\s+({})\b", any(&words::options())),
                "captures": { "1": { "name": "keyword.control.import" }, "2": { "name": "support.constant" } },
            },
            rule("keyword.control", format!(r"\b(?:{}{suffix}|END)\b", any(&words::flow()))),
            rule("storage.type", format!(r"\b{}\b", any(&words::statements()))),
            rule("storage.modifier", format!(r"\b{}\b", any(&words::declaration_modifiers()))),
            rule(
                "support.function",
                format!(r"(?<![.\w]){}{suffix}(?![\w])", any(&words::opcodes())),
            ),
            rule("storage.modifier", format!(r"(?<=\.){}(?![\w])", any(&words::modifiers()))),
            rule("support.type.target", format!(r"(?<![.\w]){}(?![\w])", any(&words::targets()))),
            rule("keyword.operator.test", format!(r"(?<![.\w]){}[01]?(?=\s*[.)])", any(&words::tests()))),
            rule(
                "variable.language",
                format!(r"(?<![.\w]){}(?:\[[^\]]*\]|\.[A-Za-z_]\w*)+", any(&words::bindings())),
            ),
            rule("variable.other.member", r"(?<=\.)[xyzwrgba]{1,4}\b".to_owned()),
            rule("entity.name.function", r"\b[A-Za-z_$][\w$]*(?=\s*:)".to_owned()),
            number(),
        ],
    })
}

/// Sections, with programs of the other languages in them.
fn scene() -> Value {
    let programs: Vec<&str> = SECTIONS
        .iter()
        .copied()
        .filter(|name| name.ends_with("program") && !name.starts_with("qpu"))
        .collect();
    let heading = json!({ "0": { "name": "entity.name.section" } });
    let inside = |names: &[&str], include: &str| {
        json!({
            "begin": format!(r"^\[\s*{}\s*\].*$", any(names)),
            "end": r"^(?=\[)",
            "beginCaptures": heading,
            "patterns": [{ "include": include }],
        })
    };
    json!({
        "name": "Scene of shader assembly",
        "scopeName": "source.quadrille-scene",
        "comment": "Written by `cargo xtask gen`.",
        "patterns": [
            inside(&programs, "source.quadrille-assembly"),
            inside(&["qpu program"], "source.quadrille-qpu"),
            rule("entity.name.section", format!(r"^\[\s*{}\s*\].*$", any(&SECTIONS))),
            rule("comment.line.number-sign", r"#.*$".to_owned()),
            rule("keyword", r"^\s*[A-Za-z][\w]*".to_owned()),
            number(),
        ],
    })
}

fn machine() -> Value {
    let operations: Vec<&str> = MacOp::ALL
        .iter()
        .flat_map(|op| [op.name(), op.alias()])
        .chain(IluOp::ALL.iter().flat_map(|op| [op.name(), op.alias()]))
        .collect();
    let registers: Vec<&str> = INPUTS
        .iter()
        .map(|input| input.nv2a)
        .chain(OUTPUTS.iter().flat_map(|output| [output.nv2a, output.long]))
        .collect();
    json!({
        "name": "GeForce 3 machine text",
        "scopeName": "source.quadrille-gf3",
        "comment": "Written by `cargo xtask gen`.",
        "patterns": [
            rule("comment.line", r"(?://|;).*$".to_owned()),
            { "name": "comment.block", "begin": r"/\*", "end": r"\*/" },
            rule("storage.type", r"\b(?:vector|matrix4)\b".to_owned()),
            rule("variable.other.constant", r"#[A-Za-z_]\w*(?:\[\d+\])?".to_owned()),
            rule("comment.line.number-sign", r"#.*$".to_owned()),
            rule("support.function", format!(r"(?i)(?<![.\w]){}(?![\w])", any(&operations))),
            rule("entity.name.function.macro", r"%\w+".to_owned()),
            rule(
                "variable.language",
                format!(r"(?i)(?<![.\w])(?:{}|R\d+|v\d+|c(?=\[)|v(?=\[)|o(?=\[)|A0)(?![\w])", any(&registers)),
            ),
            rule("variable.other.member", r"(?<=\.)[xyzw]{1,4}\b".to_owned()),
            number(),
        ],
    })
}

fn qpu() -> Value {
    let mnemonics: Vec<&str> = vocabulary::mnemonics().collect();
    let functions: Vec<&str> = vocabulary::functions().collect();
    let registers: Vec<String> = vocabulary::registers().collect();
    let registers: Vec<&str> = registers.iter().map(String::as_str).collect();
    json!({
        "name": "QPU assembly",
        "scopeName": "source.quadrille-qpu",
        "comment": "Written by `cargo xtask gen`.",
        "patterns": [
            rule("comment.line", r"(?://|#|@).*$".to_owned()),
            { "name": "comment.block", "begin": r"/\*", "end": r"\*/" },
            rule("keyword.control.directive", format!(r"(?<![\w]){}\b", format_args!(r"\.{}", any(vocabulary::DIRECTIVES)))),
            rule("entity.name.function", r":[A-Za-z_]\w*|\b[A-Za-z_]\w*(?=:)".to_owned()),
            rule("storage.modifier", format!(r"(?<=\.){}(?![\w])", any(vocabulary::SUFFIXES))),
            rule("support.function", format!(r"(?<![.\w]){}(?![\w(])", any(&mnemonics))),
            rule("support.function.builtin", format!(r"(?<![.\w]){}(?=\()", any(&functions))),
            rule("variable.language", format!(r"(?<![.\w]){}(?![\w])", any(&registers))),
            number(),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::any;

    #[test]
    fn longer_words_come_first() {
        assert_eq!(any(&["TEX", "T", "TEXTURE", "T"]), "(?:TEXTURE|TEX|T)");
    }
}
