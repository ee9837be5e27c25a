//! The vendor library for libglvnd translates what the driver of the machine refuses, or with a switch everything: what a
//! program of C draws with it, through EGL and GLX, is what the driver alone draws with plain ARB programs that mean the same.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use quadrille_tools_testkit::{Group, Tool, skip};

const PLAIN_VERTEX: &str = "\
!!ARBvp1.0
# Takes a matrix of the state, one that GLSL has no name for, and a parameter.
PARAM mvp[4] = { state.matrix.mvp };
PARAM add = program.env[3];
PARAM moved = state.matrix.program[1].row[1];
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
MUL result.color, vertex.color, add;
MAD result.texcoord[0], moved.y, vertex.texcoord[0], moved.w;
END
";

const PLAIN_FRAGMENT: &str = "\
!!ARBfp1.0
PARAM tint = program.local[1];
TEMP t, s;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t, t, tint, fragment.color;
SUB s, t, 0.5;
CMP result.color, s.x, t.zyxw, t;
END
";

/// The same with condition codes and a branch, which Mesa does not take.
const BRANCHING: &str = "\
!!ARBfp1.0
OPTION NV_fragment_program2;
PARAM tint = program.local[1];
TEMP t, s;
TEX t, fragment.texcoord[0], texture[0], 2D;
MAD t, t, tint, fragment.color;
SUBC s, t, 0.5;
MOV result.color, t;
IF LT.x;
MOV result.color, t.zyxw;
ENDIF;
END
";

/// The same through LoadProgramNV.
const OF_NVIDIA: &str = "\
!!FP1.0
TEX R0, f[TEX0], TEX0, 2D;
MADR R0, R0, p[1], f[COL0];
SUBRC R1, R0, 0.5;
MOVR o[COLR], R0;
MOVR o[COLR](LT.x), R0.zyxw;
END
";

/// What is drawn through the library has to equal this, but for the last place of 8 bits.
fn is_near(one: &str, other: &str) -> bool {
    let bytes = |text: &str| -> Vec<u8> {
        let digits = text.as_bytes().chunks(2);
        digits
            .filter_map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok())
            .collect()
    };
    let (one, other) = (bytes(one), bytes(other));
    one.len() == 16 * 16 * 4
        && other.len() == one.len()
        && one.iter().zip(&other).all(|(a, b)| a.abs_diff(*b) <= 1)
}

/// What a program of C said.
#[derive(Debug)]
struct Said {
    lines: Vec<String>,
}

impl Said {
    fn pixels(&self) -> &str {
        let mut lines = self.lines.iter();
        lines
            .find_map(|line| line.strip_prefix("pixels "))
            .unwrap_or_default()
    }

    fn loads(&self) -> Vec<&str> {
        let lines = self.lines.iter().map(String::as_str);
        lines.filter(|line| line.starts_with("load ")).collect()
    }
}

struct Drawer {
    program: PathBuf,
    folder: PathBuf,
    installed: String,
    display: Option<String>,
}

impl Drawer {
    /// Draws with two programs, by the driver alone or with these settings of the library.
    fn draw(&self, vertex: &str, fragment: &str, settings: Option<&str>) -> Option<Said> {
        let [first, second] = [("a.vp", vertex), ("a.fp", fragment)].map(|(name, text)| {
            let file = self.folder.join(name);
            std::fs::write(&file, text).expect("it is written");
            file
        });
        let script = match settings {
            Some(settings) => format!("{}{settings} exec \"$@\"", self.installed),
            None => "exec \"$@\"".to_owned(),
        };
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script, "sh"])
            .arg(&self.program)
            .args([first, second]);
        shell.env_remove("QUADRILLE_FORCE").env_remove("QUADRILLE_DUMP");
        if let Some(display) = &self.display {
            shell.env("DISPLAY", display);
        }
        let done = shell.output().expect("a shell");
        if done.status.code() == Some(3) {
            return None;
        }
        assert!(done.status.success(), "{done:?}");
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let lines = text.lines().map(str::to_owned).collect();
        Some(Said { lines })
    }

    /// Draws everything both ways.
    fn check(&self) -> bool {
        // source: the driver of the machine, without the library
        let Some(native) = self.draw(PLAIN_VERTEX, PLAIN_FRAGMENT, None) else {
            return false;
        };
        let wanted = native.pixels();
        let colors: std::collections::BTreeSet<&[u8]> = wanted.as_bytes().chunks(8).collect();
        assert!(colors.len() > 8, "{native:?}");
        let fine = [
            "load 5: error 0, position -1, string -",
            "load 6: error 0, position -1, string -",
        ];
        assert_eq!(native.loads(), fine);
        let dump = self.folder.join("dump");
        for fragment in [PLAIN_FRAGMENT, BRANCHING, OF_NVIDIA] {
            for force in [0, 1] {
                let _ = std::fs::remove_dir_all(&dump);
                let settings = format!("QUADRILLE_FORCE={force} QUADRILLE_DUMP='{}'", dump.display());
                let said = self
                    .draw(PLAIN_VERTEX, fragment, Some(&settings))
                    .expect("it opened before");
                assert_eq!(said.loads(), fine, "{fragment}");
                assert!(
                    is_near(wanted, said.pixels()),
                    "{force} {fragment}\n{native:?}\n{said:?}"
                );
                for line in ["bound 6, text the same", "drawn: error 0, used 0", "NV"] {
                    assert!(said.lines.iter().any(|one| one == line), "{line}: {said:?}");
                }
                let wanted = match (force, fragment == PLAIN_FRAGMENT) {
                    (0, true) => None,
                    (0, false) => Some("linked-1.frag"),
                    _ => Some("linked-1-2.frag"),
                };
                let written = std::fs::read_dir(&dump).expect("it was made").count();
                assert_eq!(written == 0, wanted.is_none(), "{force} {fragment}");
                assert!(
                    wanted.is_none_or(|name| dump.join(name).is_file()),
                    "{force} {fragment}"
                );
            }
        }
        // source: ARB_fragment_program, "INVALID_OPERATION is generated … PROGRAM_ERROR_POSITION_ARB is the byte offset"
        let broken = "!!ARBfp1.0\nOPTION NV_fragment_program2;\nMOW result.color, 1;\nEND\n";
        for force in ["QUADRILLE_FORCE=0", "QUADRILLE_FORCE=1"] {
            let said = self
                .draw(PLAIN_VERTEX, broken, Some(force))
                .expect("it opened before");
            let wanted = "load 6: error 0x502, position 40, string line 3, column 1: error: ";
            assert!(said.loads()[1].starts_with(wanted), "{said:?}");
        }
        true
    }
}

