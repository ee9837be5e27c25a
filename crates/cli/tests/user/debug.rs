//! `quadrille debug` and `quadrille dap` as their users meet them. Expected values are worked out by hand, or come from
//! `quadrille run --pixel`, which knows no debugger.

use std::path::Path;
use std::process::Command;

use quadrille_tools_testkit::{Group, Tool, skip};

use super::input::run;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// 2 · (1, 2, 3, 1), and that plus (0.5, 0.25, 0, 1).
const SUM: &[u8] = b"!!ARBvp1.0\nTEMP a, b;\nMUL a, vertex.position, 2.0;\nADD b, a, vertex.color;\nMOV result.position, b;\nMOV result.color, a;\nEND\n";
const INPUTS: &str = "--attrib position=1,2,3,1 --attrib color=0.5,0.25,0,1";

#[test]
fn commands_come_by_option_or_standard_input() {
    let line =
        format!("quadrille debug sum.vp {INPUTS} --commands 'step; print a; assert a.y == 4; back; where'");
    let (status, by_option, err) = run("debug-option", &[("sum.vp", SUM)], &line);
    assert_eq!(status, 0, "{err}");
    assert!(by_option.contains("> print a\na = (2, 4, 6, 2)\n"), "{by_option}");
    assert!(
        by_option.ends_with("step 0, lane 0: sum.vp:3: MUL a, vertex.position, 2.0\n"),
        "{by_option}"
    );
    let line = format!(
        "printf 'step\\nprint a\\nassert a.y == 4\\nback\\nwhere\\n' | quadrille debug sum.vp {INPUTS}"
    );
    let (status, by_input, err) = run("debug-input", &[("sum.vp", SUM)], &line);
    assert_eq!((status, by_input), (0, by_option), "{err}");
    let line = "quadrille debug sum.vp --commands 'step; assert a.y == 4'";
    let (status, out, _) = run("debug-assert", &[("sum.vp", SUM)], line);
    assert_eq!(status, 1);
    assert!(out.contains("`a.y == 4` does not hold: a.y is 0"), "{out}");
}

#[test]
fn what_cannot_be_debugged_is_said() {
    for (line, status, said) in [
        ("quadrille debug missing.vp --commands q", 2, "missing.vp"),
        (
            "quadrille debug sum.vp --attrib nothing=1 --commands q",
            2,
            "nothing",
        ),
        ("quadrille debug sum.vp --what --commands q", 2, "--what"),
        (
            "quadrille debug sum.vp --commands 'fly'",
            1,
            "there is no command `fly`",
        ),
        ("quadrille debug bad.vp --commands q", 1, "nothing"),
        (
            "quadrille debug sum.vp --against ' ' --commands q",
            2,
            "names no file",
        ),
    ] {
        let files: &[(&str, &[u8])] = &[
            ("sum.vp", SUM),
            ("bad.vp", b"!!ARBvp1.0\nMOV result.position, nothing;\nEND\n"),
        ];
        let (found, out, err) = run("debug-wrong", files, line);
        assert_eq!(found, status, "{line}: {out}{err}");
        assert!(out.contains(said) || err.contains(said), "{line}: {out}{err}");
    }
}

/// source: the texture `rgbw` of docs/scenes.md: red and green below, blue and white above; an image by what the program
/// stores.
#[test]
fn textures_are_looked_at() {
    let scene = "[fragment program]\n!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n\
                 [test]\nclear\ntexture rgbw 0 (2, 2)\ndraw rect tex -1 -1 2 2 0 0 1 1\n";
    let commands = "texture; texture texture[0] at 0,0";
    let line = format!("quadrille debug rgbw.shader_test --pixel 1,1 --commands '{commands}'");
    let (status, out, err) = run("debug-textures", &[("rgbw.shader_test", scene.as_bytes())], &line);
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("texture[0]: 2D, RGBA8, 2 × 2 × 1\n"), "{out}");
    for texel in [
        "[0, 0] = (1, 0, 0, 1)",
        "[1, 0] = (0, 1, 0, 1)",
        "[0, 1] = (0, 0, 1, 1)",
        "[1, 1] = (1, 1, 1, 1)",
    ] {
        assert!(out.contains(texel), "{texel}: {out}");
    }
    for (command, said) in [
        ("texture texture[1]", "there is no texture `texture[1]`"),
        ("texture texture[0] level 1", "has no level 1"),
        ("texture texture[0] at 2,0", "has no texel [2, 0]"),
        ("texture texture[0] at 2", "a column and a row"),
        ("texture texture[0] from 2", "no command `texture from`"),
    ] {
        let line = format!("quadrille debug rgbw.shader_test --pixel 1,1 --commands '{command}'");
        let (status, out, _) = run("debug-textures", &[("rgbw.shader_test", scene.as_bytes())], &line);
        assert_eq!(status, 1, "{command}: {out}");
        assert!(out.contains(said), "{command}: {out}");
    }
    let store = "!!NVfp5.0\nIMAGE texels = image[0];\nTEMP at, value;\n\
                 MOV.S at, {1, 2, 0, 0};\nMOV.U value, {7, 0, 0, 0};\n\
                 STOREIM.U32 texels, value, at, 2D;\nMOV result.color, 1.0;\nEND\n";
    let commands = "end; texture image[0] at 1,2; goto 0; texture image[0] at 1,2";
    let line = format!("quadrille debug store.fp --commands '{commands}'");
    let (status, out, err) = run("debug-images", &[("store.fp", store.as_bytes())], &line);
    assert_eq!(status, 0, "{out}{err}");
    let texels: Vec<&str> = out.lines().filter(|line| line.starts_with("[1, 2] = ")).collect();
    assert_eq!(texels.len(), 2, "{out}");
    assert_eq!(texels[0], "[1, 2] = (7, 0, 0, 1)");
    assert_ne!(texels[1], texels[0], "{out}");
}

