//! Every `quadrille` command of the pages in `docs` runs as it is written, over files that stand for the reader's, and
//! where the page shows what it prints, it prints that.

use std::fs;
use std::path::Path;

use super::page::{blocks, folder, root, shell};

/// Pages whose commands other tests run: the porting guide by [`super::porting`], what drivers draw by the test of the
/// pictures, the server, which has no end, by [`super::serve`].
const ELSEWHERE: &[&str] = &["porting.md", "compare.md", "page.md"];

/// What makes the reader's files, a line a page; [`PROGRAMS`] are in every folder.
const FILES: &[(&str, &str)] = &[
    ("batches.md", "mkdir scenes && cp examples/lecture/* scenes && cp examples/torus.obj ."),
    ("check.md", "mkdir shaders scenes && cp light.vp shaders && cp examples/toon.shader_test scenes && cp examples/torus.obj ."),
    ("compute.md", "cp examples/compute/prefix-sum.shader_test scene.shader_test"),
    ("dialects.md", "cp light.vp dumped.vp"),
    ("games.md", "mkdir shaders && cp light.vp shaders"),
    ("driver.md", "mkdir pictures capture && cp examples/transparency.shader_test capture"),
    ("heat-maps.md", "cp examples/textures/bricks.png before.png && cp before.png after.png"),
    ("fmt.md", "mkdir shaders && cp light.vp shaders"),
    ("preprocess.md", "mkdir shaders && cp light.vp shaders"),
    ("stats.md", "mkdir shaders && cp light.vp shaders"),
    ("extract.md", "mkdir game && cp light.vp game; cp light.vp game.exe; cp light.vp trace.log; cp light.vp shaders.c; cp light.vp driver-cache.bin"),
    (
        "geforce3-lecture.md",
        "cp examples/geforce3/* . && printf 'Name,Value\\nc[96],\"1, 0, 0, 0\"\\n' > constants.csv &&
         (echo VTX,IDX,v0.x,v0.y,v0.z; seq 0 17 | sed 's/.*/&,&,1,2,3/') > mesh.csv &&
         printf '/* Slot 0: 0x00000000 0x0020001B 0x0836106C 0x2070F800 */\\n' > dump.glsl &&
         printf '/* Slot 1: 0x00000000 0x0020061B 0x0836106C 0x2070F819 */\\n' >> dump.glsl",
    ),
    (
        "geforce3.md",
        "cp examples/geforce3/* . && head -c 1200 /dev/zero > mesh.bin && printf 'Name,Value\\nc[96],\"1, 0, 0, 0\"\\n' > constants.csv &&
         (echo VTX,IDX,v0.x,v0.y,v0.z; seq 0 17 | sed 's/.*/&,&,1,2,3/') > mesh.csv",
    ),
    ("qpu-assembler.md", "cp examples/qpu/saxpy.qasm program.qasm && quadrille qpu asm program.qasm -f bin -o program.bin"),
    (
        "qpu-check.md",
        "cp examples/qpu/saxpy.qasm shader.qasm && quadrille qpu asm shader.qasm -f bin -o shader.bin &&
         quadrille qpu asm shader.qasm -o shader.hex && printf 'mov recip, ra1\\nmov r0, r4\\nthrend\\nnop\\nnop' > bad.qasm",
    ),
    ("qpu-emulator.md", "head -c 64 /dev/zero > numbers.bin"),
    ("scenes.md", "mkdir scenes && cp examples/lecture/* scenes && cp examples/toon.shader_test scene.shader_test && cp examples/torus.obj . && quadrille run scenes --golden golden --bless"),
    (
        "vc4-textures.md",
        "cp examples/textures/bricks.png . && for face in px nx py ny pz nz; do cp bricks.png $face.png; done",
    ),
    (
        "translate.md",
        "cp examples/vfp/rim.vfp light.vfp && mkdir progs && cp light.vp progs && cp light.vp flag.vp && cp light.vp loop.vp && cp light.vp sky.vp &&
         sed -n '/^!!/,/^END$/p' examples/bezier.shader_test > bezier.txt &&
         printf '{ \"lighting\": { \"lights\": [{}] } }' > lamp.json",
    ),
];

