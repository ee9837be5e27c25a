//! Statements of vc4asm's documentation (instructions, extensions, expressions, directives, small immediate table),
//! each held against the word that the encoding gives it.

use quadrille_vc4::asm::{NoIncludes, Options, assemble, disassemble_word};

fn words(text: &str) -> Vec<u64> {
    let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
    assembly.words
}

/// The immediate that an expression loads.
fn value(expression: &str) -> u32 {
    words(&format!("ldi r0, {expression}"))[0] as u32
}

/// source: extensions, "pack and unpack": a pack stands at the operation or at the target, of `mov` and `ldi` too; pack
/// codes of the guide, section 3.
#[test]
fn packs_at_moves_and_loads() {
    assert_eq!(words("mov.pack8a ra0, r1"), [0x1042_0027_159e_7240]);
    assert_eq!(words("mov.pack16bs ra3, r1"), words("mov ra3.16bs, r1"));
    assert_eq!(words("ldi.pack16b ra0, 0x1234"), [0xe022_0027_0000_1234]);
    assert_eq!(words("nop; mov.pack8csf r1, r2"), words("nop; mov r1.8csf, r2"));
    let doubled = assemble(
        "test",
        "mov.pack8a ra0.8b, r1",
        &Options::default(),
        &mut NoIncludes,
    );
    assert_eq!(doubled.diagnostics[0].rule.name, "qpu-pack");
}

/// source: extensions, "pack/unpack modes": saturation is ignored where a part is read.
#[test]
fn saturating_parts_are_read_plain() {
    let named = ".set part, ra1.8bs\nadd part, part, r0";
    assert_eq!(words(named), words("add ra1.8bs, ra1.8b, r0"));
    assert_eq!(words("add r0, ra1.16asi, r0"), words("add r0, ra1.16ai, r0"));
    assert_eq!(words("fadd r0, r4.8csf, r0"), words("fadd r0, r4.8c, r0"));
}

/// source: instructions, "semaphore": the low four bits are the number, bit 4 is the direction, further bits go into
/// the immediate.
#[test]
fn bits_of_a_semaphore_word() {
    assert_eq!(words("srel -, 7"), [0xe800_09e7_0000_0007]);
    assert_eq!(words("srel -, 23"), words("srel -, 7"));
    assert_eq!(words("sacq -, 7"), words("sacq -, 23"));
    assert_eq!(words("srel ra1, 0x120"), [0xe802_0067_0000_0120]);
    assert_eq!(words("mov -, sacq7"), [0xe800_09e7_0000_0017]);
}

/// source: changelog 0.1.5: instructions of a TMU are not joined; instructions, "instruction joining": others are where
/// they fit.
#[test]
fn requests_stay_apart() {
    assert_eq!(
        words("mov t0s, r0;\n;mov t1s, r1"),
        words("mov t0s, r0\nmov t1s, r1")
    );
    assert_eq!(
        words("mov t0s, r0;\n;mov r1, r2"),
        words("mov t0s, r0; mov r1, r2")
    );
}

/// source: directives, `.global`: different values of one global symbol are an error.
#[test]
fn exports_have_one_value() {
    let export = |text: &str| assemble("test", text, &Options::default(), &mut NoIncludes);
    assert!(export(":l\nnop\n.global :l\n.global l, :l\n.global n, 5\n.global n, 5\n").is_complete());
    for text in [
        ".global n, 5\n.global n, 6\n",
        "::l\nnop\n.global l, 8\n",
        ".global l\n",
    ] {
        assert_eq!(export(text).diagnostics[0].rule.name, "qpu-label", "{text}");
    }
    let replaced = export("l:\nnop\n.global l, 7\n").symbols;
    assert_eq!((replaced[0].value, replaced[0].is_global), (7, true));
}

