//! Bytes as a GeForce 3 program: as text in the GL languages and in the machine's own, and as words. Each is
//! answered; words return through their text, run, and take a bounded time.

use quadrille_gf3::function::{Constants, Options, Program};
use quadrille_gf3::lower::{lower, schedule};
use quadrille_gf3::time::{Machine, Parameters, Profile, Workload};
use quadrille_gf3::word::assemble::assemble;
use quadrille_gf3::word::{Numbering, Word, print};

/// Text and words are answered.
pub(super) fn program(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let checked = quadrille_check::check(&text, &quadrille_check::Options::default());
    if let Some(Ok(mut lowered)) = checked.program.as_ref().map(lower) {
        schedule::pair(&mut lowered);
        if let Ok(words) = lowered.words() {
            run(&words);
        }
    }
    for numbering in [Numbering::NvVertexProgram, Numbering::Nv2a] {
        if let Ok(words) = assemble(&text, numbering) {
            run(&words);
        }
    }
    let words: Vec<Word> = bytes
        .chunks_exact(16)
        .take(136)
        .map(|word| {
            let part = |n: usize| u32::from_le_bytes(word[4 * n..4 * n + 4].try_into().expect("four bytes"));
            Word([part(0), part(1), part(2), part(3)])
        })
        .collect();
    run(&words);
}

/// Prints, reads, runs and times a program, if it is one.
fn run(words: &[Word]) {
    // Text without an instruction is refused.
    if words.is_empty() {
        return;
    }
    let stored: Vec<Word> = words.iter().map(|word| word.stored()).collect();
    for numbering in [Numbering::NvVertexProgram, Numbering::Nv2a] {
        let text = print::program(words, numbering);
        assert_eq!(assemble(&text, numbering).as_ref(), Ok(&stored), "{text}");
    }
    let Ok((program, _)) = Program::from_any_words(words) else {
        return;
    };
    let mut constants = Constants::default();
    program.run(&mut constants, &[[0x3f80_0000; 4]; 16], &Options::default());
    let parameters = Parameters::of(Profile::Lecture);
    let workload = Workload::generated(3, program.inputs());
    let _ = Machine::new(&program, &constants, parameters).run(&workload);
}
