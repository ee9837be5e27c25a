//! Folders on the command line: which files they stand for, and that a walk ends.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use super::input::{PROGRAM, run};
use super::page::{folder, shell};

const FRAGMENT: &[u8] = b"!!ARBfp1.0\nMOV result.color, 0;\nEND\n";

const SCENE: &[u8] = b"[require]\nGL >= 1.3\n[test]\nclear\n";

/// Commands that take folders of programs.
const PROGRAMS: &[&str] = &[
    "check d",
    "fmt --check d",
    "stats d",
    "translate d --to glsl330 -o out",
    "extract d -o out",
];

/// Commands that take folders of scenes.
const SCENES: &[&str] = &["run d", "compare --engines reference,reference d"];

#[test]
fn a_folder_that_links_to_itself_is_entered_once() {
    let files: &[(&str, &[u8])] = &[("a.vp", PROGRAM.as_bytes()), ("a.shader_test", SCENE)];
    for command in [PROGRAMS, SCENES].concat() {
        let line = format!(
            "mkdir d d/e && mv a.vp a.shader_test d/e && ln -s . d/one && ln -s ../d d/two && ln -s . d/e/three &&
             ln -s missing d/four.vp && mkfifo d/five.vp && timeout 20 quadrille {command}"
        );
        let (status, out, err) = run("loops", files, &line);
        assert_eq!(status, 0, "{command}: {out}{err}");
        // What leads nowhere and what is no file is counted with the others.
        let passed_over = match command.split(' ').next() {
            Some("extract") => 2,
            _ => 3,
        };
        let said = format!("quadrille: d: {passed_over} files passed over\n");
        assert!(err.starts_with(&said), "{command}: {err}");
    }
}

/// Files are judged at the same time, and told of in their order, more than are judged at once.
#[test]
fn what_is_said_does_not_depend_on_jobs() {
    let line = "mkdir d && for number in $(seq 300); do cp a.vp d/$number.vp; done && cp b.fp d/17.fp && rm -r examples
                for format in text json sarif junit; do
                    for options in '' '--driver mesa'; do
                        quadrille check -j 1 --format $format $options d > one 2> one.err; one=$?
                        quadrille check -j 7 --format $format $options d > many 2> many.err; many=$?
                        cmp one many && cmp one.err many.err && test $one = $many && test -s one && echo $one
                    done
                done";
    let broken = b"!!ARBfp1.0\nMOV result.color, nothing;\nEND\n";
    let files: &[(&str, &[u8])] = &[("a.vp", PROGRAM.as_bytes()), ("b.fp", broken)];
    let (status, out, err) = run("jobs", files, line);
    assert_eq!((status, &*out, &*err), (0, &*"1\n".repeat(8), ""));
}

/// A link to a folder elsewhere is followed, and one to a file.
#[test]
fn links_are_followed() {
    let line = "mkdir d elsewhere && mv a.vp elsewhere && cp elsewhere/a.vp b && ln -s ../elsewhere d/e &&
                ln -s ../b d/b.vp && quadrille check d";
    let (status, out, _) = run("links", &[("a.vp", PROGRAM.as_bytes())], line);
    assert_eq!(
        (status, &*out),
        (
            0,
            "d/b.vp: accepted, !!ARBvp1.0 1 instruction\nd/e/a.vp: accepted, !!ARBvp1.0 1 instruction\n\
             2 files, 2 programs: 2 accepted, 0 rejected\n"
        )
    );
}

