//! What the checker changes in a program so that it breaks a rule no more, as words and as text.

use quadrille_vc4::asm::{NoIncludes, assemble};
use quadrille_vc4::hazard::{self, Program, Remedy, apply, check};

/// What reads a register too early changes places with the next instruction where neither takes or changes what the
/// other gives; elsewhere an idle one comes between.
/// source: guide, summary of instruction restrictions: a register cannot be read in the instruction after that which
/// writes it. Which of two may go first is worked out by hand.
#[test]
fn what_does_not_depend_on_each_other_changes_places() {
    let remedy = |second: &str, third: &str| {
        let text = format!("mov ra0, r0\n{second}\n{third}\nnop\nthrend\nnop\nnop\n");
        let assembly = assemble("text", &text, &Default::default(), &mut NoIncludes);
        assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
        let report = check(&Program::of_assembly(&assembly, 0), &hazard::Options::default());
        let breach = report.breaches.iter().find(|breach| breach.word == 1);
        breach.and_then(|breach| breach.remedy)
    };
    for (second, third) in [
        ("mov r1, ra0", "mov r2, r3"),
        ("mov r1, ra0", "mov ra1, rb1"),
        ("mov rb1, ra0", "mov rb2, ra3"),
        ("mov rb1, ra0", "mov ra1, rb3"),
        ("add r1, ra0, rb1", "add rb2, ra3, r2"),
        ("mov.setf r1, ra0", "mov r2, r3"),
        ("add r1, ra0, r2", "add r3, r2, rb2"),
    ] {
        assert_eq!(
            remedy(second, third),
            Some(Remedy::Swap { first: 1 }),
            "{second}; {third}"
        );
    }
    for (second, third) in [
        // What the second gives, the third takes, or gives too.
        ("mov r1, ra0", "mov r2, r1"),
        ("mov r1, ra0", "mov r1, r2"),
        ("mov rb1, ra0", "mov r2, rb1"),
        ("mov rb1, ra0", "mov rb1, r2"),
        ("mov.setf r1, ra0", "mov.ifz r2, r3"),
        ("mov.setf r1, ra0", "mov.setf r2, r3"),
        // What the third gives, the second takes.
        ("add r1, ra0, r2", "mov r2, r3"),
        ("add r1, ra0, rb1", "mov rb1, r2"),
        ("mov.ifz r1, ra0", "mov.setf r2, r3"),
        // The third would read the register too early.
        ("mov r1, ra0", "mov r2, ra0"),
    ] {
        let idle = Remedy::Nops { before: 1, count: 1 };
        assert_eq!(remedy(second, third), Some(idle), "{second}; {third}");
    }
}

/// What a fix puts on a line of its own stands where the instruction under it does, labels and tabs included.
#[test]
fn fixes_keep_the_indentation() {
    let fixes = |text: &str| {
        let assembly = assemble("text", text, &Default::default(), &mut NoIncludes);
        let program = Program::of_assembly(&assembly, 0);
        let diagnostics = check(&program, &hazard::Options::default()).diagnostics(&program);
        let fixes = diagnostics.into_iter().filter_map(|diagnostic| diagnostic.fix);
        fixes
            .map(|fix| (fix.span.start, fix.replacement))
            .collect::<Vec<_>>()
    };
    for (text, at, replacement) in [
        ("mov ra0, r0\nmov r1, ra0\n", 12, "nop\n"),
        ("  mov ra0, r0\n  mov r1, ra0\n", 16, "nop\n  "),
        ("\tmov ra0, r0\n\tmov r1, ra0 # why\n", 14, "nop\n\t"),
        ("mov ra0, r0\nl: mov r1, ra0\n", 15, "nop\n   "),
        ("  mov recip, r0\n  mov r1, r4\n", 18, "nop\n  nop\n  "),
    ] {
        assert_eq!(fixes(text), [(at, replacement.to_owned())], "{text}");
    }
    assert_eq!(fixes(".rep i, 2\n  mov ra0, ra0\n.endr\n"), []);
    // Line ends are those of the text.
    let windows = "\tmov ra0, r0\r\n\tmov r1, ra0\r\n";
    assert_eq!(fixes(windows), [(15, "nop\r\n\t".to_owned())]);
}

