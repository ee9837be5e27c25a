//! Words back to the languages of OpenGL: the text loads, and computes the same bits.

use proptest::prelude::*;
use quadrille_gf3::function::ancestry::{Ancestry, Origin, Step};
use quadrille_gf3::function::{Access, Constants, Options, Program, Quad};
use quadrille_gf3::lower::lower;
use quadrille_gf3::raise::{Language, RaiseError, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Instruction, Numbering, Word, decode_program, form::Form};
use quadrille_isa::nv20::field;

fn program(text: &str) -> Vec<Instruction> {
    let words =
        assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    decode_program(&words).expect("a program")
}

/// The words of a text in a language of OpenGL, which has to load.
fn loaded(text: &str) -> Vec<Word> {
    let checked = quadrille_check::check(text, &quadrille_check::Options::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
    let lowered = lower(&program).unwrap_or_else(|error| panic!("{text}\n{}", error.message));
    lowered
        .words()
        .unwrap_or_else(|error| panic!("{text}\n{}", error.message))
}

/// Numbers of all kinds from a state.
fn next(state: &mut u64) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let bits = (*state >> 32) as u32;
    match *state >> 20 & 15 {
        0 => bits,
        1 => [0, 0x8000_0000, 0x7f80_0000, 0x7fc0_0000, 1][bits as usize % 5],
        _ => ((bits as f32 / 4_294_967_296.0) * 8.0 - 4.0).to_bits(),
    }
}

fn quads<const N: usize>(state: &mut u64) -> [Quad; N] {
    std::array::from_fn(|_| std::array::from_fn(|_| next(state)))
}

/// Runs a program of words and its text in both languages, on the same numbers.
fn same_bits(words: &[Word], seed: u64) -> Result<(), RaiseError> {
    let instructions = decode_program(words).expect("a program");
    for language in [Language::Nv, Language::Arb] {
        let raised = raise(&instructions, language, Target::Nv2a)?;
        let back = Program::from_words(&loaded(&raised.text)).expect("words");
        let here = Program::from_words(words).expect("words");
        let mut state = seed;
        let constants = Constants(quads::<192>(&mut state).to_vec());
        let mut moved = constants.clone();
        for (number, word) in &raised.constants {
            moved.0[96 + usize::from(*number)] = constants.0[usize::from(*word)];
        }
        for _ in 0..8 {
            let inputs: [Quad; 16] = quads(&mut state);
            let mut there = inputs;
            there[8..12].copy_from_slice(&inputs[9..13]);
            there[12] = inputs[8];
            let options = Options {
                access: Access::Full,
                ..Options::default()
            };
            let expected = here.run(&mut constants.clone(), &inputs, &options);
            let found = back.run(&mut moved.clone(), &there, &options);
            assert_eq!(expected, found, "{}", raised.text);
        }
    }
    Ok(())
}