/// source: directives, `.foreach` and `.rep`: both are shown without a comma after the name.
#[test]
fn repetitions_without_a_comma() {
    let wanted = words("ldi ra0, 7\nldi rb1, 7\nldi ra2, 7\n");
    assert_eq!(words(".foreach reg ra0, rb1, ra2\nldi reg, 7\n.endfor\n"), wanted);
    assert_eq!(words(".foreach reg, ra0, rb1, ra2\nldi reg, 7\n.endr\n"), wanted);
    assert_eq!(words(".rep i 15\nsacq -, i\n.endr\n").len(), 15);
}

/// source: directives, `.clone`: the first three instructions of the branch target; changelog 0.1.4: of one further down
/// as well.
#[test]
fn clones_of_labels_before_and_after() {
    let body = ":target\nmov r0, r1\nmov r1, r2\nmov r2, r3\nnop\n";
    let behind = words(&format!("{body}.clone :target, 3\n"));
    assert_eq!(behind[4..], behind[..3]);
    let ahead = words(&format!("brr -, r:target + 3*8\n.clone :target, 3\n{body}"));
    assert_eq!(ahead[1..4], ahead[4..7]);
    assert_eq!(ahead[0] as u32, 3 * 8);
}

/// source: directives, `.align`: zeros, not instructions, up to a multiple of the bytes counted from the base.
#[test]
fn alignment_is_zeros() {
    let nop = 0x1000_09e7_009e_7000;
    assert_eq!(words("nop\n.align 32\nnop"), [nop, 0, 0, 0, nop]);
    assert_eq!(words("nop\n.align 32, 8\nnop"), [nop, nop]);
    assert_eq!(words("nop\n:l\nnop\n.align 16, :l\nnop"), [nop, nop, 0, nop]);
    assert_eq!(words(".byte 1\n.align 4\n.byte 2\n.align 0\n"), [0x2_0000_0001]);
}

/// source: expressions, "relational operators and different operand types": constants, then lists of elements,
/// registers, semaphores (acquire greater than release) and labels.
#[test]
fn kinds_of_values_have_an_order() {
    let list = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]";
    let ascending = ["0xffffffff", list, "ra0", "srel15", "sacq0", ":l"];
    for (at, low) in ascending.iter().enumerate() {
        for high in &ascending[at + 1..] {
            for (operator, holds) in [("<", 1), ("<=", 1), (">", 0), (">=", 0), ("==", 0), ("!=", 1)] {
                let text = format!(":l\nldi r0, {low} {operator} {high}\n");
                assert_eq!(words(&text)[0] as u32, holds, "{text}");
            }
            let text = format!(":l\nldi r0, ({high} <=> {low}) + 1\n");
            assert_eq!(words(&text)[0] as u32, 2, "{text}");
        }
    }
}

/// source: expressions, "alphanumeric operators": `log 7` is `log(7)`; `exp` and `log` are registers as well.
#[test]
fn operators_that_are_words() {
    assert_eq!(value("exp 0"), 0x3f80_0000);
    assert_eq!(value("log 1.0"), 0);
    assert_eq!(value("exp (0.0)"), 0x3f80_0000);
    assert_eq!(value("log2 8 + 1"), 0x4080_0000);
    assert_eq!(value("-abs -3"), 0xffff_fffd);
    assert_eq!(words("mov exp, r0"), [0x1002_0da7_159e_7000]);
    assert_eq!(words("mov log, log 1.0"), words("mov sfu_log, 0.0"));
}

/// source: `vc4.qinc` page, operand type queries.
#[test]
fn queries_of_kinds() {
    for (query, yes, no) in [
        ("isRegfileA", "ra3", "rb3"),
        ("isRegfileB", "qpu_num", "elem_num"),
        ("isAccu", "r0", "ra0"),
        ("isReadable", "unif", "tmurs"),
        ("isWritable", "tmurs", "unif"),
        ("isRotate", "r0 << 1", "r0"),
        ("isSmallImmd", "-16", "16"),
        ("isSmallImmd", "0.00390625", "3.0"),
        ("isSemaphore", "sacq3", "3"),
        ("isConstant", "1.5", "ra0"),
    ] {
        assert_eq!(value(&format!("{query}({yes})")), 1, "{query}({yes})");
        assert_eq!(value(&format!("{query}({no})")), 0, "{query}({no})");
    }
}

