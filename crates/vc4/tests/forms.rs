//! Output forms, words out of text, and the annotated form.

use object::{Object, ObjectSection, ObjectSymbol};
use quadrille_vc4::asm::*;

const WORDS: [u64; 2] = [0x1000_09e7_009e_7000, 0xd140_59e5_2082_0df7];

#[test]
fn hexadecimal_forms() {
    assert_eq!(
        hex(&WORDS, HexForm::Assembly, "x"),
        ".word 0x009e7000, 0x100009e7\n.word 0x20820df7, 0xd14059e5\n"
    );
    assert_eq!(hex(&WORDS[..1], HexForm::Plain, "x"), "0x009e7000, 0x100009e7,\n");
    assert_eq!(
        hex(&WORDS[..1], HexForm::C, "my-code"),
        "#include <stdint.h>\n\nconst uint32_t my_code[2] = {\n    0x009e7000, 0x100009e7,\n};\n"
    );
    assert_eq!(
        hex(&WORDS[..1], HexForm::Rust, "code"),
        "pub static CODE: [u64; 1] = [\n    0x100009e7009e7000,\n];\n"
    );
    assert_eq!(
        hex(&WORDS[..1], HexForm::Python, "code"),
        "code = [\n    0x100009e7009e7000,\n]\n"
    );
    assert_eq!(
        binary(&WORDS[..1]),
        [0x00, 0x70, 0x9e, 0x00, 0xe7, 0x09, 0x00, 0x10]
    );
    assert_eq!(words_of_binary(&binary(&WORDS)).unwrap(), WORDS);
    assert!(words_of_binary(&[0; 12]).is_err());
    for form in [
        HexForm::Assembly,
        HexForm::Plain,
        HexForm::C,
        HexForm::Rust,
        HexForm::Python,
    ] {
        assert_eq!(words_of_text(&hex(&WORDS, form, "x")).words, WORDS, "{form:?}");
    }
}

#[test]
fn an_object_file_holds_program_and_symbols() {
    let text = "::entry\nnop\n:inside\nthrend\nnop\nnop\n.global size, :inside - :entry\n";
    let assembly = assemble("t", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
    let bytes = object(&assembly, "program", Host::Arm).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let section = file.section_by_name(".rodata").unwrap();
    assert_eq!(section.data().unwrap(), binary(&assembly.words));
    let value = |name: &str| {
        let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name));
        symbol.map(|symbol| symbol.address())
    };
    assert_eq!(value("entry"), Some(0));
    assert_eq!(value("program_size"), Some(32));
    assert_eq!(value("program_end"), Some(32));
    assert_eq!(value("size"), Some(8));
    assert_eq!(value("inside"), None);
}

#[test]
fn a_listing_shows_address_clock_word_and_line() {
    let text = "  nop # wait\n:end\n  thrend\n.int 5\n";
    let assembly = assemble("t", text, &Options::default(), &mut NoIncludes);
    let lines: Vec<String> = listing(&assembly).lines().map(str::to_owned).collect();
    assert_eq!(lines[1], "00000000      0  009e7000 100009e7  nop # wait");
    assert!(lines[2].ends_with(":end"));
    assert_eq!(lines[3], "00000008      4  009e7000 300009e7  thrend");
    assert_eq!(lines[4], "00000010      -  00000005 00000000  .int 5");
}

/// source: the JayStation page "Texturing", its `.word` lines with comments. Decoded, they pop a varying that nothing
/// uses, and two have lost leading zeros.
#[test]
fn dropped_zeros_and_the_stray_varying_are_named() {
    let text = "\
; Tex T write reg = T * W + C
.word 0x13E3377, 0x11020E67
.word 0x9E7000, 0xA00009E7 ; signal
.word 0x159E7924, 0x10020BA7
";
    let list = words_of_text(text);
    assert_eq!(
        list.words,
        [
            0x1102_0e67_013e_3377,
            0xa000_09e7_009e_7000,
            0x1002_0ba7_159e_7924
        ]
    );
    let rules: Vec<&str> = list
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rule.name)
        .collect();
    assert_eq!(
        rules,
        [
            "qpu-dropped-zeros",
            "qpu-stray-read",
            "qpu-dropped-zeros",
            "qpu-idle-operand",
            "qpu-implicit-wait"
        ]
    );
    assert_eq!(disassemble_word(list.words[1]), "ldtmu0");
}

/// source: the field list of the JayStation page "Shaders, Uniforms, and Varyings", for 0x20820DF7, 0xD14059E5.
#[test]
fn fields_are_named_as_in_the_published_list() {
    let explanation = explain_word(0xd140_59e5_2082_0df7);
    let published = [
        ("m_mul_b", 7),
        ("m_mul_a", 6),
        ("m_add_b", 7),
        ("m_add_a", 6),
        ("m_small_imm", 32),
        ("m_raddr_a", 32),
        ("m_op_add", 0),
        ("m_op_mul", 1),
        ("m_waddr_mul", 37),
        ("m_waddr_add", 39),
        ("m_ws", 1),
        ("m_sf", 0),
        ("m_cond_mul", 1),
        ("m_cond_add", 0),
        ("m_pack", 4),
        ("m_pm", 1),
        ("m_unpack", 0),
        ("m_1101", 13),
    ];
    for (name, value) in published {
        let field = explanation.fields.iter().find(|field| field.name == name);
        assert_eq!(field.map(|field| field.value), Some(value), "{name}");
    }
    assert_eq!(explanation.fields.len(), published.len());
    let meaning = |name: &str| {
        let field = explanation.fields.iter().find(|field| field.name == name);
        field.map(|field| field.meaning.clone()).unwrap_or_default()
    };
    assert_eq!(meaning("m_small_imm"), "1.0f");
    assert_eq!(meaning("m_raddr_a"), "regfile A uses register 32: uniform read");
    assert_eq!(meaning("m_cond_mul"), "cond always");
    assert_eq!(meaning("m_waddr_add"), "add ALU writes to NOP, no write");
}

/// source: the second field list of the same page, for 0x213E3177, 0x11024821.
#[test]
fn the_varying_word_of_the_published_list() {
    let explanation = explain_word(0x1102_4821_213e_3177);
    let published = [
        ("m_mul_b", 7),
        ("m_mul_a", 6),
        ("m_add_b", 5),
        ("m_add_a", 0),
        ("m_raddr_b", 35),
        ("m_raddr_a", 15),
        ("m_op_add", 1),
        ("m_op_mul", 1),
        ("m_waddr_mul", 33),
        ("m_waddr_add", 32),
        ("m_ws", 0),
        ("m_sf", 0),
        ("m_cond_mul", 1),
        ("m_cond_add", 1),
        ("m_pack", 0),
        ("m_pm", 1),
        ("m_unpack", 0),
        ("m_signal", 1),
    ];
    let found: Vec<(&str, u64)> = explanation
        .fields
        .iter()
        .map(|field| (field.name.as_str(), field.value))
        .collect();
    assert_eq!(found, published);
    assert!(explanation.notes.is_empty());
    let third = explain_word(0x1102_0e67_013e_3377);
    assert_eq!(
        third.notes.len(),
        1,
        "a third varying is taken: {:?}",
        third.notes
    );
}
