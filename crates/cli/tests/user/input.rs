//! Whatever a user gives to read: bytes of other systems, other encodings, other kinds of files; and pipes that close.

use std::fs;

use super::page::{folder, shell};

pub(crate) const PROGRAM: &str = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";

/// Runs a line in a folder with some files; exit status, standard output and standard error.
pub(crate) fn run(name: &str, files: &[(&str, &[u8])], line: &str) -> (i32, String, String) {
    let folder = folder(name);
    for (file, bytes) in files {
        fs::write(folder.join(file), bytes).expect("a file of our own");
    }
    let output = shell(&folder, line);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap_or(-1),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn line_ends_and_encodings() {
    let windows = PROGRAM.replace('\n', "\r\n");
    let (status, out, _) = run(
        "line-ends",
        &[("a.vp", windows.as_bytes())],
        "quadrille check a.vp",
    );
    assert_eq!((status, &*out), (0, "a.vp: accepted, !!ARBvp1.0 1 instruction\n"));
    let remark = PROGRAM.replace('\n', " # remark\r\n");
    let (status, out, _) = run(
        "remarks",
        &[("a.vp", remark.as_bytes())],
        "quadrille fmt --check a.vp && cat a.vp",
    );
    assert_eq!((status, &*out), (0, &*remark));

    let marked = [b"\xef\xbb\xbf", PROGRAM.as_bytes()].concat();
    let (status, out, _) = run("mark", &[("a.vp", &marked)], "quadrille check a.vp");
    assert!(
        status == 1 && out.contains("something stands before the header"),
        "{out}"
    );

    // A comment in Latin-1 harms nothing, and the bytes behind it are counted as they lie in the file.
    let latin = b"!!ARBvp1.0\n# gr\xf6\xdfe\nMVO result.position, vertex.position;\nEND\n";
    let (status, out, _) = run("latin", &[("a.vp", latin)], "quadrille check --format gl a.vp");
    assert_eq!(
        (status, out.split(" \"").next()),
        (1, Some("a.vp: INVALID_OPERATION 19"))
    );
}

#[test]
fn formatting_keeps_every_byte_of_comments() {
    let before = b"!!ARBvp1.0\n# gr\xf6\xdfe\nMOV   result.position,vertex.position;\nEND\n";
    let after: &[u8] = b"!!ARBvp1.0\n# gr\xf6\xdfe\nMOV result.position, vertex.position;\nEND\n";
    let folder = folder("format");
    fs::write(folder.join("a.vp"), before).expect("a file of our own");
    assert!(shell(&folder, "quadrille fmt a.vp").status.success());
    assert_eq!(fs::read(folder.join("a.vp")).expect("the file"), after);
    assert_eq!(shell(&folder, "quadrille fmt - < a.vp").stdout, after);
}

/// source: docs/fmt.md: formatting twice is formatting once, and what stands between programs stays.
#[test]
fn formatting_twice_is_formatting_once() {
    let program = |end: &str| format!("!!ARBvp1.0\nMOV   result.position,vertex.position;\nEND{end}");
    let good = |end: &str| format!("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND{end}");
    for (before, after) in [
        (program(""), good("\n")),
        (program("\n"), good("\n")),
        (program("\n\n"), good("\n\n")),
        (program(" # end"), good(" # end")),
        (
            program("\n").replace('\n', "\r\n"),
            good("\n").replace('\n', "\r\n"),
        ),
        (
            format!("a\n{}{}", program("\n\nb\n"), program("\n")),
            format!("a\n{}{}", good("\n\nb\n"), good("\n")),
        ),
    ] {
        for arguments in ["", "--canonical "] {
            let line = format!(
                "quadrille fmt {arguments}a.vp && cat a.vp && quadrille fmt {arguments}a.vp &&
                 quadrille fmt {arguments}--check a.vp"
            );
            let (status, out, err) = run("twice", &[("a.vp", before.as_bytes())], &line);
            assert_eq!((status, &*out, &*err), (0, &*after, ""), "{arguments}{before}");
        }
    }
}

#[test]
fn what_is_no_program() {
    let (status, out, _) = run("nothing", &[("a.vp", b"")], "quadrille check a.vp");
    assert!(
        status == 1 && out.contains("does not start with a known header"),
        "{out}"
    );
    let nul = PROGRAM.replace(',', ",\0");
    let (status, out, _) = run("nul", &[("a.vp", nul.as_bytes())], "quadrille check a.vp");
    assert!(status == 1 && out.contains(" --> a.vp:2:21\n"), "{out}");
    for line in [
        "check missing",
        "check",
        "check --bogus a",
        "bogus",
        "run missing",
        "eval .",
    ] {
        let (status, _, err) = run("missing", &[], &format!("quadrille {line}"));
        assert!(status == 2 && !err.is_empty(), "{line}: {status} {err}");
    }
    // A device has no end, and is not read to it.
    let (status, _, err) = run("device", &[], "quadrille check /dev/zero");
    assert_eq!(
        (status, &*err),
        (
            2,
            "quadrille: /dev/zero: more than 64 MiB, which is the most that is read\n"
        )
    );
}

#[test]
fn a_program_is_no_scene() {
    for (name, text) in [("program", PROGRAM), ("empty", "")] {
        let (status, out, _) = run(
            name,
            &[("a.shader_test", text.as_bytes())],
            "quadrille run a.shader_test",
        );
        assert!(
            status == 1 && out.contains("a scene has sections such as [test], and this has none"),
            "{out}"
        );
    }
}

/// A name that ends as a folder's is one, however little goes into it.
#[test]
fn folders_are_made_for_what_is_written() {
    let (status, _, err) = run(
        "one",
        &[("a.vp", PROGRAM.as_bytes())],
        "quadrille translate a.vp --to glsl330 -o out/ && test -f out/a.vert &&
         quadrille run examples/lecture/transform.shader_test -o out/ && test -f out/transform.png",
    );
    assert_eq!(status, 0, "{err}");
}

/// A folder stands for its program files; one is `1 program`.
#[test]
fn folders_of_programs() {
    let (status, out, err) = run(
        "programs",
        &[
            ("a.vp", PROGRAM.as_bytes()),
            ("b.fp", b"!!ARBfp1.0\nMOV result.depth.z,  0;\nEND\n"),
        ],
        "mkdir progs && mv a.vp b.fp progs && quadrille fmt progs && quadrille stats progs && quadrille translate progs --to glsl330 -o out",
    );
    assert_eq!(status, 0, "{err}");
    assert!(
        out.contains("a.vp: !!ARBvp1.0 at byte 0") && out.contains("b.fp: !!ARBfp1.0 at byte 0"),
        "{out}"
    );
    assert!(
        err.ends_with("2 files, 2 programs: 2 translated, 0 refused\n"),
        "{err}"
    );
}

#[test]
fn a_thousand_errors_and_more() {
    let many = format!(
        "!!ARBvp1.0\n{}END\n",
        "MVO result.position, vertex.position;\n".repeat(1500)
    );
    let (status, out, _) = run("many", &[("a.vp", many.as_bytes())], "quadrille check a.vp");
    assert!(
        status == 1 && out.ends_with("\na.vp: rejected, 1500 errors\n"),
        "{}",
        &out[out.len() - 100..]
    );
}

/// A verdict that nobody has read is no success, and neither is a listing that does not fit the disk.
#[test]
fn pipes_that_close_and_disks_that_are_full() {
    let bad = format!(
        "!!ARBvp1.0\n{}END\n",
        "MVO result.position, vertex.position;\n".repeat(900)
    );
    let line = "{ quadrille check a.vp; echo $? >status; } | head -1; cat status";
    let (_, out, err) = run("pipe", &[("a.vp", bad.as_bytes())], line);
    assert!(out.ends_with("\n141\n") && err.is_empty(), "{out}{err}");
    let line = "{ quadrille stats a.vp 2>&1 >/dev/null; echo $? >status; } | head -1; cat status";
    let (_, out, _) = run("error-pipe", &[("a.vp", bad.as_bytes())], line);
    assert!(out.ends_with("\n1\n"), "{out}");
    if fs::exists("/dev/full").unwrap_or(false) {
        for line in ["check a.vp", "fmt - < a.vp"] {
            let line = format!("quadrille {line} >/dev/full");
            let (status, _, err) = run("full", &[("a.vp", PROGRAM.as_bytes())], &line);
            assert!(
                status == 2 && err.starts_with("quadrille: standard output: "),
                "{line}: {err}"
            );
        }
    }
}

/// source: no-color.org and bixense.com/clicolors: the environment decides over colours.
#[test]
fn colours_are_the_environments_to_choose() {
    let bad = b"!!ARBvp1.0\nMVO result.position, vertex.position;\nEND\n";
    for (environment, coloured) in [
        ("", false),
        ("CLICOLOR_FORCE=1", true),
        ("CLICOLOR_FORCE=1 NO_COLOR=1", false),
    ] {
        let line = format!("{environment} quadrille check a.vp");
        let (_, out, _) = run("colours", &[("a.vp", bad)], &line);
        assert_eq!(out.contains('\u{1b}'), coloured, "{environment}");
    }
}
