//! Words: against the words of real programs, and there and back again.

#[path = "random/cases.rs"]
mod cases;

use cases::cases;
use proptest::prelude::*;
use quadrille_gf3::word::assemble::{assemble, assemble_line, warnings};
use quadrille_gf3::word::form::Form;
use quadrille_gf3::word::listing;
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
            let text = print::program(part, numbering);
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

/// source: what machines and emulators differ in; xemu drops the vector unit's write, others merge by component.
#[test]
fn a_word_that_writes_r1_twice_is_warned_of() {
    let text = "MOV R1, v0\nMUL R1, v0, R2 + RCP R1.x, R3.x\nMUL R0, v0, R2 + RCP R1.x, R3.x\nMOV oPos, R1";
    let warnings = warnings(text, Numbering::Nv2a);
    let told: Vec<_> = warnings
        .iter()
        .map(|one| (one.rule.name, one.span.start))
        .collect();
    assert_eq!(told, [("nv20-r1-twice", 11)]);
}

/// Every wrong line is told, and a text of nothing else comes to an end.
#[test]
fn long_texts_of_errors_end() {
    let errors = |line: &str, count: usize| {
        let text = format!("{line}\n").repeat(count);
        assemble(&text, Numbering::Nv2a).expect_err(line).len()
    };
    assert_eq!(errors("XYZ R0, v0", 100), 100);
    assert_eq!(errors("XYZ R0, v0", 200_000), 1000);
    assert_eq!(errors("ADD R0, c[0], c[1]", 100), 100);
    // Past the store there are no words to be wrong.
    assert_eq!(errors("ADD R0, c[0], c[1]", 200_000), 137);
    assert_eq!(errors(&"MOV R0, v0 + ".repeat(10_000), 1), 1);
}

/// source: envytools docs/hw/graph/xf/isa, the codes of both units; VP1.0's EXP and LOG are Direct3D's EXPP and LOGP.
#[test]
fn codes_of_the_operations() {
    let vector = "NOP MOV MUL ADD MAD DP3 DPH DP4 DST MIN MAX SLT SGE ARL";
    for (code, name) in vector.split(' ').enumerate() {
        assert_eq!(MacOp::from_code(code as u8).map(MacOp::name), Some(name));
    }
    for (code, name) in "NOP MOV RCP RCC RSQ EXP LOG LIT".split(' ').enumerate() {
        assert_eq!(IluOp::from_code(code as u8).map(IluOp::name), Some(name));
    }
    let same = |a: &str, b: &str| assert_eq!(assemble(a, Numbering::Nv2a), assemble(b, Numbering::Nv2a));
    same("EXPP R0, v0.x\nLOGP R1, v0.x", "EXP R0, v0.x\nLOG R1, v0.x");
}

/// source: the layout of the word (envytools docs/hw/graph/xf/isa): each field alone, as one word says it.
#[test]
fn fields_lie_where_the_layout_says() {
    let word = |text: &str| {
        assemble_line(text, Numbering::Nv2a)
            .unwrap_or_else(|e| panic!("{text}: {}", e.message))
            .0
    };
    let base = word("MAD R0, v0, v0, v0");
    for (text, part, low, value) in [
        ("MAD R0, v0, v0, v0.x + RCP R1.y, v0.x", 1, 25, 2),
        ("MUL R0, v0, v0", 1, 21, 2),
        ("MAD R0, c[0], v0, v0", 2, 26, 3),
        ("MAD R0, R9, v0, v0", 2, 28, 9),
        ("MAD R0, v0, R9, v0", 2, 13, 9),
        ("MAD R0, v11, v11, v11", 1, 9, 11),
        ("MAD R0, -v0, v0, v0", 1, 8, 1),
        ("MAD R0, v0, -v0, v0", 2, 25, 1),
        ("MAD R0, v0, v0, -v0", 2, 10, 1),
        ("MAD R0, v0.wyzw, v0, v0", 1, 6, 3),
        ("MAD R0, v0.xyzz, v0, v0", 1, 0, 2),
        ("MAD R0, v0, v0.wyzw, v0", 2, 23, 3),
        ("MAD R0, v0, v0.xyzy, v0", 2, 17, 1),
        ("MAD R0, v0, v0, v0.wyzw", 2, 8, 3),
        ("MAD R0, v0, v0, v0.xyzy", 2, 2, 1),
        ("MAD R0, v0, v0, R9", 2, 0, 2),
        ("MAD R0, v0, v0, R9", 3, 30, 1),
        ("MAD R0, v0, v0, R9", 3, 28, 1),
        ("MAD R0.xz, v0, v0, v0", 3, 24, 10),
        ("MAD R11, v0, v0, v0", 3, 20, 11),
        ("MAD R0, v0, v0, v0.x + RCP R1.yw, v0.x", 3, 16, 5),
        ("MAD oT3.yz, v0, v0, v0", 3, 12, 6),
        ("MAD oT3.yz, v0, v0, v0", 3, 11, 1),
        ("MAD oT3.yz, v0, v0, v0", 3, 3, 12),
        ("MAD c[191], v0, v0, v0", 3, 3, 191),
        ("MAD R0, v0, v0, v0.x + RCP oPos, v0.x", 3, 2, 1),
        ("MAD R0, c[A0+150], v0, v0", 1, 13, 150),
        ("MAD R0, c[A0+150], v0, v0", 3, 1, 1),
    ] {
        let width = 32 - u32::leading_zeros(value);
        let found = word(text)[part] >> low & ((1 << width) - 1);
        assert_eq!(found, value, "{text}: {:x?}", word(text));
    }
    assert_eq!(base[0], 0);
    assert_eq!(word("MAD c[191], v0, v0, v0")[3] >> 11 & 1, 0);
    let last = assemble("NOP", Numbering::Nv2a).expect("one line")[0].0;
    assert_eq!(last[3] & 1, 1);
}