/// source: the functional model, which runs the words themselves; the words are those of real programs
#[test]
fn words_of_real_programs_go_back_with_the_same_bits() {
    let rows = include_str!("../../../oracle/gf3/words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let words: Vec<Word> = rows
        .filter_map(|row| {
            Some(Form::Hex.read(row.split_once('|')?.1.as_bytes()).ok()?[0].with(field::LAST, 0))
        })
        .collect();
    let (mut back, mut refused) = (0, 0);
    for (at, part) in words.chunks(11).enumerate() {
        let mut part = part.to_vec();
        part.push(assemble("MOV oPos, v0", Numbering::Nv2a).expect("a line")[0]);
        match same_bits(&part, at as u64) {
            Ok(()) => back += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(back > 100, "{back} back, {refused} not");
}

/// Pairs whose halves read what the other writes: a temporary that is free carries one over.
#[test]
fn both_halves_read_what_was_before() {
    for text in [
        "MOV R1, v1\nMUL R0, R1, v0 + RCP R1.x, R1.w\nMOV oPos, R0\nMOV oD0, R1",
        "MOV R1, v1\nMOV R0, v2\nADD R0, R1, R0 + MOV R1, R0\nMOV oPos, R0\nMOV oD0, R1",
        "MOV R0, v2\nADD oPos, R0, v0 + ADD R0, R0, v0\nMOV oD0, R0",
        "MOV oPos, v0\nMUL oPos, R12, c[96] + MUL R3, R12, c[96]\nMOV oT0, R3",
        "ARL A0, v0.x\nMOV R0, c[A0+100]\nARL A0, v0.y + MOV R1, c[A0+97]\nMOV oPos, R1\nMOV oD0, R0",
        "MOV R1, v1\nMOV R0, v2\nMAD R0, v0, R1, R0 + MOV R1, R0\nMOV oPos, R0\nMOV oT3, R1",
    ] {
        let words = assemble(text, Numbering::Nv2a).expect("words");
        for seed in 0..20 {
            same_bits(&words, seed).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}

/// source: NV_vertex_program 2.14.1.7, .8 and 2.14.4, NV_vertex_program1_1 and ARB_vertex_program for what their texts
/// do not have
#[test]
fn what_has_no_text_says_which_word() {
    let told = |text: &str, language| raise(&program(text), language, Target::Nv2a).expect_err(text);
    for (text, error) in [
        ("MOV R0, v0", RaiseError::NoPosition),
        (
            "ARL A0, v0\nMOV oPos, c[A0+5]\nMOV oD0, c[96]",
            RaiseError::BothHalves(1),
        ),
        (
            "ARL A0, v0\nMOV oPos, c[A0+170]",
            RaiseError::Offset { index: 1, offset: 74 },
        ),
        ("MOV oPos, v0\nMOV c[100], v1", RaiseError::ConstantWrite(1)),
        ("MOV oPos.x, v0\nMOV oD0, R12", RaiseError::PositionRead(1)),
    ] {
        assert_eq!(told(text, Language::Nv), error, "{text}");
    }
    for (text, language, operation, header) in [
        (
            "MOV oPos, v0\nRCC oFog.x, v0.x",
            Language::Arb,
            "RCC",
            "!!ARBvp1.0",
        ),
        ("MOV R0, v0\nRCC c[96].x, v0.x", Language::Nv, "RCC", "!!VSP1.0"),
        ("MOV R0, v0\nDPH c[96], v0, R0", Language::Nv, "DPH", "!!VSP1.0"),
    ] {
        let error = RaiseError::Operation {
            index: 1,
            operation,
            language: header,
        };
        assert_eq!(told(text, language), error, "{text}");
    }
    let long = "MUL oPos, v0, v0 + RCP R1, v0.x\n".repeat(70);
    assert_eq!(told(&long, Language::Nv), RaiseError::Length(140));
}

/// source: NV_vertex_program 2.14.4: a program that writes constants and reads v[0] alone is a vertex state program
#[test]
fn a_program_that_writes_constants_is_a_state_program() {
    let raised = raise(&program("DP4 c[100].x, v0, c[96]"), Language::Nv, Target::Nv2a).expect("a text");
    assert_eq!(raised.text, "!!VSP1.0\nDP4 c[4].x, v[0], c[0];\nEND\n");
    loaded(&raised.text);
}

/// Temporaries are zero before a program of the machine and undefined before one of ARB_vertex_program.
#[test]
fn temporaries_that_nothing_writes_are_zero_in_the_text() {
    let raised = raise(&program("ADD oPos, v0, R3"), Language::Arb, Target::Nv2a).expect("a text");
    assert!(
        raised.text.contains("SLT R3, vertex.position, vertex.position;"),
        "{}",
        raised.text
    );
    same_bits(&assemble("ADD oPos, v0, R3", Numbering::Nv2a).expect("words"), 1).expect("a text");
}

/// source: the program itself, read by eye
#[test]
fn results_know_what_they_are_made_of() {
    let text = "MOV R0, v0\nRCP R1.x, v1.w\nMUL R0.xy, R0, R1.x\nMUL oPos, R0, c[96] + MOV R1.y, v2\nMUL oD0, R12, R1";
    let ancestry = Ancestry::of(&program(text));
    let vector = |instruction| Step {
        instruction,
        special: false,
    };
    let special = |instruction| Step {
        instruction,
        special: true,
    };
    let of = |step| -> Vec<(Origin, u8)> {
        ancestry
            .sources(step)
            .map(|source| (source.origin, source.components))
            .collect()
    };
    assert_eq!(
        of(vector(2)),
        [(Origin::Step(vector(0)), 12), (Origin::Step(special(1)), 8)]
    );
    let third = [
        (Origin::Step(vector(2)), 12),
        (Origin::Step(vector(0)), 3),
        (Origin::Constant(96, false), 15),
    ];
    assert_eq!(of(vector(3)), third);
    assert_eq!(ancestry.writers(0, 15), [vector(3)]);
    assert_eq!(
        ancestry.closure(&[vector(3)]),
        [vector(0), special(1), vector(2), vector(3)]
    );
    let last = [
        (Origin::Step(vector(3)), 15),
        (Origin::Step(special(1)), 8),
        (Origin::Step(special(3)), 4),
        (Origin::Initial(1), 3),
    ];
    assert_eq!(of(vector(4)), last);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any words: a text that loads, or a reason.
    #[test]
    fn any_words_have_a_text_or_a_reason(rows in prop::collection::vec(prop::array::uniform4(any::<u32>()), 1..12)) {
        let words: Vec<Word> = rows.into_iter().map(|parts| Word(parts).stored().with(field::LAST, 0)).collect();
        let (instructions, _) = quadrille_gf3::word::decode_any_program(&[words, vec![Word([0, 0, 0, 1])]].concat())
            .expect("a final bit");
        for language in [Language::Nv, Language::Arb] {
            if let Ok(raised) = raise(&instructions, language, Target::Nv2a) {
                loaded(&raised.text);
            }
        }
    }
}
