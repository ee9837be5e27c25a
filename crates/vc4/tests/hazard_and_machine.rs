//! Checker and emulator were written apart from each other: what a run breaks, the checker has to have said.
//!
//! source of what is expected: the other of the two.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_vc4::asm::{NoIncludes, assemble};
use quadrille_vc4::hazard::{self, Decision, Program, TABLE, check};
use quadrille_vc4::machine::{Finding, FindingKind, Fragment, Launch, Limits, Machine, Memory, Profile};

const CODE: u32 = 0x1_0000;
const UNIFORMS: u32 = 0x3_0000;

/// Lines that touch something that a rule speaks of.
const LINES: &[&str] = &[
    "nop",
    "mov ra0, r0",
    "add r0, ra0, r1",
    "mov rb1, r2",
    "add r1, rb1, r0",
    "mov ra0, r3; mov rb1, r0",
    "mov recip, r0",
    "mov log, r1",
    "mov r2, r4",
    "nop; mov r0, r1 << 1",
    "mov r1, ra0",
    "mov r5rep, r0",
    "nop; mov r0, r1 >> r5",
    "nop; mov r0, ra0 << 3",
    "mov tmu_noswap, 1",
    "add t0s, ra3, unif",
    "mov t0s, ra3",
    "mov t1s, ra3; mov recip, r1",
    "mov t0s, ra3; mov t1s, rb3",
    "nop; nop; ldtmu0",
    "nop; nop; ldtmu1",
    "mov r1, unif",
    "mov unif_addr, ra4",
    "mov vpm, r0",
    "mov.ifz vpm, r0",
    "mov vpm, r0; mov vpm, r1",
    "mov vw_setup, vpm_setup(1, 1, h32(0))",
    "mov interrupt, 0",
    "mov interrupt, 1",
    "mov tlbz, r0",
    "mov tlbc, r0",
    "mov tlb_stencil, r0",
    "mov r0, ms_mask",
    "nop; nop; sbwait",
    "nop; nop; sbdone",
    "nop; fmul r0, ra15, vary",
    "fadd r0, r0, r5; fmul r1, ra15, vary",
    "fadd r0, r0, r5",
    "fadd r0, ra1.16a, r2; mul24 r1, ra1.16a, r3",
    "mov ra14, r0",
    "sub.setf -, r0, r1",
    "read mutex",
];

/// What threaded programs have besides.
const SWITCHES: &[&str] = &[
    "nop; nop; thrsw",
    "nop; nop; lthrsw",
    "nop; nop; thrsw\nnop\nnop",
    "nop; nop; lthrsw\nnop\nnop",
    "mov ra16, r0",
    "mov r3, 1",
];

/// How a program ends.
const ENDS: &[&str] = &["thrend", "mov ra2, r0; nop; thrend", "mov tlbc, r0; nop; thrend"];

/// Findings whose place is that of the rule's breach. Those that are about a whole program, or about time, are
/// not among them; nor is a load without result where two threads share the queue, because the one that takes too
/// much leaves the other without.
fn has_place(kind: FindingKind, threaded: bool) -> bool {
    if threaded && kind == FindingKind::TmuEmpty {
        return false;
    }
    !matches!(
        kind,
        FindingKind::TmuLeft
            | FindingKind::DmaAreaReused
            | FindingKind::LastSwitchCount
            | FindingKind::PastEnd
    )
}

/// Numbers that look random and are the same every time.
struct Choice(u32);

impl Choice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }

    fn line(&mut self, threaded: bool) -> &'static str {
        if threaded && self.below(3) == 0 {
            return SWITCHES[self.below(SWITCHES.len())];
        }
        LINES[self.below(LINES.len())]
    }
}

fn program(choice: &mut Choice, threaded: bool) -> String {
    let length = choice.below(20);
    let mut lines: Vec<&str> = (0..length).map(|_| choice.line(threaded)).collect();
    lines.push(ENDS[choice.below(ENDS.len())]);
    lines.extend([choice.line(false), choice.line(false)]);
    lines.join("\n")
}

/// The findings of a run.
fn findings(words: &[u64], threaded: bool) -> Vec<Finding> {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let uniforms = [0u8; 256];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map_constant(UNIFORMS, &uniforms).unwrap();
    let mut launch = Launch::new(CODE, UNIFORMS);
    launch.thread.fragment = Some(Fragment {
        varyings: vec![([0; 16], [0; 16]); 64],
        ..Fragment::default()
    });
    if threaded {
        launch.second = Some((CODE, launch.thread.clone()));
    }
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(launch);
    let limits = Limits {
        instructions: 1_000,
        ..Limits::default()
    };
    machine.run(&mut memory, limits, &mut ()).findings
}

