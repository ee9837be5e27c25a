//! What a journal comes to, for people.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_journal::{Event, Outcome, lines};

use crate::out::count;

/// The most refusals that are told by themselves.
const MOST_REASONS: usize = 20;

/// What programs did.
#[derive(Default, Debug)]
pub(super) struct Summary {
    /// Drivers, by renderer and version, and whether they have a context for which programs are translated.
    drivers: BTreeMap<(String, String), bool>,
    /// Texts that were loaded, each with its header and what became of it last.
    programs: BTreeMap<u64, (String, Outcome)>,
    /// Draws that were captured.
    pub(super) captured: usize,
    /// What drivers said about translations that they do not link.
    unlinked: BTreeSet<String>,
}

impl Summary {
    pub(super) fn new(journal: &str) -> Summary {
        let mut summary = Summary::default();
        for line in lines(journal) {
            match line.event {
                Event::Context {
                    renderer,
                    version,
                    translates,
                } => *summary.drivers.entry((renderer, version)).or_default() |= translates,
                Event::Load {
                    text,
                    header,
                    outcome,
                } => {
                    summary.programs.insert(text, (header, outcome));
                }
                Event::Captured { draw } => summary.captured = summary.captured.max(draw as usize),
                Event::Unlinked { reason } => {
                    summary.unlinked.insert(reason);
                }
            }
        }
        summary
    }

    /// Lines for people; `vendor` is the name of the driver behind the library.
    pub(super) fn text(&self, vendor: &str) -> String {
        let mut said = Vec::new();
        if self.drivers.is_empty() {
            said.push(format!(
                "no context of OpenGL was made through libglvnd: the program has not drawn, or not by the machine's libGL and libEGL, or there is no driver `{vendor}` (libGLX_{vendor}.so.0, libEGL_{vendor}.so.0)"
            ));
        }
        for ((renderer, version), translates) in &self.drivers {
            let without = match translates {
                true => "",
                false => "; contexts without programs in assembly",
            };
            said.push(format!("{renderer}, OpenGL {version}{without}"));
        }
        let of = |wanted: fn(&Outcome) -> bool| {
            let programs = self.programs.values();
            programs.filter(|(_, outcome)| wanted(outcome)).count()
        };
        let native = of(|outcome| matches!(outcome, Outcome::Native));
        let translated = of(|outcome| matches!(outcome, Outcome::Translated));
        let refused = of(|outcome| matches!(outcome, Outcome::Refused(_)));
        if !self.drivers.is_empty() {
            let programs = count(self.programs.len(), "program");
            said.push(format!(
                "{programs}: {native} native, {translated} translated, {refused} refused"
            ));
        }
        let reasons: BTreeSet<(&str, &str)> = self
            .programs
            .values()
            .filter_map(|(header, outcome)| match outcome {
                Outcome::Refused(reason) => Some((header.as_str(), reason.trim_end())),
                Outcome::Native | Outcome::Translated => None,
            })
            .collect();
        for (header, reason) in reasons.iter().take(MOST_REASONS) {
            said.push(format!("refused: {header}: {reason}"));
        }
        if reasons.len() > MOST_REASONS {
            said.push(format!("and {} more", reasons.len() - MOST_REASONS));
        }
        for reason in &self.unlinked {
            said.push(format!("not drawn: {reason}"));
        }
        said.iter_mut()
            .for_each(|line| *line = format!("quadrille: {line}"));
        said.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::Summary;

    fn said(journal: &str) -> String {
        Summary::new(journal).text("zap")
    }

    #[test]
    fn a_program_that_did_not_draw() {
        let told = said("");
        assert!(
            told.starts_with("quadrille: no context of OpenGL was made"),
            "{told}"
        );
        // source: libglvnd's names of the libraries of a vendor
        assert!(told.contains("libGLX_zap.so.0"), "{told}");
    }

    #[test]
    fn programs_are_counted_by_what_became_of_them_last() {
        let journal = r#"
{"process":7,"event":"context","renderer":"card","version":"4.5","translates":true}
{"process":7,"event":"load","text":1,"header":"!!ARBvp1.0","outcome":{"outcome":"native"}}
{"process":7,"event":"load","text":2,"header":"!!FP1.0","outcome":{"outcome":"refused","reason":"line 1: no\n"}}
{"process":8,"event":"load","text":2,"header":"!!FP1.0","outcome":{"outcome":"translated"}}
{"process":7,"event":"load","text":3,"header":"!!FP1.0","outcome":{"outcome":"refused","reason":"line 1: no\n"}}
{"process":7,"event":"load","text":4,"header":"!!FP1.0","outcome":{"outcome":"refused","reason":"line 1: no\n"}}
{"process":7,"event":"unlinked","reason":"too long"}
{"process":7,"eve"#;
        let wanted = "\
quadrille: card, OpenGL 4.5
quadrille: 4 programs: 1 native, 1 translated, 2 refused
quadrille: refused: !!FP1.0: line 1: no
quadrille: not drawn: too long";
        assert_eq!(said(journal), wanted);
    }
}
