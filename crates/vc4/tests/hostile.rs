//! Nothing that a program can be makes the machine panic, hang or eat the host's memory.

use proptest::prelude::*;
use quadrille_vc4::machine::{End, FindingKind, Fragment, Launch, Limits, Machine, Memory, Profile, Thread};
use quadrille_vc4::trace::kanata::KanataTrace;
use quadrille_vc4::trace::svg::SvgTrace;

const CODE: u32 = 0x1000;
const DATA: u32 = 0x8000;

fn limits() -> Limits {
    Limits {
        instructions: 3000,
        findings: 50,
        ..Limits::default()
    }
}

/// Words that decode more often than random ones: a form, then random fields.
fn word() -> impl Strategy<Value = u64> {
    let form = prop_oneof![
        4 => 0u64..14,
        1 => Just(13u64),
        1 => Just(14u64),
        1 => Just(15u64),
    ];
    (form, any::<u64>(), any::<bool>()).prop_map(|(form, rest, tame)| {
        let word = form << 60 | rest >> 4;
        match form {
            14 => word & !(0xe << 56) | u64::from(tame) << 59,
            // Targets near the program.
            15 => word & !(0xff << 56) & !0xffff_ff00 | u64::from(tame) << 51 | 0xf << 60,
            _ => word,
        }
    })
}

fn run(words: &[u64], launches: Vec<Launch>) {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut data = [0x5au8; 256];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map(DATA, &mut data).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for launch in launches {
        machine.queue(launch);
    }
    let mut observer = (
        KanataTrace::new(500, |word| format!("{word:x}")),
        SvgTrace::new(500),
    );
    let outcome = machine.run(&mut memory, limits(), &mut observer);
    assert!(outcome.instructions() <= 3000 && outcome.findings.len() <= 50);
    assert!(observer.0.into_text().starts_with("Kanata"));
    assert!(observer.1.into_text().ends_with("</svg>\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_words_on_some_qpus(words in prop::collection::vec(word(), 0..60), qpus in 1u32..4, uniforms in any::<u32>()) {
        run(&words, (0..qpus).map(|n| Launch::new(CODE + 8 * n, if n == 0 { DATA } else { uniforms })).collect());
    }

    #[test]
    fn random_words_as_threaded_fragments(words in prop::collection::vec(word(), 0..60)) {
        let fragment = Fragment { varyings: vec![([1; 16], [2; 16]); 3], ..Fragment::default() };
        let thread = Thread { uniforms: DATA, fragment: Some(fragment) };
        let launch = Launch { code: CODE, thread: thread.clone(), second: Some((CODE + 16, thread)) };
        run(&words, vec![launch.clone(), launch]);
    }

    /// The same program gives the same outcome and memory, whatever the observer.
    #[test]
    fn runs_repeat(words in prop::collection::vec(word(), 0..40)) {
        let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let once = || {
            let mut data = [0x11u8; 256];
            let mut memory = Memory::new();
            memory.map_constant(CODE, &code).unwrap();
            memory.map(DATA, &mut data).unwrap();
            let mut machine = Machine::new(Profile::raspberry_pi());
            for n in 0..3 {
                machine.queue(Launch::new(CODE + 8 * n, DATA));
            }
            let outcome = machine.run(&mut memory, limits(), &mut ());
            drop(memory);
            (outcome, data)
        };
        prop_assert_eq!(once(), once());
    }
}

fn outcome_of(words: &[u64]) -> (End, Vec<FindingKind>) {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(CODE, 0));
    let outcome = machine.run(&mut memory, limits(), &mut ());
    (
        outcome.end,
        outcome.findings.iter().map(|finding| finding.kind).collect(),
    )
}

const NOP: u64 = 0x1000_09e7_009e_7000;

#[test]
fn an_endless_loop_ends_with_its_budget() {
    // brr -, itself: relative, -32 bytes from the fourth instruction after it.
    let branch = 0xf0f8_09e7_ffff_ffe0;
    assert_eq!(outcome_of(&[branch, NOP, NOP, NOP]), (End::Budget, vec![]));
}

#[test]
fn a_program_without_an_end_is_noticed() {
    assert_eq!(
        outcome_of(&[NOP, NOP]),
        (End::Finished, vec![FindingKind::PastEnd])
    );
    assert_eq!(outcome_of(&[]), (End::Finished, vec![FindingKind::PastEnd]));
}

#[test]
fn an_acquire_that_nobody_answers_is_a_deadlock() {
    let acquire = 0xe800_09e7_0000_0015;
    assert_eq!(
        outcome_of(&[acquire, NOP]),
        (End::Deadlock, vec![FindingKind::Deadlock])
    );
}

#[test]
fn a_reserved_word_ends_the_program() {
    // Load immediate of mode 2.
    assert_eq!(
        outcome_of(&[0xe400_09e7_0000_0000]),
        (End::Finished, vec![FindingKind::ReservedWord])
    );
}
