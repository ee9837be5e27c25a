//! `quadrille gf3` as a student, an author of an emulator and a programmer of consoles use it.

use super::input::run;

/// Sixteen numbers.
const UNIT: &str = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";

/// source: the reference of the pipeline is the program's own function: a component that no mask takes is no result.
#[test]
fn the_lecture_runs_through_the_pipeline() {
    let lines = "quadrille gf3 pipeline examples/lecture/lighting.vp --profile lecture-single --vertices 2 &&
        quadrille gf3 pipeline a.vsh --profile lecture-single";
    let program = b"MOV R0, v0\nMOV R0.x, v0.y\nADD R2.y, R0, R0\nMOV oPos, R2\n";
    let (status, out, err) = run("gf3-pipeline", &[("a.vsh", program)], lines);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let lines = "quadrille gf3 pipeline examples/geforce3/dependent.vsh --profile lecture-single";
    let (status, out, _) = run("gf3-columns", &[], lines);
    assert!(
        status == 0 && out.contains("4  5  6  7\n") && out.contains("cycles 8,"),
        "{out}"
    );
}

/// source: envytools docs/hw/graph/xf/mode: the machine reaches all 192 constants or the user's half; the Xbox has the
/// one, OpenGL the other (NV_vertex_program 2.14.1.8: beyond `c[0]` to `c[95]` a relative read gives zeros).
#[test]
fn words_of_a_console_reach_all_constants() {
    let files: [(&str, &[u8]); 2] = [
        ("a.vsh", b"ARL A0, v0.x\nMOV oPos, c[A0+33]\n"),
        ("b.vsh", b"ARL A0, v0.x\nMOV oPos, c[A0-63]\n"),
    ];
    let all = "quadrille gf3 run a.vsh --attrib 0=1 --constant 34=1,2,3,4 &&
        quadrille gf3 asm a.vsh -o a.hex && quadrille gf3 run a.hex --attrib 0=1 --constant 34=1,2,3,4 &&
        quadrille gf3 run b.vsh --numbering gl --full --attrib 0=1 --constant -62=1,2,3,4";
    let (status, out, _) = run("gf3-full", &files, all);
    assert_eq!((status, out.matches("(1, 2, 3, 4)").count()), (0, 3), "{out}");
    let half = "quadrille gf3 run b.vsh --numbering gl --attrib 0=1 --constant -62=1,2,3,4";
    let (status, out, _) = run("gf3-half", &files, half);
    assert!(status == 0 && out.contains("(0, 0, 0, 0)"), "{out}");
}

/// source: the layout of the word (envytools docs/hw/graph/xf/isa); what the machine lacks is named, and the words
/// around it are read and run.
#[test]
fn one_odd_word_is_a_warning() {
    for (note, told, printed) in [
        ("{A.MUX=3 CONST=192}", "constant 192 is read", "MOV R1.xyzw, _ "),
        (
            "{A.MUX=0}",
            "operand A is read, but selects no register file",
            "MOV R1.xyzw, _ ",
        ),
        (
            "{OUT.ADDR=1 OUT.MASK=15}",
            "output 1 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=2 OUT.MASK=15}",
            "output 2 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=13 OUT.MASK=15}",
            "output 13 is written",
            "MOV R1.xyzw, v0 ",
        ),
        (
            "{OUT.ADDR=14 OUT.MASK=15}",
            "output 14 is written",
            "MOV R1.xyzw, v0 ",
        ),
        ("{OUT.R=12}", "R12 is written", "MOV _, v0 "),
        ("{MAC=15}", "vector operation 15 is reserved", "NOP "),
    ] {
        let program = format!("MOV R0, v0\nMOV R1, v0 {note}\nMOV oPos, R0\n");
        let lines = "quadrille gf3 asm odd.vsh -o odd.hex && quadrille gf3 run odd.hex --attrib 0=1,2,3,4 &&
            quadrille gf3 dis odd.hex > again.vsh && quadrille gf3 asm again.vsh -o again.hex &&
            cmp odd.hex again.hex && cat again.vsh";
        let (status, out, err) = run("gf3-odd", &[("odd.vsh", program.as_bytes())], lines);
        assert_eq!(status, 0, "{note}: {err}");
        assert!(out.starts_with("oPos     (1, 2, 3, 4)"), "{note}: {out}");
        assert!(
            out.contains(printed) && out.contains(&format!("  // {told}")),
            "{note}: {out}"
        );
        let warning = format!("odd.hex: warning: word 1: {told}");
        assert!(
            err.contains(&warning) && err.contains("[nv20-odd-word]"),
            "{note}: {err}"
        );
    }
    // A file of something else is not a program with many odd words.
    let (status, out, err) = run("gf3-other", &[("a.bin", &[b'A'; 160])], "quadrille gf3 dis a.bin");
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("10 of 10 words are not instructions"), "{err}");
    // Bits that the machine does not store.
    let (status, out, err) = run(
        "gf3-unused",
        &[("a.hex", b"1 0020001b 0836106c 2070f801")],
        "quadrille gf3 run a.hex --attrib 0=5",
    );
    assert!(
        status == 0 && out.contains("(5, 0, 0, 1)") && err.contains("left out"),
        "{err}"
    );
}

/// source: NV_vertex_program table X.3 (TEX0 is attribute 8) and the NV2A's names of the attributes (iTex0 is 9), as in
/// nv2a_vsh_asm.
#[test]
fn texture_coordinates_lie_elsewhere_on_the_console() {
    let program = b"!!VP1.0\nMOV o[TEX0], v[TEX0];\nMOV o[HPOS], v[OPOS];\nEND\n";
    let (status, _, err) = run("gf3-texture", &[("a.vp", program)], "quadrille gf3 asm a.vp");
    assert_eq!(status, 0);
    assert!(
        err.contains(
            "texture coordinate 0 is read from attribute 8, as in OpenGL; an NV2A has it in attribute 9"
        ),
        "{err}"
    );
    let (status, _, err) = run("gf3-texture-run", &[("a.vp", program)], "quadrille gf3 run a.vp");
    assert_eq!((status, &*err), (0, ""));
}

/// source: NV_vertex_program 2.14.4: INVALID_OPERATION if a program would write a parameter that is tracked.
#[test]
fn state_programs_write_no_tracked_constant() {
    let program = b"!!VSP1.0\nMOV c[5].x, v[0];\nEND\n";
    let at = |address: u32| format!("quadrille gf3 run a.vsp --attrib 0=7 --track {address}={UNIT}");
    let (status, out, err) = run("gf3-tracked", &[("a.vsp", program)], &at(4));
    assert_eq!((status, &*out), (1, ""));
    assert!(err.contains("c[5] is written, and it tracks a matrix"), "{err}");
    let (status, out, err) = run("gf3-untracked", &[("a.vsp", program)], &at(8));
    assert!(status == 0 && out.starts_with("c[5]     (7, 0, 0, 0)"), "{out}");
    // Constants without a value are told in runs.
    assert_eq!(err.lines().count(), 2, "{err}");
    assert!(
        err.starts_with("c[0] to c[7] hold program.env[0] to program.env[7],"),
        "{err}"
    );
}
