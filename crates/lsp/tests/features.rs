//! What there is to say of programs: colours, outline, names, hover, formatting, hints; half-typed texts among them.

mod support;

use std::collections::BTreeMap;

use lsp_types::{CodeActionKind, DocumentSymbol, SemanticTokens};
use quadrille_base::Span;
use quadrille_lsp::Document;
use quadrille_lsp::feature::{
    action, completion, diagnostics, format, hover, inlay, navigate, outline, tokens,
};
use support::{document, examples, root};

/// The words of a document with the names of their kinds.
fn colours(document: &Document) -> BTreeMap<String, String> {
    let SemanticTokens { data, .. } = tokens::tokens(document, None);
    let names = tokens::legend().token_types;
    let (mut line, mut column) = (0, 0);
    let mut found = BTreeMap::new();
    for one in data {
        column = if one.delta_line == 0 {
            column + one.delta_start
        } else {
            one.delta_start
        };
        line += one.delta_line;
        let start = document.text().offset(lsp_types::Position::new(line, column));
        let end = document
            .text()
            .offset(lsp_types::Position::new(line, column + one.length));
        let word = &document.text().text()[start as usize..end as usize];
        found.insert(
            word.to_owned(),
            names[one.token_type as usize].as_str().to_owned(),
        );
    }
    found
}

fn names(symbols: &[DocumentSymbol]) -> Vec<&str> {
    symbols.iter().map(|one| one.name.as_str()).collect()
}

const FLOW: &str = "!!NVfp5.0
# a comment
OPTION NV_shader_thread_group;
FLAT ATTRIB kind = fragment.attrib[2];
PARAM scale = program.local[0];
TEMP x, GT;
MOV.CC.SAT x, scale;
IF GT.x;
  MUL x.xy (GT.y), x, kind;
ENDIF;
SWZ GT, x, x, -y, 0, 1;
TEX x, GT, texture[0], 2D;
CAL twice (NE.x);
MOV result.color, x;
RET;
twice:
  ADD x, x, GT;
  RET;
END
";

#[test]
fn words_have_the_colours_of_what_they_are() {
    let document = document("flow.fp", FLOW);
    let found = colours(&document);
    let wanted = [
        ("!!NVfp5.0", "macro"),
        ("# a comment", "comment"),
        ("OPTION", "keyword"),
        ("NV_shader_thread_group", "decorator"),
        ("FLAT", "keyword"),
        ("kind", "parameter"),
        ("scale", "enumMember"),
        ("TEX", "function"),
        ("SAT", "modifier"),
        ("2D", "type"),
        ("twice", "event"),
        ("texture", "namespace"),
        ("0", "number"),
        ("END", "keyword"),
    ];
    for (word, kind) in wanted {
        assert_eq!(found.get(word).map(String::as_str), Some(kind), "{word}");
    }
}

/// source: NV_gpu_program4 2.X.4.3 and 2.X.8: tests of the condition code and components of SWZ are words of the
/// language, whatever variables are called.
#[test]
fn a_name_stands_where_it_is_read_or_written_and_nowhere_else() {
    let document = document("flow.fp", FLOW);
    let lines = |word: &str, at: &str| -> Vec<u32> {
        let offset = FLOW.find(at).expect(at) + at.find(word).expect(word);
        let places = navigate::references(&document, offset as u32, true);
        places.iter().map(|place| place.range.start.line).collect()
    };
    // Declared; SWZ's result; TEX's operand; ADD's: not the tests in lines 7 and 8.
    assert_eq!(lines("GT", "TEMP x, GT"), [5, 10, 11, 16]);
    assert_eq!(lines("twice", "CAL twice"), [12, 15]);
    assert_eq!(lines("kind", "ATTRIB kind"), [3, 8]);
    // One x of SWZ is the variable, the other a component.
    assert_eq!(lines("x", "TEMP x"), [5, 6, 8, 8, 10, 11, 13, 16, 16]);
}

