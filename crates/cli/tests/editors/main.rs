//! The language server with the editors that people have: `pytest-lsp` speaks as several of them, Neovim and Emacs are
//! themselves. What they find wrong is theirs to say; here they are started.

use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_tools_testkit::{Group, Tool, skip};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository")
}

/// Runs an editor's test in a folder of its own, and fails with what it says.
fn run(name: &str, command: &mut Command) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("editors-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let output = command
        .current_dir(&folder)
        .env("HOME", &folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("QUADRILLE", env!("CARGO_BIN_EXE_quadrille"))
        .env("QUADRILLE_ROOT", root())
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let said = [output.stdout, output.stderr].concat();
    assert!(
        output.status.success(),
        "{name}:\n{}",
        String::from_utf8_lossy(&said)
    );
}

fn script(name: &str) -> PathBuf {
    root().join("crates/cli/tests/editors").join(name)
}

#[test]
fn pytest_lsp() {
    // Its packages stand in an environment of their own, which `.ci/tools` makes.
    let python = root().join("target/editors/bin/python");
    if !python.exists() {
        skip(
            Group::Editors,
            "target/editors is not there; the README's section on tests makes it",
        );
        return;
    }
    run(
        "pytest",
        Command::new(python)
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .arg(script("test_protocol.py")),
    );
}

#[test]
fn neovim() {
    if !Tool::NVIM.is_here() {
        return;
    }
    run(
        "nvim",
        Command::new(Tool::NVIM.command)
            .args(["--headless", "-n", "-u", "NONE", "--cmd"])
            .arg(format!(
                "set runtimepath+={}",
                root().join("editors/nvim").display()
            ))
            .args(["--cmd", "runtime plugin/quadrille.lua", "-c"])
            .arg(format!("luafile {}", script("neovim.lua").display())),
    );
}

/// The grammar reads every program of the examples and the query fits it, in Neovim's own tree-sitter.
#[test]
fn tree_sitter() {
    if !Tool::NVIM.is_here() || !Tool::CC.is_here() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let parser = folder.join("quadrille.so");
    let source = root().join("editors/tree-sitter-quadrille/src");
    let complaint = Tool::CC.complaint(
        &source,
        ["-shared", "-fPIC", "-O0", "-std=c11", "-I.", "parser.c", "-o"]
            .map(std::ffi::OsString::from)
            .into_iter()
            .chain([parser.clone().into_os_string()]),
    );
    assert_eq!(complaint, "");
    run(
        "tree-sitter",
        Command::new(Tool::NVIM.command)
            .env("QUADRILLE_PARSER", &parser)
            .args(["--headless", "-n", "-u", "NONE", "--cmd"])
            .arg(format!(
                "set runtimepath+={}",
                root().join("editors/nvim").display()
            ))
            .arg("-c")
            .arg(format!("luafile {}", script("tree_sitter.lua").display())),
    );
}

/// source: sums by hand; how dap-mode asks is its own.
#[test]
fn dap_mode() {
    if !Tool::EMACS.is_here() {
        return;
    }
    let has_client = Command::new(Tool::EMACS.command)
        .args([
            "--batch",
            "-q",
            "--eval",
            "(progn (package-initialize) (require 'dap-mode))",
        ])
        .output()
        .is_ok_and(|run| run.status.success());
    if !has_client {
        return skip(Group::Editors, "Emacs has no dap-mode: elpa-dap-mode");
    }
    run(
        "dap-mode",
        Command::new(Tool::EMACS.command)
            .args(["--batch", "-q", "-l"])
            .arg(root().join("editors/emacs/quadrille.el"))
            .arg("-l")
            .arg(script("dap-mode.el")),
    );
}

#[test]
fn eglot() {
    if !Tool::EMACS.is_here() {
        return;
    }
    run(
        "emacs",
        Command::new(Tool::EMACS.command)
            .args(["--batch", "-q", "-l"])
            .arg(root().join("editors/emacs/quadrille.el"))
            .arg("-l")
            .arg(script("eglot.el")),
    );
}
