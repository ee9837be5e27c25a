//! What a run may take, and what it says and answers when that is not enough.

use quadrille_tools_testkit::{Group, skip};

use super::input::run;

/// Endless on every engine of the library.
const ENDLESS: &[u8] =
    b"!!NVvp4.0\nTEMP t;\nMOV.CC t, 0;\nREP;\nBRK (GT.x);\nENDREP;\nMOV result.position, t;\nEND\n";

const LOOP: &[u8] = b":again\nbrr -, :again\nnop\nnop\nnop\n";

/// source: docs/scenes.md, docs/eval.md: a run that is stopped is exit status 1, in every command
#[test]
fn a_spent_budget_is_one_exit_status() {
    let scene = "[require]\nSIZE 64 64\n[vertex program]\n";
    let drawn = "[test]\ndraw rect -1 -1 2 2\n";
    let endless = [scene.as_bytes(), ENDLESS, drawn.as_bytes()].concat();
    let plain = format!("[require]\nSIZE 64 64\n[test]\nclear\n{}", &drawn[7..]);
    let files: &[(&str, &[u8])] = &[
        ("endless.vp", ENDLESS),
        ("loop.qasm", LOOP),
        ("endless.shader_test", &endless),
        ("plain.shader_test", plain.as_bytes()),
    ];
    for (line, said) in [
        ("quadrille eval endless.vp --budget 1000 2>&1", "endless.vp:5: "),
        (
            "quadrille eval endless.vp --budget 1000 --trace 2>&1",
            "endless.vp:5: ",
        ),
        (
            "quadrille qpu run loop.qasm --budget 1000 2>&1",
            "budget of instructions",
        ),
        ("quadrille run endless.shader_test", "program-stopped"),
        ("quadrille run --budget 100 plain.shader_test", "budget-spent"),
        ("quadrille run --memory 10K plain.shader_test", "of memory"),
        ("quadrille run --time-limit 0 plain.shader_test", "the time is up"),
        (
            "quadrille run --memory 10K --json plain.shader_test",
            "\"budget-spent\"",
        ),
        (
            "quadrille compare --engines reference,gf3 --budget 100 plain.shader_test",
            "more work than",
        ),
    ] {
        let (status, out, error) = run("budgets", files, line);
        assert!(
            status == 1 && out.contains(said),
            "{line}: {status}\n{out}{error}"
        );
    }
    let (status, out, _) = run(
        "budgets",
        files,
        "quadrille run --memory 1g --time-limit 60 plain.shader_test",
    );
    assert_eq!(status, 0, "{out}");
    let (status, ..) = run("budgets", files, "quadrille run --memory much plain.shader_test");
    assert_eq!(status, 2);
}

/// source: docs/eval.md: 1 to 1024 invocations; NV_shader_thread_group 8.3 of quads that are not whole
#[test]
fn any_number_of_lanes() {
    let quads = b"!!NVfp5.0\nOPTION NV_shader_thread_group;\nQSWZ0 result.color, fragment.color, fragment.color;\nEND\n";
    let files: &[(&str, &[u8])] = &[("quads.fp", quads)];
    let (status, out, _) = run(
        "lanes",
        files,
        "quadrille eval quads.fp --lanes 5 --attrib color=1,1,1,1",
    );
    assert!(
        status == 0 && out.contains("lane 4\nresult.color = 0, 0, 0, 0"),
        "{out}"
    );
    for (arguments, said) in [
        ("--lanes 0", "0 invocations"),
        ("--lanes 10000", "10000 invocations"),
        ("--lanes 1024 --attrib color@1500=1", "lane 1500"),
        ("--group 33", "33 threads"),
        ("--subroutine 5=1", "subroutine parameter 5"),
    ] {
        let (status, _, error) = run("lanes", files, &format!("quadrille eval quads.fp {arguments}"));
        assert!(
            status == 2 && error.contains(said),
            "{arguments}: {status} {error}"
        );
    }
}

/// source: docs/scenes.md: what is handed to a driver counts towards the budget before it is handed over
#[test]
fn a_driver_is_asked_for_no_more_than_a_scene_may_take() {
    if let Err(error) = quadrille_opengl::Gl::open(1, 1) {
        skip(Group::Drivers, &error.to_string());
        return;
    }
    let texture = b"[test]\ntexture rgbw 0 (16384,16384) GL_RGBA32F\n";
    let instances = b"[test]\ndraw instanced rect 4294967295 -1 -1 2 2\n";
    let plain = b"[require]\nSIZE 64 64\n[test]\nclear color 0 1 0 1\nclear\nprobe all rgba 0 1 0 1\n";
    let files: &[(&str, &[u8])] = &[
        ("texture.shader_test", texture),
        ("instances.shader_test", instances),
        ("plain.shader_test", plain),
    ];
    for (line, said) in [
        ("texture.shader_test", "4096 MiB of memory"),
        ("instances.shader_test", "more work than"),
        ("--memory 10K plain.shader_test", "of memory"),
        ("--budget 9000 plain.shader_test", "more work than"),
    ] {
        let (status, out, error) = run(
            "driver-budgets",
            files,
            &format!("quadrille run --engine gl {line}"),
        );
        assert!(
            status == 1 && out.contains("budget-spent") && out.contains(said),
            "{line}: {status}\n{out}{error}"
        );
    }
    let (status, out, error) = run(
        "driver-budgets",
        files,
        "quadrille run --engine gl plain.shader_test",
    );
    assert_eq!(status, 0, "{out}{error}");
}
