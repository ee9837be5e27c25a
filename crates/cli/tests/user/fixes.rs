//! `check --fix`: files with the fixes that leave nothing open, and the advice of `check`.

use super::input::run;

const HABITS: &str = "!!ARBvp1.0\n/* where */\nMOV result.position, vertex.attrib(0);\nEND\n";

#[test]
fn files_are_fixed_in_their_place() {
    let line = "quadrille check --fix a.vp && cat a.vp && quadrille check --fix a.vp";
    let (status, out, err) = run("fixes", &[("a.vp", HABITS.as_bytes())], line);
    assert_eq!(status, 0, "{out}{err}");
    assert_eq!(
        out,
        "a.vp: accepted, !!ARBvp1.0 1 instruction\n\
         !!ARBvp1.0\n# where\nMOV result.position, vertex.attrib[0];\nEND\n\
         a.vp: accepted, !!ARBvp1.0 1 instruction\n"
    );
    assert_eq!(err, "quadrille: a.vp: 2 problems fixed\n");
}

/// The programs of a scene are in its sections, and what else is in the file stays.
#[test]
fn programs_of_scenes_are_fixed_in_their_sections() {
    let scene = "[require]\nGL >= 1.3\n[vertex program]\n!!ARBvp1.0\n// where\nMOV result.position, vertex.attrib(0);\nEND\n\
                 [fragment program]\n!!ARBfp1.0\nMOV result.color, fragment.texcoord0;\nEND\n[test]\nclear # // as it is\n";
    let line = "quadrille check -q --fix a.shader_test && cat a.shader_test";
    let (status, out, err) = run("scenes-fixed", &[("a.shader_test", scene.as_bytes())], line);
    let mended = scene
        .replacen("// where", "# where", 1)
        .replace("attrib(0)", "attrib[0]")
        .replace("texcoord0", "texcoord[0]");
    assert_eq!((status, &*out, &*err), (0, &*mended, ""));
}

/// Comments of the older scenes stand in programs too.
#[test]
fn programs_of_older_scenes_are_fixed_around_their_comments() {
    let scene = "; by hand\n!!ARBvp1.0\n  ; where\n// here\nMOV result.position, vertex.attrib(0);\n# as it is\n; /* of\n\
                 MOV result.color, vertex.attrib(3);\nEND\n!!test\n; // as it is\nprobe 0 0 0 0\n";
    let line = "quadrille check -q --fix a.vpfp && cat a.vpfp";
    let (status, out, err) = run("older-scenes-fixed", &[("a.vpfp", scene.as_bytes())], line);
    let mended = scene
        .replacen("// here", "# here", 1)
        .replace("attrib(0)", "attrib[0]")
        .replace("attrib(3)", "attrib[3]");
    assert_eq!((status, &*out, &*err), (0, &*mended, ""));
}

/// What is not known is left to the reader, and bytes of comments are kept.
#[test]
fn what_is_open_stays() {
    let open = b"!!ARBvp1.0\n# gr\xf6\xdfe\nMOV result.position, vertex.positon; // x\nEND\n";
    let (status, _, err) = run(
        "open",
        &[("a.vp", open)],
        "quadrille check -q --fix a.vp; cat a.vp | grep -c '# x'",
    );
    assert_eq!((status, &*err), (0, ""));
    let (status, out, _) = run(
        "bytes-kept",
        &[("a.vp", open)],
        "quadrille check -q --fix a.vp >/dev/null; od -An -tx1 a.vp | tr -d ' \\n'",
    );
    assert_eq!(status, 0);
    assert!(out.contains("6772f6df65"), "{out}");
}

/// UTF-16 as editors of Windows write it.
#[test]
fn two_bytes_become_one() {
    let program = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";
    let units = program.encode_utf16().flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
    let (status, out, _) = run("two-bytes", &[("a.vp", &bytes)], "quadrille check a.vp");
    assert_eq!((status, out.matches("error[").count()), (1, 1), "{out}");
    assert!(out.contains("error[two-byte-text]"), "{out}");
    let (status, out, _) = run(
        "two-bytes-fixed",
        &[("a.vp", &bytes)],
        "quadrille check -q --fix a.vp; cat a.vp",
    );
    assert_eq!((status, &*out), (0, program));
}

#[test]
fn advice_does_not_reject() {
    let text = b"!!ARBvp1.0\nTEMP a, b;\nADD result.color, vertex.color, a;\nEND\n";
    let (status, out, _) = run("advice", &[("a.vp", text)], "quadrille check a.vp");
    assert_eq!(status, 0, "{out}");
    for rule in ["no-position", "unset-temporary", "unused-name"] {
        assert!(out.contains(&format!("warning[{rule}]")), "{rule}: {out}");
    }
    let (status, out, _) = run("no-advice", &[("a.vp", text)], "quadrille check --no-advice a.vp");
    assert_eq!((status, &*out), (0, "a.vp: accepted, !!ARBvp1.0 1 instruction\n"));
}

/// Standard input and pipes can be read once, and are not written over.
#[test]
fn what_is_no_file_is_judged_and_not_fixed() {
    for line in [
        "quadrille check --fix - <a.vp",
        "mkfifo b.vp; cat a.vp >b.vp & quadrille check --fix b.vp",
    ] {
        let name = if line.contains("mkfifo") {
            "pipe-fixed"
        } else {
            "input-fixed"
        };
        let (status, out, err) = run(name, &[("a.vp", HABITS.as_bytes())], line);
        assert_eq!(status, 1, "{out}{err}");
        assert!(out.contains("error[c-comment]"), "{out}");
        assert!(
            err.contains("2 problems not fixed: it is no file of its own"),
            "{err}"
        );
        let good = HABITS.replace("/* where */", "# where").replace("(0)", "[0]");
        let (status, out, err) = run(name, &[("a.vp", good.as_bytes())], &format!("rm -f b.vp; {line}"));
        assert_eq!((status, &*err), (0, ""), "{out}");
        assert!(out.contains(": accepted, !!ARBvp1.0 1 instruction"), "{out}");
    }
}
