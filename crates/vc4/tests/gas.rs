//! The GNU assembler's syntax, in which bare-metal images are published.

use quadrille_vc4::asm::{Assembly, NoIncludes, Options, Syntax, assemble, binary, words_of_text};
use quadrille_vc4::hazard;

fn read(text: &str, options: &Options) -> Assembly {
    assemble("test.s", text, options, &mut NoIncludes)
}

fn rules(assembly: &Assembly) -> Vec<&'static str> {
    assembly
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rule.name)
        .collect()
}

/// source: the JayStation page "Texturing", its fragment shader that looks a texture up, as it stands there, with its
/// comments.
const TEXTURED: &str = "
; Tex S: ACC0 = S * W (r15a)
; add op: No operation, add cond: never
; mul pipe: Floating point multiply, ACC0, R15, VARYING_READ, cond: always
.word 0x203E3DF7, 0x110059E0

; Tex S coord: ACC0 = S * W + C, Tex T: ACC1 = T * W (r15a)
.word 0x213E3177, 0x11024821

; Tex T write reg = T * W + C, triggering first sampler param uniform read
.word 0x13E3377, 0x11020E67

; moving S coord (in ACC0) to S register
.word 0x159E7000, 0x10020E27

; signal TMU texture read. Can this be done with prev instruction?
.word 0x9E7000, 0xA00009E7

; exporting read texture data to MRT0
.word 0x159E7924, 0x10020BA7
";

/// source: decoding the words, and the same shader in PeterLemon/RaspberryPi's texture demonstration, which corrects
/// them: words 3 and 5 have lost digits, word 3 takes a third varying, word 6 has operands of an idle MUL ALU, nothing
/// waits for the scoreboard, and no thread ends.
#[test]
fn the_published_shader_and_its_six_corrections() {
    let assembly = read(TEXTURED, &Options::default());
    let expected = [
        "qpu-dropped-zeros",
        "qpu-stray-read",
        "qpu-dropped-zeros",
        "qpu-idle-operand",
        "qpu-implicit-wait",
    ];
    let mut found = rules(&assembly);
    found.sort_unstable();
    let mut sorted = expected;
    sorted.sort_unstable();
    assert_eq!(found, sorted);
    assert!(assembly.is_complete());
    assert_eq!(
        assembly.words[..2],
        [0x1100_59e0_203e_3df7, 0x1102_4821_213e_3177]
    );
    let program = hazard::Program::of_assembly(&assembly, 0);
    let report = hazard::check(&program, &hazard::Options::default());
    let breaches: Vec<_> = report
        .diagnostics(&program)
        .iter()
        .map(|found| found.rule.name)
        .collect();
    assert!(breaches.contains(&"qpu-program-end-passed"), "{breaches:?}");
    // A list of words says the same.
    let mut list: Vec<_> = words_of_text(TEXTURED)
        .diagnostics
        .iter()
        .map(|found| found.rule.name)
        .collect();
    list.sort_unstable();
    assert_eq!(list, sorted);
}

/// source: the corrected shader of PeterLemon/RaspberryPi's texture demonstration, and its two delay slots.
#[test]
fn the_corrected_shader_has_none() {
    let text = "
    .word 0x203E3037, 0x100049E0 ; S * W
    .word 0x213E3177, 0x40024821
    .word 0x019E7340, 0x10020E67
    .word 0x159E7000, 0x10020E27
    .word 0x009E7000, 0xA00009E7
    .word 0x159E7900, 0x30020BA7
    .word 0x009E7000, 0x100009E7
    .word 0x009E7000, 0x100009E7
    ";
    let assembly = read(text, &Options::default());
    assert_eq!(rules(&assembly), [""; 0]);
    let program = hazard::Program::of_assembly(&assembly, 0);
    assert!(hazard::check(&program, &hazard::Options::default()).is_accepted());
}

