//! Text to words, against words that others published.

use quadrille_base::{FileError, Severity};
use quadrille_vc4::asm::{Assembly, Dialect, NoIncludes, Options, Resolver, assemble};

fn run(text: &str) -> Assembly {
    assemble("test.qasm", text, &Options::default(), &mut NoIncludes)
}

fn words(text: &str) -> Vec<u64> {
    let assembly = run(text);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    assembly.words
}

/// Low and high word, and the text.
type Pair = (u32, u32, &'static str);

fn check(pairs: &[Pair], options: &Options) {
    for (low, high, text) in pairs {
        let assembly = assemble("test.qasm", text, options, &mut NoIncludes);
        assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
        let want = u64::from(*high) << 32 | u64::from(*low);
        assert_eq!(
            assembly.words,
            [want],
            "{text}: {:#018x?}, not {want:#018x}",
            assembly.words
        );
    }
}

/// source: words and comments of Broadcom's OpenVG shaders (brcm_usrlib_dag, vg_shader_md_4.c,
/// vg_shader_fd_4.c, vg_tess_fill_shader_4.c, vg_tess_stroke_shader_4.c), names replaced by registers.
#[test]
fn words_of_the_vendors_shaders() {
    check(
        &[
            (0x009e7000, 0x200009e7, "thrsw"),
            (0x009e7000, 0x300009e7, "nop ; nop ; thrend"),
            (0x15827d80, 0x50020be7, "mov  tlbam, unif ; nop ; sbdone"),
            (0x089e9fc0, 0x10020827, "itof  r0, y_coord  ; nop"),
            (0x28a60d87, 0x10024860, "itof  r1, x_coord  ; fmul  r0, r0, unif"),
            (0x2082700e, 0x200049e1, "nop ; fmul  r1, r1, unif ; thrsw"),
            (0x159e7900, 0x57020be7, "mov  tlbam, r4.8dr ; nop ; sbdone"),
            (0x80027036, 0x114049e0, "nop ; mov  r0.8ac, ra0"),
            (0x8182739b, 0x113248a1, "fadd  r2, r1, unif ; mov  r1.8abcdc, r3"),
            (0x20020037, 0x180059c1, "nop ; fmul  ra1, ra0.8ac, unif"),
            (0x20067026, 0x196059c0, "nop ; fmul  ra0.8cc, r4.8ac, ra1"),
            (
                0x35020db7,
                0x1e0269e3,
                "mov.setf  -, ra0.8dc ; fmul  r3, ra0.8dc, unif",
            ),
            (0x36020037, 0x18025841, "mov  r1, 0 ; fmul  ra1, ra0.8ac, unif"),
            (0x1e9e7200, 0x10020827, "v8adds  r0, r1, r0   ; nop"),
            (0x00000000, 0xe00059e0, "nop ; mov  ra32, 0"),
            (0xffffffff, 0xe0028823, "mov  r0, -1 ; mov.ifz  r3, -1"),
            (0x969cc03f, 0xd0025cdb, "mov  mutex, 0 ; mov  ra27, 12"),
            (0xed9e7140, 0x10024821, "sub  r0, r0, r5 ; mov  r1, 0"),
            (0x809fc012, 0xd00069e5, "nop ; mov.setf  r5rep, r2 << 4"),
            (0x809f0000, 0xd00049e5, "nop ; mov  r5rep, r0 >> r5"),
            (
                0x359bfd95,
                0xd00269e2,
                "mov.setf  -, elem_num ; fmul  r2 >> 1, r2, r5",
            ),
            (
                0x809ff000,
                0xd001c9e0,
                "nop ; mov.ifnc  r0, r0 << 1  @mul_used(14)",
            ),
            (
                0xb2467c81,
                0x10090467,
                "min.ifn  ra17, ra17, r2 ; v8max.ifn  -, r0, r1  @preserve_cond",
            ),
            (
                0xc2142b8f,
                0xd00329e1,
                "fsub.setf  -, r5, ra5 ; v8adds.ifn  r1, r1, 1 << 1",
            ),
            (
                0xec990ffe,
                0xd00b0820,
                "add.ifnn  r0, -16, -16 ; v8subs.ifn  r0, -16, elem_num",
            ),
            (0x00000001, 0xe00629e7, "mov.ifnz.setf -, 1"),
            (0x20002000, 0xe20229e7, "mov.setf  -, neg_elems(elems(13))"),
            (0x00003000, 0xe20229e7, "mov.setf  -, elem_range(12, 2)"),
            (
                0x830200f0,
                0xe0020c67,
                "mov  vr_setup, vdr_setup_0(2, 16, dma_h32(15, 0), 16, 64)",
            ),
            (
                0xff7dff7d,
                0xe20a29e7,
                "mov.ifnn.setf  -, [-1, 0, -1, -1, -1, -1, -1, 0] + (8 * [-1])",
            ),
            (0x00000000, 0xf017c9e7, "bra.allnz  -, (ra30 << 15) >> 15"),
        ],
        &Options::default(),
    );
}

/// source: words and comments of rpi-ffmpeg's rpi_shader.c (vc4asm), names replaced by registers.
#[test]
fn words_of_a_published_video_decoder() {
    let pairs: &[Pair] = &[
        (0x0c9a0f80, 0x10020427, "add ra16, unif, elem_num"),
        (0x0d801dc0, 0xd0021667, "sub rb25,unif,1"),
        (0xc0000000, 0xe0020867, "mov r1, vdw_setup_1(0)"),
        (0x00000001, 0xe0020527, "mov ra20, 1"),
        (0xffffff00, 0xe0021527, "mov rb20, 0xffffff00"),
        (0x0c027c00, 0x14020427, "add ra16, ra0.16b, r0"),
        (0x00000000, 0xe0024104, "mov ra4, 0 ; mov rb4, 0"),
        (0x159f2fc0, 0x100009e7, "mov  -, vw_wait"),
        (0x00000000, 0xe80009e7, "mov -,srel(0)"),
        (0x0000000c, 0xe80009e7, "srel -, 12"),
        (0x409c7007, 0xd00049e0, "nop ; mul24 r0, r0, 7"),
        (
            0x0000ff00,
            0xe20229e7,
            "mov.setf -, [0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1]",
        ),
        (0x8d3447f6, 0xd00279cc, "sub.setf -, r3, 4 ; mov ra12, ra13"),
    ];
    check(pairs, &Options::default());
    let early = Options {
        dialect: Dialect::EarlyVc4asm,
        ..Options::default()
    };
    check(
        &[(0x95800dbf, 0xd002550c, "mov rb20, unif   ; mov ra12, 0")],
        &early,
    );
    let newer = Options {
        dialect: Dialect::Vc4asm,
        ..Options::default()
    };
    check(&[(0xef9e70ff, 0x10024823, "asr r0, r0, r3 ; mov r3, 0")], &newer);
}

/// source: words of kumaashi/RaspberryPI, Core_000/fs_add.h, made by vc4asm; those of PeterLemon/RaspberryPi,
/// Line/VertexColor, with the texts beside them.
#[test]
fn dialects_name_the_pack_of_a_product_differently() {
    let vc4asm = [
        (0x819e7540, 0x11c248a3, "fadd r2, r2, r5; mov r3.8as, r0"),
        (0x809e7009, 0x11d049e3, "nop; mov r3.8bs, r1"),
        (0x809e003f, 0xd1f049e3, "nop; mov r3.8ds, 1.0"),
    ];
    for dialect in [Dialect::Vc4asm, Dialect::EarlyVc4asm] {
        let options = Options {
            dialect,
            ..Options::default()
        };
        check(&vc4asm, &options);
    }
    let broadcom = [
        (0x819e7540, 0x114248a3, "fadd r2, r2, r5; mov r3.8as, r0"),
        (0x809e7009, 0x115049e3, "nop; mov r3.8b, r1"),
    ];
    check(&broadcom, &Options::default());
}

/// source: the pack and unpack tests of vc4asm (asm.misc) and its documentation of pack suffixes.
#[test]
fn suffixes_at_operations_and_operands() {
    let unpacked = words("add r0, r4.8a, ra1");
    assert_eq!(unpacked, [0x1902_0827_0c06_7980]);
    assert_eq!(words("add.unpack8af r0, r4, ra1"), unpacked);
    assert_eq!(words("add r0, r4, ra1.unpack8b"), [0x1a02_0827_0c06_7980]);
    assert_eq!(words("add.pack16a ra1, r0, r1"), words("add ra1.16a, r0, r1"));
    assert_eq!(words("mov ra10.8bsi, 0"), [0xe0d2_02a7_0000_0000]);
}

/// source: PeterLemon/RaspberryPi's texture demonstration; JayStation, "Shaders, Uniforms, and Varyings".
#[test]
fn published_words_by_their_comments() {
    let pair = |low: u64, high: u64| high << 32 | low;
    assert_eq!(words("nop; fmul r0, ra15, vary"), [pair(0x203E3037, 0x100049E0)]);
    assert_eq!(
        words("fadd r0, r0, r5; fmul r1, ra15, vary; sbwait"),
        [pair(0x213E3177, 0x40024821)]
    );
    assert_eq!(words("fadd t0t, r1, r5"), [pair(0x019E7340, 0x10020E67)]);
    assert_eq!(words("mov t0s, r0"), [pair(0x159E7000, 0x10020E27)]);
    assert_eq!(words("ldtmu0"), [pair(0x009E7000, 0xA00009E7)]);
    assert_eq!(
        words("mov tlb_colour_all, r4; thrend"),
        [pair(0x159E7900, 0x30020BA7)]
    );
    assert_eq!(
        words("nop; fmul r5quad.8a, unif, 1.0; with add_a = 6, add_b = 7"),
        [pair(0x20820DF7, 0xD14059E5)]
    );
    assert_eq!(
        words(".word 0x20820DF7, 0xD14059E5"),
        [pair(0x20820DF7, 0xD14059E5)]
    );
}

#[test]
fn blocks_and_definitions() {
    // source: vc4asm's test asm.macro.
    let repeated = words(".rep a, 2\n.rep b, 2\nmov r0, a*4+b*5\n.endr\n.endr\n");
    let values: Vec<u32> = repeated.iter().map(|word| *word as u32).collect();
    assert_eq!(values, [0, 5, 4, 9]);
    let text = "\
.set STAGES, 8
.set stride(n) ((1 << STAGES) / n * 8)
.macro twice, target, value
  mov target, value
  mov target + 1, value
.endm
.func log2i(x)
  .if x > 1
    log2i(x >> 1) + 1
  .else
    0
  .endif
.endf
.if stride(16) == 128 && log2i(STAGES) == 3
  twice ra4, 100
.elseif 1
  nop
.else
  nop
.endif
.ifset STAGES
  mov r0, 0x1000
.endif
.unset STAGES
.ifset STAGES
  nop
.endif
.foreach reg, ra1, rb2
  ldi reg, 7
.endfor
";
    assert_eq!(
        words(text),
        words("mov ra4, 100\nmov ra5, 100\nmov r0, 4096\nldi ra1, 7\nldi rb2, 7")
    );
}

/// source: docs/qpu-assembler.md: labels stand before anything on a line; comments end at `*/`, wherever that is.
#[test]
fn blocks_begin_and_end_behind_labels_and_comments() {
    for (text, same) in [
        (".macro m\n:0 .rep i, 2\nnop\n.endr\n.endm\nm", "nop\nnop"),
        (".macro m\n1: ::two .if 1\nnop\n.endif\n.endm\nm", "nop"),
        (
            ".rep i, 2\nnop\n:1 .endr\nbrr -, r:1b\nnop\nnop\nnop",
            "nop\nnop\nbrr -, -32\nnop\nnop\nnop",
        ),
        (".rep i, 2\nnop /* not\n.endr\nyet */\n.endr", "nop\nnop"),
        (".if 0\nnop /*\n.endif\n*/\nnop\n:1 .endif\nldtmu0", "ldtmu0"),
        (".macro m\nnop // /*\n.endm\nm # */", "nop"),
    ] {
        assert_eq!(words(text), words(same), "{text}");
    }
    let ends = run(".rep i, 2\n:1 .endm\n.endr");
    assert_eq!(ends.diagnostics[0].span.start, 13, "{:?}", ends.diagnostics);
}

/// source: guide section 3, branches: a relative branch counts from the fourth instruction after it.
#[test]
fn labels_backwards_forwards_and_their_distance() {
    let text = "::start\n:1\nnop\nbrr.allz -, r:1b\nnop\nnop\nnop\nbrr ra_link, r:end\nmov r0, r:end - r:start\n:end\n";
    let assembly = run(&format!(".set ra_link, ra30\n{text}"));
    assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
    let low = |at: usize| assembly.words[at] as u32 as i32;
    assert_eq!(low(1), -(1 + 4) * 8);
    assert_eq!(low(5), (7 - (5 + 4)) * 8);
    assert_eq!(low(6), 7 * 8);
    assert!(
        assembly
            .symbols
            .iter()
            .any(|symbol| symbol.name == "start" && symbol.is_global)
    );
}

#[test]
fn data_fills_words_from_bit_zero() {
    assert_eq!(
        words(".byte 1, 2, 3\n.byte 4\n.float 1.0\n"),
        [0x3f80_0000_0403_0201]
    );
    assert_eq!(words(".half 1.0, 0.5\n.align 8\n.int 7"), [0x3800_3c00, 7]);
    assert_eq!(words(".long 0x123456789abcdef0"), [0x1234_5678_9abc_def0]);
}

/// Every line breaks the rule whose name stands beside it.
#[test]
fn impossible_combinations_are_explained() {
    for (text, rule) in [
        ("add r0, ra1, ra2", "qpu-read-port"),
        ("add r0, rb1, rb2", "qpu-read-port"),
        ("add r0, unif, ra1; mul24 r1, rb2, r0", "qpu-read-port"),
        ("add r0, rb1, 5", "qpu-small-immediate"),
        ("add r0, r1, 100", "qpu-small-immediate"),
        ("add r0, 5, 6", "qpu-small-immediate"),
        ("add r0, r1, 5; ldtmu0", "qpu-signal"),
        ("ldtmu0; ldtmu1", "qpu-signal"),
        ("add ra0, r0, r1; mul24 ra1, r0, r1", "qpu-write-port"),
        ("add r0, r0, r1; sub r1, r0, r1", "qpu-alu"),
        ("fmul r0, r0, r1; mul24 r1, r0, r1", "qpu-alu"),
        ("add r0, r0, r1; fmul.setf r1, r0, r1", "qpu-alu"),
        ("add r0.16a, r1, r2", "qpu-pack"),
        ("fmul r0.8a, ra1.8a, r2", "qpu-pack"),
        ("add r0, rb1.8a, r2", "qpu-pack"),
        ("mov r0, ra0.16b; mov r1, ra0.8a", "qpu-pack"),
        ("mov r0, ra0; mov r1, ra0.8a", "qpu-pack"),
        ("mov ra1.8a, r0; mov r0, ra2.32s", "qpu-pack"),
        ("add r0, r1 << 3, r2", "qpu-rotation"),
        ("fmul r0, r1 << 3, r2 << 4", "qpu-rotation"),
        ("mov r5, r0", "qpu-register"),
        ("mov elem_num, r0", "qpu-register"),
        ("mov r0, tlbc", "qpu-register"),
        ("ldi r0, 1000; add r1, r1, r2", "qpu-load-immediate"),
        ("sacq -, 3; ldtmu0", "qpu-load-immediate"),
        ("brr -, rb1", "qpu-branch"),
        ("ldi r0, 0x123456789", "qpu-range"),
        ("mov r0, nothing", "qpu-unknown-name"),
        ("fad r0, r1, r2", "qpu-unknown-instruction"),
        ("add.ifx r0, r1, r2", "qpu-suffix"),
        ("brr -, r:nowhere", "qpu-label"),
        (":a\n:a", "qpu-label"),
        (".rep i, 3\nnop", "qpu-block"),
        (".endm", "qpu-block"),
        (".assert 1 == 2", "qpu-assert"),
        (".include \"other\"", "qpu-include"),
        ("mov r0, 1 / 0", "qpu-expression"),
    ] {
        let assembly = run(text);
        let names: Vec<&str> = assembly
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| diagnostic.rule.name)
            .collect();
        assert_eq!(names, [rule], "{text}: {:?}", assembly.diagnostics);
    }
}

