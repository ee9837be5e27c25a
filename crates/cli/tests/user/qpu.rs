//! `quadrille qpu` as a programmer meets it who is not sure what a file holds.

use super::input::run;

/// source: docs/qpu-assembler.md: what is no QPU program is refused, with exit status 2.
#[test]
fn what_is_no_program_is_refused() {
    for (line, said) in [
        (
            "quadrille qpu dis /bin/ls",
            "are no QPU instructions; --force takes them as they are",
        ),
        (
            "quadrille qpu explain /bin/ls",
            "are no QPU instructions; --force takes them as they are",
        ),
        (
            "head -c 8001 /dev/zero > zeros && quadrille qpu dis zeros",
            "this has 1 bytes more",
        ),
        (
            "head -c 8000 /dev/zero > zeros && quadrille qpu dis zeros",
            "1000 of 1000 words are no QPU instructions",
        ),
    ] {
        let (status, out, err) = run("no-program", &[], line);
        assert_eq!((status, &*out), (2, ""), "{line}: {err}");
        assert!(err.contains(said), "{line}: {err}");
    }
    let (status, out, _) = run(
        "forced",
        &[],
        "head -c 80 /dev/zero > zeros && quadrille qpu dis --force zeros",
    );
    assert_eq!((status, out.lines().count()), (0, 10));
}

/// source: docs/qpu-check.md, rule 50 of the table: one row, one name.
#[test]
fn an_odd_branch_register_is_said_once() {
    let program: &[(&str, &[u8])] = &[("a.qasm", b"bra -, ra3\nnop\nnop\nnop\nthrend\nnop\nnop\n")];
    for command in ["check", "asm -o out"] {
        let (status, _, err) = run("odd", program, &format!("quadrille qpu {command} a.qasm"));
        assert_eq!(status, 0, "{err}");
        assert_eq!(err.matches("odd-branch-register").count(), 1, "{command}: {err}");
        assert_eq!(err.matches("warning[").count(), 1, "{command}: {err}");
    }
}

/// source: docs/qpu-emulator.md: a shader's pixels come without a list; a texture laid over an area of its size is the
/// area's picture, and comes back out of the memory that `vc4 tile` makes of it.
#[test]
fn a_shader_shows_its_pixels() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let picture = format!("{root}/examples/textures/bricks.png");
    let line = format!(
        "quadrille qpu run {root}/examples/qpu/textured.s --fragment --texture {picture},nearest \
         --varying 0,1,0 --varying 0,0,1 --size 128x128 --tile shown.png \
         && quadrille vc4 tile {picture} --levels 3 -o texture \
         && quadrille vc4 untile texture --levels 3 --size 128x128 -o back.png \
         && quadrille vc4 tile back.png -o one && quadrille vc4 tile shown.png -o two && cmp one two"
    );
    let (status, out, err) = run("pixels", &[], &line);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert!(out.contains("level 2: 32x32, t, byte 0x0"), "{out}");
    assert!(out.contains("level 0 at byte 0x5000"), "{out}");
}

/// source: docs/qpu-emulator.md: a trace tells of the QPUs and registers that were asked for, in floats.
#[test]
fn a_trace_tells_of_a_part() {
    let program: &[(&str, &[u8])] = &[("a.qasm", b"mov r0, 1.0\nfadd r1, r0, r0\nthrend\nnop\nnop\n")];
    let line = "quadrille qpu run a.qasm --qpus 2 --trace --floats --trace-register r1 --trace-qpu 1";
    let (status, out, _) = run("trace", program, line);
    let lines: Vec<&str> = out.lines().take_while(|line| !line.contains("QPU")).collect();
    assert_eq!((status, lines.len()), (0, 4), "{out}");
    assert!(
        lines[0].contains(" 1.0 ") && lines[0].contains("fadd r1, r0, r0"),
        "{out}"
    );
    assert_eq!(lines[1].trim(), "add 2.0*16");
}

/// source: the guide's names; a name that is nearly one is corrected.
#[test]
fn a_mnemonic_is_suggested() {
    let program: &[(&str, &[u8])] = &[("a.qasm", b"mvo r0, r1\n")];
    let (status, _, err) = run("suggest", program, "quadrille qpu asm a.qasm");
    assert_eq!(status, 1);
    assert!(err.contains("write mov"), "{err}");
}

