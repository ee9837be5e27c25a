//! Whatever a user gives to read: bytes of other systems, other encodings, other kinds of files; and pipes that close.

use std::fs;

use super::page::{folder, root, shell};

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

/// source: docs/fmt.md: a file that is named and holds no program is exit status 1.
#[test]
fn what_holds_no_program_is_not_formatted() {
    let files: &[(&str, &[u8])] = &[
        ("hello", b"hello\n"),
        ("m.vp", b"MOV R0,v0\n"),
        ("a.vp", PROGRAM.as_bytes()),
        ("s.shader_test", b"[test]\nclear\n"),
    ];
    for options in ["", "--check ", "--canonical "] {
        for file in ["hello", "m.vp", "- < hello"] {
            let line = format!("quadrille fmt {options}{file}");
            let (status, out, err) = run("no-program", files, &line);
            assert_eq!((status, &*out), (1, ""), "{line}: {err}");
            assert!(err.contains("it holds no program"), "{line}: {err}");
        }
        let line = format!(
            "quadrille fmt {options}a.vp s.shader_test && mkdir d && cp hello d && quadrille fmt {options}d"
        );
        let (_, _, err) = run("no-program-but", files, &line);
        assert!(!err.contains("it holds no program"), "{line}: {err}");
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

/// Every name that stands behind error, warning or note has a page.
#[test]
fn every_rule_is_explained() {
    let mut names = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)
            .expect("a folder of the repository")
            .flatten()
        {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() && name != "tests" && name != "target" {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a file of the repository");
                names.extend(rules_of(&text));
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    for name in [
        "duplicate-name",
        "nv20-fit",
        "nv20-operation",
        "qpu-signal",
        "list-place",
    ] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
    // The pages of the manual are compared with their files elsewhere.
    let manual = root().join("docs/reference/rules");
    names.retain(|name| !manual.join(format!("{name}.md")).is_file());
    let line = format!(
        "for name in {}; do quadrille explain $name > page && grep -q \"^# $name\" page || echo $name; done",
        names.join(" ")
    );
    let (_, out, err) = run("explained", &[], &line);
    assert_eq!((&*out, &*err), ("", ""));
}

/// The names of the rules that a source text defines: the first string behind `rule!(`, and those of tables.
fn rules_of(text: &str) -> Vec<String> {
    let is_name = |text: &&str| {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        text.contains('-') && text.bytes().all(letter)
    };
    let code = || text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code().flat_map(|line| [line, "\n"]).collect();
    let single = code
        .split("rule!(")
        .skip(1)
        .filter_map(|rest| rest.split('"').nth(1));
    let table = code.split_once("\nrules! {").map_or("", |(_, table)| table);
    let rows = table.lines().filter_map(|line| line.split('"').nth(1));
    single.chain(rows).filter(is_name).map(str::to_owned).collect()
}
