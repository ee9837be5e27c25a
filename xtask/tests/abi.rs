//! `cargo xtask abi` finds what breaks programs that were compiled with an older header, and nothing else.

use std::path::{Path, PathBuf};
use std::process::Command;

use quadrille_tools_testkit::{Group, Tool, skip};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a folder")
        .to_path_buf()
}

#[test]
fn changes_of_the_interface_are_found() {
    if !Tool::ABIDIFF.is_here() || !Tool::CC.is_here() {
        return;
    }
    let path = "crates/capi/include/quadrille.h";
    let mut git = Command::new("git");
    let committed = git
        .current_dir(root())
        .args(["show", &format!("HEAD:{path}")])
        .output();
    let Some(committed) = committed.ok().filter(|output| output.status.success()) else {
        return skip(Group::Extras, "this is no clone of the repository");
    };
    let header = String::from_utf8(committed.stdout).expect("it is text");
    let verdict = |changed: &str| {
        let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("abi.h");
        std::fs::write(&own, changed).expect("a file of our own");
        let mut abi = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = abi
            .args(["abi", "--against", "HEAD", "--header"])
            .arg(&own)
            .output();
        let output = output.expect("xtask runs");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let with = |from: &str, to: &str| {
        assert!(header.contains(from), "{from}");
        verdict(&header.replace(from, to))
    };
    assert_eq!(verdict(&header), (true, String::new()));
    // A function more is no change for who does not call it.
    let last = "const char *quadrille_version(void);";
    assert_eq!(
        with(last, &format!("{last}\nint quadrille_more(void);")),
        (true, String::new())
    );
    let breaks = [
        // A function less.
        (last, "", "quadrille_version"),
        // Another number of an enum.
        (
            "QUADRILLE_STATUS_STOPPED = 4",
            "QUADRILLE_STATUS_STOPPED = 6",
            "QUADRILLE_STATUS_STOPPED",
        ),
        // A member that is wider, and one that comes before others.
        (
            "  size_t finding_count;",
            "  uint32_t finding_count;",
            "finding_count",
        ),
        (
            "  uint64_t clocks;",
            "  uint32_t more;\n  uint64_t clocks;",
            "more",
        ),
        // Another type of a parameter.
        (
            "const uint64_t *words,",
            "const uint32_t *words,",
            "quadrille_qpu_from_words",
        ),
    ];
    for (from, to, told) in breaks {
        let (same, said) = with(from, to);
        assert!(!same && said.contains(told), "{from} -> {to}: {said}");
    }
}