/// The library, installed below a folder, and the lines that a user sets.
fn installed(folder: &Path) -> String {
    let install = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["install", "--debug", "--driver"])
        .arg(folder.join("installed"))
        .output()
        .expect("xtask runs");
    assert!(
        install.status.success(),
        "{}",
        String::from_utf8_lossy(&install.stderr)
    );
    String::from_utf8(install.stdout).expect("text")
}

/// A folder of our own and in it a program of C, from a file beside this one.
fn compiled(name: &str, source: &str, flags: &[&str]) -> Option<(PathBuf, PathBuf)> {
    if !cfg!(target_os = "linux") || !Tool::CC.is_here() {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("translating")
        .join(name);
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let program = folder.join("program");
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/driver")
        .join(source);
    let mut cc = Command::new("cc");
    cc.arg(source).arg("-o").arg(&program).args(flags);
    let is_compiled = cc.output().expect("a compiler").status.success();
    is_compiled.then_some((folder, program))
}

/// A program that draws.
fn drawer(name: &str, flags: &[&str]) -> Option<Drawer> {
    let (folder, program) = compiled(name, "draw.c", flags)?;
    Some(Drawer {
        program,
        installed: installed(&folder),
        folder,
        display: None,
    })
}

/// What a machine needs for programs of C through libEGL.
const EGL: &str = "EGL has no surfaceless display of OpenGL, or no headers; they are in Debian's libegl-mesa0, libegl-dev, \
                   libopengl-dev";

#[test]
fn through_egl() {
    let drawn = drawer("egl", &["-lEGL", "-lOpenGL"]).is_some_and(|drawer| drawer.check());
    if !drawn {
        skip(Group::Drivers, EGL);
    }
}

#[test]
fn calls_of_nvidia() {
    let Some((folder, program)) = compiled("calls", "calls.c", &["-lEGL", "-lOpenGL", "-ldl", "-pthread"])
    else {
        return skip(Group::Drivers, EGL);
    };
    let installed = installed(&folder);
    for force in [0, 1] {
        let script = format!("{installed}QUADRILLE_FORCE={force} exec '{}'", program.display());
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).env_remove("QUADRILLE_DUMP");
        let done = shell.output().expect("a shell");
        if done.status.code() == Some(3) {
            return skip(Group::Drivers, EGL);
        }
        // source: the specifications that the program names, and sums by hand
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(
            done.status.success() && said == "0 failures\n",
            "{force}: {said}{done:?}"
        );
    }
}

/// What a program of C about other stages says through the library; nothing where it cannot run.
fn said(name: &str) -> Option<String> {
    let source = format!("{name}.c");
    let (folder, program) = compiled(name, &source, &["-lEGL", "-lOpenGL", "-pthread"])?;
    let script = format!("{}exec '{}'", installed(&folder), program.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env_remove("QUADRILLE_DUMP");
    let done = shell.output().expect("a shell");
    (done.status.code() != Some(3)).then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn programs_of_other_stages() {
    // source: the specifications that the program names, and sums by hand
    match said("stages") {
        Some(said) => assert_eq!(said, "0 failures\n"),
        None => skip(Group::Drivers, EGL),
    }
}

#[test]
fn transform_feedback() {
    // source: the specifications that the program names, and sums by hand
    match said("feedback") {
        Some(said) => assert_eq!(said, "0 failures\n"),
        None => skip(Group::Drivers, EGL),
    }
}

#[test]
fn every_way_to_draw_and_to_dispatch() {
    // source: the driver of the machine, by shaders of the application that do the same; sums by hand
    match said("draws") {
        Some(said) => assert_eq!(said, "0 failures\n"),
        None => skip(Group::Drivers, EGL),
    }
}

/// An X server without a screen, while it lives.
struct Server(Child);

impl Server {
    fn start() -> Option<(Server, String)> {
        let mut command = Command::new("Xvfb");
        command.args([
            "-displayfd",
            "1",
            "-noreset",
            "-screen",
            "0",
            "64x64x24",
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

#[test]
fn through_glx() {
    let Some((_server, display)) = Server::start() else {
        return skip(Group::Drivers, "there is no X server; Debian's is in xvfb");
    };
    let drawer = drawer("glx", &["-DWITH_GLX", "-lGL", "-lX11"]);
    let drawer = drawer.map(|drawer| Drawer {
        display: Some(display),
        ..drawer
    });
    if !drawer.is_some_and(|drawer| drawer.check()) {
        skip(
            Group::Drivers,
            "the X server has no GLX, or there are no headers; they are in Debian's libgl-dev and libx11-dev",
        );
    }
}