/// source: the JayStation page "Shaders, Uniforms, and Varyings": its shader record with uniforms and the one with
/// varyings, joined, at an address.
#[test]
fn the_published_records() {
    let text = "
.align 4 ; 128-Bit Align
NV_SHADER_STATE_RECORD:
     .byte 0                     ; Flag Bits: 0 = Single Threaded
     .byte 24                    ; Shaded Vert Stride. 2 * hword + 5 * word
     .byte 0                     ; Fragment Shader Num Uniforms (unused)
     .byte 3                     ; Fragment Shader Num Varyings
     .word FRAGMENT_SHADER_CODE  ; Fragment Shader Code Address
     .word UNIFORM_DATA          ; Frag Shader Uniforms Addr, now non-zero
     .word VERTEX_DATA           ; Shaded Vertex Data Address

.align 4 ; RGBA as 4 floats
UNIFORM_DATA:
     .single 0.0               ; red
     .single 1.0               ; green

.align 4 ; 128-Bit Align
VERTEX_DATA:
     ; Vertex: Top
     .hword 320 * 16             ; X In 12.4 Fixed Point
     .hword  -32.5 * 16          ; Y In 12.4 Fixed Point
     .single 0e1.0               ; Z
     .single 0e1.0               ; 1 / W
     .single 1.0                 ; varying R
     ; Vertex: Right …

.align 4
FRAGMENT_SHADER_CODE:
.word 0x203E3DF7, 0x110059E0
";
    let options = Options {
        syntax: Some(Syntax::Gas),
        origin: 0x4000_0000,
        ..Options::default()
    };
    let assembly = read(text, &options);
    assert_eq!(rules(&assembly), [""; 0], "{:#?}", assembly.diagnostics);
    let bytes = binary(&assembly.words);
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!(bytes[..4], [0, 24, 0, 3]);
    assert_eq!(
        [word(4), word(8), word(12)],
        [0x4000_0030, 0x4000_0010, 0x4000_0020]
    );
    assert_eq!([word(0x10), word(0x14)], [0, 0x3f80_0000]);
    assert_eq!(word(0x20), 0xfdf8_1400, "320 and -32.5");
    assert_eq!([word(0x24), word(0x28), word(0x2c)], [0x3f80_0000; 3]);
    assert_eq!(word(0x30), 0x203e_3df7);
    // Found by itself, the alignment could be the other.
    let found = read(
        text,
        &Options {
            syntax: None,
            ..options
        },
    );
    assert_eq!(rules(&found), ["qpu-two-readings"]);
    assert_eq!(found.words, assembly.words);
}

/// A text that both syntaxes can read is told of; an undefined label is found in data too.
#[test]
fn what_is_doubtful_is_said() {
    let text = "mov r0, r1 ; nop\n.single 1.0\n";
    assert_eq!(rules(&read(text, &Options::default())), ["qpu-two-readings"]);
    let given = |syntax| Options {
        syntax: Some(syntax),
        ..Options::default()
    };
    assert_eq!(rules(&read(text, &given(Syntax::Gas))), [""; 0]);
    assert_eq!(rules(&read(text, &given(Syntax::Vc4asm))), [""; 0]);
    let missing = "; data\n.word NOWHERE\n";
    assert_eq!(rules(&read(missing, &Options::default())), ["qpu-label"]);
    assert_eq!(rules(&read(".word :nowhere", &Options::default())), ["qpu-label"]);
}

/// Floats of the GNU assembler. source: its manual, "Flonums".
#[test]
fn flonums() {
    let first = |text: &str, syntax| {
        let options = Options {
            syntax: Some(syntax),
            ..Options::default()
        };
        let assembly = read(text, &options);
        assembly
            .is_complete()
            .then(|| f32::from_bits(assembly.words[0] as u32))
    };
    for (text, value) in [
        ("0e1.0", 1.0),
        ("0e-2.5", -2.5),
        ("0e1.5e2", 150.0),
        ("0f3", 3.0),
        ("0e1", 1.0),
    ] {
        assert_eq!(
            first(&format!(".single {text}"), Syntax::Gas),
            Some(value),
            "{text}"
        );
    }
    assert_eq!(first(".float 0e1", Syntax::Vc4asm), Some(0.0));
    assert_eq!(first(".float 0e1.0", Syntax::Vc4asm), Some(1.0));
    assert_eq!(first(".float 0f1", Syntax::Vc4asm), None);
}

