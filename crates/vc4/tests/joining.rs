//! Lines that are joined into one instruction: where both allow it, and never so that the checker finds more.
//!
//! source of what is expected: vc4asm's documentation, "instruction joining", and the checker.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::hazard::{self, Program, check};

fn words(text: &str) -> Vec<u64> {
    let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    assembly.words
}

/// How often each rule is broken.
fn breaches(text: &str) -> BTreeMap<&'static str, usize> {
    let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    let report = check(&Program::of_assembly(&assembly, 0), &hazard::Options::default());
    let mut counts = BTreeMap::new();
    for breach in report.breaches {
        *counts.entry(breach.rule.name).or_default() += 1;
    }
    counts
}

#[test]
fn lines_join_where_both_allow_it() {
    assert_eq!(
        words("add r0, r0, 1;\n;mov r2, 1"),
        words("add r0, r0, 1;  mov r2, 1")
    );
    assert_eq!(words("add r0, r0, 1;\n:\n;ldtmu0").len(), 2);
}

/// Rule 14 takes one peripheral an instruction; rule 1 an instruction between a write and its read; rule 12 two between
/// the special function unit and r4.
#[test]
fn joined_lines_keep_the_rules() {
    for (joined, apart) in [
        ("add t0s, r0, r1;\n;ldtmu0", "add t0s, r0, r1\nldtmu0"),
        (
            "mov ra1, r0;\n;mov r2, r3\nadd r0, ra1, r1",
            "mov ra1, r0\nmov r2, r3\nadd r0, ra1, r1",
        ),
        (
            "mov recip, r0;\n;mov r2, r3\nnop\nmov r1, r4",
            "mov recip, r0\nmov r2, r3\nnop\nmov r1, r4",
        ),
        (
            "mov ra1, r0\nmov r2, r3;\n;mov r0, ra1",
            "mov ra1, r0\nmov r2, r3\nmov r0, ra1",
        ),
    ] {
        assert_eq!(words(joined), words(apart), "{joined}");
    }
    assert_eq!(
        words("mov ra1, r0;\n;mov r2, r3\nnop\nadd r0, ra1, r1"),
        words("mov ra1, r0; mov r2, r3\nnop\nadd r0, ra1, r1")
    );
}

/// What one line keeps apart leaves the other lines, and the labels behind them, as they should be.
#[test]
fn other_lines_join_and_labels_move() {
    assert_eq!(
        words(
            "add r0, r0, 1;\n;mov r2, r1\nadd t0s, r0, r1;\n;ldtmu0\nbrr -, :end\nnop\nnop\nnop\nnop\n:end\nnop"
        ),
        words("add r0, r0, 1; mov r2, r1\nadd t0s, r0, r1\nldtmu0\nbrr -, 8\nnop\nnop\nnop\nnop\nnop")
    );
}

const LINES: &[&str] = &[
    "nop",
    "mov ra1, r0",
    "add r0, ra1, r1",
    "mov rb1, r2",
    "fadd r1, rb1, r0",
    "mov recip, r0",
    "mov r2, r4",
    "mov r1, r0 << 1",
    "mov r1, ra1",
    "mov r5rep, r0",
    "mov r0, r1 >> r5",
    "mov tmu_noswap, 1",
    "add t0s, r3, r2",
    "mov t1s, ra3",
    "ldtmu0",
    "ldtmu1",
    "mov r1, unif",
    "mov unif_addr, r0",
    "mov vpm, r0",
    "mov r3, vpm",
    "mov vw_setup, r1",
    "mov vr_setup, r1",
    "mov vw_addr, r2",
    "mov -, vw_wait",
    "mov interrupt, r1",
    "mov tlbz, r0",
    "mov tlbc, r0",
    "mov stencil, r0",
    "mov r0, ms_mask",
    "sbwait",
    "sbdone",
    "thrsw",
    "lthrsw",
    "fmul r0, ra15, vary",
    "fadd r0, r0, r5",
    "mov ra14, r0",
    "sub.setf -, r0, r1",
    "mov.ifz r0, r1",
    "mov.ifn r1, r2",
    "read mutex",
    "mov mutex, r0",
    "brr -, 0",
    "thrend",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn joining_breaks_no_rule(
        before in prop::collection::vec(0..LINES.len(), 0..3),
        pair in prop::collection::vec(0..LINES.len(), 2..5),
        after in prop::collection::vec(0..LINES.len(), 0..4),
    ) {
        let lines = |lines: &[usize], between: &str| {
            let lines: Vec<&str> = lines.iter().map(|line| LINES[*line]).collect();
            lines.join(between)
        };
        let text = |between: &str| format!(
            "nop\nnop\n{}\n{}\n{}\nthrend\nnop\nnop\n",
            lines(&before, "\n"), lines(&pair, between), lines(&after, "\n"),
        );
        let (joined, apart) = (breaches(&text(";\n;")), breaches(&text("\n")));
        for (rule, count) in &joined {
            prop_assert!(apart.get(rule).is_some_and(|before| count <= before), "{} in {}", rule, text(";\n;"));
        }
    }
}
