//! The opengl32.dll for Windows, under Wine: a program that draws as engines do, by each family of programs, draws the same
//! picture with the library beside it as plain ARB programs give without.

#[path = "driver/setup.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod setup;

use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_tools_testkit::{Group, Tool, skip};
use setup::{Server, apart, folder, pixels, succeeds};

const TARGET: &str = "x86_64-pc-windows-gnu";

/// Programs of Windows in a prefix of Wine's own.
struct Wine {
    prefix: PathBuf,
    display: String,
    _server: Server,
}

impl Wine {
    fn new(folder: &Path) -> Option<Wine> {
        let (server, display) = Server::start()?;
        Some(Wine {
            prefix: folder.join("prefix"),
            display,
            _server: server,
        })
    }

    /// A program with its arguments; libraries beside it go before those of Wine.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new("wine");
        command
            .arg(program)
            .env("WINEPREFIX", &self.prefix)
            .env("WINEDEBUG", "-all")
            .env("WINEARCH", "win64")
            .env("WINEDLLOVERRIDES", "opengl32=n,b;mscoree,mshtml=")
            .env("DISPLAY", &self.display);
        command
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        // Its server goes on for a while otherwise.
        let _ = Command::new("wineserver")
            .arg("-k")
            .env("WINEPREFIX", &self.prefix)
            .output();
    }
}

/// A file's name as Wine has it.
fn named(path: &Path) -> String {
    format!("Z:{}", path.display())
}

fn is_here() -> bool {
    if !cfg!(target_os = "linux") {
        skip(Group::Windows, "Wine is of Linux here");
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
            Group::Windows,
            "Rust has no target x86_64-pc-windows-gnu (rustup target add)",
        );
    }
    has_target && Tool::MINGW.is_here() && Tool::WINE.is_here()
}

/// Compiles a file of C for Windows.
fn compiled(source: &str, to: &Path, flags: &[&str]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/driver")
        .join(source);
    let mut gcc = Command::new(Tool::MINGW.command);
    succeeds(gcc.arg(source).arg("-o").arg(to).args(flags));
}

/// source: the driver of the machine as Wine hands it to programs, without the library
#[test]
fn an_engine_draws_on_windows() {
    if !is_here() {
        return;
    }
    let folder = folder("windows");
    let (alone, beside) = (folder.join("alone"), folder.join("beside"));
    for folder in [&alone, &beside] {
        std::fs::create_dir_all(folder).expect("a folder of our own");
    }
    let mut install = Command::new(env!("CARGO_BIN_EXE_xtask"));
    succeeds(install.args(["install", "--debug", "--windows"]).arg(&beside));
    let program = alone.join("engine.exe");
    compiled("engine.c", &program, &["-lopengl32", "-lgdi32", "-luser32"]);
    let own = beside.join("engine.exe");
    std::fs::copy(&program, &own).expect("a copy");
    // Debian's Wine is too old to have it.
    let random = beside.join("bcryptprimitives.dll");
    compiled("bcryptprimitives.c", &random, &["-shared", "-ladvapi32"]);
    let Some(wine) = Wine::new(&folder) else {
        return skip(Group::Windows, "there is no Xvfb; it is in Debian's xvfb");
    };

    let native = folder.join("native.ppm");
    let done = wine.command(&program).arg("arb").arg(named(&native)).output();
    let done = done.expect("it runs");
    if done.status.code() == Some(3) {
        return skip(
            Group::Windows,
            "Wine has no OpenGL here; its driver is in Debian's libgl1-mesa-dri",
        );
    }
    assert!(done.status.success(), "{done:?}");
    let wanted = pixels(&native);
    for family in ["arb", "options", "nvidia"] {
        for force in ["0", "1"] {
            let (picture, journal) = (folder.join("drawn.ppm"), folder.join("journal"));
            let _ = std::fs::remove_file(&picture);
            std::fs::write(&journal, "").expect("a file of our own");
            let mut command = wine.command(&own);
            command
                .arg(family)
                .arg(named(&picture))
                .env("QUADRILLE_FORCE", force)
                .env("QUADRILLE_JOURNAL", named(&journal));
            let done = command.output().expect("it runs");
            assert!(done.status.success(), "{family}, force {force}: {done:?}");
            let apart = apart(&wanted, &pixels(&picture));
            assert_eq!(apart, 0, "{family}, force {force}: {}", picture.display());
            // Plain ARB programs are the driver's where nothing forces them.
            let events = std::fs::read_to_string(&journal).expect("it was there");
            let translated = events.matches("translated").count();
            let wanted = if family == "arb" && force == "0" { 0 } else { 4 };
            assert_eq!(translated, wanted, "{family}, force {force}: {events}");
        }
    }
}
