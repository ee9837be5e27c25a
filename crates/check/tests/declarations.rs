//! `spec/nv-declarations.md`: every production that declares something, a line a program; and every binding of
//! the table in every language.

mod language;

use std::collections::HashSet;

use quadrille_base::Span;
use quadrille_check::{Options, check};
use quadrille_isa::gl::binding::pattern::{Element, parse};
use quadrille_isa::gl::binding::{BINDINGS, BindingRow};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{LanguageSet, Profile, ProgramOption, Role, Stage};

const PAGE: &str = include_str!("../../../spec/nv-declarations.md");

#[test]
fn every_line_is_what_it_says() {
    let mut wrong = Vec::new();
    let mut programs = 0;
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```declare ") else {
            continue;
        };
        for line in lines.by_ref().take_while(|line| *line != "```") {
            programs += 1;
            let (accepted, rule, body) = match line.split_once(' ') {
                Some(("+", body)) => (true, None, body),
                Some((sign @ ("-" | "~"), rest)) => {
                    let (rule, body) = rest.split_once(' ').expect("a rule and a program");
                    (sign == "~", Some(rule), body)
                }
                _ => panic!("{line}"),
            };
            let (text, marked) = language::program(language, &format!("{body}\n"));
            let checked = check(&text, &Options::default());
            let found: Vec<(&str, Span)> = checked
                .diagnostics
                .iter()
                .map(|d| (d.rule.name, d.span))
                .collect();
            let wanted: Vec<(&str, Span)> = rule.zip(marked).into_iter().collect();
            assert_eq!(rule.is_some(), marked.is_some(), "mark what is told: {line}");
            if found != wanted || checked.accepted() != accepted {
                let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
                let places: Vec<&str> = found.iter().map(|(_, span)| &text[span.range()]).collect();
                wrong.push(format!(
                    "{language} {line}\n    {found:?} {places:?} {messages:?}"
                ));
            }
        }
    }
    assert!(programs >= 400, "{programs} lines");
    assert!(
        wrong.is_empty(),
        "{} of {programs}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A path that a pattern matches: the first of each choice, number 0, nothing that may be left out.
fn path(pattern: &'static str) -> Option<String> {
    let mut path = String::new();
    for element in parse(pattern) {
        match element {
            Element::Word(word) if path.is_empty() => path.push_str(word),
            Element::Word(word) => path.extend([".", word]),
            Element::Choice { optional: true, .. } | Element::Constant(_) => {}
            Element::Choice { words, .. } => path.extend([".", words[0]]),
            Element::Index { .. } => path.push_str("[0]"),
            Element::Whole { word, .. } => {
                path.extend(word.into_iter().flat_map(|word| [".", word]));
                path.push_str("[0]");
            }
            // A handle is no binding that a declaration could name.
            Element::Arguments => return None,
        }
    }
    Some(path)
}

/// The program that declares a name for a binding.
fn declaring(profile: &Profile, options: &[ProgramOption], row: &BindingRow, path: &str) -> String {
    let options: String = options
        .iter()
        .map(|option| format!("OPTION {};\n", option.row().name()))
        .collect();
    let stage = match profile.stage {
        Stage::Geometry if profile.language.meets(LanguageSet::NV5) => {
            "PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
        }
        Stage::Geometry => "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
        Stage::TessellationControl => "VERTICES_OUT 1;",
        Stage::TessellationEvaluation => "TESS_MODE QUADS;",
        Stage::Compute => "GROUP_SIZE 1; SHARED_MEMORY 16;",
        Stage::Vertex | Stage::VertexState | Stage::Fragment => "",
    };
    let statement = match row.role {
        Role::Attribute => "ATTRIB a",
        Role::Parameter => "PARAM a",
        Role::Result => "OUTPUT a",
        Role::Buffer => "BUFFER4 a",
        Role::Storage => "STORAGE a",
        Role::Counter => "COUNTER a",
        Role::Shared => "SHARED a",
        Role::Subroutine => "SUBROUTINETYPE T { }; SUBROUTINE T a",
        Role::Texture => "TEXTURE a",
        Role::Image => "IMAGE a",
        Role::Handle => "PARAM a",
    };
    format!(
        "{}\n{options}{stage}\n{statement} = {path};\nEND\n",
        profile.header
    )
}

#[test]
fn every_binding_is_declared_where_the_table_has_it_and_nowhere_else() {
    let mut declared = 0;
    let gpu = |profile: &&Profile| profile.language.meets(LanguageSet::GPU);
    for profile in PROFILES.iter().filter(gpu) {
        // Forms of several rows may begin alike, such as `result.color` of vertices and fragments.
        let forms = BINDINGS.iter().flat_map(|row| row.forms);
        let here = forms.filter(|form| form.check(&profile.features()).is_ok());
        // And the number of the vertex may be left out.
        let both = |path: String| [path.replace("vertex[0]", "vertex"), path];
        let here: HashSet<String> = here
            .filter_map(|form| path(form.pattern))
            .flat_map(both)
            .collect();
        for row in BINDINGS.iter().filter(|row| !row.family.is_undocumented()) {
            for form in row.forms {
                let Some(mut path) = path(form.pattern) else {
                    continue;
                };
                if row.role == Role::Texture {
                    path = "texture[0]".to_owned();
                }
                // TEXTURE and what else the fifth version brings is not there before, though `texture[0]` is.
                let statement = row.role != Role::Texture || profile.language.meets(LanguageSet::NV5);
                let bare = declaring(profile, &[], row, &path);
                if form.check(&profile.features()).is_ok() && statement {
                    assert!(check(&bare, &Options::default()).accepted(), "{bare}");
                    declared += 1;
                } else if !here.iter().any(|known| path.starts_with(known.as_str())) {
                    assert!(!check(&bare, &Options::default()).accepted(), "{bare}");
                }
                // By an option, where one brings it.
                for option in OPTIONS.iter().map(|row| row.option) {
                    let features = profile.features().with(option);
                    let takes = option.row().accepts(profile.language, profile.stage);
                    let brings = form.check(&profile.features()).is_err() && form.check(&features).is_ok();
                    if takes && brings && option != ProgramOption::ArbComputeVariableGroupSize {
                        let with = declaring(profile, &[option], row, &path);
                        assert!(check(&with, &Options::default()).accepted(), "{with}");
                        declared += 1;
                    }
                }
            }
        }
    }
    assert!(declared >= 750, "{declared}");
}
