//! Words: against the words of real programs, and there and back again.

use proptest::prelude::*;
use quadrille_gf3::word::assemble::{assemble, assemble_line};
use quadrille_gf3::word::form::Form;
use quadrille_gf3::word::{
    Instruction, Malformed, Numbering, Reason, Unit, Word, decode, decode_program, encode, print,
};
use quadrille_isa::nv20::{IluOp, MacOp, field};

/// source: oracle/gf3/words.txt, which says where it is from.
const PAIRS: &str = include_str!("../../../oracle/gf3/words.txt");

fn pairs() -> impl Iterator<Item = (&'static str, Word)> {
    let rows = PAIRS.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let (text, hex) = row.split_once('|').expect("a bar between text and word");
        (
            text,
            Form::Hex.read(hex.as_bytes()).expect("hexadecimal numbers")[0],
        )
    })
}

/// A MOV of the special function unit as one of the vector unit: listings do not tell them apart.
fn without_unit(mut instruction: Instruction) -> Instruction {
    if (instruction.mac, instruction.ilu) == (MacOp::Nop, IluOp::Mov) {
        (instruction.mac, instruction.ilu) = (MacOp::Mov, IluOp::Nop);
        instruction.operands.swap(0, 2);
        instruction.mac_write = instruction.ilu_write.take();
        if let Some(output) = &mut instruction.output {
            output.from = Unit::Mac;
        }
    }
    instruction
}

#[test]
fn words_of_real_programs_mean_their_assembly() {
    let mut rows = 0;
    for (text, word) in pairs() {
        let found = assemble_line(text, Numbering::Nv2a).unwrap_or_else(|e| panic!("{text}: {}", e.message));
        let expected = decode(word).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        assert_eq!(decode(found), Ok(without_unit(expected)), "{text}");
        rows += 1;
    }
    assert_eq!(rows, 1467);
}

/// source: the listings whose unused fields are a driver's: output 0xff without an output write.
#[test]
fn words_of_drivers_come_out_bit_for_bit() {
    let idle = |word: Word| {
        word.get(field::OUTPUT_FILE) == 1
            && word.get(field::OUTPUT_ADDRESS) == 0xff
            && (word.get(field::ILU) == 0 || word.get(field::MAC) == 0)
    };
    let mut rows = 0;
    for (text, word) in pairs().filter(|(_, word)| idle(*word)) {
        assert_eq!(assemble_line(text, Numbering::Nv2a), Ok(word), "{text}");
        rows += 1;
    }
    assert!(rows > 250, "{rows}");
}

#[test]
fn text_of_real_words_leads_back() {
    let words: Vec<Word> = pairs().map(|(_, word)| word).collect();
    for numbering in [Numbering::Nv2a, Numbering::NvVertexProgram] {
        for part in words.chunks(100) {
            let text = print::program(part, numbering).expect("all are instructions");
            assert_eq!(assemble(&text, numbering).as_deref(), Ok(part));
        }
    }
}

#[test]
fn forms_lead_back() {
    let words: Vec<Word> = pairs().map(|(_, word)| word).collect();
    for form in [Form::Binary, Form::Hex, Form::C] {
        let bytes = form.write(&words, "program");
        assert_eq!(form.read(&bytes).as_deref(), Ok(words.as_slice()));
        assert!(form.read(&bytes[..bytes.len() - 18]).is_err());
    }
}

#[test]
fn malformed_programs_name_the_word() {
    let good = assemble("MOV oPos, v0\nMOV oD0, v3", Numbering::Nv2a).expect("two lines");
    let reason = |words: &[Word]| decode_program(words).map(|program| program.len());
    assert_eq!(reason(&good), Ok(2));
    assert_eq!(
        reason(&good[..1]),
        Err(Malformed {
            index: 1,
            reason: Reason::NoFinal
        })
    );
    let broken = |field, value| reason(&[good[0], good[1].with(field, value)]);
    let at = |reason| Err(Malformed { index: 1, reason });
    assert_eq!(broken(field::MAC, 14), at(Reason::ReservedMac(14)));
    assert_eq!(broken(field::MAC, 15), at(Reason::ReservedMac(15)));
    assert_eq!(broken(field::A_MUX, 0), at(Reason::NoFile('A')));
    assert_eq!(broken(field::OUTPUT_ADDRESS, 2), at(Reason::WildOutput(2)));
    let mut unused = good[1];
    unused.0[0] = 1;
    assert_eq!(reason(&[good[0], unused]), at(Reason::UnusedBits));
    assert_eq!(
        reason(&[good[0]; 137]),
        Err(Malformed {
            index: 136,
            reason: Reason::TooLong
        })
    );
}

#[test]
fn text_errors_point_at_their_place() {
    let rows = [
        ("SUB R0, R1, R2", "nv20-operation", 0),
        ("MOV R12, v0", "nv20-register", 4),
        ("ADD R0, c[0], c[1]", "nv20-pair", 0),
        ("ADD R0, v0, v1", "nv20-pair", 0),
        ("MOV R0.yx, v0", "nv20-selector", 7),
        ("ADD R0, R1", "nv20-operand-count", 0),
        ("MUL R0, R1, R2 + RCP R2, R3.x", "nv20-pair", 0),
        ("MOV R0, c[192]", "nv20-register", 8),
        ("MOV R0, v0 {OUT.R=16}", "nv20-field", 18),
        ("MOV R0 v0", "nv20-syntax", 7),
    ];
    for (text, rule, start) in rows {
        let errors = assemble(text, Numbering::Nv2a).expect_err(text);
        assert_eq!(
            (errors[0].rule.name, errors[0].span.start),
            (rule, start),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_legal_word_survives_text(words in prop::array::uniform4(any::<u32>()), mac in 0u8..14) {
        let word = Word([0, words[1] & 0x0fff_ffff, words[2], words[3]]).with(field::MAC, mac);
        for numbering in [Numbering::Nv2a, Numbering::NvVertexProgram] {
            match print::line(word, numbering, false) {
                Ok(text) => prop_assert_eq!(assemble_line(&text, numbering), Ok(word), "{}", text),
                Err(reason) => prop_assert_eq!(decode(word), Err(reason)),
            }
        }
        if let Ok(instruction) = decode(word) {
            let canonical = encode(&instruction).expect("what was decoded fits");
            prop_assert_eq!(decode(canonical), Ok(instruction));
        }
    }

    #[test]
    fn no_text_panics(text in "[-+.,;:{}=_ cvroRA0-9xyzwMOVPDL\\n\\[\\]#/]{0,80}") {
        let _ = assemble(&text, Numbering::Nv2a);
        let _ = assemble(&text, Numbering::NvVertexProgram);
    }

    #[test]
    fn no_file_panics(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        for form in [Form::Binary, Form::Hex, Form::C] {
            let _ = form.read(&bytes).map(|words| print::program(&words, Numbering::Nv2a));
        }
    }
}
