//! `quadrille play`: a program that draws as engines do, by each family of programs, draws the same picture through the
//! library as plain ARB programs give on the driver alone; the summary tells what became of its programs, and the exit status and
//! signals are the program's.

#[path = "driver/setup.rs"]
mod setup;

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use quadrille::Picture;
use quadrille_tools_testkit::{Group, skip};
use setup::{Server, apart, compiled, folder, installed, pixels, quadrille};

/// The families of programs that `engine.c` has, and how many of its four programs the driver of the machine takes itself.
const FAMILIES: [(&str, usize); 3] = [("arb", 4), ("options", 0), ("nvidia", 0)];

struct Player {
    quadrille: PathBuf,
    library: PathBuf,
}

impl Player {
    fn new(folder: &Path) -> Player {
        Player {
            quadrille: quadrille(),
            library: installed(folder),
        }
    }

    fn command(&self, switches: &[&str]) -> Command {
        let mut command = Command::new(&self.quadrille);
        command
            .arg("play")
            .arg("--library")
            .arg(&self.library)
            .args(switches);
        command
    }

    fn play(&self, switches: &[&str], program: &[&str]) -> Output {
        let mut command = self.command(switches);
        command.arg("--").args(program).output().expect("it runs")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Draws with each family both ways; whether there is a driver at all.
fn draws(name: &str, flags: &[&str], display: Option<&str>) -> bool {
    let folder = folder(name);
    let Some(program) = compiled("engine.c", &folder, flags) else {
        return false;
    };
    let player = Player::new(&folder);
    // source: the driver of the machine, without the library
    let native = folder.join("native.ppm");
    let mut alone = Command::new(&program);
    alone
        .arg("arb")
        .arg(&native)
        .envs(display.map(|display| ("DISPLAY", display)));
    let done = alone.output().expect("it runs");
    if done.status.code() == Some(3) {
        return false;
    }
    assert!(done.status.success(), "{done:?}");
    let wanted = pixels(&native);
    let colors: std::collections::BTreeSet<[u8; 3]> = wanted.iter().copied().collect();
    assert!(colors.len() > 500, "{} colours", colors.len());
    for (family, own) in FAMILIES {
        for switches in [&[][..], &["--force"]] {
            let picture = folder.join(format!("{family}{}.ppm", switches.concat()));
            let _ = std::fs::remove_file(&picture);
            let mut command = player.command(switches);
            command.envs(display.map(|display| ("DISPLAY", display)));
            let done = command.arg("--").arg(&program).arg(family).arg(&picture).output();
            let done = done.expect("it runs");
            assert!(done.status.success(), "{family} {switches:?}: {done:?}");
            let apart = apart(&wanted, &pixels(&picture));
            assert!(
                apart == 0,
                "{family} {switches:?}: {apart} pixels, {}",
                picture.display()
            );
            let native = if switches.is_empty() { own } else { 0 };
            let counted = format!(
                "4 programs: {native} native, {} translated, 0 refused",
                4 - native
            );
            let said = text(&done.stderr);
            assert!(said.contains(&counted), "{family} {switches:?}: {said}");
        }
    }
    true
}

#[test]
fn an_engine_draws_through_egl() {
    if !draws("playing-egl", &["-lEGL", "-lOpenGL", "-lm"], None) {
        skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL, or no headers; they are in Debian's libegl-mesa0, libegl-dev, libopengl-dev",
        );
    }
}

/// A picture as the driver drew it, or Quadrille's own pipeline did from a scene.
fn picture(path: &Path) -> Picture {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Picture::from_png(&bytes).expect("a picture")
}

/// source: the driver of the machine: what it had drawn when the next draw came is what the scene of a draw gives on the
/// reference engine.
#[test]
fn a_captured_frame_is_drawn_by_quadrille() {
    let folder = folder("playing-capture");
    let Some(program) = compiled("engine.c", &folder, &["-lEGL", "-lOpenGL", "-lm"]) else {
        return skip(
            Group::Drivers,
            "EGL has no headers; they are in Debian's libegl-dev, libopengl-dev",
        );
    };
    let player = Player::new(&folder);
    let scenes = folder.join("scenes");
    let _ = std::fs::remove_dir_all(&scenes);
    let drawn = player
        .command(&["--capture", "1", "--capture-to"])
        .arg(&scenes)
        .arg("--")
        .arg(&program)
        .args(["options", "/dev/null"])
        .output()
        .expect("it runs");
    if drawn.status.code() == Some(3) {
        return skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL; it is in Debian's libegl-mesa0",
        );
    }
    let said = text(&drawn.stderr);
    assert!(said.contains("8 draws of frame 1 in "), "{said}");
    let pictures = folder.join("pictures");
    let run = Command::new(&player.quadrille)
        .arg("run")
        .arg("--output")
        .arg(&pictures)
        .arg(&scenes)
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}{}", text(&run.stdout), text(&run.stderr));
    // Behind the fourth draw the framebuffer is cleared for the second turn.
    for draw in [1, 2, 3, 5, 6, 7] {
        let found = picture(&pictures.join(format!("frame-1-draw-{draw:04}.png")));
        let wanted = picture(&scenes.join(format!("frame-1-draw-{:04}-before.png", draw + 1)));
        let before = picture(&scenes.join(format!("frame-1-draw-{draw:04}-before.png")));
        let apart = |one: &Picture| {
            let pixels = one
                .rgba
                .as_chunks::<4>()
                .0
                .iter()
                .zip(wanted.rgba.as_chunks::<4>().0);
            // `--output` leaves alpha out.
            let far =
                |(a, b): &(&[u8; 4], &[u8; 4])| a.iter().zip(*b).take(3).any(|(a, b)| a.abs_diff(*b) > 2);
            pixels.filter(far).count()
        };
        // Edges, of shapes and of texels, may lie a pixel apart.
        assert!(apart(&found) <= 16, "draw {draw}: {} pixels", apart(&found));
        assert!(apart(&before) > 200, "draw {draw}: nothing was drawn");
    }
}

