//! Diagnostics: a rule travels as its name.

use quadrille::scene;
use quadrille_base::diagnostic::{Fix, Label};
use quadrille_base::{Diagnostic, Rule, Severity, Span};
use quadrille_opengl::DRIVER_REFUSES;
use quadrille_scene::SCENE_SYNTAX;
use quadrille_translate::rules::UNTRANSLATABLE;
use serde::{Deserialize, Serialize};

use super::content::ContentError;

#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Problem {
    rule: String,
    #[serde(with = "Severe")]
    severity: Severity,
    #[serde(with = "MessageSpan")]
    span: Span,
    noticed: Option<u32>,
    message: String,
    hint: String,
    labels: Vec<Second>,
    notes: Vec<String>,
    fix: Option<Remedy>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Severity")]
enum Severe {
    Note,
    Warning,
    Error,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Span")]
pub(super) struct MessageSpan {
    start: u32,
    end: u32,
}

#[derive(Serialize, Deserialize, Debug)]
struct Second {
    #[serde(with = "MessageSpan")]
    span: Span,
    text: String,
}

#[derive(Serialize, Deserialize, Debug)]
struct Remedy {
    title: String,
    #[serde(with = "MessageSpan")]
    span: Span,
    replacement: String,
}

/// A rule that a scene can break, by its name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// The rules that a scene can break.
fn rules() -> impl Iterator<Item = &'static Rule> {
    let others = [&DRIVER_REFUSES, &SCENE_SYNTAX, &UNTRANSLATABLE];
    let all = quadrille_check::rules::RULES
        .iter()
        .chain(quadrille_reference::FINDINGS)
        .chain(quadrille_reference::DRAW_FINDINGS)
        .chain(scene::RULES)
        .copied();
    all.chain(others)
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Problem {
        let Diagnostic {
            rule,
            severity,
            span,
            noticed,
            message,
            hint,
            labels,
            notes,
            fix,
        } = diagnostic;
        Problem {
            rule: rule.name.to_owned(),
            severity,
            span,
            noticed,
            message,
            hint,
            labels: labels
                .into_iter()
                .map(|Label { span, text }| Second { span, text })
                .collect(),
            notes,
            fix: fix.map(
                |Fix {
                     title,
                     span,
                     replacement,
                 }| Remedy {
                    title,
                    span,
                    replacement,
                },
            ),
        }
    }
}

impl Problem {
    /// The diagnostic, if its rule is known.
    pub(super) fn diagnostic(self) -> Result<Diagnostic, ContentError> {
        let labels = self.labels.into_iter();
        Ok(Diagnostic {
            rule: rule(&self.rule).ok_or(ContentError::Rule(self.rule))?,
            severity: self.severity,
            span: self.span,
            noticed: self.noticed,
            message: self.message,
            hint: self.hint,
            labels: labels.map(|Second { span, text }| Label { span, text }).collect(),
            notes: self.notes,
            fix: self.fix.map(
                |Remedy {
                     title,
                     span,
                     replacement,
                 }| Fix {
                    title,
                    span,
                    replacement,
                },
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_rules_have_one_name() {
        let names: Vec<&str> = rules().map(|rule| rule.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn a_diagnostic_comes_back_as_it_went() {
        let whole = Diagnostic::new(&DRIVER_REFUSES, Span::new(3, 5), "a message")
            .hint("a hint")
            .noticed(4)
            .label(Span::at(1), "a label")
            .note("a note")
            .fix("a remedy", Span::new(3, 4), "x");
        let plain = Diagnostic::new(&UNTRANSLATABLE, Span::at(0), "");
        for diagnostic in [whole, plain] {
            let bytes = postcard::to_stdvec(&Problem::from(diagnostic.clone())).expect("it is written");
            let back: Problem = postcard::from_bytes(&bytes).expect("it is read");
            assert_eq!(back.diagnostic(), Ok(diagnostic));
        }
    }
}
