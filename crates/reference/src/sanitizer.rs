//! The sanitizer: an observer that reports what the specifications call undefined.

use quadrille_base::Rule;
use quadrille_engine::Finding;
use quadrille_program::{InstId, Operand};

use crate::observer::Observer;

quadrille_base::rule!(
    UNINITIALISED_READ,
    "uninitialised-read",
    Warning,
    "a temporary or address register is read before it is written",
    [
        "ARB_vertex_program 2.14.3.3",
        "ARB_vertex_program 2.14.3.5",
        "ARB_fragment_program 3.11.3.3"
    ],
    "sanitizer.rs"
);

quadrille_base::rule!(
    INDEX_OUT_OF_RANGE,
    "index-out-of-range",
    Warning,
    "a relative index lies outside its array",
    ["ARB_vertex_program 2.14.4.2"],
    "sanitizer.rs"
);

/// All findings.
pub static FINDINGS: &[&Rule] = &[&UNINITIALISED_READ, &INDEX_OUT_OF_RANGE];

/// Collects findings, each kind once an instruction.
#[derive(Default, Debug)]
pub struct Sanitizer {
    findings: Vec<Finding>,
}

impl Sanitizer {
    /// What was found, in the order of execution.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn report(&mut self, rule: &'static Rule, instruction: InstId, lane: usize, detail: String) {
        let known = self
            .findings
            .iter()
            .any(|finding| finding.rule == rule && finding.instruction == instruction);
        if !known {
            self.findings.push(Finding {
                rule,
                instruction,
                lane,
                detail,
            });
        }
    }
}

impl Observer for Sanitizer {
    fn uninitialised(&mut self, instruction: InstId, lane: usize, _: &Operand, components: u8) {
        let letters = "xyzw"
            .chars()
            .enumerate()
            .filter(|(at, _)| components >> at & 1 != 0);
        let letters: String = letters.map(|(_, letter)| letter).collect();
        let detail = format!("component {letters} is read before anything is written to it");
        self.report(&UNINITIALISED_READ, instruction, lane, detail);
    }

    fn out_of_range(&mut self, instruction: InstId, lane: usize, index: i64, length: u32, written: bool) {
        let detail = if written {
            format!("element {index} of an array of {length} is written; nothing is")
        } else {
            format!("element {index} of an array of {length} is read; it gives 0")
        };
        self.report(&INDEX_OUT_OF_RANGE, instruction, lane, detail);
    }
}
