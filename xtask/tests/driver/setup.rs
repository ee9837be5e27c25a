//! What tests of the vendor library share: the library, programs of C, and an X server.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use quadrille_tools_testkit::Tool;

/// A folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    folder
}

/// The library, installed below a folder.
pub(crate) fn installed(folder: &Path) -> PathBuf {
    let at = folder.join("installed");
    let mut install = Command::new(env!("CARGO_BIN_EXE_xtask"));
    install.args(["install", "--debug", "--driver"]).arg(&at);
    succeeds(&mut install);
    at
}

/// The command line, built as the tests are.
pub(crate) fn quadrille() -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--workspace", "--bin", "quadrille"]);
    succeeds(&mut build);
    Path::new(env!("CARGO_BIN_EXE_xtask")).with_file_name("quadrille")
}

pub(crate) fn succeeds(command: &mut Command) {
    let done = command.output().expect("it runs");
    assert!(
        done.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// A program of C from a file of this folder; nothing where there is no compiler, or no headers.
pub(crate) fn compiled(source: &str, to: &Path, flags: &[&str]) -> Option<PathBuf> {
    if !cfg!(target_os = "linux") || !Tool::CC.is_here() {
        return None;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/driver")
        .join(source);
    let program = to.join(source.file_stem()?);
    let mut cc = Command::new("cc");
    cc.arg(source).arg("-o").arg(&program).args(flags);
    let done = cc.output().expect("a compiler");
    done.status.success().then_some(program)
}

/// The pixels of a picture of 128×128 that `engine.c` writes.
pub(crate) fn pixels(path: &Path) -> Vec<[u8; 3]> {
    let bytes = std::fs::read(path).expect("it was written");
    let body = bytes.strip_prefix(b"P6\n128 128\n255\n").expect("a picture");
    assert_eq!(body.len(), 128 * 128 * 3);
    body.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect()
}

/// How many pixels of two pictures lie more than a step of 255 apart.
pub(crate) fn apart(wanted: &[[u8; 3]], found: &[[u8; 3]]) -> usize {
    let near = |(one, other): &(&[u8; 3], &[u8; 3])| one.iter().zip(*other).all(|(a, b)| a.abs_diff(*b) <= 1);
    wanted.iter().zip(found).filter(|pair| !near(pair)).count()
}

/// An X server without a screen, while it lives.
pub(crate) struct Server(Child);

impl Server {
    /// It, and its display.
    pub(crate) fn start() -> Option<(Server, String)> {
        let mut command = Command::new("Xvfb");
        command.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "320x240x24",
            "+extension",
            "GLX",
        ]);
        let started = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut server = Server(started.ok()?);
        let mut line = String::new();
        let output = server.0.stdout.take()?;
        std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).ok()?;
        Some((server, format!(":{}", line.trim())))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
