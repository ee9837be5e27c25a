//! Archives on the command line: what is in them is read as from folders, and what means harm is told by its name.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::input::{PROGRAM, run};

/// A program with a mistake in its third line.
const BROKEN: &str = "!!ARBfp1.0\nTEMP a;\nMOV a, b;\nMOV result.color, a;\nEND\n";

fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .expect("memory takes all");
        archive.write_all(bytes).expect("memory takes all");
    }
    archive.finish().expect("memory takes all").into_inner()
}

#[test]
fn programs_in_archives_are_found() {
    let inner = packed(&[("in.fp", BROKEN.as_bytes())]);
    let executable = [b"MZ\0", PROGRAM.as_bytes(), b"\0\0"].concat();
    let pack = packed(&[
        ("textures/a.tga", b"\0\0\x02"),
        ("glprogs/Light.VP", PROGRAM.as_bytes()),
        ("glprogs\\shade.prog", PROGRAM.as_bytes()),
        ("inner.pk3", &inner),
        ("game.dll", &executable),
    ]);
    let line = "mkdir d && mv pack.pk4 a.vp d && quadrille check d";
    let files: &[(&str, &[u8])] = &[("pack.pk4", &pack), ("a.vp", PROGRAM.as_bytes())];
    let (status, out, err) = run("in-archives", files, line);
    assert_eq!((status, &*err), (1, "quadrille: d: 1 file passed over\n"));
    let places: Vec<&str> = out.lines().filter(|line| line.contains("ed, ")).collect();
    assert_eq!(
        places,
        [
            "d/a.vp: accepted, !!ARBvp1.0 1 instruction",
            "d/pack.pk4/glprogs/Light.VP: accepted, !!ARBvp1.0 1 instruction",
            "d/pack.pk4/glprogs/shade.prog: accepted, !!ARBvp1.0 1 instruction",
            "d/pack.pk4/inner.pk3/in.fp: rejected, 1 error",
            "d/pack.pk4/game.dll@3.vp: accepted, !!ARBvp1.0 1 instruction",
            "5 files, 5 programs: 4 accepted, 1 rejected",
        ]
    );
    assert!(out.contains("d/pack.pk4/inner.pk3/in.fp:3:8"), "{out}");
    let (status, out, err) = run("quiet", files, "quadrille check -q -j 2 a.vp pack.pk4 | grep ed,");
    assert_eq!(
        (status, &*out, &*err),
        (0, "pack.pk4/inner.pk3/in.fp: rejected, 1 error\n", "")
    );
}

/// Outputs lie as the programs lie in the archive, and none is written over another whose name differs in case only.
#[test]
fn shaders_of_an_archive() {
    let names = ["a/Light.vp", "a/light.vp", "b.vp"];
    let pack = packed(&names.map(|name| (name, PROGRAM.as_bytes())));
    let line = "quadrille translate --to glsl330 -o out pack.zip && cd out && find . -type f | sort";
    let (status, out, err) = run("shaders-of-archives", &[("pack.zip", &pack)], line);
    assert_eq!(status, 0, "{err}");
    assert_eq!(out, "./a/Light.vert\n./a/light.1.vert\n./b.vert\n");
}

/// What cannot be read is told, and the rest is judged; it is a failure all the same.
#[test]
fn entries_that_mean_harm() {
    let pack = packed(&[
        ("../evil.vp", PROGRAM.as_bytes()),
        ("good.vp", PROGRAM.as_bytes()),
    ]);
    let line = "quadrille check pack.zip; quadrille translate --to glsl330 -o out pack.zip; ls . out";
    let (_, out, err) = run("harm", &[("pack.zip", &pack)], line);
    assert!(
        err.contains("quadrille: pack.zip/../evil.vp: its name leads out of the archive\n"),
        "{err}"
    );
    assert!(out.contains("pack.zip/good.vp: accepted"), "{out}");
    assert!(out.contains("good.vert") && !out.contains("evil.vert"), "{out}");
    let (status, _, _) = run("harm-status", &[("pack.zip", &pack)], "quadrille check pack.zip");
    assert_eq!(status, 2);
    let line = "quadrille check --archive-limit entries=1 pack.zip";
    let (status, _, err) = run("entries", &[("pack.zip", &pack)], line);
    assert_eq!(status, 2);
    assert!(
        err.contains("pack.zip: the archive has more than 1 entries"),
        "{err}"
    );
    let line = "quadrille check --archive-limit size=1 pack.zip";
    let (status, _, err) = run("no-limit", &[("pack.zip", &pack)], line);
    assert_eq!(status, 2);
    assert!(
        err.contains("no limit of archives named `size`; there are entries, entry, total"),
        "{err}"
    );
}

#[test]
fn archives_without_programs_and_broken_ones() {
    let none = packed(&[("a.txt", b"Nothing.")]);
    let broken = &packed(&[("a.vp", PROGRAM.as_bytes())])[..40];
    let files: &[(&str, &[u8])] = &[
        ("none.zip", &none),
        ("broken.zip", broken),
        ("a.vp", PROGRAM.as_bytes()),
    ];
    let (status, out, err) = run("no-programs", files, "quadrille check none.zip a.vp broken.zip");
    assert_eq!(
        (status, out.lines().next()),
        (2, Some("a.vp: accepted, !!ARBvp1.0 1 instruction"))
    );
    assert!(
        err.starts_with("quadrille: none.zip: no program in this file\nquadrille: broken.zip: it is broken"),
        "{err}"
    );
}

/// `extract` looks into archives too.
#[test]
fn programs_are_taken_out_of_archives() {
    let executable = [b"MZ\0", PROGRAM.as_bytes(), b"\0\0"].concat();
    let pack = packed(&[("bin/game.exe", &executable)]);
    let (status, out, _) = run(
        "taken-out",
        &[("pack.zip", &pack)],
        "quadrille extract pack.zip -o out",
    );
    assert_eq!(
        (status, &*out),
        (
            0,
            "pack.zip/bin/game.exe at byte 3: !!ARBvp1.0: out/game-1.vp\n1 program\n"
        )
    );
}

/// source: by hand: one source with two programs, and one program
#[test]
fn programs_of_one_source_are_in_one_file() {
    let literal = PROGRAM.replace('\n', "\\n");
    let source = format!("f(\"{literal}\");\ng(\"{literal}\");\n");
    let files: &[(&str, &[u8])] = &[("a.c", source.as_bytes()), ("b.vp", PROGRAM.as_bytes())];
    let (status, out, err) = run("one-source", files, "quadrille check a.c b.vp | tail -1");
    assert_eq!(
        (status, &*out, &*err),
        (0, "2 files, 3 programs: 3 accepted, 0 rejected\n", "")
    );
}