/// A text of nothing but data, in which names are labels.
fn bytes_of(text: &str) -> Vec<u8> {
    let options = Options {
        syntax: Some(Syntax::Gas),
        ..Options::default()
    };
    let assembly = read(text, &options);
    assert_eq!(rules(&assembly), [""; 0], "{text}: {:#?}", assembly.diagnostics);
    binary(&assembly.words)
}

const DIRECTIVES: &str = r#"
.globl start, end
.section .text, "ax"
start:
.byte 'a', 'b, '\n, '\\, '"', '#'
.ascii "a;b#c@d//e/*f", "\101\x42\n\t\"\\"
.asciz "x", ""
.string "y"
.space 3
.skip 2, 0xff
.zero 1
.fill 2, 3, 0x11223344
.fill 1, 8, -1
.fill 3
.fill 1, 9, 5
.2byte 0x1234, . - start
.4byte . - start, end - start
.4byte 1, . - start
.8byte -2
.equ LEN, end - start
.byte LEN, LEN + 1
.L1: .2byte .L1 - start, .L1 - . + 4
.space 8 - (. - start) % 8, 'z'
end:
"#;

/// source: the bytes that the GNU assembler 2.40 makes of the text.
#[test]
fn directives_fill_as_in_the_gnu_assembler() {
    let expected = "\
        6162 0a5c 2223 613b 6223 6340 642f 2f65 2f2a 6641 420a 0922 5c78 0000 7900 0000 \
        00ff ff00 4433 2244 3322 ffff ffff 0000 0000 0000 0005 0000 0000 0000 0034 123f \
        0041 0000 0060 0000 0001 0000 004d 0000 00fe ffff ffff ffff ff60 615b 0002 007a";
    let found: String = bytes_of(DIRECTIVES)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(found, expected.replace(' ', ""));
}

/// source: the GNU assembler's manual, "Dot", "Global" and "Symbol Names": `.` is the address that comes next, from where
/// the image lies; a name may begin with a point.
#[test]
fn addresses_have_names() {
    let options = Options {
        syntax: Some(Syntax::Gas),
        origin: 0x4000_0000,
        ..Options::default()
    };
    let assembly = read(
        ".equ SIX, 6\n.globl there, SIX\nthere: .word 0, .\n.L1: .word ., .L1 + 4 ; and so on\n",
        &options,
    );
    assert_eq!(rules(&assembly), [""; 0], "{:#?}", assembly.diagnostics);
    assert_eq!(assembly.words, [0x4000_0004_0000_0000, 0x4000_000c_4000_0008]);
    let exported = assembly.symbols.iter().filter(|symbol| symbol.is_global);
    let exported: Vec<_> = exported
        .map(|symbol| (symbol.name.as_str(), symbol.value))
        .collect();
    assert_eq!(exported, [("there", 0), ("SIX", 6)]);
}

/// What has no meaning is an error, and only what asks for it makes a text the GNU assembler's.
#[test]
fn strings_and_characters_have_ends() {
    let given = |text, syntax| {
        let options = Options {
            syntax,
            ..Options::default()
        };
        rules(&read(text, &options))
    };
    let gas = Some(Syntax::Gas);
    for text in [
        ".ascii \"a\n",
        ".ascii \"\\q\"",
        ".ascii a",
        ".byte '",
        ".byte 'é'",
        ".space -1",
        ".fill 1, 1, x y",
    ] {
        assert_eq!(given(text, gas).len(), 1, "{text}");
    }
    assert_eq!(given(".space 0xffffffff", gas), ["qpu-limit"]);
    assert_eq!(given(".fill 0xffffffff, 0", gas), [""; 0]);
    // Quotes hide what begins a comment, also in lines that are passed over.
    let text = ".if 0\n.ascii \"/*\"\n.byte '\"', '#'\n.endif\n.byte 1 ; '\n.byte 2\n";
    assert_eq!(bytes_of(text)[..3], [1, 2, 0]);
    // Found without being told.
    assert_eq!(
        given(".asciz \"; no comment\"\n.byte ' ; a blank\n", None),
        [""; 0]
    );
    assert_eq!(given("mov r0, '1'", Some(Syntax::Vc4asm)).len(), 1);
}