/// source: ARB_vertex_program 2.14.4.5.1: the position comes of the option, so that this is where it is said to be made.
#[test]
fn instructions_of_position_invariance_stand_at_their_option() {
    let program = b"!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n";
    let line = "quadrille debug fixed.vp --commands 'where; step; until 3; where'";
    let (status, out, err) = run("debug-invariant", &[("fixed.vp", program)], line);
    assert_eq!(status, 0, "{out}{err}");
    assert!(
        out.contains("step 0, lane 0: fixed.vp:2: ARB_position_invariant\n"),
        "{out}"
    );
    assert!(
        out.contains("step 4, lane 0: fixed.vp:3: MOV result.color, vertex.color\n"),
        "{out}"
    );
}

/// source: the same walk on the other machines: `trace` is the stall diagram in numbers.
#[test]
fn words_and_qpus_are_debugged_by_the_same_commands() {
    let line = format!(
        "quadrille debug {ROOT}/examples/geforce3/transform.vp --machine gf3 --attrib 0=1,2,3,1 --constant 0=1,0,0,0 --commands 'trace 4; last o[HPOS] any'"
    );
    let (status, out, err) = run("debug-gf3", &[], &line);
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("vertex 0"), "{out}");
    let line = format!(
        "head -c 64 /dev/zero > x; quadrille debug {ROOT}/examples/qpu/reduce.qasm --input x=x --zero out=64 \
         --uniforms '@x, @out' --commands 'watch out; continue; trace 3; threads'"
    );
    let (status, out, err) = run("debug-qpu", &[], &line);
    assert_eq!(status, 0, "{out}{err}");
    assert!(out.contains("watchpoint 1, out"), "{out}");
    assert!(out.contains("(waited "), "{out}");
}

/// The client that VS Code's own adapters are tested with.
#[test]
fn editors_debug_over_the_protocol() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dap");
    if !Tool::NODE.is_here() {
        return;
    }
    if !folder
        .join("node_modules/@vscode/debugadapter-testsupport")
        .is_dir()
    {
        return skip(
            Group::Debugger,
            "its client is not installed: npm ci --prefix crates/cli/tests/dap",
        );
    }
    let programs = tempfile::tempdir().expect("there is room");
    let run = Command::new("node")
        .arg(folder.join("client.js"))
        .arg(env!("CARGO_BIN_EXE_quadrille"))
        .arg(programs.path())
        .output()
        .expect("node runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    assert!(
        said.lines().filter(|line| line.starts_with("ok: ")).count() >= 10,
        "{said}"
    );
}