/// An instruction in numbers gets one in numbers before it, on a line of its own.
/// source: the words of the program, which vc4asm 0.3 makes of `mov ra1, 3`, `mov r0, ra1`, `nop`.
#[test]
fn fixes_of_numbers_are_numbers() {
    let idle = ".word 0x009e7000, 0x100009e7\n";
    for (before, margin) in [("\t", "\t"), ("l: ", "   "), (".L1: ", "     ")] {
        let first = "\t.word 0x00000003, 0xe0020067\n";
        let text = format!(".text\n.balign 8\n{first}{before}.word 0x15067d80, 0x10020827 // why\n");
        let assembly = assemble("text", &text, &Default::default(), &mut NoIncludes);
        assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
        let program = Program::of_assembly(&assembly, 0);
        let diagnostics = check(&program, &hazard::Options::default()).diagnostics(&program);
        let fixes: Vec<_> = diagnostics.into_iter().filter_map(|found| found.fix).collect();
        assert_eq!(fixes.len(), 1, "{text}");
        let at = fixes[0].span.start as usize;
        assert!(text[..at].ends_with(before) && text[at..].starts_with(".word 0x15067d80"));
        assert_eq!(fixes[0].replacement, format!("{idle}{margin}"));
        // The text with the fix in it is read, and has one word more.
        let mended = format!("{}{}{}", &text[..at], fixes[0].replacement, &text[at..]);
        let mended = assemble("mended", &mended, &Default::default(), &mut NoIncludes);
        assert!(mended.is_complete(), "{:?}", mended.diagnostics);
        assert_eq!(mended.words[1], 0x1000_09e7_009e_7000);
        assert_eq!(mended.words.len(), assembly.words.len() + 1);
    }
}

/// A line of several instructions has no fix, and a note says so.
/// source: docs/qpu-check.md, "Remedies".
#[test]
fn lines_of_several_instructions_have_no_fix() {
    for text in [
        ".rep i, 2\nmov ra0, ra0\n.endr\n",
        ".macro put, r, v\nmov r, v\nmov r0, r\n.endm\nput ra0, 1\nput ra1, 2\nnop\n",
        "mov ra0, r0\n.foreach r, ra0, ra1\nmov r1, r\n.endfor\n",
    ] {
        let assembly = assemble("text", text, &Default::default(), &mut NoIncludes);
        assert!(assembly.is_complete(), "{text}: {:?}", assembly.diagnostics);
        let program = Program::of_assembly(&assembly, 0);
        let diagnostics = check(&program, &hazard::Options::default()).diagnostics(&program);
        let early = diagnostics
            .iter()
            .filter(|found| found.rule.name == "qpu-register-read-after-write");
        let early: Vec<_> = early.collect();
        assert!(!early.is_empty(), "{text}");
        for found in early {
            let noted = found.notes.iter().any(|note| note.starts_with("there is no fix"));
            assert!(found.fix.is_none() && noted, "{text}: {found:?}");
        }
    }
}

/// A branch keeps its target when something is put before it, between, and at the target.
#[test]
fn branches_move_along() {
    let text = "mov ra0, r0\nmov r1, ra0\nbrr -, :end\nnop\nnop\nnop\nmov rb0, r1\n:end\nadd r0, r1, rb0\nbrr.allz -, :end\nnop\nnop\nmov rb0, r0\nthrend\nnop\nnop\n";
    let assembly = assemble("text", text, &Default::default(), &mut NoIncludes);
    assert!(assembly.is_complete());
    let report = check(&Program::of_assembly(&assembly, 0), &hazard::Options::default());
    let remedies: Vec<_> = report
        .breaches
        .iter()
        .filter_map(|breach| breach.remedy)
        .collect();
    assert_eq!(remedies.len(), 2, "{:#?}", report.breaches);
    let mended = apply(&assembly.words, &remedies);
    let left = check(&Program::of_words(&mended), &hazard::Options::default());
    assert_eq!(left.breaches, []);
    let wanted = "mov ra0, r0\nnop\nmov r1, ra0\nbrr -, :end\nnop\nnop\nnop\nmov rb0, r1\n:end\nnop\nadd r0, r1, rb0\nbrr.allz -, :end\nnop\nnop\nmov rb0, r0\nthrend\nnop\nnop\n";
    assert_eq!(
        mended,
        assemble("wanted", wanted, &Default::default(), &mut NoIncludes).words
    );
}
