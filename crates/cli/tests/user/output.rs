//! What `-o` says, and what goes to standard output.

use std::fs;

use super::input::{PROGRAM, run};
use super::page::{folder, shell};

const FRAGMENT: &[u8] = b"!!ARBfp1.0\nMOV result.color, 0;\nEND\n";

const SCENE: &[u8] = b"[require]\nGL >= 1.3\n[test]\nclear\n";

/// What lies in a folder after a line, by `find`.
fn made(name: &str, files: &[(&str, &[u8])], line: &str) -> String {
    let (status, out, err) = run(
        name,
        files,
        &format!("{{ {line}; }} >/dev/null && find out | LC_ALL=C sort"),
    );
    assert_eq!(status, 0, "{line}: {err}");
    out
}

/// source: docs/compatibility.md: exit status 2 is wrong usage or a file. The library is a file of any kind: `true` loads none.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_files_is_told_before_the_program_starts() {
    let files: &[(&str, &[u8])] = &[("libEGL_quadrille.so.0", b"")];
    for switches in ["--dump /proc/nope", "--capture 1 --capture-to /proc/nope"] {
        let line = format!("quadrille play --library . {switches} echo started");
        let (status, out, err) = run("play-unwritable", files, &line);
        assert_eq!((status, out.as_str()), (2, ""), "{line}: {err}");
        assert!(err.contains("/proc/nope"), "{line}: {err}");
    }
    let line = "quadrille play --library . --vendor zap --dump dump true && ls dump";
    let (status, out, err) = run("play-vendor", files, line);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("libGLX_zap.so.0"), "{err}");
}

/// source: docs/translate.md and docs/scenes.md: a name is a folder's by what the command line says, not by what the
/// files hold
#[test]
fn one_name_is_one_kind_of_thing() {
    let pair = [PROGRAM.as_bytes(), FRAGMENT].concat();
    let files: &[(&str, &[u8])] = &[
        ("a.vp", PROGRAM.as_bytes()),
        ("b.fp", FRAGMENT),
        ("pair.vfp", &pair),
        ("a.1.shader_test", SCENE),
        ("a.2.shader_test", SCENE),
    ];
    let to = "--to glsl330 -o";
    for (line, wanted) in [
        (format!("quadrille translate a.vp {to} out"), "out\n"),
        (format!("quadrille translate a.vp {to} out/"), "out\nout/a.vert\n"),
        (
            format!("mkdir out; quadrille translate a.vp {to} out"),
            "out\nout/a.vert\n",
        ),
        (
            format!("quadrille translate a.vp {to} out/deep/down.vert"),
            "out\nout/deep\nout/deep/down.vert\n",
        ),
        (
            format!("quadrille translate a.vp b.fp {to} out"),
            "out\nout/a.vert\nout/b.frag\n",
        ),
        (
            format!("mkdir -p d/e; mv a.vp d/e; quadrille translate d {to} out"),
            "out\nout/e\nout/e/a.vert\n",
        ),
        (
            format!("quadrille translate pair.vfp {to} out/"),
            "out\nout/pair.frag\nout/pair.vert\n",
        ),
        (
            format!("quadrille translate - {to} out/ <a.vp"),
            "out\nout/program.vert\n",
        ),
        (
            format!("mkdir d; cp a.vp d; quadrille translate a.vp d/a.vp {to} out"),
            "out\nout/a.1.vert\nout/a.vert\n",
        ),
        ("quadrille run a.1.shader_test -o out".to_owned(), "out\n"),
        (
            "quadrille run a.1.shader_test -o out/deep/down.png".to_owned(),
            "out\nout/deep\nout/deep/down.png\n",
        ),
        (
            "quadrille run a.1.shader_test a.2.shader_test -o out".to_owned(),
            "out\nout/a.1.png\nout/a.2.png\n",
        ),
        (
            "mkdir d; mv a.1.* d; quadrille run d -o out".to_owned(),
            "out\nout/a.1.png\n",
        ),
        (
            "mkdir d; cp a.1.* d; quadrille run d/a.1.* a.1.* -o out".to_owned(),
            "out\nout/a.1.1.png\nout/a.1.png\n",
        ),
    ] {
        assert_eq!(made("kinds", files, &line), wanted, "{line}");
    }
    // Two shaders do not fit one file, and nothing is written.
    let (status, out, err) = run(
        "two",
        files,
        &format!("quadrille translate pair.vfp {to} out; ls out"),
    );
    assert_eq!((status, &*out), (2, ""));
    assert!(
        err.starts_with("quadrille: out is one file for 2 shaders: `-o out/` is a folder\n"),
        "{err}"
    );
    let (status, _, err) = run("dash", files, "quadrille run a.1.shader_test -o -");
    assert_eq!(
        (status, &*err),
        (
            2,
            "quadrille: pictures go to a file or a folder, not to standard output\n"
        )
    );
}