#[test]
fn an_engine_draws_through_glx() {
    let Some((_server, display)) = Server::start() else {
        return skip(Group::Drivers, "there is no X server; Debian's is in xvfb");
    };
    if !draws(
        "playing-glx",
        &["-DWITH_GLX", "-lGL", "-lX11", "-lm"],
        Some(&display),
    ) {
        skip(
            Group::Drivers,
            "the X server has no GLX, or there are no headers; they are in Debian's libgl-dev and libx11-dev",
        );
    }
}

#[test]
fn the_exit_status_and_signals_are_the_programs() {
    if !cfg!(target_os = "linux") {
        return skip(Group::Drivers, "libglvnd is of Linux");
    }
    let player = Player::new(&folder("playing-status"));
    let status = |program: &[&str]| {
        let done = player.play(&[], program);
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let (code, out, said) = status(&["sh", "-c", "echo drawn; exit 7"]);
    assert_eq!((code, out.as_str()), (Some(7), "drawn\n"));
    assert!(
        said.starts_with("quadrille: no context of OpenGL was made"),
        "{said}"
    );
    // 128 and the number of the signal, as shells have it; the number of SIGSEGV is 11.
    assert_eq!(status(&["sh", "-c", "kill -SEGV $$"]).0, Some(139));
    // source: POSIX, Shell Command Language, "2.8.2 Exit Status for Commands"
    assert_eq!(status(&["/nowhere/at/all"]).0, Some(127));
    assert_eq!(status(&["/"]).0, Some(126));
    assert_eq!(text(&player.play(&["--quiet"], &["true"]).stderr), "");

    // A signal that is sent to it alone reaches the program, in whose place it ends.
    let mut command = player.command(&["--quiet"]);
    command
        .args([
            "sh",
            "-c",
            "trap 'echo told; exit 5' TERM; echo ready; while :; do sleep 0.05; done",
        ])
        .process_group(0)
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut out = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut out, &mut line).expect("text");
    assert_eq!(line, "ready\n");
    let told = Command::new("kill").arg(child.id().to_string()).status();
    assert!(told.expect("it runs").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(5));
    line.clear();
    std::io::BufRead::read_line(&mut out, &mut line).expect("text");
    assert_eq!(line, "told\n");
}

#[test]
fn a_missing_library_is_told() {
    let empty = folder("playing-empty");
    let done = Command::new(quadrille())
        .args(["play", "--library"])
        .arg(&empty)
        .arg("true")
        .output()
        .expect("it runs");
    assert_eq!(done.status.code(), Some(2));
    let said = text(&done.stderr);
    assert!(
        said.starts_with("quadrille: there is no vendor library in "),
        "{said}"
    );
}