/// A terminal with a size, keys that come in, and a screen that is read.
#[test]
fn a_terminal_shows_the_program_and_takes_keys() {
    if !Tool::TMUX.is_here() {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join("sum.vp"), SUM).expect("it is written");
    let socket = folder.path().join("tmux");
    let tmux = |arguments: &[&str]| {
        let run = Command::new("tmux")
            .arg("-S")
            .arg(&socket)
            .args(arguments)
            .output()
            .expect("tmux runs");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let binary = env!("CARGO_BIN_EXE_quadrille");
    let command = format!("cd {} && {binary} debug sum.vp {INPUTS}", folder.path().display());
    tmux(&[
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-x",
        "100",
        "-y",
        "30",
        &command,
    ]);
    // A screen is there when it shows what is waited for; a machine under load takes its time.
    let waits = |wanted: &str| {
        let begin = std::time::Instant::now();
        loop {
            let screen = tmux(&["capture-pane", "-p"]);
            if screen.contains(wanted) {
                return screen;
            }
            assert!(begin.elapsed().as_secs() < 60, "{wanted} does not come: {screen}");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    };
    let screen = waits("step 0, lane 0");
    assert!(screen.contains("   3▶ MUL a, vertex.position, 2.0;"), "{screen}");
    tmux(&["send-keys", "Right"]);
    let screen = waits("step 1, lane 0");
    assert!(screen.contains("(2, 4, 6, 2)"), "{screen}");
    tmux(&["send-keys", "break 6", "Enter"]);
    waits("breakpoint 1 at sum.vp:6");
    tmux(&["send-keys", "F5"]);
    let screen = waits("step 3, lane 0");
    assert!(screen.contains("●   6▶ MOV result.color, a;"), "{screen}");
    tmux(&["send-keys", "Left"]);
    waits("step 2, lane 0");
    tmux(&["send-keys", "q", "Enter"]);
    let begin = std::time::Instant::now();
    while !tmux(&["list-sessions"]).is_empty() {
        assert!(begin.elapsed().as_secs() < 60, "it ends");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// A scene with every stage. The vertex data have corners by which each stage's inputs are known.
const STAGES: &str = "[vertex program]
!!NVvp5.0
MOV result.position, vertex.position;
ADD result.attrib[0], vertex.id.x, vertex.instance.x;
END
[tessellation control program]
!!NVtcp5.0
VERTICES_OUT 3;
ATTRIB place = vertex.in.position;
INT TEMP own;
MOV.S own.x, primitive.invocation.x;
MOV result.position, place[own.x];
MOV result.patch.tessouter[0], 2;
MOV result.patch.tessouter[1], 2;
MOV result.patch.tessouter[2], 2;
MOV result.patch.tessinner[0], 1;
END
[tessellation evaluation program]
!!NVtep5.0
TESS_MODE TRIANGLES;
TEMP p;
MUL p, vertex[0].position, vertex.tesscoord.x;
MAD p, vertex[1].position, vertex.tesscoord.y, p;
MAD result.position, vertex[2].position, vertex.tesscoord.z, p;
END
[geometry program]
!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
MOV.S result.attrib[0].x, primitive.id.x;
MOV result.position, vertex[0].position;
EMIT;
MOV result.position, vertex[1].position;
EMIT;
MOV result.position, vertex[2].position;
EMIT;
END
[compute program]
!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 4;
STORAGE out[] = { program.storage[0] };
TEMP at;
MUL.U at.x, invocation.globalid.x, 4;
STB.U32 invocation.localindex.x, out[at.x];
END
[vertex data]
position/0/float/3
-1 -1 0
 1 -1 0
-1  1 0
-1 -1 0.5
 1 -1 0.5
-1  1 0.5
[test]
patch parameter vertices 3
draw arrays PATCHES 0 3
draw arrays instanced PATCHES 0 6 2
buffer numbers size 32
bind storage 0 numbers
dispatch 2 1 1
";

/// source: docs/debugger.md, "Other stages of a scene"; the values are those of the scene above.
#[test]
fn every_stage_of_a_scene_is_gone_through() {
    let files: &[(&str, &[u8])] = &[("stages.shader_test", STAGES.as_bytes())];
    for (options, commands) in [
        // In the first draw there are three vertices, so the first run for number 4 is in the second.
        (
            "--vertex 4",
            "assert vertex.position.x == 1; assert vertex.position.z == 0.5; end; back; assert vertex.instance.x:u == 1",
        ),
        (
            "--vertex 4,1",
            "assert vertex.instance.x:u == 1; step; step; registers results",
        ),
        (
            "--vertex 1 --draw 2",
            "assert vertex.id.x:u == 1; invocation; assert vertex.instance.x:u == 1",
        ),
        (
            "--control 1,2",
            "step; assert own.x:u == 2; print thread; assert thread == 5",
        ),
        (
            "--evaluation 1,0",
            "assert vertex.tesscoord.x + vertex.tesscoord.y + vertex.tesscoord.z == 1",
        ),
        (
            "--geometry 1",
            "assert primitive.id.x:u == 1; watch result.position; continue; continue",
        ),
        (
            "--compute 1,3",
            "assert invocation.globalid.x:u == 7; step; assert at.x:u == 28; lanes at.x; step; assert storage[0][28]:u == 3; back; assert storage[0][28]:u == 0",
        ),
        (
            "--compute 1 --draw 3",
            "assert invocation.localindex.x:u == 0; end",
        ),
    ] {
        let line = format!("quadrille debug stages.shader_test {options} --commands '{commands}'");
        let (status, out, err) = run("debug-stages", files, &line);
        assert_eq!(status, 0, "{line}: {out}{err}");
    }
    for (options, status, said) in [
        (
            "--vertex 6",
            2,
            "no program ran for such an invocation: the scene passes",
        ),
        ("--vertex 0 --draw 3", 2, "no program ran for such an invocation"),
        ("--vertex 1 --geometry 1", 2, "cannot be used with"),
        ("--vertex 1 --pixel 1,1", 2, "cannot be used with"),
        (
            "--pixel 9999,9",
            2,
            "no fragment program ran for the pixel: it is outside of the framebuffer",
        ),
        ("--draw 1", 2, "required arguments were not provided"),
        ("--compute x", 2, "N or N,N"),
    ] {
        let line = format!("quadrille debug stages.shader_test {options} --commands info");
        let (found, out, err) = run("debug-stages", files, &line);
        assert_eq!(found, status, "{line}: {out}{err}");
        assert!(err.contains(said), "{line}: {out}{err}");
    }
}
