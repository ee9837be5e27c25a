//! The Python package, installed and tested by its own tests, and the commands of its page.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quadrille_tools_testkit::{Group, skip};

/// The interpreter of the system, for which distributions install modules.
const PYTHON: &str = "/usr/bin/python3";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder")
        .to_path_buf()
}

/// The package in a folder of modules; `None` where Python or a module of it is missing.
fn installed() -> Option<PathBuf> {
    let modules = Command::new(PYTHON).args(["-c", "import numpy, pytest"]).output();
    if !modules.is_ok_and(|output| output.status.success()) {
        skip(
            Group::Python,
            "Python, numpy or pytest is not installed; they are in Debian's python3, python3-numpy and python3-pytest",
        );
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    let mut install = Command::new(env!("CARGO_BIN_EXE_xtask"));
    install
        .current_dir(root())
        .args(["install", "--debug", "--python"])
        .arg(&folder);
    succeeds(install.output().expect("xtask runs"));
    Some(folder)
}

fn succeeds(output: Output) {
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
}

#[test]
fn the_package_passes_its_tests() {
    let Some(folder) = installed() else { return };
    let mut pytest = Command::new(PYTHON);
    pytest
        .current_dir(root())
        .args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--doctest-modules",
        ])
        .arg("crates/python/tests")
        .arg(folder.join("quadrille_gpu"))
        // It wants pyarrow, which Debian does not have; its own tests are among those above, and skip without it.
        .arg(format!(
            "--ignore={}",
            folder.join("quadrille_gpu/farm").display()
        ))
        .args(["--doctest-glob=python.md", "docs/python.md"])
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    succeeds(pytest.output().expect("Python runs"));
}
