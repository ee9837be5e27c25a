//! For tests only: validators, drivers and compilers, which a machine need not have. A test that lacks one is skipped,
//! and the terminal says so; where [`REQUIRE`] asks for it, the test fails.

use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The environment variable with the groups that must be there, separated by commas: `validators,drivers,c`.
pub const REQUIRE: &str = "QUADRILLE_REQUIRE";

/// What is required together; the README says how each is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Compilers and validators of shaders.
    Validators,
    /// Vulkan and OpenGL.
    Drivers,
    /// Compilers of C and C++, and pkg-config.
    C,
    /// Python with jsonschema, numpy and pytest.
    Python,
    /// Node, npm, a browser, and Rust's target for WebAssembly.
    Web,
    /// Editors that speak to the language server, and pytest-lsp.
    Editors,
    /// A client of the Debug Adapter Protocol and a terminal, for the debugger.
    Debugger,
    /// A compiler for Windows, and Wine.
    Windows,
    /// A compiler, EGL and OpenGL for programs of 32 bits.
    Bits32,
    /// What makes a test stricter where a developer happens to have it.
    Extras,
}

/// Every group, with its name in [`REQUIRE`].
const GROUPS: [(Group, &str); 10] = [
    (Group::Validators, "validators"),
    (Group::Drivers, "drivers"),
    (Group::C, "c"),
    (Group::Python, "python"),
    (Group::Web, "web"),
    (Group::Editors, "editors"),
    (Group::Debugger, "debugger"),
    (Group::Windows, "windows"),
    (Group::Bits32, "bits32"),
    (Group::Extras, "extras"),
];

/// A program that tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name as a command.
    pub command: &'static str,
    group: Group,
    /// Where it comes from.
    from: &'static str,
}

impl Tool {
    /// The compiler of GLSL and GLSL ES of Khronos.
    pub const GLSLANG: Tool = Tool::new("glslangValidator", Group::Validators, "Debian's glslang-tools");
    /// The validator of SPIR-V of Khronos.
    pub const SPIRV_VAL: Tool = Tool::new("spirv-val", Group::Validators, "Debian's spirv-tools");
    /// The compiler of WGSL of Chromium.
    pub const TINT: Tool = Tool::new("tint", Group::Extras, "the sources of Dawn");
    /// A compiler of C.
    pub const CC: Tool = Tool::new("cc", Group::C, "Debian's gcc");
    /// A compiler of C++.
    pub const CXX: Tool = Tool::new("c++", Group::C, "Debian's g++");
    /// It tells how to link with a library.
    pub const PKG_CONFIG: Tool = Tool::new("pkg-config", Group::C, "Debian's pkg-config");
    /// It runs JavaScript.
    pub const NODE: Tool = Tool::new("node", Group::Web, "Debian's nodejs");
    /// It installs packages of JavaScript.
    pub const NPM: Tool = Tool::new("npm", Group::Web, "Debian's npm");
    /// The disassembler.
    pub const OBJDUMP: Tool = Tool::new("objdump", Group::C, "Debian's binutils");
    /// An editor.
    pub const NVIM: Tool = Tool::new("nvim", Group::Editors, "Debian's neovim");
    /// An editor.
    pub const EMACS: Tool = Tool::new("emacs", Group::Editors, "Debian's emacs-nox");
    /// It finds wrong uses of memory.
    pub const VALGRIND: Tool = Tool::new("valgrind", Group::Extras, "Debian's valgrind");
    /// It compares binary interfaces.
    pub const ABIDIFF: Tool = Tool::new("abidiff", Group::Extras, "Debian's abigail-tools");

    /// It has terminals whose screens can be read.
    pub const TMUX: Tool = Tool::new("tmux", Group::Debugger, "Debian's tmux");

    /// A compiler of C for Windows.
    pub const MINGW: Tool = Tool::new(
        "x86_64-w64-mingw32-gcc",
        Group::Windows,
        "Debian's gcc-mingw-w64-x86-64",
    );
    /// It runs programs of Windows.
    pub const WINE: Tool = Tool::new("wine", Group::Windows, "Debian's wine and wine64");

    /// It runs a command with a terminal for its output.
    pub const SCRIPT: Tool = Tool::new("script", Group::Extras, "Debian's bsdutils");

    const fn new(command: &'static str, group: Group, from: &'static str) -> Tool {
        Tool { command, group, from }
    }

    /// Whether it is installed; if not, the terminal says that the calling test skips what needs it.
    ///
    /// # Panics
    ///
    /// If it is required and not installed, or cannot be run.
    pub fn is_here(self) -> bool {
        let mut command = Command::new(self.command);
        let run = command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        match run.status() {
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                skip(
                    self.group,
                    &format!("{} is not installed; it is in {}", self.command, self.from),
                );
                false
            }
            Err(error) => panic!("{}: {error}", self.command),
        }
    }

    /// What it says when it is run with these arguments in a folder; nothing if it succeeds.
    ///
    /// # Panics
    ///
    /// If it cannot be run.
    pub fn complaint(self, folder: &Path, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> String {
        let run = Command::new(self.command)
            .current_dir(folder)
            .args(arguments)
            .output();
        let output = run.unwrap_or_else(|error| panic!("{}: {error}", self.command));
        match output.status.success() {
            true => String::new(),
            false => String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(),
        }
    }
}

/// Says on the terminal that the calling test skips what needs something, and what is missing.
///
/// # Panics
///
/// If the group is required.
pub fn skip(group: Group, missing: &str) {
    let required = std::env::var(REQUIRE).unwrap_or_default();
    match is_required(&required, group) {
        Ok(false) => {}
        Ok(true) => panic!("{missing}, and {REQUIRE} is {required}"),
        Err(unknown) => panic!("{unknown}"),
    }
    let thread = std::thread::current();
    let line = format!("skipped: {}: {missing}\n", thread.name().unwrap_or("a test"));
    // What the printing macros write of a test that passes is kept from the terminal.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// A name in a list that is no group's.
#[derive(PartialEq, Eq, Debug, thiserror::Error)]
#[error("{REQUIRE} has no group `{0}`")]
struct UnknownGroup(String);

/// Whether a list of names has a group.
fn is_required(list: &str, group: Group) -> Result<bool, UnknownGroup> {
    let mut found = false;
    for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let known = GROUPS.iter().find(|row| row.1 == name);
        let known = known.ok_or_else(|| UnknownGroup(name.to_owned()))?;
        found |= known.0 == group;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Group, UnknownGroup, is_required};

    #[test]
    fn groups_are_required_by_name() {
        assert_eq!(is_required("", Group::Drivers), Ok(false));
        assert_eq!(is_required("validators, drivers", Group::Drivers), Ok(true));
        assert_eq!(is_required("validators,drivers", Group::C), Ok(false));
        let unknown = UnknownGroup("valdators".to_owned());
        assert_eq!(is_required("drivers,valdators", Group::Drivers), Err(unknown));
    }
}
