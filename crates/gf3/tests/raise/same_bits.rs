//! A program of words and its text in a language of OpenGL, on the same numbers.

use quadrille_gf3::function::{Access, Constants, Options, Program, Quad, Vertex};
use quadrille_gf3::lower::{Lowered, lower};
use quadrille_gf3::raise::{Language, RaiseError, Viewport, raise};
use quadrille_gf3::target::Target;
use quadrille_gf3::word::{Instruction, Word, decode_program};
use std::ops::Range;

/// The words of a text in a language of OpenGL, which has to load.
pub(crate) fn loaded(text: &str) -> Lowered {
    let checked = quadrille_check::check(text, &quadrille_check::Options::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{text}\n{:?}", checked.diagnostics));
    lower(&program).unwrap_or_else(|error| panic!("{text}\n{}", error.message))
}

/// Numbers of all kinds from a state.
pub(crate) fn next(state: &mut u64) -> u32 {
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
pub(crate) const ARB: Language = Language::Arb { viewport: None };
pub(crate) const LANGUAGES: [Language; 2] = [Language::Nv, ARB];
/// A text that takes the position from pixels to clip space.
pub(crate) const SCREEN: Language = Language::Arb {
    viewport: Some(Viewport {
        width: 640,
        height: 480,
        depth: 0xff_ffff,
    }),
};

/// Runs a program of words and its text, on the same numbers.
pub(crate) fn same_bits(words: &[Word], language: Language, seed: u64) -> Result<(), RaiseError> {
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
