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

/// source: the seed's listing of a fragment shader that looks a texture up, as it stands there, and its comments.
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

/// source: the seed's corrections, found by decoding (facts 18): words 3 and 5 have lost digits, word 3 takes a third
/// varying, word 6 has operands of an idle MUL ALU, nothing waits for the scoreboard, and no thread ends.
#[test]
fn the_seeds_shader_and_its_six_corrections() {
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

/// source: the corrected shader of PeterLemon's texture demo (facts 18), and its two delay slots.
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

/// source: the seed's listings of a shader record with uniforms and with varyings, joined, at an address.
#[test]
fn the_seeds_records() {
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
