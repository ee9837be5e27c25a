//! What shells and `man` know of the command line.

use super::page::{folder, shell};

#[test]
fn every_shell_has_its_completions() {
    let folder = folder("completions");
    for name in ["bash", "zsh", "fish", "powershell"] {
        let output = shell(&folder, &format!("quadrille completions {name}"));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && text.contains("golden"),
            "{name}: {text}"
        );
    }
    let checked = shell(
        &folder,
        "command -v bash >/dev/null || exit 0; quadrille completions bash | bash -n",
    );
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn every_command_has_its_page() {
    let folder = folder("manual-pages");
    let output = shell(&folder, "quadrille manual-pages man1 && cd man1 && ls");
    let names = String::from_utf8_lossy(&output.stdout);
    for name in [
        "quadrille.1",
        "quadrille-run.1",
        "quadrille-gf3-asm.1",
        "quadrille-vc4-list-check.1",
    ] {
        assert!(names.lines().any(|line| line == name), "{name}: {names}");
    }
    assert!(!names.contains("driver-process"), "{names}");
    let output = shell(
        &folder,
        "grep -c golden man1/quadrille-run.1; head -n 4 man1/quadrille-run.1",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(".TH"), "{text}");
}
