//! Programs that must run and be translated, counted.

use std::collections::BTreeMap;

use quadrille::translate::{Emulation, Options, Packing, Reason, SourceProgram, Target, translate};
use quadrille::{Inputs, Session};

/// The reasons for which both of the fullest targets may refuse a form.
const REASONS: [Reason; 3] = [
    // VSP1.0 runs outside of drawing.
    Reason::Stage,
    // LOD takes derivatives, which vertices have none of.
    Reason::VertexLevel,
    // Shading languages change one word of a texel.
    Reason::TexelAtomic,
];

/// What was asked, and every answer that was not the expected one.
pub(crate) struct Judge {
    session: Session,
    run: usize,
    translated: usize,
    /// Under what is wrong, the programs.
    wrong: BTreeMap<String, Vec<String>>,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge {
            session: Session::new(),
            run: 0,
            translated: 0,
            wrong: BTreeMap::new(),
        }
    }
}

impl Judge {
    /// `program` must run and be translated.
    pub(crate) fn takes(&mut self, _: &str, program: &str) {
        let Ok(loaded) = self.session.load("form", program) else {
            return self.note("it does not load".to_owned(), program);
        };
        match loaded.evaluate(&Inputs::default()) {
            Ok(_) => self.run += 1,
            Err(error) => self.note(error.to_string(), program),
        }
        let mut reasons = Vec::new();
        for (target, packing) in [
            (Target::Glsl450, Packing::Plain),
            (Target::SpirvVulkan, Packing::PushConstants),
        ] {
            let mut options = Options::new(target);
            options.packing = packing;
            options.allow = vec![Emulation::GroupsAsSubgroups, Emulation::OffsetsBySize];
            let source = SourceProgram {
                program: loaded.program(),
                text: program,
                partner: None,
            };
            match translate(source, &options) {
                Ok(_) => {
                    self.translated += 1;
                    return;
                }
                Err(refusals) => reasons.extend(refusals.into_iter().map(|refusal| refusal.reason)),
            }
        }
        // Of GPU addresses GLSL for OpenGL has its own.
        reasons.retain(|reason| *reason != Reason::AddressesOfVulkan);
        if reasons.is_empty() || !reasons.iter().all(|reason| REASONS.contains(reason)) {
            let said: Vec<String> = reasons.iter().map(Reason::to_string).collect();
            self.note(said.join("; "), program);
        }
    }

    /// What must not load is a matter of `check`.
    pub(crate) fn refuses(&mut self, _: &str, _: &str) {}

    /// Both in one: `legal` says which.
    pub(crate) fn expects(&mut self, legal: bool, doubt: &str, program: &str) {
        if legal {
            self.takes(doubt, program);
        }
    }

    fn note(&mut self, what: String, program: &str) {
        self.wrong.entry(what).or_default().push(program.to_owned());
    }

    /// Fails if any answer was wrong or the count is below `least`.
    pub(crate) fn finish(self, what: &str, least: usize) {
        let mut report = String::new();
        for (what, programs) in &self.wrong {
            report += &format!("== {what}: {} programs, as\n{}\n", programs.len(), programs[0]);
        }
        assert!(self.wrong.is_empty(), "{}\n{report}", self.wrong.len());
        let (run, translated) = (self.run, self.translated);
        println!("{what}: {run} programs ran, {translated} were translated");
        assert!(
            run >= least && translated >= least / 2,
            "{what}: {run}, {translated}"
        );
    }
}
