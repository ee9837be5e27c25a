//! Texts that ask for more than any program needs: they end with a message, soon, and in little memory and stack.
//!
//! source of what is expected: `Limits`, whose defaults no honest program reaches.

use quadrille_base::FileError;
use quadrille_vc4::asm::{Assembly, Limits, NoIncludes, Options, Resolver, assemble};

/// Assembles on the stack of a thread, which is smaller than that of a program.
fn run(text: &str) -> Assembly {
    run_with(text, &mut NoIncludes, Limits::default())
}

fn run_with(text: &str, resolver: &mut dyn Resolver, limits: Limits) -> Assembly {
    let options = Options {
        limits,
        ..Options::default()
    };
    assemble("text", text, &options, resolver)
}

/// The rule of the first problem, and its message. A sixteenth of the lines that a user has, for the test's time.
fn problem(text: &str) -> (&'static str, String) {
    let limits = Limits {
        lines: Limits::default().lines / 16,
        ..Limits::default()
    };
    let assembly = run_with(text, &mut NoIncludes, limits);
    let first = assembly.diagnostics.first().expect("a problem");
    (first.rule.name, first.message.clone())
}

#[test]
fn repetitions_and_calls_are_counted() {
    let doubling: String = (0..60)
        .map(|n| format!(".set f{}(x) f{n}(x) + f{n}(x)\n", n + 1))
        .collect();
    let macros: String = (0..40)
        .map(|n| format!(".macro m{}\nm{n}\nm{n}\n.endm\n", n + 1))
        .collect();
    let long = format!(".rep i, 16000000\n.set x, {}1\n.endr", "1+".repeat(4000));
    for text in [
        ".rep i, 16777216\n.endr",
        ".rep i, 4000\n.rep j, 4000\n.rep k, 4000\n.endr\n.endr\n.endr",
        &format!(".set f0(x) x\n{doubling}.if 0\nf60(1)\n.endif\nldi r0, f40(1)"),
        &format!(".macro m0\n.endm\n{macros}m40"),
        &long,
    ] {
        let (rule, message) = problem(text);
        assert_eq!(rule, "qpu-limit", "{message}");
    }
    assert_eq!(problem(".rep i, 1000000000\nnop\n.endr").0, "qpu-range");
}

#[test]
fn blocks_do_not_use_up_the_stack() {
    for (open, close) in [
        (".rep i, 1\n", ".endr\n"),
        (".local\n", ".endloc\n"),
        (".foreach i, 1\n", ".endfor\n"),
        ("nop\n.back 1\n", ".endb\n"),
    ] {
        let text = format!("{}nop\n{}", open.repeat(20_000), close.repeat(20_000));
        assert_eq!(problem(&text).0, "qpu-limit", "{open}");
        let text = format!("{}nop\n{}", open.repeat(90), close.repeat(90));
        assert!(run(&text).is_complete(), "{open}");
    }
    let calls = ".macro m\n.local\n.rep i, 1\nm\n.endr\n.endloc\n.endm\nm";
    assert_eq!(problem(calls).0, "qpu-limit");
    assert_eq!(
        problem(&format!("mov r0, {}1", "(".repeat(100_000))).0,
        "qpu-limit"
    );
}

/// Gives every name the same text.
struct Same(&'static str);

impl Resolver for Same {
    fn resolve(&mut self, _: &str, _: bool) -> Result<String, FileError> {
        Ok(self.0.to_owned())
    }
}

#[test]
fn includes_are_counted() {
    for (text, included) in [
        (".include \"a\"", ".include \"a\"\n"),
        (".include \"a\"", ".include \"a\"\n.include \"a\"\n"),
        (".rep i, 8000000\n.include \"a\"\n.endr", "\n"),
    ] {
        let assembly = run_with(text, &mut Same(included), Limits::default());
        assert_eq!(assembly.diagnostics[0].rule.name, "qpu-limit", "{text}");
    }
}

/// A branch to a label stands where a limit leaves no room for its word.
#[test]
fn the_last_word_may_wait_for_a_label() {
    let limits = Limits {
        words: 2,
        ..Limits::default()
    };
    let assembly = run_with(":x\nnop\nnop\nbrr -, :x", &mut NoIncludes, limits);
    assert_eq!(assembly.diagnostics[0].rule.name, "qpu-limit");
}

#[test]
fn missing_labels_end_the_list_of_problems() {
    let labels: String = (0..20_000).map(|n| format!(":l{n}\n")).collect();
    let branches: String = (0..20_000).map(|n| format!("brr -, :m{n}\nnop\n")).collect();
    let assembly = run(&(labels + &branches));
    assert_eq!(assembly.diagnostics.len(), Limits::default().diagnostics as usize);
}

/// `.back` moves the words before which it puts others, and what waits for their labels.
#[test]
fn insertions_take_as_long_as_what_they_move() {
    let text = "nop\nnop\n.rep i, 60000\nbrr -, :x\n.back 1\nnop\n.endb\n.endr\n:x\nnop\n";
    assert!(run(text).is_complete());
    let inserted = run(".macro m\nbrr -, :x\n.endm\nnop\nbrr.anyz -, :x\n.back 1\nm\n.endb\nnop\n:x\nnop\n");
    let plain = run("nop\nbrr -, :x\nbrr.anyz -, :x\nnop\n:x\nnop\n");
    assert_eq!(inserted.words, plain.words);
}
