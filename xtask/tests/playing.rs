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
    let Some(captured) = Captured::new(&folder, &program, &["options", "/dev/null"]) else {
        return skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL; it is in Debian's libegl-mesa0",
        );
    };
    assert!(
        captured.said.contains("8 draws of frame 1 in "),
        "{}",
        captured.said
    );
    // Behind the fourth draw the framebuffer is cleared for the second turn.
    for draw in [1, 2, 3, 5, 6, 7] {
        let [drawn, before] = captured.apart(draw, draw + 1);
        // Edges, of shapes and of texels, may lie a pixel apart.
        assert!(drawn <= 16, "draw {draw}: {drawn} pixels");
        assert!(before > 200, "draw {draw}: nothing was drawn");
    }
}

/// The same with geometry, tessellation and compute programs.
#[test]
fn a_captured_frame_of_other_stages_is_drawn_by_quadrille() {
    let folder = folder("playing-stages");
    let program = compiled("draws.c", &folder, &["-lEGL", "-lOpenGL"]);
    let captured = program.and_then(|program| Captured::new(&folder, &program, &["frame"]));
    let Some(captured) = captured else {
        return skip(
            Group::Drivers,
            "EGL has no surfaceless display of OpenGL, or no headers; they are in Debian's libegl-mesa0, libegl-dev, libopengl-dev",
        );
    };
    assert!(
        captured.said.contains("8 draws of frame 1 in "),
        "{}",
        captured.said
    );
    for draw in [1, 2, 3, 4, 5, 6] {
        let [drawn, before] = captured.apart(draw, if draw == 6 { 8 } else { draw + 1 });
        // Places of vertices that tessellators make lie within their steps, and so do edges.
        assert!(drawn <= 12, "draw {draw}: {drawn} pixels");
        assert!(before > 24, "draw {draw}: nothing was drawn");
    }
    // The words of the storage buffer are 1 to 8, of which three groups of two take six times 100 and 5 (`draws.c`).
    let scene = captured.scenes.join("frame-1-dispatch-0007.shader_test");
    let run = Command::new(&captured.quadrille)
        .arg("run")
        .arg(&scene)
        .current_dir(&captured.pictures)
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}{}", text(&run.stdout), text(&run.stderr));
    let bytes = std::fs::read(
        captured
            .pictures
            .join("frame-1-dispatch-0007-storage_2-drawn.bin"),
    );
    let bytes = bytes.expect("it was written");
    let words: Vec<u32> = bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_ne_bytes(*word))
        .collect();
    assert_eq!(words, [105, 205, 305, 405, 505, 605, 7, 8]);
}

/// A frame that was captured, and drawn again by `quadrille run`.
struct Captured {
    quadrille: PathBuf,
    scenes: PathBuf,
    pictures: PathBuf,
    said: String,
}

impl Captured {
    /// Of a program, unless it has no display.
    fn new(folder: &Path, program: &Path, arguments: &[&str]) -> Option<Captured> {
        let player = Player::new(folder);
        let [scenes, pictures] = ["scenes", "pictures"].map(|name| folder.join(name));
        let _ = std::fs::remove_dir_all(&scenes);
        let mut play = player.command(&["--capture", "1", "--capture-to"]);
        play.arg(&scenes).arg("--").arg(program).args(arguments);
        let drawn = play.output().expect("it runs");
        if drawn.status.code() == Some(3) {
            return None;
        }
        assert!(drawn.status.success(), "{drawn:?}");
        let mut run = Command::new(&player.quadrille);
        run.arg("run").arg("--output").arg(&pictures).arg(&scenes);
        let run = run.output().expect("it runs");
        assert!(run.status.success(), "{}{}", text(&run.stdout), text(&run.stderr));
        Some(Captured {
            quadrille: player.quadrille,
            scenes,
            pictures,
            said: text(&drawn.stderr),
        })
    }

    /// How many pixels of a draw, and of what was there before, are not as the next draw found them.
    fn apart(&self, draw: u32, next: u32) -> [usize; 2] {
        let before = |draw| picture(&self.scenes.join(format!("frame-1-draw-{draw:04}-before.png")));
        let wanted = before(next);
        let found = picture(&self.pictures.join(format!("frame-1-draw-{draw:04}.png")));
        [found, before(draw)].map(|one| {
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
        })
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