/// Programs that a page speaks of.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "light.vp",
        "!!ARBvp1.0\nPARAM rows[4] = { state.matrix.mvp };\nDP4 result.position.x, rows[0], vertex.position;\n\
         DP4 result.position.y, rows[1], vertex.position;\nDP4 result.position.z, rows[2], vertex.position;\n\
         DP4 result.position.w, rows[3], vertex.position;\nMUL result.color, vertex.color, program.local[0];\nEND\n",
    ),
    (
        "vote.vp",
        "!!NVvp5.0\nTEMP any;\nTGANY.F any.x, vertex.attrib[0];\nMOV result.position, any.x;\nEND\n",
    ),
    (
        "blur.fp",
        "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
    ),
    (
        "shrink.gp",
        "!!NVgp4.0\nPRIMITIVE_IN LINES;\nPRIMITIVE_OUT LINE_STRIP;\nVERTICES_OUT 2;\n\
         MUL result.position, vertex[0].position, 0.5;\nEMIT;\n\
         MUL result.position, vertex[1].position, 0.5;\nEMIT;\nEND\n",
    ),
];

/// Commands that are meant to find something, by how they begin, and their exit status.
const FINDING: &[(&str, i32)] = &[
    ("quadrille check --target fp light.vp", 1),
    ("quadrille fmt --check light.vp", 0),
    ("quadrille qpu check --threaded true shader.bin", 1),
    ("quadrille qpu check --fix better.qasm bad.qasm", 1),
    (
        "quadrille vc4 list check examples/vc4/triangle.list --zero 0x100000,65535",
        1,
    ),
];

/// The commands of a page, and what the page says that each prints.
fn commands(page: &str) -> Vec<(String, Option<String>)> {
    let mut commands = Vec::new();
    for (info, body) in blocks(page) {
        let body = body.replace("\\\n", "");
        match info {
            "sh" => {
                let lines = body.lines().filter(|line| line.starts_with("quadrille "));
                commands.extend(lines.map(|line| (line.to_owned(), None)));
            }
            "console" | "text" => {
                for part in body.split("$ quadrille ").skip(1) {
                    let (line, printed) = part.split_once('\n').unwrap_or((part, ""));
                    let printed = (!printed.trim().is_empty()).then(|| printed.to_owned());
                    commands.push((format!("quadrille {line}"), printed));
                }
            }
            _ => {}
        }
    }
    commands
}

fn prepare(page: &str) -> std::path::PathBuf {
    let folder = folder(&format!("docs-{page}"));
    for (name, text) in PROGRAMS {
        fs::write(folder.join(name), text).expect("a file of our own");
    }
    for (_, line) in FILES.iter().filter(|(name, _)| *name == page) {
        let made = shell(&folder, line);
        assert!(
            made.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&made.stderr)
        );
    }
    folder
}

/// A page's tables of claims: what the first column says, the commands of the second, and the code of the third, which
/// they print.
#[test]
fn claims_of_the_lecture_are_shown() {
    let page = fs::read_to_string(root().join("docs/geforce3-lecture.md")).expect("the page");
    let folder = prepare("geforce3-lecture.md");
    let mut claims = 0;
    for row in page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains("quadrille "))
    {
        // A pipe within a cell is written `\|`.
        let row = row.replace("\\|", "\0");
        let cells: Vec<String> = row.split('|').map(|cell| cell.replace('\0', "|")).collect();
        let code =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        let printed: String = code(&cells[2])
            .iter()
            .map(|line| {
                let output = shell(&folder, line);
                [output.stdout, output.stderr]
                    .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                    .concat()
            })
            .collect();
        // What the program text has is no output.
        for shown in code(&cells[3]).iter().filter(|shown| *shown != "{ 0 }") {
            assert!(printed.contains(shown), "{}: {shown}\n{printed}", cells[1]);
        }
        assert!(!printed.is_empty(), "{}", cells[1]);
        claims += 1;
    }
    assert!(claims > 14, "{claims} claims");
}