/// source: instructions, "branch": the goal is a label, and `.setf` is the lowest bit of the register field
/// (vc4asm's addendum), which the disassembler writes so (changelog 0.3).
#[test]
fn goals_of_branches() {
    let wanted = [0xf0f8_09e7_ffff_ffe0];
    for text in [":loop\nbrr -, r:loop", "loop:\nbrr -, :loop", "loop: brr -, loop"] {
        assert_eq!(words(text), wanted, "{text}");
    }
    assert_eq!(words("brr.setf -, 16"), [0xf0f8_29e7_0000_0010]);
    assert_eq!(disassemble_word(0xf0f8_29e7_0000_0010), "brr.setf -, 16");
    assert_eq!(words("brr.allnz r0, ra2, 16"), [0xf01c_4827_0000_0010]);
}

/// source: IEEE 754: there is a quiet NaN without a sign to choose; the same on every machine.
#[test]
fn one_nan() {
    assert_eq!(value("0.0 / 0.0"), 0x7fc0_0000);
    assert_eq!(
        words(".half 0.0/0.0, 0\n.float 0.0/0.0\n"),
        [0x7fc0_0000_0000_7e00]
    );
    assert_eq!(value("-1.0 / 0.0"), 0xff80_0000);
}

/// source: small immediate table: 16 from 8 by `v8adds`, 1 from 15 by `v8muld`, infinity from -2 by `fsub` and from -1 by `fmul`.
#[test]
fn numbers_beside_numbers() {
    for (text, same) in [
        ("mov r0, 16; mov r1, 8", "v8adds r0, 8, 8; v8min r1, 8, 8"),
        ("mov r1, 15; mmov r0, 1", "mov r1, 15; v8muld r0, 15, 15"),
        (
            "mov r0, 0x7f800000; mov r1, -2",
            "fsub r0, -2, -2; v8min r1, -2, -2",
        ),
        ("mov r1, -1; mmov r0, 0x7f800000", "mov r1, -1; fmul r0, -1, -1"),
        (
            "mov r0, 0x80000000; mov tmurs, 1",
            "ror r0, 1, 1; v8min tmurs, 1, 1",
        ),
    ] {
        assert_eq!(words(text), words(same), "{text}");
    }
}

/// source: changelog 0.3: "accept instruction extensions at nop and read"; instructions, "read": only the read address is
/// set. Unpack codes and their place, of the guide, section 3: 16a is 1 in bits 59 to 57.
#[test]
fn reads_take_unpacks() {
    let (plain, half) = (words("read ra1")[0], words("read.16a ra1")[0]);
    assert_eq!(half, plain | 1 << 57);
    assert_eq!(words("read.unpack16a ra1"), [half]);
    assert_eq!(words("read ra1.16a"), [half]);
    assert_eq!(words("read ra1.16af"), [half]);
    assert_eq!(
        words("add r0, ra1.8b, r1; read ra1.8b"),
        words("add r0, ra1.8b, r1")
    );
    for (text, rule) in [
        ("read.16a rb1", "qpu-pack"),
        ("read.16a ra1; add r0, ra1.16b, r0", "qpu-pack"),
        ("read.ifz ra1", "qpu-suffix"),
        ("read.16a.16b ra1", "qpu-suffix"),
        ("read ra1 << 2", "qpu-rotation"),
        ("read r1", "qpu-read-port"),
    ] {
        let found = assemble("test", text, &Options::default(), &mut NoIncludes);
        let rules: Vec<_> = found
            .diagnostics
            .iter()
            .map(|problem| problem.rule.name)
            .collect();
        assert_eq!(rules, [rule], "{text}");
    }
}

