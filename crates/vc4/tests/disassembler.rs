//! Words to text and back.

use proptest::prelude::*;
use quadrille_isa::qpu::{decode, field};
use quadrille_vc4::asm::{NoIncludes, Options, assemble, disassemble, disassemble_word};

/// Asserts that a word's text assembles to the word.
#[track_caller]
fn returns(word: u64) {
    let text = disassemble_word(word);
    let assembly = assemble("word", &text, &Options::default(), &mut NoIncludes);
    let problem = assembly.diagnostics.first().map(|diagnostic| &diagnostic.message);
    assert!(
        assembly.is_complete() && assembly.words == [word],
        "{word:#018x} is `{text}`, which is {:x?} {problem:?}",
        assembly.words
    );
}

/// A word with a chosen signal and no reserved code in it, if possible.
fn word_with(signal: u64, bits: u64) -> u64 {
    let mut word = field::SIGNAL.with(bits, signal);
    if signal == 15 {
        word = field::BRANCH_ZERO.with(word, 0);
    }
    if signal == 14 {
        let mode = [0, 1, 3, 4][(bits & 3) as usize];
        word = field::MODE.with(word, mode);
    }
    if signal < 15 && field::PM.is_set(word) && bits & 4 == 0 {
        word = field::PACK.with(
            word,
            [0, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15][(bits >> 3) as usize % 11],
        );
    }
    word
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_word_returns(word: u64) {
        returns(word);
    }

    #[test]
    fn every_form_returns(signal in 0u64..16, bits: u64) {
        returns(word_with(signal, bits));
    }

    /// Idle sides, plain conditions and equal operands are what programs are full of.
    #[test]
    fn plain_words_return(bits: u64, signal in 0u64..16, idle in 0u32..8, registers in 0u64..64) {
        let mut word = word_with(signal, bits);
        if signal < 14 {
            if idle & 1 != 0 {
                word = field::OP_MUL.with(field::WADDR_MUL.with(word, 39), 0);
            }
            if idle & 2 != 0 {
                word = field::OP_ADD.with(field::WADDR_ADD.with(word, 39), 0);
            }
            if idle & 4 != 0 {
                word = field::ADD_B.with(word, field::ADD_A.get(word));
                word = field::MUL_B.with(word, field::MUL_A.get(word));
            }
            word = field::RADDR_A.with(word, registers);
        } else if idle & 1 != 0 {
            word = field::WADDR_MUL.with(word, 39);
        }
        returns(word);
    }

    #[test]
    fn only_reserved_words_become_data(word: u64) {
        let is_data = disassemble_word(word).starts_with(".long");
        prop_assert_eq!(is_data, decode(word).is_err());
    }

    #[test]
    fn problems_lie_in_the_text(text: String) {
        let assembly = assemble("text", &text, &Options::default(), &mut NoIncludes);
        for problem in &assembly.diagnostics {
            prop_assert!(text.get(problem.span.range()).is_some(), "{problem:?}");
        }
    }

    #[test]
    fn texts_of_known_parts_become_words_or_problems(parts in prop::collection::vec(0usize..PARTS.len(), 0..60)) {
        let text: String = parts.into_iter().map(|part| PARTS[part]).collect();
        let options = Options {
            limits: quadrille_vc4::asm::Limits { lines: 10_000, ..Default::default() },
            ..Options::default()
        };
        assemble("text", &text, &options, &mut NoIncludes);
    }
}

const PARTS: &[&str] = &[
    "\n",
    "\n",
    " ",
    ", ",
    ";",
    ":",
    ".",
    "mov",
    "add ",
    "nop",
    "ldi ",
    "brr ",
    "r0",
    "r1",
    "ra1",
    "rb2",
    "-",
    "unif",
    "5",
    "1.5",
    "0x",
    "(",
    ")",
    "[",
    "]",
    "<<",
    ">>",
    "+",
    "*",
    ".setf",
    ".ifz",
    ".16a",
    ".8as",
    ".set x",
    ".rep i, 3",
    ".endr",
    ".macro m",
    ".endm",
    "m",
    "x",
    ".if ",
    ".else",
    ".endif",
    ".func f(x)",
    ".endf",
    "f(",
    "r:1f",
    ":1",
    ".byte ",
    ".align ",
    "with ",
    "sig = ",
    "/*",
    "*/",
    "//",
    "@",
    "#",
    "\"",
    ".include ",
    "\u{e9}",
    "\r\n",
    "\t",
    ".back 1",
    ".endb",
    ".clone ",
    ".local",
    ".endloc",
    "sacq",
    "elems(",
    ".global ",
    "::",
];

/// source: comments beside the words in PeterLemon/RaspberryPi's texture demonstration and in other published shaders.
#[test]
fn texts_are_those_that_people_write() {
    for (low, high, text) in [
        (0x203E3037u64, 0x100049E0u64, "nop; fmul r0, ra15, vary"),
        (
            0x213E3177,
            0x40024821,
            "fadd r0, r0, r5; fmul r1, ra15, vary; sbwait",
        ),
        (0x159E7000, 0x10020E27, "mov t0s, r0"),
        (0x009E7000, 0xA00009E7, "ldtmu0"),
        (0x009E7000, 0x100009E7, "nop"),
        (0x159E7900, 0x30020BA7, "mov tlbc, r4; thrend"),
        (0x809f0000, 0xd00049e5, "nop; mov r5rep, r0 >> r5"),
        (0x0000000c, 0xe80009e7, "srel -, 12"),
        (0x00000000, 0xf0f7e9e7, "bra -, ra31"),
        (0xfffffec8, 0xf06809e7, "brr.anyn -, -312"),
        (0x00001000, 0xe0020827, "ldi r0, 0x00001000"),
        (0x0c027c00, 0x14020427, "add ra16, ra0.16b, r0"),
        (0x80027036, 0x114049e0, "nop; mov r0.8asf, ra0"),
        (0x809e7009, 0x11d049e3, "nop; mov r3.8bsf, r1; with pack = 13"),
    ] {
        assert_eq!(disassemble_word(high << 32 | low), text);
    }
    let words = [0x1000_09e7_009e_7000, 0xa000_09e7_009e_7000];
    assert_eq!(disassemble(&words), "nop\nldtmu0\n");
}

/// source: the seven pairs of the JayStation pages "Texturing" and "Shaders, Uniforms, and Varyings", two of which have
/// lost leading zeros.
#[test]
fn published_words_return() {
    for (low, high) in [
        (0x203E3DF7u64, 0x110059E0u64),
        (0x213E3177, 0x11024821),
        (0x13E3377, 0x11020E67),
        (0x159E7000, 0x10020E27),
        (0x9E7000, 0xA00009E7),
        (0x159E7924, 0x10020BA7),
        (0x20820DF7, 0xD14059E5),
    ] {
        returns(high << 32 | low);
    }
}
