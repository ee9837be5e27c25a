//! Registers that a program reads before it writes them.

use quadrille_vc4::machine::{FindingKind, Launch};

use super::{UNIFORMS, start};

/// The registers that are read before they are written, as findings name them.
fn early(text: &str) -> Vec<String> {
    let (_, outcome) = start(
        &format!("{text}\nnop ; nop ; thrend\nnop\nnop"),
        &[0; 8],
        |code| vec![Launch::new(code, UNIFORMS)],
    );
    let early = outcome
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::ReadBeforeWritten);
    early
        .map(|finding| {
            let text = finding.to_string();
            let (_, name) = text.split_once('(').unwrap();
            name.split(')').next().unwrap().to_owned()
        })
        .collect()
}

/// source: the manual gives registers no initial values; only W and Z of a fragment are set up.
#[test]
fn what_nothing_wrote_is_named_once() {
    assert_eq!(early("mov r1, r4"), ["r4"]);
    assert_eq!(early("add r0, ra3, rb7\nadd r0, ra3, rb7"), ["ra3", "rb7"]);
    assert_eq!(early("mov r2, 0\nadd r0, r1, r2\nadd r0, r1, r2"), ["r1"]);
    assert_eq!(early("fadd r0, r5, r5"), ["r5"]);
}

#[test]
fn what_was_written_is_not() {
    for text in [
        "mov r1, 5\nmov r0, r1",
        // A move of zero takes a register from itself.
        "xor r0, r0, r0\nsub r1, r1, r1\nadd r0, r0, r1",
        "mov t0s, unif\nldtmu0\nmov r0, r4",
        "mov recip, 1.0\nnop\nnop\nmov r0, r4",
        "mov r5rep, 3\nmov r0, r5",
        // What goes nowhere does not count.
        "mov -, ra1",
        // Some elements are enough.
        "mov.setf -, elem_num\nmov.ifz r1, 1\nmov r0, r1",
        "mov ra1, 1\nnop\nmov r0, ra1",
    ] {
        assert_eq!(early(text), [""; 0], "{text}");
    }
}

/// A long run of plain instructions is looked at as the instructions one by one are.
#[test]
fn runs_are_seen_through() {
    let chain = "mov r0, 1\n".to_owned() + &"add r1, r0, r0\nadd r0, r1, r0\n".repeat(20);
    assert_eq!(early(&chain), [""; 0]);
    assert_eq!(
        early(&format!("{chain}add r0, r0, r3\n{chain}add r0, r0, r3")),
        ["r3"]
    );
}
