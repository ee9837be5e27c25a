//! Drivers that crash: a scene is lost, and no more.

use std::path::Path;
use std::process::{Command, Stdio};

use quadrille_tools_testkit::{Group, skip};
use serde_json::Value;

/// A scene with a fragment program.
fn scene(name: &str, program: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crash");
    std::fs::create_dir_all(&folder).expect("a folder for scenes");
    let text = format!(
        "[require]\nSIZE 16 16\n[fragment program]\n!!ARBfp1.0\n{program}\nEND\n[test]\n\
         clear color 0 0 0 0\nclear\ndraw rect -1 -1 2 2\n"
    );
    let path = folder.join(format!("{name}.shader_test"));
    std::fs::write(&path, text).expect("the scene is written");
    path.display().to_string()
}

fn quadrille(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (run.status.code(), text(run.stdout), text(run.stderr))
}

/// The OpenGL of Mesa 22 crashes of a fragment program that writes a depth and no colour, without a depth test.
#[test]
fn the_scenes_after_a_crash_are_drawn() {
    if let Err(error) = quadrille_opengl::Gl::open(1, 1) {
        skip(Group::Drivers, &error.to_string());
        return;
    }
    let scenes = [
        scene("1-before", "MOV result.color, 1;"),
        scene("2-depth", "MOV result.depth.z, 0.5;"),
        scene("3-after", "MOV result.color, {0, 1, 0, 1};"),
    ];
    let scenes = scenes.each_ref().map(String::as_str);
    let arguments = [&["compare", "--json", "--engines", "reference,gl"][..], &scenes].concat();
    let (status, said, told) = quadrille(&arguments);
    let rows: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let results = rows.iter().map(|row| row["result"].as_str().unwrap_or_default());
    let results: Vec<&str> = results.collect();
    let [before, of_depth, after] = results[..] else {
        panic!("{said}{told}")
    };
    assert_eq!([before, after], ["within"; 2], "{said}{told}");
    if of_depth != "failed" {
        skip(
            Group::Extras,
            "no driver crashes here: this one draws a depth without a colour",
        );
        return;
    }
    let reason = rows[1]["reason"].as_str().unwrap_or_default();
    assert!(reason.starts_with("driver crashed (signal "), "{reason}");
    assert_eq!(status, Some(1), "{told}");

    let arguments = [&["run", "--engine", "gl"][..], &scenes].concat();
    let (status, said, told) = quadrille(&arguments);
    let line = format!("{}: fail: {reason}", scenes[1]);
    assert!(said.lines().any(|other| other == line), "{said}{told}");
    assert!(said.ends_with("2 passed, 1 failed, 0 skipped\n"), "{said}{told}");
    assert_eq!(status, Some(1));
}

/// The process of a driver ends when nobody asks any more, and is no command for people.
#[test]
fn the_process_of_a_driver_ends_with_its_questions() {
    let (status, said, told) = quadrille(&["driver-process"]);
    assert_eq!((status, said, told), (Some(0), String::new(), String::new()));
    let (_, help, _) = quadrille(&["--help"]);
    assert!(!help.contains("driver-process"), "{help}");
}
