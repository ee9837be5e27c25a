//! # untranslatable
//!
//! A target language cannot say what the program asks for: GLSL ES 1.00 has no integers, GLSL ES no
//! rectangle textures. Each reason is told once, where the program asks for it first, with the other places. The note
//! names the emulation that may be allowed instead, where there is one.
//!
//! ```text reject
//! !!ARBfp1.0
//! TEX result.color, fragment.texcoord, texture[0], «RECT»;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

use crate::options::Emulation;
use crate::target::{Feature, Target};

rule!(
    UNTRANSLATABLE,
    "untranslatable",
    Error,
    "the target cannot say what the program asks for",
    [],
    "rules.rs"
);

/// The target has no such feature.
pub(crate) fn missing(
    span: Span,
    target: Target,
    feature: Feature,
    emulation: Option<Emulation>,
) -> Diagnostic {
    let name = target.row().doc.split(',').next().unwrap_or_default();
    let found = Diagnostic::new(
        &UNTRANSLATABLE,
        span,
        format!("{name} has no {}", feature.row().doc),
    );
    let found = match target.with(feature) {
        Some(other) => found.note(format!("the target `{}` has them", other.row().name)),
        None => found,
    };
    match emulation {
        Some(emulation) => found.note(format!("the emulation `{}` may be allowed", emulation.name())),
        None => found,
    }
}

/// Other places that are shown of one reason.
const MOST_PLACES: usize = 8;

/// Each reason once, where it is met first; the other places are labels.
pub(crate) fn each_once(problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let reason = |problem: &Diagnostic| Diagnostic {
        labels: Vec::new(),
        ..problem.clone().mapped(|_| Span::at(0))
    };
    let mut told: Vec<(Diagnostic, Diagnostic, usize)> = Vec::new();
    for problem in problems {
        let own = reason(&problem);
        let Some((_, first, more)) = told.iter_mut().find(|(reason, ..)| *reason == own) else {
            told.push((own, problem, 0));
            continue;
        };
        let is_known =
            first.span == problem.span || first.labels.iter().any(|label| label.span == problem.span);
        match first.labels.len() {
            _ if is_known => {}
            MOST_PLACES.. => *more += 1,
            _ => {
                let labelled = first.clone().label(problem.span, "here too");
                *first = labelled;
            }
        }
    }
    let told = told.into_iter();
    told.map(|(_, first, more)| match more {
        0 => first,
        _ => first.note(format!("and at {more} other places")),
    })
    .collect()
}

/// Something that no target, or not this one, can say.
pub(crate) fn unsupported(span: Span, what: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&UNTRANSLATABLE, span, what)
}
