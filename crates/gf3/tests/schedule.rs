//! The scheduler: the same bits, never more cycles, and fewer where there is something to gain.

mod random;

use proptest::prelude::*;
use quadrille_gf3::function::{Access, Program};
use quadrille_gf3::lower::lower;
use quadrille_gf3::schedule::{Scheduled, proof, schedule};
use quadrille_gf3::time::{Parameters, Profile};
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Numbering, Word, form::Form};
use quadrille_isa::nv20::field;
use random::{Parts, cases};

fn words(text: &str) -> Vec<Word> {
    assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message))
}

/// Schedules words and runs both programs on random inputs.
fn scheduled(words: &[Word], parameters: &Parameters, vertices: usize) -> Scheduled {
    let found = schedule(words, parameters, 40).expect("a run of the model");
    let programs = [words, &found.words].map(|words| Program::from_any_words(words).expect("a program").0);
    for access in [Access::Full, Access::UserOnly] {
        let difference = proof::difference(&programs[0], &programs[1], vertices, access);
        assert_eq!(difference, None);
    }
    let [before, after] = found.cycles;
    assert!(
        after <= before && found.words.len() <= words.len(),
        "{before} {after}"
    );
    found
}

/// source: the model of time, which counts cycles of both; the functional model, which runs both
#[test]
fn programs_in_the_style_of_consoles_lose_fewer_cycles() {
    let lecture = include_str!("../../../examples/lecture/lighting.vp");
    let checked = quadrille_check::check(lecture, &quadrille_check::Options::default());
    let lowered = lower(&checked.program.expect("a program")).expect("it fits");
    let mut programs = vec![lowered.words().expect("words")];
    programs.extend([
        words(include_str!("../../../examples/geforce3/glow.vsh")),
        words(include_str!("../../../examples/geforce3/skin.vsh")),
        words(include_str!("../../../examples/geforce3/bump.vsh")),
        words(include_str!("../../../examples/geforce3/water.vsh")),
        words(include_str!("../../../examples/geforce3/lamps.vsh")),
    ]);
    for (at, program) in programs.iter().enumerate() {
        for (name, profile) in Profile::ALL {
            let found = scheduled(program, &Parameters::of(profile), 2000);
            assert!(
                found.cycles[1] < found.cycles[0],
                "program {at}, {name}: {:?}",
                found.cycles
            );
            assert!(found.words.len() < program.len(), "program {at}, {name}");
        }
    }
}

/// source: each program by hand: what may go beside what, and what has to stay behind
#[test]
fn pairs_that_the_words_allow_are_found() {
    let parameters = Parameters::of(Profile::Lecture);
    for (text, count) in [
        // Another temporary than R1 gets another name.
        ("RCP R5.x, v1.x\nMUL R2, v1, v1\nMUL oPos, R2, R5.x", 2),
        // A MOV is the other unit's too.
        ("MUL R2, v0, c[96]\nMOV oD0, c[96]\nMOV oPos, R2", 2),
        // A sum has its operands either way round.
        ("ADD R2, v0, c[96]\nRSQ R3.x, v0.x\nMUL oPos, R2, R3.x", 2),
        // Two attributes, two constants, two outputs: not in one word.
        ("MOV oPos, v0\nMOV oD0, v3", 2),
        ("MUL R2, v0, c[96]\nRCP R3.x, c[97].x\nMUL oPos, R2, R3.x", 3),
        // A word reads the address before it writes it.
        (
            "ARL A0, v0.x\nMOV R0, c[A0+96]\nARL A0, v0.y\nMOV R1, c[A0+96]\nADD oPos, R0, R1",
            4,
        ),
    ] {
        assert_eq!(
            scheduled(&words(text), &parameters, 500).words.len(),
            count,
            "{text}"
        );
    }
}

/// Programs whose order is their meaning: components one after another, outputs written twice, the position read back,
/// constants that are written and read, temporaries that are zero at the start.
#[test]
fn what_depends_stays_behind() {
    for text in [
        "MOV R0, v0\nMOV R0.x, v1.w\nMOV R0.y, v2.w\nMUL oPos, R0, R0\nMOV R0.x, v3\nMOV oD0, R0",
        "MOV oPos, v0\nMUL oPos.xy, R12, c[96]\nADD oD0, R12, v3\nMOV oPos.z, v1.x\nMOV oT0, R12",
        "MOV c[100], v0\nMUL R0, v1, c[100]\nMOV c[100].x, R0.y\nARL A0, v2.x\nADD oPos, R0, c[A0+98]\nMOV oD0, c[100]",
        "ADD R4, v0, R5\nMOV R5.x, v1\nMUL oPos, R4, R5\nMOV oT1, R6",
        "RCP R1.x, v0.x\nMUL R1.y, v0, R1.x\nRSQ R1.z, R1.y\nMOV oPos, R1\nLIT R1, v1\nMOV oD0, R1",
        "MUL R1, v0, v0 + RCP R1.x, v0.x\nMOV oPos, R1",
        "MOV R1, v1\nMOV R0, v2\nMUL R0, R1, v0 + MOV R1, R0\nMAD oPos, R0, R1, R0",
    ] {
        for (_, profile) in Profile::ALL {
            scheduled(&words(text), &Parameters::of(profile), 300);
        }
    }
}

/// Numbers of the machine that matter to an order.
fn machine() -> impl Strategy<Value = Parameters> {
    let numbers = (1u32..6, 1u32..6, 0u32..4, 1u32..3);
    let forwarding = prop::sample::select(vec!["none", "write-through", "full"]);
    (numbers, forwarding).prop_map(|((threads, stages, extra, interval), forwarding)| {
        let mut parameters = Parameters::of(Profile::Lecture);
        for (name, value) in [
            ("threads", threads.to_string()),
            ("execute_stages", stages.to_string()),
            ("ilu_extra", extra.to_string()),
            ("ilu_interval", interval.to_string()),
            ("forwarding", forwarding.to_string()),
        ] {
            parameters.set(name, &value).expect("a value in range");
        }
        parameters
    })
}

/// Words of real programs in any order.
fn shuffled() -> impl Strategy<Value = Vec<Word>> {
    let lines = include_str!("../../../oracle/gf3/words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let lines = lines.filter_map(|line| Some(line.split_once('|')?.1));
    let words: Vec<Word> = lines
        .map(|line| Form::Hex.read(line.as_bytes()).expect("a word")[0])
        .collect();
    prop::collection::vec(prop::sample::select(words), 1..40).prop_map(|mut words| {
        let last = words.len() - 1;
        for (at, word) in words.iter_mut().enumerate() {
            *word = word.with(field::LAST, u8::from(at == last));
        }
        words
    })
}

proptest! {
    #![proptest_config(cases(150))]

    /// On any machine: the same bits, and never more cycles.
    #[test]
    fn words_of_real_programs_keep_their_bits(program in shuffled(), parameters in machine()) {
        scheduled(&program, &parameters, 60);
    }

    /// Vertex programs and those that write constants, with every operation beside every other.
    #[test]
    fn any_program_keeps_its_bits(
        program in prop_oneof![3 => Parts::vertex().boxed(), 1 => Parts::state().boxed()]
            .prop_flat_map(|parts| random::program(parts, 30)),
        parameters in machine(),
    ) {
        scheduled(&program, &parameters, 60);
    }
}
