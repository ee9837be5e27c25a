//! Words back to the languages of OpenGL: the text loads, and computes the same bits.

mod random;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille_gf3::function::ancestry::{Ancestry, Origin, Step};
use quadrille_gf3::function::{Access, Constants, Options, Program, Quad, Vertex};
use quadrille_gf3::lower::{Lowered, lower};
use quadrille_gf3::raise::{Language, RaiseError, Viewport, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Instruction, Numbering, Word, decode_program, form::Form};
use quadrille_isa::nv20::field;
use random::{Parts, cases};
use std::cell::Cell;
use std::ops::Range;

fn program(text: &str) -> Vec<Instruction> {
    let words =
        assemble(text, Numbering::Nv2a).unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message));
    decode_program(&words).expect("a program")
}

/// The words of a text in a language of OpenGL, which has to load.
fn loaded(text: &str) -> Lowered {
    let checked = quadrille_check::check(text, &quadrille_check::Options::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
    lower(&program).unwrap_or_else(|error| panic!("{text}\n{}", error.message))
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

/// Whether every indexed read of a vertex is of these constants.
fn stays(program: &[Instruction], constants: &Constants, inputs: &[Quad; 16], reached: Range<usize>) -> bool {
    let (mut vertex, mut constants) = (Vertex::default(), constants.clone());
    let options = Options {
        access: Access::Full,
        ..Options::default()
    };
    program.iter().all(|instruction| {
        let read = instruction.constant().filter(|_| instruction.relative);
        let number = read.map(|number| i32::from(number) + vertex.address);
        vertex.step(instruction, &mut constants, inputs, &options);
        number.is_none_or(|number| usize::try_from(number).is_ok_and(|number| reached.contains(&number)))
    })
}

/// Both languages.
const ARB: Language = Language::Arb { viewport: None };
const LANGUAGES: [Language; 2] = [Language::Nv, ARB];
/// A text that takes the position from pixels to clip space.
const SCREEN: Language = Language::Arb {
    viewport: Some(Viewport {
        width: 640,
        height: 480,
        depth: 0xff_ffff,
    }),
};

/// Runs a program of words and its text, on the same numbers.
fn same_bits(words: &[Word], language: Language, seed: u64) -> Result<(), RaiseError> {
    let instructions = decode_program(words).expect("a program");
    let raised = raise(&instructions, language, Target::Nv2a)?;
    let lowered = loaded(&raised.text);
    let words_back = lowered
        .words()
        .unwrap_or_else(|error| panic!("{}\n{}", raised.text, error.message));
    let back = Program::from_words(&words_back).expect("words");
    let here = Program::from_words(words).expect("words");
    let mut state = seed;
    let mut constants = Constants(quads::<192>(&mut state).to_vec());
    // For each constant of the text its number in the words.
    let mut numbers: Vec<usize> = (96..192).collect();
    for (number, word) in &raised.constants {
        numbers[usize::from(*number)] = usize::from(*word);
    }
    // Beyond the 96 constants that OpenGL has, an indexed read gives zeros there.
    if instructions.iter().any(|one| one.relative) {
        let half = numbers[0] / 96;
        for number in (0..192).filter(|number| number / 96 != half && !numbers.contains(number)) {
            constants.0[number] = [0; 4];
        }
    }
    let mut moved = constants.clone();
    for (number, word) in numbers.iter().enumerate() {
        moved.0[96 + number] = constants.0[*word];
    }
    for bound in &lowered.bindings {
        moved.0[usize::from(bound.number)] = constants.0[numbers[bound.binding.index[0] as usize]];
    }
    for (number, quad) in &lowered.constants {
        moved.0[usize::from(*number)] = *quad;
    }
    for _ in 0..4 {
        let inputs: [Quad; 16] = quads(&mut state);
        let mut there = inputs;
        there[8..12].copy_from_slice(&inputs[9..13]);
        there[12] = inputs[8];
        let [full, user] = [Access::Full, Access::UserOnly].map(|access| Options {
            access,
            ..Options::default()
        });
        // What indexed reads do not reach has other constants there.
        if let Some(reach) = raised.reach
            && !stays(&instructions, &constants, &inputs, numbers[0]..numbers[0] + reach)
        {
            continue;
        }
        let (mut left, mut right) = (constants.clone(), moved.clone());
        let expected = here.run(&mut left, &inputs, &full);
        let mut found = back.run(&mut right, &there, &user);
        if language == SCREEN {
            found.0[0] = expected.0[0];
        }
        assert_eq!(expected, found, "{}", raised.text);
        let written = here.written_constants().zip(back.written_constants());
        for (word, text) in written {
            assert_eq!(left.get(word.into()), right.get(text.into()), "{}", raised.text);
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
        for language in LANGUAGES {
            match same_bits(&part, language, at as u64) {
                Ok(()) => back += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(back > 200, "{back} back, {refused} not");
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
    let all = (0..12).map(|number| format!("MOV R{number}, v0\n"));
    let full = all.collect::<String>() + "RCC oPos, R0.x";
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
    let skin = program(include_str!("../../../examples/geforce3/skin.vsh"));
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