/// source: expressions, "internal raw register": number, kind, rotation and part, the last two zero by default; the
/// numbers of the kinds and parts are those of version 0.3.
#[test]
fn raw_registers_are_registers() {
    for (raw, name) in [
        (":[3,13]", "ra3"),
        (":[3,14]", "rb3"),
        (":[32,7]", "unif"),
        (":[32,11]", "r0"),
        (":[37,3]", "r5"),
        (":[38,5]", "elem_num"),
        (":[38, 1 + 5]", "qpu_num"),
        (":[3,13,0,1]", "ra3.16a"),
        (":[3,13,0,0x57]", "ra3.8di"),
    ] {
        let (raw_text, named) = (format!("add r1, {raw}, r2"), format!("add r1, {name}, r2"));
        assert_eq!(words(&raw_text), words(&named), "{raw}");
    }
    for (raw, name) in [
        (":[36,11]", "tmurs"),
        (":[37,10]", "r5rep"),
        (":[4,13,0,0x88]", "ra4.32s"),
    ] {
        let (raw_text, named) = (format!("add {raw}, r1, r2"), format!("add {name}, r1, r2"));
        assert_eq!(words(&raw_text), words(&named), "{raw}");
    }
    assert_eq!(words("add r1, :[37,10], r2"), words("add r1, r5, r2"));
    assert_eq!(words("mov :[33,11,3], r2"), words("mov r1 << 3, r2"));
    assert_eq!(words("mov r1, :[34,11,16]"), words("mov r1, r2 >> r5"));
    assert_eq!(words("mov -, :[7,16]"), words("mov -, sacq7"));
    assert_eq!(words(".set x, :[3,13]\nmov r0, x + 1"), words("mov r0, ra4"));
    for text in [
        ":[3]",
        ":[3,0]",
        ":[64,13]",
        ":[3,13,17]",
        ":[16,16]",
        ":[3,13,0,0x30]",
        ":[1,2,3,4,5]",
        ":[r0,1]",
    ] {
        let text = format!("mov r0, {text}");
        let found = assemble("test", &text, &Options::default(), &mut NoIncludes);
        assert_eq!(found.diagnostics.len(), 1, "{text}");
    }
}

/// source: directives, ".macro": each argument has a value; there are as many as parameters.
#[test]
fn macros_take_all_their_arguments() {
    for text in [
        ".macro m, a, b\nmov a, b\n.endm\nm r0",
        ".macro m(a)\nmov r0, a\n.endm\nm r1, r2",
    ] {
        let found = assemble("test", text, &Options::default(), &mut NoIncludes);
        assert_eq!(found.diagnostics.len(), 1, "{text}: {:?}", found.diagnostics);
    }
    assert_eq!(
        words(".macro m(a, b)\nmov a, b\n.endm\nm r0, r1"),
        words("mov r0, r1")
    );
}

/// source: vc4asm 0.3 makes these words of the lines; its `muxReg` reads the addresses 32 to 37 that no file is read for as
/// r0 to r5.
#[test]
fn the_names_that_write_r5_read_it_too() {
    assert_eq!(words("fmax r2, r2, r5rep"), [0x1002_08a7_049e_7540]);
    assert_eq!(words("fmax r2, r2, r5quad"), [0x1002_08a7_049e_7540]);
    assert_eq!(words("nop; mov r0, r5rep << 3"), [0xd000_49e0_809f_d02d]);
    assert_eq!(words("nop; fmul r0, r5rep, r5quad"), [0x1000_49e0_209e_702d]);
    assert_eq!(words("nop; mov r0, r1 >> r5rep"), words("nop; mov r0, r1 >> r5"));
    assert_eq!(words("mov r5rep, r5quad"), words("mov r5rep, r5"));
    assert!(!assemble("test", "mov r5, r0", &Default::default(), &mut NoIncludes).is_complete());
}