#[test]
fn programs_are_found_by_their_names_and_by_their_headers() {
    let commented = [b"\xef\xbb\xbf  # a remark\r\n\r\n", FRAGMENT].concat();
    let long = [&b"#"[..], &b"-".repeat(10_000), b"\n", FRAGMENT].concat();
    let files: &[(&str, &[u8])] = &[
        ("a.VP", PROGRAM.as_bytes()),
        ("b.Fp", FRAGMENT),
        ("c.vsp", b"!!VSP1.0\nMOV c[0], v[0];\nEND\n"),
        ("d.avp", PROGRAM.as_bytes()),
        // Known by their headers.
        ("e.vsh", PROGRAM.as_bytes()),
        ("f.prog", PROGRAM.as_bytes()),
        ("g.TXT", PROGRAM.as_bytes()),
        ("h", &commented),
        ("i.asm", b"!!ARBvp9.9\nEND\n"),
        // Its name and a header somewhere: what stands before that is its fault.
        ("j.vp", b"hello\n!!ARBvp1.0\nEND\n"),
        // No programs.
        ("k.vp", b""),
        ("l.vp", b"#version 120\nvoid main() {}\n"),
        ("README.txt", b"What these are: `!!ARBvp1.0` programs.\n"),
        ("README", b"# Shaders\n\n!!! note\n"),
        ("tags.yaml", b"!!map\n"),
        ("other.vsh", b"#version 120\nvoid main() {}\n"),
        ("picture.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("empty", b""),
        // Programs in other bytes.
        ("late", &long),
        ("page.md", b"```\n!!ARBvp1.0\nEND\n```\n"),
        (
            "shaders.c",
            b"\"!!ARBvp1.0\\n\"\n\"MOV result.position, 0;\\n\" \"END\"",
        ),
        ("mention.c", b"puts(\"!!ARBvp1.0 is a header\");"),
    ];
    let line = "mkdir d && mv * d 2>/dev/null; rm -r d/examples; quadrille check --format gl d";
    let (status, out, err) = run("names", files, line);
    assert_eq!(
        err,
        "quadrille: d: 9 files passed over, 2 of them with names of programs, but no header, such as d/k.vp\n"
    );
    let judged: Vec<&str> = out
        .lines()
        .map(|line| line.split(" \"").next().unwrap_or(line))
        .collect();
    assert_eq!(
        (status, &*judged),
        (
            1,
            &[
                "d/a.VP: NO_ERROR -1",
                "d/b.Fp: NO_ERROR -1",
                "d/c.vsp: NO_ERROR -1",
                "d/d.avp: NO_ERROR -1",
                "d/e.vsh: NO_ERROR -1",
                "d/f.prog: NO_ERROR -1",
                "d/g.TXT: NO_ERROR -1",
                "d/h: INVALID_OPERATION 0",
                "d/i.asm: INVALID_OPERATION 0",
                "d/j.vp: INVALID_OPERATION 0",
                "d/late@10002.fp: NO_ERROR -1",
                "d/page.md@4.vp: NO_ERROR -1",
                "d/shaders.c@1.vp: NO_ERROR -1",
            ][..]
        )
    );
}

/// What version control keeps is not the user's to format.
#[test]
fn hidden_folders_are_entered_when_they_are_named() {
    let line = "mkdir -p d/.svn && cp a.vp d && mv a.vp d/.svn/a.svn-base && quadrille check d && quadrille check d/.svn";
    let (status, out, err) = run("hidden", &[("a.vp", PROGRAM.as_bytes())], line);
    assert_eq!(
        (status, &*out, &*err),
        (
            0,
            "d/a.vp: accepted, !!ARBvp1.0 1 instruction\nd/.svn/a.svn-base: accepted, !!ARBvp1.0 1 instruction\n",
            "quadrille: d: 1 hidden folder passed over\n"
        )
    );
}

#[test]
fn scenes_are_found_by_their_names_in_either_case() {
    let files: &[(&str, &[u8])] = &[("a.SHADER_TEST", SCENE), ("b.txt", SCENE)];
    let (status, out, err) = run("scenes", files, "mkdir d && mv a.* b.* d && quadrille run d");
    assert_eq!(
        (status, &*out, &*err),
        (
            0,
            "d/a.SHADER_TEST: pass\n1 passed, 0 failed, 0 skipped\n",
            "quadrille: d: 1 file passed over\n"
        )
    );
}

/// A folder in which there is nothing is a mistake in the command; the other paths are seen to all the same.
#[test]
fn an_empty_walk_is_a_failure() {
    let files: &[(&str, &[u8])] = &[
        ("a.vp", PROGRAM.as_bytes()),
        ("a.shader_test", SCENE),
        ("README", b"Nothing."),
    ];
    for (commands, what, other) in [(PROGRAMS, "program", "a.vp"), (SCENES, "scene", "a.shader_test")] {
        for command in commands {
            let empty = format!("mkdir d && quadrille {command}");
            let (status, _, err) = run("empty-walk", files, &empty);
            let what = if command.starts_with("extract") {
                "file"
            } else {
                what
            };
            assert_eq!(
                (status, err.lines().next()),
                (2, Some(&*format!("quadrille: d: no {what} in this folder"))),
                "{command}"
            );
            let beside = format!("mkdir d && quadrille {command} {other}");
            let (status, out, err) = run("beside-empty", files, &beside);
            assert_eq!(status, 2, "{command}: {err}");
            assert!(
                !out.is_empty() || command.starts_with("fmt") || command.starts_with("translate"),
                "{command}: {err}"
            );
        }
    }
    let (status, _, err) = run("readme", files, "mkdir d && mv README d && quadrille check d");
    assert_eq!(
        (status, &*err),
        (2, "quadrille: d: no program in this folder, 1 file passed over\n")
    );
}

#[test]
fn folders_are_searched_for_programs() {
    let files: &[(&str, &[u8])] = &[
        ("game.exe", b"\0\0!!ARBvp1.0\nMOV result.position, 0;\nEND\0"),
        ("readme", b"Nothing."),
    ];
    let line = "mkdir -p d/bin && mv game.exe d/bin && mv readme d && quadrille extract d -o out && ls out";
    let (status, out, err) = run("searched", files, line);
    assert_eq!(
        (status, &*out, &*err),
        (
            0,
            "d/bin/game.exe at byte 2: !!ARBvp1.0: out/game-1.vp\n1 program\ngame-1.vp\n",
            ""
        )
    );
}

/// Names are bytes: what is written is named after what was read, to the byte.
#[test]
fn names_that_are_no_utf8() {
    let folder = folder("bytes");
    let d = folder.join(OsStr::from_bytes(b"gr\xf6\xdfe"));
    fs::create_dir(&d).expect("a folder of our own");
    fs::write(d.join(OsStr::from_bytes(b"\xe4.vp")), PROGRAM).expect("a file of our own");
    fs::write(d.join(OsStr::from_bytes(b"\xe4.shader_test")), SCENE).expect("a file of our own");
    let line = "quadrille check gr* && quadrille fmt --check gr* && quadrille stats gr* &&
                quadrille translate gr* --to glsl330 -o out && quadrille extract gr*/*.vp -o out &&
                quadrille run gr* -o out && quadrille compare --engines reference,reference gr*/*.shader_test";
    let output = shell(&folder, line);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    for name in [&b"\xe4.vert"[..], b"\xe4-1.vp", b"\xe4.png"] {
        let written = folder.join("out").join(OsStr::from_bytes(name));
        assert!(written.is_file(), "{}: {told}", written.display());
    }
}
