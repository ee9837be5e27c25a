//! Bytes as a QPU program, as its text and as its words: the assembler answers, every word that decodes returns
//! through its text, the checker answers, and a run ends within its budget.

use quadrille_vc4::asm::{self, NoIncludes, Options, assemble};
use quadrille_vc4::hazard::{self, Program, check};
use quadrille_vc4::machine::{Launch, Limits, Machine, Memory, Profile};

const CODE: u32 = 0x1000;
const DATA: u32 = 0x10_0000;

/// Text and words are answered.
pub(super) fn program(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let options = Options {
        limits: asm::Limits {
            words: 1 << 12,
            lines: 1 << 14,
            ..asm::Limits::default()
        },
        ..Options::default()
    };
    let assembly = assemble("fuzz", &text, &options, &mut NoIncludes);
    assert!(assembly.diagnostics.is_sorted_by_key(|problem| problem.span));
    run(&assembly.words);

    let words: Vec<u64> = bytes
        .chunks_exact(8)
        .take(256)
        .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
        .collect();
    let printed = asm::disassemble(&words);
    let again = assemble("again", &printed, &Options::default(), &mut NoIncludes);
    assert_eq!(again.words, words, "{printed}");
    let report = check(&Program::of_words(&words), &hazard::Options::default());
    assert!(
        report
            .breaches
            .iter()
            .all(|breach| (breach.word as usize) < words.len())
    );
    run(&words);
}

/// Runs the program on two QPUs.
fn run(words: &[u64]) {
    let code: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut data = [0x5a; 256];
    let mut memory = Memory::new();
    memory
        .map_constant(CODE, &code)
        .expect("the program lies below the data");
    memory
        .map(DATA, &mut data)
        .expect("the data lies above the program");
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(CODE, DATA));
    machine.queue(Launch {
        second: Some((CODE, Launch::new(CODE, DATA).thread)),
        ..Launch::new(CODE, DATA + 64)
    });
    let limits = Limits {
        instructions: 2000,
        findings: 50,
        ..Limits::default()
    };
    let outcome = machine.run(&mut memory, limits, &mut ());
    assert!(outcome.instructions() <= 2000 && outcome.findings.len() <= 50);
}
