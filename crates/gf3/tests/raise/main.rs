//! Words back to the languages of OpenGL: the text loads, and computes the same bits.

#[path = "../random/mod.rs"]
mod random;
mod same_bits;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille_gf3::function::{Constants, Options, Program};
use quadrille_gf3::raise::{Language, RaiseError, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Instruction, Numbering, Word, decode_program, form::Form};
use quadrille_isa::nv20::field;
use random::{Parts, cases};
use same_bits::{ARB, LANGUAGES, SCREEN, loaded, next, same_bits};
use std::cell::Cell;

fn program(text: &str) -> Vec<Instruction> {
    let words =
        assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    decode_program(&words).expect("a program")
}

/// source: the functional model, which runs the words themselves; the words are those of real programs
#[test]
fn words_of_real_programs_go_back_with_the_same_bits() {
    let rows = include_str!("../../../../oracle/gf3/words.txt")
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
        for language in LANGUAGES {
            match same_bits(&part, language, at as u64) {
                Ok(()) => back += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(back > 200, "{back} back, {refused} not");
}

/// All twelve temporaries have names, and each holds nothing somewhere: R12, what is held back and RCC go through those.
#[test]
fn temporaries_that_hold_nothing_are_free() {
    let mut text: String = (0..12)
        .map(|number| format!("MOV R{number}, v{number}\nMOV oT0, R{number}\n"))
        .collect();
    text += "MOV oPos, v0\nMOV R1, v1\nMUL R0, R1, v0 + RCC R1.x, R1.w\nMOV oPos.x, R0\nMAD oPos, R12, R1.x, c[97]\n\
             MOV R0, v0\nMOV R2, v2\nMUL R0, R2, v0 + MOV R1, R0\nADD oD0, R0, R1";
    let words = assemble(&text, Numbering::Nv2a).expect("words");
    for language in LANGUAGES.into_iter().chain([SCREEN]) {
        same_bits(&words, language, 5).unwrap_or_else(|error| panic!("{language:?}: {error}"));
    }
}

/// Pairs whose halves read what the other writes: a temporary that is free carries one over.
#[test]
fn both_halves_read_what_was_before() {
    for text in [
        "MOV R1, v1\nMUL R0, R1, v0 + RCP R1.x, R1.w\nMOV oPos, R0\nMOV oD0, R1",
        "MOV R1, v1\nMOV R0, v2\nADD R0, R1, R0 + MOV R1, R0\nMOV oPos, R0\nMOV oD0, R1",
        "MOV R0, v2\nADD oPos, R0, v0 + ADD R0, R0, v0\nMOV oD0, R0",
        "MOV oPos, v0\nMUL oPos, R12, c[96] + MUL R3, R12, c[96]\nMOV oT0, R3",
        "MOV oPos, v0\nMOV oPos.w, c[96].x + MOV R1.yw, c[96].x + ilu:MOV R1.w, R1.x\nMOV oD0, R1",
        "ARL A0, v0.x\nMOV R0, c[A0+100]\nARL A0, v0.y + MOV R1, c[A0+97]\nMOV oPos, R1\nMOV oD0, R0",
        "MOV oPos, v0\nMOV R1, v1\nARL A0, v2.x\nARL A0, -R1.w + RSQ R1.xyw, -c[A0+123].z\nMOV oD0, c[A0+96]\nMOV oT0, R1",
        "MOV R1, v1\nMOV R0, v2\nMAD R0, v0, R1, R0 + MOV R1, R0\nMOV oPos, R0\nMOV oT3, R1",
    ] {
        let words = assemble(text, Numbering::Nv2a).expect("words");
        for (seed, language) in (0..20).flat_map(|seed| LANGUAGES.map(|language| (seed, language))) {
            same_bits(&words, language, seed).unwrap_or_else(|error| panic!("{text}: {error}"));
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
            "ARL A0, v0\nMOV oPos, c[A0+5]\nMOV oD0, c[A0+96]",
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
    for (text, operation) in [
        ("MOV R0, v0\nRCC c[96].x, v0.x", "RCC"),
        ("MOV R0, v0\nDPH c[96], v0, R0", "DPH"),
    ] {
        let error = RaiseError::Operation {
            index: 1,
            operation,
            language: "!!VSP1.0",
        };
        assert_eq!(told(text, Language::Nv), error, "{text}");
    }
    // Twelve temporaries that are read later, and one more.
    let all = |line: &dyn Fn(u32) -> String| (0..12).map(line).collect::<String>();
    let full = all(&|number| format!("MOV R{number}, v0\n"))
        + "RCC oPos, R0.x\n"
        + &all(&|number| format!("ADD oT0, R{number}, v0\n"));
    assert_eq!(told(&full, ARB), RaiseError::Temporaries(12));
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
    let raised = raise(&program("ADD oPos, v0, R3"), ARB, Target::Nv2a).expect("a text");
    assert!(
        raised.text.contains("SLT R3, vertex.position, vertex.position;"),
        "{}",
        raised.text
    );
    let words = assemble("ADD oPos, v0, R3", Numbering::Nv2a).expect("words");
    for language in LANGUAGES {
        same_bits(&words, language, 1).expect("a text");
    }
}

/// source: envytools nvhw/xf.c by way of the functional model, which runs RCC itself: zeros, denormals, infinities, NaN,
/// both sides of both limits, and any bits
#[test]
fn the_clamped_reciprocal_of_arb_text_has_its_bits() {
    let edges = [
        0,
        1,
        0x007f_ffff,
        0x0080_0000,
        0x1f80_0000,
        0x5f80_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
        0x7fff_ffff,
    ];
    let around = edges
        .into_iter()
        .flat_map(|bits: u32| [bits.saturating_sub(1), bits, bits + 1]);
    let mut state = 7;
    let any = (0..100_000).map(|_| {
        next(&mut state);
        (state >> 32) as u32
    });
    let raised = raise(&program("RCC oPos.yw, -v0.z"), ARB, Target::Nv2a).expect("a text");
    let lowered = loaded(&raised.text);
    let back = Program::from_words(&lowered.words().expect("words")).expect("a program");
    let mut constants = Constants::default();
    for (number, quad) in &lowered.constants {
        constants.0[usize::from(*number)] = *quad;
    }
    let here = Program::from_words(&assemble("RCC oPos.yw, -v0.z", Numbering::Nv2a).expect("words"))
        .expect("a program");
    for bits in around.chain(any).flat_map(|bits| [bits, bits ^ 0x8000_0000]) {
        let mut inputs = [[0; 4]; 16];
        inputs[0][2] = bits;
        let options = Options::default();
        let [expected, found] =
            [&here, &back].map(|one| one.run(&mut constants.clone(), &inputs, &options).0[0]);
        assert_eq!(expected, found, "{bits:08x}");
    }
}

/// source: OpenGL 2.1, 2.12.1: clip coordinates are those of the window less its centre, by half its size, times w; the
/// Xbox counts y from above and z from 0
#[test]
fn pixels_go_to_clip_space() {
    let raised = raise(
        &program("MOV oPos, v0\nMUL oPos.xy, R12, c[96]"),
        SCREEN,
        Target::Nv2a,
    )
    .expect("a text");
    let lowered = loaded(&raised.text);
    let back = Program::from_words(&lowered.words().expect("words")).expect("a program");
    let mut constants = Constants::default();
    constants.set(96, [1.0, 1.0, 1.0, 1.0]);
    for (number, quad) in &lowered.constants {
        constants.0[usize::from(*number)] = *quad;
    }
    for [x, y, z, w] in [
        [320.0, 240.0, 0.0, 1.0],
        [0.0, 0.0, 16_777_215.0, 2.0],
        [601.5, 17.25, 9e6, 0.125],
        [-64.0, 600.0, 1e5, 30.0f32],
    ] {
        let mut inputs = [[0; 4]; 16];
        inputs[0] = [x, y, z, w].map(f32::to_bits);
        let found = back.run(&mut constants, &inputs, &Options::default()).0[0].map(f32::from_bits);
        let expected = [
            (x / 320.0 - 1.0) * w,
            (1.0 - y / 240.0) * w,
            (z / 8_388_607.5 - 1.0) * w,
            w,
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() <= 1e-6 * w, "{found} {expected}");
        }
    }
}

/// A program that skins: it indexes constants below 96 and reads ten above.
#[test]
fn what_is_indexed_stays_together() {
    let skin = program(include_str!("../../../../examples/geforce3/skin.vsh"));
    for language in LANGUAGES {
        let raised = raise(&skin, language, Target::Nv2a).expect("a text");
        assert_eq!(raised.reach, Some(86));
        let words: Vec<u8> = raised.constants.iter().map(|pair| pair.1).collect();
        assert!(words.iter().copied().eq((0..86).chain(96..106)), "{words:?}");
    }
    let clamped = "ARL A0, v0\nMOV oPos, c[A0+96]\nRCC oFog.x, v0.x\nMOV oD0, c[191]";
    let raised = raise(&program(clamped), ARB, Target::Nv2a).expect("a text");
    assert_eq!((raised.reach, &*raised.constants), (Some(94), &[(94, 191)][..]));
    assert_eq!(
        raise(&program(clamped), Language::Nv, Target::Nv2a)
            .expect("a text")
            .reach,
        None
    );
}

/// The last lines of a vertex program for the Xbox: the position by Direct3D's viewport, whose constants lie below 96.
#[test]
fn the_viewport_of_direct3d_has_a_text() {
    let text = "DP4 oPos.x, v0, c[96]\nDP4 oPos.y, v0, c[97]\nDP4 oPos.z, v0, c[98]\nDP4 oPos.w, v0, c[99]\n\
                MUL oPos.xyz, R12, c[58] + RCC R1.x, R12.w\nMAD oPos.xyz, R12, R1.x, c[59]";
    let words = assemble(text, Numbering::Nv2a).expect("words");
    for (seed, language) in (0..100).flat_map(|seed| LANGUAGES.map(|language| (seed, language))) {
        same_bits(&words, language, seed).unwrap_or_else(|error| panic!("{language:?}: {error}"));
    }
}

/// Runs random programs and their texts, and gives the number of those with a text in each language.
fn back(parts: impl Strategy<Value = Parts>, most: usize, count: u32) -> ([u32; 2], u32) {
    let back = Cell::new([0u32; 2]);
    let config = cases(count);
    let count = config.cases;
    let programs = parts.prop_flat_map(|parts| random::program(parts, most));
    let result = TestRunner::new(config).run(&(programs, any::<u64>()), |(words, seed)| {
        let texts = LANGUAGES.map(|language| u32::from(same_bits(&words, language, seed).is_ok()));
        let _ = same_bits(&words, SCREEN, seed);
        let [nv, arb] = back.get();
        back.set([nv + texts[0], arb + texts[1]]);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    (back.get(), count)
}

/// source: the functional model, which runs the words themselves
#[test]
fn random_programs_go_back_with_the_same_bits() {
    let ([nv, arb], count) = back(Parts::vertex(), 24, 2000);
    assert!(nv > count * 3 / 4 && arb > count / 2, "{nv} and {arb} of {count}");
}

#[test]
fn random_state_programs_go_back_with_the_same_bits() {
    // Most have an operation that !!VSP1.0 lacks.
    let ([nv, arb], count) = back(Parts::state(), 8, 1000);
    assert!(nv > count / 5 && arb == 0, "{nv} and {arb} of {count}");
}

proptest! {
    #![proptest_config(cases(5000))]

    /// Any words: a text that loads, or a reason.
    #[test]
    fn any_words_have_a_text_or_a_reason(rows in prop::collection::vec(prop::array::uniform4(any::<u32>()), 1..12)) {
        let words: Vec<Word> = rows.into_iter().map(|parts| Word(parts).stored().with(field::LAST, 0)).collect();
        let (instructions, _) = quadrille_gf3::word::decode_any_program(&[words, vec![Word([0, 0, 0, 1])]].concat())
            .expect("a final bit");
        for language in [Language::Nv, ARB, SCREEN] {
            if let Ok(raised) = raise(&instructions, language, Target::Nv2a) {
                loaded(&raised.text).words().expect("words");
            }
        }
    }
}