#[test]
fn scenes_have_their_sections_and_the_programs_in_them() {
    let (_, text) = examples(&["shader_test"])
        .into_iter()
        .find(|(name, _)| name.ends_with("fog.shader_test"))
        .expect("fog");
    let document = document("fog.shader_test", &text);
    let symbols = outline::outline(&document);
    let names = names(&symbols);
    assert!(
        names.contains(&"vertex program") && names.contains(&"test"),
        "{names:?}"
    );
    let vertex = symbols
        .iter()
        .find(|one| one.name == "vertex program")
        .expect("a section");
    let program = &vertex.children.as_ref().expect("a program")[0];
    assert_eq!(program.name, "!!ARBvp1.0");
    assert!(program.children.as_ref().is_some_and(|names| !names.is_empty()));
    // Behind each header, what the program takes.
    let whole = Span::new(0, document.text().len());
    let programs = text.matches("\n!!").count();
    assert_eq!(inlay::inlay_hints(&document, whole).len(), programs);
    let section = "[ver";
    let typed = support::document("a.shader_test", section);
    let offered = completion::complete(&typed, section.len() as u32);
    let labels: Vec<&str> = offered.iter().map(|one| one.label.as_str()).collect();
    assert!(
        labels.contains(&"[vertex program]") && !labels.contains(&"[test]"),
        "{labels:?}"
    );
}