struct Texts;

impl Resolver for Texts {
    fn resolve(&mut self, name: &str, is_system: bool) -> Result<String, FileError> {
        match (name, is_system) {
            ("constants", false) => Ok(".set ten, 10\n.set ra_ten, ra10\n".to_owned()),
            ("itself", false) => Ok(".include \"itself\"\n".to_owned()),
            _ => Err(FileError::Missing),
        }
    }
}

#[test]
fn includes_come_from_the_resolver() {
    let text = ".include \"constants\"\n.include <vc4.qinc>\nldi ra_ten, ten\nldi r0, M_PI\nmov r1, vpm_setup(1, 1, h32(0))";
    let assembly = assemble("main", text, &Options::default(), &mut Texts);
    assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
    assert_eq!(assembly.words[0], 0xe002_02a7_0000_000a);
    assert_eq!(assembly.words[1] as u32, std::f32::consts::PI.to_bits());
    assert_eq!(assembly.words[2] as u32, 0x0010_1a00);
    for text in &assembly.texts {
        assert_eq!(assembly.locate(text.base() + 3).0.name(), text.source().name());
    }
    assert!(assembly.texts.len() == 3 && assembly.texts[1].base() as usize > text.len());
}

#[test]
fn nothing_grows_without_bound() {
    for text in [
        ".macro m\nm\nm\n.endm\nm",
        ".rep i, 16777216\n.rep j, 16777216\n.endr\n.endr",
        ".rep i, 16777216\nnop\n.endr",
        ".set f(x) f(x)\nldi r0, f(1)",
        ".func g(x)\ng(x + 1)\n.endf\nldi r0, g(1)",
        ".include \"itself\"",
    ] {
        let assembly = assemble("bomb", text, &Options::default(), &mut Texts);
        assert!(
            assembly
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.rule.name == "qpu-limit"),
            "{text}: {:?}",
            assembly.diagnostics
        );
    }
    let deep = format!("ldi r0, {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(!run(&deep).is_complete());
    let minus = format!("ldi r0, {}1", "-".repeat(100_000));
    assert!(!run(&minus).is_complete());
}