/// The findings of a run that the checker did not report.
fn unreported(text: &str, rules: &BTreeMap<u8, &str>, threaded: bool) -> Vec<Finding> {
    let assembly = assemble("lines", text, &Default::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}\n{:#?}", assembly.diagnostics);
    let options = hazard::Options {
        threaded: Some(threaded),
    };
    let report = check(&Program::of_assembly(&assembly, 0), &options);
    let found = findings(&assembly.words, threaded);
    let is_said = |finding: &Finding| {
        rules.get(&finding.kind.rule()).is_none_or(|name| {
            let word = (finding.address - CODE) / 8;
            let mut breaches = report.breaches.iter();
            breaches.any(|breach| breach.word == word && breach.rule.name == *name)
        })
    };
    // Nobody has published what a second switch does while one is pending: the machine passes over it, the checker
    // counts it, and what follows differs.
    let known = |finding: &Finding| finding.kind != FindingKind::SwitchQueued;
    found
        .into_iter()
        .take_while(known)
        .filter(|finding| has_place(finding.kind, threaded) && !is_said(finding))
        .collect()
}

#[test]
fn what_a_run_breaks_was_said() {
    compare(1, false);
}

#[test]
fn what_two_threads_break_was_said() {
    compare(2, true);
}

fn compare(seed: u32, threaded: bool) {
    let rules: BTreeMap<u8, &str> = TABLE
        .iter()
        .filter_map(|row| match row.decision {
            Decision::Program(rule) => Some((row.number, rule.name)),
            Decision::Encoding(_) | Decision::Run(_) => None,
        })
        .collect();
    let mut choice = Choice(seed);
    // The shortest program for each kind.
    let mut wrong: BTreeMap<FindingKind, (String, Finding)> = BTreeMap::new();
    for _ in 0..4_000 {
        let text = program(&mut choice, threaded);
        for finding in unreported(&text, &rules, threaded) {
            let shorter = wrong
                .get(&finding.kind)
                .is_none_or(|(other, _)| text.len() < other.len());
            if shorter {
                wrong.insert(finding.kind, (text.clone(), finding));
            }
        }
    }
    let wrong: Vec<String> = wrong
        .values()
        .map(|(text, finding)| format!("{text}\n  {finding}\n"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rules about what one instruction writes, and what it overwrites.
const OF_ONE: [u8; 5] = [3, 13, 14, 17, 24];

/// Every pair of peripherals that both operations of an instruction write, and loads beside them.
#[test]
fn both_name_the_same_rules_for_one_instruction() {
    const TARGETS: [&str; 20] = [
        "tmu_noswap",
        "unif_addr",
        "interrupt",
        "tlb_stencil",
        "tlbz",
        "tlbm",
        "tlbc",
        "tlbam",
        "vpm",
        "vr_setup",
        "vw_setup",
        "mutex_rel",
        "recip",
        "recipsqrt",
        "exp",
        "log",
        "t0s",
        "t0t",
        "t1s",
        "r0",
    ];
    let rules: BTreeMap<&str, u8> = TABLE
        .iter()
        .filter_map(|row| match row.decision {
            Decision::Program(rule) => Some((rule.name, row.number)),
            Decision::Encoding(_) | Decision::Run(_) => None,
        })
        .collect();
    // That both write one accumulator, the checker alone tells.
    let pairs = TARGETS.iter().flat_map(|&add| TARGETS.map(|mul| (add, mul)));
    let pairs = pairs.filter(|pair| *pair != ("r0", "r0"));
    let mut asked = 0;
    for (add, mul) in pairs {
        for signal in ["", "; ldtmu0", "; loadc"] {
            let text = format!(
                "nop\nnop\nfmin {add}, r1, r2; fmul {mul}, r1, r2{signal}\nnop\nnop\nthrend\nnop\nnop\n"
            );
            let assembly = assemble("pair", &text, &Default::default(), &mut NoIncludes);
            if !assembly.is_complete() {
                // Both go to the same file.
                continue;
            }
            asked += 1;
            let report = check(&Program::of_assembly(&assembly, 0), &hazard::Options::default());
            let said = report.breaches.iter().filter(|breach| breach.word == 2);
            let said: BTreeSet<u8> = said
                .filter_map(|breach| rules.get(breach.rule.name).copied())
                .collect();
            let found = findings(&assembly.words, false).into_iter();
            let found = found.filter(|finding| finding.address == CODE + 16);
            let found: BTreeSet<u8> = found.map(|finding| finding.kind.rule()).collect();
            let of_one = |rules: &BTreeSet<u8>| -> Vec<u8> {
                rules
                    .iter()
                    .copied()
                    .filter(|rule| OF_ONE.contains(rule))
                    .collect()
            };
            assert_eq!(of_one(&said), of_one(&found), "{text}");
        }
    }
    assert!(asked > 900, "{asked}");
}