/// source: docs/scenes.md, whose tables name every command; the reader of scenes says what is none
#[test]
fn commands_of_scenes_are_offered_and_told() {
    let labels = |text: &str, offset: usize| -> Vec<String> {
        let offered = completion::complete(&document("a.shader_test", text), offset as u32);
        offered.into_iter().map(|one| one.label).collect()
    };
    let text = "[require]\n\n[test]\n  draw re\n";
    let offered = labels(text, text.len() - 1);
    let rectangles = [
        "draw rect",
        "draw rect tex",
        "draw rect ortho",
        "draw rect ortho patch",
        "draw rect patch",
        "draw rect tex patch",
    ];
    assert_eq!(offered, rectangles);
    assert_eq!(
        labels(text, "[require]\n".len()),
        [""; 0],
        "these are no commands"
    );
    let all = labels(text, text.find("draw").expect("it is there"));
    for words in &all {
        let (_, problem) = quadrille_scene::recover(&format!("[test]\n{words}\n"));
        let unknown = |problem: &quadrille_scene::SceneError| {
            matches!(problem.problem, quadrille_scene::Problem::Unknown(_))
                && problem.span.end <= "[test]\n".len() as u32 + words.len() as u32
        };
        assert!(!problem.as_ref().is_some_and(unknown), "{words}: {problem:?}");
    }
    // What examples say is among it.
    for (name, text) in examples(&["shader_test"]) {
        let test = text.rsplit("\n[test]\n").next().unwrap_or_default();
        for line in test.lines().map(str::trim) {
            let is_command = !line.is_empty() && !line.starts_with('#');
            let is_offered = all.iter().any(|words| {
                let rest = line.strip_prefix(words.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
            assert!(!is_command || is_offered, "{name}: {line}");
        }
    }
    let text = "[test]\ndraw rect tex -1 -1 2 2 0 0 1 1\n";
    let page = |at: &str| {
        let at = text.find(at).expect(at) as u32;
        let hover = hover::hover(&document("a.shader_test", text), at)?;
        match hover.contents {
            lsp_types::HoverContents::Markup(page) => Some(page.value),
            _ => None,
        }
    };
    let told = page("rect").expect("a page");
    assert!(told.starts_with("`draw rect tex x y w h s t sw th`\n"), "{told}");
    assert_eq!(page("-1"), None);
}

#[test]
fn hover_is_the_manual_in_the_language_of_the_program() {
    let page = |text: &str, at: &str| {
        let document = document("a.fp", text);
        let found = hover::hover(&document, text.find(at).expect(at) as u32 + 1);
        format!(
            "{:?}",
            found.unwrap_or_else(|| panic!("nothing of {at}")).contents
        )
    };
    let text = "!!ARBfp1.0\nOPTION ARB_fog_exp;\nSHORT TEMP a;\nMUL_SAT a, fragment.texcoord[1], state.fog.color;\n\
                TEX result.color, a, texture[0], CUBE;\nEND\n";
    assert!(page(text, "!!ARBfp1.0").contains("# !!ARBfp1.0"));
    assert!(page(text, "ARB_fog_exp").contains("# OPTION ARB_fog_exp"));
    assert!(page(text, "TEMP").contains("# TEMP"));
    let opcode = page(text, "MUL_SAT");
    assert!(
        opcode.contains("# MUL") && opcode.contains("!!ARBfp1.0") && !opcode.contains("!!ARBvp1.0"),
        "{opcode}"
    );
    assert!(page(text, "texcoord[1]").contains("fragment texcoord"));
    assert!(page(text, "fog.color").contains("state fog color"));
    assert!(page(text, "CUBE").contains("cube map"));
    assert!(page(text, "a, fragment").contains("SHORT TEMP a;"));
}

/// source: NV_vertex_program 2.14.1.1, 2.14.1.4 and 2.14.1.7: `v[0]` and `v[OPOS]` are the position of the vertex
#[test]
fn hover_on_a_register_in_brackets_is_the_page_of_its_binding() {
    let text = "!!VP1.0\nMOV R0, v[0];\nMOV R1, v[NRML];\nARL A0.x, v[OPOS].x;\nADD R0, R0, c[A0.x + 3];\n\
                MOV o[HPOS], R0;\nMOV o[COL0], c[12];\nEND";
    let document = document("a.vp", text);
    let page = |at: &str, byte: u32| {
        let found = hover::hover(&document, text.find(at).expect(at) as u32 + byte);
        found
            .map(|found| format!("{:?}", found.contents))
            .unwrap_or_default()
    };
    for (at, title) in [
        ("v[0]", "# vertex position"),
        ("v[NRML]", "# vertex normal"),
        ("v[OPOS]", "# vertex position"),
        ("c[A0.x", "# program env"),
        ("c[12]", "# program env"),
        ("o[HPOS]", "# result position"),
        ("o[COL0]", "# result color"),
    ] {
        for byte in [0, 2] {
            let page = page(at, byte);
            assert!(
                page.contains(title) && !page.contains("Not in"),
                "{at} {byte}: {page}"
            );
        }
    }
    assert_eq!(page("R1, v", 0), "");
}

#[test]
fn formatting_and_fixing_a_document_are_the_command_lines() {
    let text = "!!ARBvp1.0\r\nMOV   result.position,vertex.attrib(0) ;\r\nEND\r\n";
    let document = document("a.vp", text);
    let edits = format::format_document(&document);
    assert_eq!(edits.len(), 1);
    let only = [CodeActionKind::SOURCE];
    let whole = Span::new(0, document.text().len());
    let all = action::actions(&document, whole, Some(&only));
    assert_eq!(all.len(), 1);
    let edit = serde_json::to_value(&all[0].edit).expect("an edit");
    let mended = edit["changes"][document.uri.as_str()][0]["newText"].as_str();
    assert_eq!(mended, Some(text.replace("(0)", "[0]").as_str()));
    // Nobody who does not ask gets it.
    let quick = action::actions(&document, whole, None);
    assert!(quick.iter().all(|one| one.kind == Some(CodeActionKind::QUICKFIX)) && !quick.is_empty());
}

/// Every beginning of a program, and a program without each of its characters: nothing panics, and every answer lies in
/// the text.
#[test]
fn half_typed_text_is_answered() {
    let others = [
        (
            "a.vsh",
            std::fs::read_to_string(root().join("examples/geforce3/skin.vsh")).expect("a text"),
        ),
        (
            "a.qasm",
            std::fs::read_to_string(root().join("examples/qpu/saxpy.qasm")).expect("a text"),
        ),
    ];
    let programs = [
        ("a.fp", FLOW.to_owned()),
        (
            "a.shader_test",
            format!("[require]\r\n[fragment program]\r\n{FLOW}[test]\r\nprobe"),
        ),
    ];
    for (name, text) in programs.into_iter().chain(others) {
        let text: String = text.chars().take(1200).collect();
        for at in (0..text.len()).step_by(7).filter(|at| text.is_char_boundary(*at)) {
            let cut = text[..at].to_owned();
            let mut without = text.clone();
            without.remove(at);
            for half in [cut, without] {
                let document = document(name, &half);
                let place = at.min(half.len()) as u32;
                let lines = half.lines().count() as u32 + 1;
                diagnostics::diagnostics(&document)
                    .iter()
                    .for_each(|one| assert!(one.range.end.line <= lines));
                let _ = (
                    hover::hover(&document, place),
                    navigate::definition(&document, place),
                );
                let _ = (outline::outline(&document), tokens::tokens(&document, None));
                let _ = navigate::rename(&document, place, "other");
                if at % 3 == 0 {
                    completion::complete(&document, place);
                }
                format::format_document(&document);
            }
        }
    }
}
