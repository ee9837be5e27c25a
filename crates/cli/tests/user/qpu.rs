//! `quadrille qpu` as a programmer meets it who is not sure what a file holds.

use super::input::run;

/// source: docs/qpu-assembler.md: what is no QPU program is refused, with exit status 2.
#[test]
fn what_is_no_program_is_refused() {
    for (line, said) in [
        (
            "quadrille qpu dis /bin/ls",
            "are no QPU instructions; --force takes them as they are",
        ),
        (
            "quadrille qpu explain /bin/ls",
            "are no QPU instructions; --force takes them as they are",
        ),
        (
            "head -c 8001 /dev/zero > zeros && quadrille qpu dis zeros",
            "this has 1 bytes more",
        ),
        (
            "head -c 8000 /dev/zero > zeros && quadrille qpu dis zeros",
            "1000 of 1000 words are no QPU instructions",
        ),
    ] {
        let (status, out, err) = run("no-program", &[], line);
        assert_eq!((status, &*out), (2, ""), "{line}: {err}");
        assert!(err.contains(said), "{line}: {err}");
    }
    let (status, out, _) = run(
        "forced",
        &[],
        "head -c 80 /dev/zero > zeros && quadrille qpu dis --force zeros",
    );
    assert_eq!((status, out.lines().count()), (0, 10));
}

/// source: docs/qpu-check.md, rule 50 of the table: one row, one name.
#[test]
fn an_odd_branch_register_is_said_once() {
    let program: &[(&str, &[u8])] = &[("a.qasm", b"bra -, ra3\nnop\nnop\nnop\nthrend\nnop\nnop\n")];
    for command in ["check", "asm -o out"] {
        let (status, _, err) = run("odd", program, &format!("quadrille qpu {command} a.qasm"));
        assert_eq!(status, 0, "{err}");
        assert_eq!(err.matches("odd-branch-register").count(), 1, "{command}: {err}");
        assert_eq!(err.matches("warning[").count(), 1, "{command}: {err}");
    }
}
