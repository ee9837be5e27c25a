//! The page in a browser, and the JavaScript package in node: built by a quick profile, then each tested by its own test in
//! `web/tests`. `QUADRILLE_WEB=built` tests what `cargo xtask web` has built instead.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use quadrille_tools_testkit::{Group, Tool, skip};

/// A browser of Debian's, by its package.
const CHROMIUM: &str = "chromium";
const FIREFOX: &str = "firefox-esr";

/// The variable that says what is tested.
const WHICH: &str = "QUADRILLE_WEB";

/// The profile that is built quickly.
const QUICK: &str = "wasm-test";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder")
        .to_path_buf()
}

/// Whether there is what builds the page.
fn can_build() -> bool {
    let [node, npm] = [Tool::NODE, Tool::NPM].map(Tool::is_here);
    if !node || !npm {
        return false;
    }
    // What the page is built of comes from there.
    let ping = Command::new("npm").args(["ping", "--fetch-retries=1"]).output();
    if !ping.is_ok_and(|output| output.status.success()) {
        skip(Group::Web, "npm's registry does not answer");
        return false;
    }
    let mut libraries = Command::new("rustc");
    libraries.args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
    let is_there = libraries.output().is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&folder).is_dir()
    });
    if !is_there {
        let missing =
            "the target wasm32-unknown-unknown is not installed (rustup target add wasm32-unknown-unknown)";
        skip(Group::Web, missing);
    }
    is_there
}

/// The folder in which the page and the package lie, built once.
static BUILT: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    if !can_build() {
        return None;
    }
    let built = root().join("target/web");
    if std::env::var(WHICH).as_deref() == Ok("built") {
        return Some(built);
    }
    let mut build = Command::new(env!("CARGO_BIN_EXE_xtask"));
    build.current_dir(root()).args(["web", "--profile", QUICK]);
    succeeds(build.output().expect("xtask runs"));
    Some(built.join(QUICK))
});

fn succeeds(output: Output) {
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
}

/// Runs a test of `web/tests`.
fn passes(script: &str, words: &[&Path]) {
    let mut node = Command::new("node");
    node.current_dir(root().join("target/web/build"))
        .arg(script)
        .args(words);
    succeeds(node.output().expect("node runs"));
}

/// Runs a test of the page in a browser, if that is there.
fn passes_in(browser: &str, script: &str) {
    let Some(built) = BUILT.as_deref() else { return };
    let executable = Path::new("/usr/bin").join(browser);
    if !executable.exists() {
        let missing = format!("{browser} is not installed; it is in Debian's {browser}");
        return skip(Group::Web, &missing);
    }
    let [page, pictures] = ["page", "walk"].map(|name| built.join(name));
    passes(script, &[&executable, &page, &pictures]);
}

#[test]
fn a_newcomer_walks_through_the_page() {
    passes_in(CHROMIUM, "tests/walk.mjs");
}

#[test]
fn the_page_works_in_firefox() {
    passes_in(FIREFOX, "tests/firefox.mjs");
}

#[test]
fn the_package_is_installed_and_used() {
    let Some(built) = BUILT.as_deref() else { return };
    let [package, user] = ["package", "user"].map(|name| built.join(name));
    passes("tests/package.mjs", &[&package, &user, &root().join("examples")]);
}