/// Every command that writes a file makes its folder.
#[test]
fn missing_folders_are_made() {
    let files: &[(&str, &[u8])] = &[("a.vp", PROGRAM.as_bytes()), ("a.qasm", b"thrend\nnop\nnop\n")];
    for line in [
        "quadrille translate a.vp --to glsl330 -o out/a --reflect out/b/c.json",
        "quadrille gf3 asm a.vp -o out/b/c",
        "quadrille gf3 pipeline a.vp --svg out/b/c --kanata out/d/e",
        "quadrille qpu asm a.qasm -o out/b/c",
        "quadrille qpu check a.qasm --fix out/b/c",
        "quadrille qpu run a.qasm --zero x=16 -o x=out/b/c --svg out/d/e --kanata out/f/g",
        "quadrille extract a.vp -o out/b/c",
    ] {
        made("missing-folders", files, line);
    }
}

/// Each of several shaders stands behind the name of its file.
#[test]
fn several_shaders_on_standard_output() {
    let files: &[(&str, &[u8])] = &[("a.vp", PROGRAM.as_bytes()), ("b.fp", FRAGMENT)];
    for target in ["glsl330", "wgsl", "hlsl", "msl"] {
        let line = format!("quadrille translate a.vp b.fp --to {target}");
        let (status, both, err) = run("several", files, &line);
        assert_eq!(status, 0, "{err}");
        let one = |file: &str| {
            run(
                "several",
                files,
                &format!("quadrille translate {file} --to {target} -o -"),
            )
            .1
        };
        let wanted = format!("// a.vp: vert\n{}// b.fp: frag\n{}", one("a.vp"), one("b.fp"));
        assert_eq!(both, wanted, "{target}");
    }
    let (status, out, err) = run(
        "several",
        files,
        "quadrille translate a.vp b.fp --to spirv-vulkan",
    );
    assert_eq!(
        (status, &*out, &*err),
        (
            2,
            "",
            "quadrille: 2 modules of SPIR-V want a folder, such as `-o shaders/`\n"
        )
    );
}

/// A sweep without values is a mistake, not an empty table; one of one value is a table of one row.
#[test]
fn a_sweep_has_values() {
    let files: &[(&str, &[u8])] = &[("a.vp", PROGRAM.as_bytes())];
    let sweep = |range: &str| {
        run(
            "sweep",
            files,
            &format!("quadrille gf3 pipeline a.vp --sweep threads={range}"),
        )
    };
    let (status, out, err) = sweep("8..1");
    assert_eq!(
        (status, &*out, &*err),
        (
            2,
            "",
            "quadrille: `threads=8..1` holds no value: a sweep goes from the smaller to the larger\n"
        )
    );
    let (status, out, err) = sweep("2..2");
    assert_eq!((status, out.lines().count()), (0, 2), "{out}{err}");
}

/// `script` of util-linux runs a line with a terminal for its standard output.
#[test]
fn a_terminal_gets_no_words() {
    let folder = folder("terminal");
    fs::write(folder.join("a.vp"), PROGRAM).expect("a file of our own");
    fs::write(folder.join("a.qasm"), "thrend\nnop\nnop\n").expect("a file of our own");
    if !quadrille_tools_testkit::Tool::SCRIPT.is_here() {
        return;
    }
    for command in [
        "translate a.vp --to spirv-vulkan",
        "gf3 asm a.vp --to binary",
        "qpu asm a.qasm -f bin",
        "qpu asm a.qasm -f elf",
    ] {
        let shown = |more: &str| {
            let output = shell(
                &folder,
                &format!("script -qec 'quadrille {command}{more}' typescript </dev/null"),
            );
            (output.status.code(), output.stdout)
        };
        let (status, said) = shown("");
        let said = String::from_utf8_lossy(&said);
        assert_eq!(status, Some(2), "{command}: {said}");
        assert!(
            said.starts_with("quadrille: this is no text, and standard output is a terminal: "),
            "{command}: {said}"
        );
        // Asked for, they are what a pipe gets, but that a terminal ends lines in two bytes.
        let (status, said) = shown(" -o -");
        let piped = shell(&folder, &format!("quadrille {command}")).stdout;
        let lines = piped
            .split(|byte| *byte == b'\n')
            .collect::<Vec<_>>()
            .join(&b"\r\n"[..]);
        assert_eq!((status, said), (Some(0), lines), "{command}");
    }
    // Text does go there.
    let output = shell(
        &folder,
        "script -qec 'quadrille translate a.vp --to glsl330' typescript </dev/null",
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"#version 330"));
}