/// source: docs/qpu-assembler.md: half a word is told of, by the exit status too, and all that is told is counted; bytes
/// with control characters are a binary.
#[test]
fn half_a_word_is_no_success() {
    let half = "this is half a word: its other half is missing";
    let files: &[(&str, &[u8])] = &[
        ("half.txt", b"0x009e7000, 0x100009e7, 0x12\n"),
        ("hash.bin", b"#\x027\xe93\xaa\xb8\xd70x\x03\x04\x05\x06\x07\x08"),
    ];
    let (status, out, err) = run("half", files, "quadrille qpu dis half.txt");
    assert_eq!((status, &*out), (1, "nop\n"), "{err}");
    assert!(err.contains(half), "{err}");
    let (status, out, err) = run("half", files, "quadrille qpu explain half.txt");
    assert_eq!((status, out.contains("nop")), (1, true), "{err}");
    let (status, _, err) = run("half", files, "quadrille qpu run half.txt");
    assert_eq!(status, 1, "{err}");
    assert!(err.contains(half), "{err}");
    let (status, _, err) = run("half", files, "quadrille qpu check half.txt");
    assert_eq!(status, 1, "{err}");
    let told = format!("{} errors", err.matches("error[").count());
    assert!(err.contains(half) && err.contains(&told), "{err}");
    for (words, said) in [
        ("0x12", "0x12 is half a word"),
        ("0x12 0x100009e7 0x5", "0x5 is half a word"),
        ("0x1ffffffff 0", "0x1ffffffff is a number of more than 32 bits"),
        ("0x0 zz", "`zz` is no word"),
    ] {
        let (status, out, err) = run("half", files, &format!("quadrille qpu explain {words}"));
        assert_eq!(
            (status, out.is_empty()),
            (2, !words.starts_with("0x12 ")),
            "{words}: {err}"
        );
        assert!(err.contains(said), "{err}");
    }
    let (status, out, err) = run("half", files, "quadrille qpu dis --force hash.bin");
    assert_eq!((status, out.lines().count()), (0, 2), "{err}");
    let (_, _, err) = run("half", files, "quadrille qpu check hash.bin");
    assert!(err.contains("(disassembled)"), "{err}");
}

/// source: guide, section 4 (parameter 0 holds bits 31:12 of the address): level 0 lies at a multiple of 4096 bytes.
#[test]
fn a_texture_lies_where_words_can_say() {
    let picture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/textures/bricks.png");
    for at in ["0x100800", "0x100001", "0xfffff000"] {
        let line = format!("quadrille vc4 tile {picture} --type rgb565 --levels 3 --at {at} -o x.tex; ls");
        let (_, out, err) = run("unaligned", &[], &line);
        assert!(err.contains("begins at a multiple of 4096 bytes"), "{at}: {err}");
        assert!(
            !out.contains("configuration words") && !out.contains("x.tex"),
            "{at}: {out}"
        );
        let (status, _, _) = run("unaligned", &[], line.trim_end_matches("; ls"));
        assert_eq!(status, 2, "{at}");
    }
    let line = format!("quadrille vc4 tile {picture} --type rgb565 --at 0x101000 -o x.tex");
    let (status, out, err) = run("aligned", &[], &line);
    assert_eq!(status, 0, "{err}");
    // Type 4, one level: 128 columns and rows, linear filters, repeated.
    assert!(out.contains("0x00101040, 0x08008000"), "{out}");
}

/// source: docs/vc4-textures.md: every bit comes back; texels of YUYV are pairs, the last of an odd row too.
#[test]
fn raw_rows_of_pairs_are_whole() {
    for layout in ["auto", "t", "lt"] {
        let form = format!("--type yuyv422r --layout {layout} --raw --size 37x53");
        let line = format!(
            "head -c 4028 /dev/urandom > r && quadrille vc4 tile r {form} -o y > /dev/null && \
             quadrille vc4 untile y {form} -o r2 && cmp r r2"
        );
        let (status, out, err) = run("raw-pairs", &[], &line);
        assert_eq!((status, &*out, &*err), (0, "", ""), "{layout}");
    }
}