/// source: vp20compiler of the nxdk fills the swizzle of a scalar operand with x, nv2a_vsh_asm repeats its component
#[test]
fn scalar_operands_have_one_letter() {
    let text = |text: &str| {
        let word = assemble_line(text, Numbering::Nv2a).expect(text);
        print::plain(&[word], Numbering::Nv2a).trim_end().to_owned()
    };
    assert_eq!(text("RCP R1.x, R0.wx"), "RCP R1.x, R0.w");
    assert_eq!(text("ARL A0, v3.zx"), "ARL A0, v3.z");
    assert_eq!(text("MOV oT0.xy, R0.wx"), "MOV oT0.xy, R0.wx");
    assert_eq!(
        text("ADD R2, R3, R0.wx + RCP R1.x, R0.wx"),
        "ADD R2.xyzw, R3, R0.wx + RCP R1.x, R0.wx"
    );
    assert_eq!(
        text("MUL R2, R3, R4.wx + RCP R1.x, R0.wx"),
        "MUL R2.xyzw, R3, R4.wx + RCP R1.x, R0.w"
    );
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn any_word_survives_text(words in prop::array::uniform4(any::<u32>()), mac in 0u8..16) {
        let word = Word([0, words[1] & 0x0fff_ffff, words[2], words[3]]).with(field::MAC, mac);
        for numbering in [Numbering::Nv2a, Numbering::NvVertexProgram] {
            let text = print::line(word, numbering, false);
            prop_assert_eq!(assemble_line(&text, numbering), Ok(word), "{}", text);
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
    fn no_text_in_the_words_of_other_tools_panics(
        words in prop::collection::vec(prop::sample::select(vec![
            "#a", "#b[1]", "matrix4", "vector", "96", "255", "-1", "%matmul4x4", "%norm3", "DP4", "MOV", "RCC", "ARL", "A0", "R1",
            "R12", "oPos", "iPos", "v9", "c[A0+97]", "c[", "(", ")", ",", ".xyz", ",w", "+", "_temp_vec", "\n", "\n", ";", "//", "/*",
            "*/", "/* Slot 0:", "/* Slot 1:", "0x00000000", "0x0020001B", "0x0836106C", "0x2070F801", "nv2a_pgraph_method 0:",
            "0x97 ->", "0x0b00", "0x0b84", "0x1e9c", "0x17fc",
        ]), 0..40),
        glue in prop::sample::select(vec!["", " "]),
    ) {
        let text = words.join(glue);
        let _ = assemble(&text, Numbering::Nv2a);
        let _ = warnings(&text, Numbering::Nv2a);
        let _ = listing::read(&text);
    }

    #[test]
    fn no_file_panics(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        for form in [Form::Binary, Form::Hex, Form::C] {
            let _ = form.read(&bytes).map(|words| print::program(&words, Numbering::Nv2a));
        }
    }
}