#[test]
fn commands_of_the_pages_run_as_written() {
    let mut ran = 0;
    let pages = fs::read_dir(root().join("docs")).expect("the folder");
    let mut pages: Vec<_> = pages.map(|entry| entry.expect("an entry").path()).collect();
    pages.sort();
    for path in pages {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.extension() != Some("md".as_ref()) || ELSEWHERE.contains(&&*name) {
            continue;
        }
        let commands = commands(&fs::read_to_string(&path).expect("the page"));
        if commands.is_empty() {
            continue;
        }
        let folder = prepare(&name);
        for (line, printed) in &commands {
            run(&folder, &format!("{name}: {line}"), line, printed.as_deref());
        }
        ran += commands.len();
    }
    assert!(ran > 50, "{ran} commands");
}

fn run(folder: &Path, place: &str, line: &str, printed: Option<&str>) {
    let output = shell(folder, line);
    let wanted = FINDING
        .iter()
        .find(|(begins, _)| line.starts_with(begins))
        .map_or(0, |(_, status)| *status);
    let (out, told) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(wanted), "{place}\n{out}{told}");
    let Some(printed) = printed else { return };
    let all = format!("{told}{out}");
    if !printed.contains("…\n") {
        assert!(out == printed || all == printed, "{place}\n{all}");
    }
    // An ellipsis stands for any lines.
    let mut rest = &*all;
    for part in printed.split("…\n") {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("{place}\n{all}\n{part}"));
        rest = &rest[at + part.len()..];
    }
}

/// source: docs/debugging of problems is by their place: line and column, counted from 1, in the file that was named
#[test]
fn what_is_wrong_has_its_place() {
    let scene =
        b"[require]\nGL >= 2.0\n[vertex program]\n!!ARBvp1.0\nMVO result.position, 0;\nEND\n[test]\nclear\n";
    let pair = b"!!ARBvp1.0\nMOV result.position, 0;\nEND\n!!ARBfp1.0\nMOV result.colour, 0;\nEND\n";
    let mesh = br#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "sub/b.bin", "byteLength": 12}]}"#;
    let drawn = b"[require]\nGL >= 2.0\n[test]\ndraw mesh m.gltf\n";
    let files: &[(&str, &[u8])] = &[
        ("a.shader_test", scene),
        ("pair.vfp", pair),
        ("m.gltf", mesh),
        ("m.shader_test", drawn),
        (
            "v.vp",
            b"!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV o[COL0], c[4];\nEND\n",
        ),
        ("file", b""),
    ];
    for (line, wanted) in [
        ("quadrille profile a.shader_test", " --> a.shader_test:5:1"),
        ("quadrille fmt --canonical pair.vfp", " --> pair.vfp:5:12"),
        (
            "quadrille fmt --canonical pair.vfp",
            "quadrille: pair.vfp: not formatted: the program from line 4 on is not accepted",
        ),
        (
            "quadrille run m.shader_test 2>&1 >/dev/null; quadrille run m.shader_test >&2",
            "m.gltf: it names `sub/b.bin`: there is no such file",
        ),
        (
            "quadrille eval v.vp --attrib normal=1",
            "the program does not read `vertex.normal`; it reads vertex.position, program.env[4]",
        ),
        (
            "quadrille translate v.vp --to glsl330 -o file/x.vert",
            "quadrille: file/x.vert: file: it is a file, where a folder would be",
        ),
        (
            "quadrille eval v.vp --program 2",
            "v.vp has 1 program (from line 1): --program N runs one, counted from 1",
        ),
    ] {
        let (status, out, err) = super::input::run("places", files, line);
        assert!(status != 0 && err.contains(wanted), "{line}: {out}{err}");
    }
    // The registers' own names, of which v[0] and v[OPOS] are one.
    for set in [
        "v[0]=1,2,3,4",
        "v[OPOS]=1,2,3,4",
        "attrib[0]=1,2,3,4",
        "position=1,2,3,4",
    ] {
        let line = format!("quadrille eval v.vp --attrib {set} --attrib 'c[4]=0.5'");
        let (status, out, err) = super::input::run("register-names", files, &line);
        assert_eq!((status, err.as_str()), (0, ""), "{set}");
        assert!(
            out.contains("1, 2, 3, 4") || out.contains("(1.0, 2.0, 3.0, 4.0)"),
            "{set}: {out}"
        );
    }
}
