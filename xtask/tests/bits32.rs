//! The vendor library for libglvnd with programs of 32 bits: what tests of 64 bits hold of calls, draws and pictures holds
//! of the same programs of C, built by `-m32`, too.

#[path = "driver/setup.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod setup;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quadrille_tools_testkit::{Group, Tool, skip};
use setup::{Server, apart, compiled, folder, pixels, quadrille};

const TARGET: &str = "i686-unknown-linux-gnu";

const PACKAGES: &str =
    "there is no compiler, EGL, or driver of OpenGL for 32 bits; TESTING.md names Debian's packages";

/// Whether Rust has the target, and C a compiler.
fn is_here() -> bool {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        skip(
            Group::Bits32,
            "programs of 32 bits are run beside Linux on x86-64",
        );
        return false;
    }
    let targets = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    let targets = targets.map_or(Vec::new(), |done| done.stdout);
    let has_target = String::from_utf8_lossy(&targets)
        .lines()
        .any(|line| line == TARGET);
    if !has_target {
        skip(
            Group::Bits32,
            "Rust has no target i686-unknown-linux-gnu (rustup target add)",
        );
    }
    has_target && Tool::CC.is_here()
}

/// The library of both widths, and the lines that a user sets.
struct Library {
    folder: PathBuf,
    lines: String,
}

impl Library {
    fn new(folder: &Path) -> Library {
        let folder = folder.join("installed");
        let mut install = Command::new(env!("CARGO_BIN_EXE_xtask"));
        install
            .args(["install", "--debug", "--with-32", "--driver"])
            .arg(&folder);
        let done = install.output().expect("xtask runs");
        assert!(done.status.success(), "{done:?}");
        let lines = String::from_utf8(done.stdout).expect("text");
        Library { folder, lines }
    }

    fn run(&self, program: &Path, force: &str) -> Output {
        let script = format!("{}QUADRILLE_FORCE={force} exec \"$0\"", self.lines);
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(program);
        shell.env_remove("QUADRILLE_DUMP").output().expect("a shell")
    }
}

/// source: the specifications that the programs name, sums by hand, and the driver of the machine
#[test]
fn calls_and_draws() {
    if !is_here() {
        return;
    }
    let folder = folder("bits32");
    let flags = ["-m32", "-lEGL", "-lOpenGL", "-ldl", "-lm", "-pthread"];
    let Some(engine) = compiled("engine.c", &folder, &flags) else {
        return skip(Group::Bits32, PACKAGES);
    };
    let alone = Command::new(engine).args(["arb", "/dev/null"]).output();
    if alone.is_ok_and(|done| done.status.code() == Some(3)) {
        return skip(Group::Bits32, PACKAGES);
    }
    let library = Library::new(&folder);
    for source in ["calls.c", "stages.c", "draws.c", "feedback.c"] {
        let program = compiled(source, &folder, &flags).expect("the other was compiled");
        for force in ["0", "1"] {
            let done = library.run(&program, force);
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(
                done.status.success() && said == "0 failures\n",
                "{source}, force {force}: {said}{done:?}"
            );
        }
    }
}

/// Draws with each family of programs both ways; whether there is a driver at all.
fn draws(name: &str, flags: &[&str], display: Option<&str>) -> bool {
    let folder = folder(name);
    let Some(program) = compiled("engine.c", &folder, flags) else {
        return false;
    };
    let native = folder.join("native.ppm");
    let display = display.map(|display| ("DISPLAY", display));
    let mut alone = Command::new(&program);
    alone.arg("arb").arg(&native).envs(display);
    let done = alone.output().expect("it runs");
    if done.status.code() == Some(3) {
        return false;
    }
    assert!(done.status.success(), "{done:?}");
    let wanted = pixels(&native);
    let (library, quadrille) = (Library::new(&folder).folder, quadrille());
    for (family, own) in [("arb", 4), ("options", 0), ("nvidia", 0)] {
        for switches in [&[][..], &["--force"]] {
            let picture = folder.join("drawn.ppm");
            let _ = std::fs::remove_file(&picture);
            let mut play = Command::new(&quadrille);
            play.arg("play").arg("--library").arg(&library).args(switches);
            play.arg("--").arg(&program).arg(family).arg(&picture);
            let done = play.envs(display).output().expect("it runs");
            assert!(done.status.success(), "{family} {switches:?}: {done:?}");
            let apart = apart(&wanted, &pixels(&picture));
            assert_eq!(apart, 0, "{family} {switches:?}: {}", picture.display());
            let native = if switches.is_empty() { own } else { 0 };
            let counted = format!(
                "4 programs: {native} native, {} translated, 0 refused",
                4 - native
            );
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(said.contains(&counted), "{family} {switches:?}: {said}");
        }
    }
    true
}

/// source: the driver of the machine, without the library
#[test]
fn an_engine_draws_through_egl() {
    if is_here() && !draws("bits32-egl", &["-m32", "-lEGL", "-lOpenGL", "-lm"], None) {
        skip(Group::Bits32, PACKAGES);
    }
}

/// source: the driver of the machine, without the library
#[test]
fn an_engine_draws_through_glx() {
    if !is_here() {
        return;
    }
    let Some((_server, display)) = Server::start() else {
        return skip(Group::Bits32, "there is no X server; Debian's is in xvfb");
    };
    let flags = ["-m32", "-DWITH_GLX", "-lGL", "-lX11", "-lm"];
    if !draws("bits32-glx", &flags, Some(&display)) {
        skip(Group::Bits32, PACKAGES);
    }
}
