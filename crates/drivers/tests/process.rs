//! Children that answer, die, hang and talk nonsense: shell commands in place of drivers.
#![cfg(unix)]

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use quadrille_drivers::process::{AnswerError, Death, Launch, Process};

/// A child that a shell command stands for. It is asked words and answers words.
fn child(command: &str) -> Process<String, String> {
    Process::new(Launch {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), command.into()],
    })
}

fn ask(process: &mut Process<String, String>, word: &str, limit: Duration) -> Result<String, Death> {
    process.ask(&word.to_owned(), Instant::now() + limit, limit)
}

const LONG: Duration = Duration::from_secs(60);

/// `cat` gives back each message as it is.
#[test]
fn one_child_answers_many_questions() {
    let mut echo = child("exec cat");
    assert!(!echo.is_running());
    // More than a pipe holds.
    let long = "ab".repeat(1 << 20);
    for word in ["", "one", &long, "two"] {
        assert_eq!(ask(&mut echo, word, LONG).expect("cat answers"), word);
    }
    assert!(echo.is_running());
}

/// source: POSIX: SIGSEGV is 11, SIGABRT 6
#[test]
fn a_death_tells_its_cause() {
    let death = |command: &str| {
        let mut process = child(command);
        let death = ask(&mut process, "word", LONG).expect_err(command);
        assert!(!process.is_running());
        death
    };
    assert!(matches!(death("kill -SEGV $$"), Death::Signal(11)));
    assert!(matches!(death("kill -ABRT $$"), Death::Signal(6)));
    assert!(matches!(death("exit 3"), Death::Ended(3)));
    assert!(matches!(death("exit 0"), Death::Ended(0)));
}

/// A message of three letters has four bytes of length, one of the letters' number, and the letters.
#[test]
fn after_a_death_the_next_question_has_an_answer() {
    let mut process = child("head -c 8; kill -SEGV $$");
    for _ in 0..3 {
        assert_eq!(ask(&mut process, "abc", LONG).expect("it answers"), "abc");
        let death = ask(&mut process, "abc", LONG);
        assert!(matches!(death, Err(Death::Signal(11))), "{death:?}");
    }
}

#[test]
fn a_child_that_does_not_answer_is_ended() {
    let mut process = child("exec sleep 1000");
    let begun = Instant::now();
    let limit = Duration::from_millis(200);
    let death = ask(&mut process, "word", limit);
    assert!(
        matches!(death, Err(Death::Busy(after)) if after == limit),
        "{death:?}"
    );
    assert!(begun.elapsed() < LONG);
    assert!(!process.is_running());
}

#[test]
fn nonsense_is_no_answer() {
    // A message of one byte, which says that 0x7f letters follow.
    let mut process = child(r"printf '\001\000\000\000\177'; exec cat");
    let answer = ask(&mut process, "word", LONG);
    let is_no_message = matches!(answer, Err(Death::Unreadable(AnswerError::Encoding(_))));
    assert!(is_no_message, "{answer:?}");
    // It ends within a message that says it has 4 GiB.
    let mut process = child(r"printf '\377\377\377\377abc'");
    let death = ask(&mut process, "word", LONG);
    assert!(matches!(death, Err(Death::Ended(0))), "{death:?}");
}

#[test]
fn what_cannot_be_started_is_told() {
    let mut process = Process::<String, String>::new(Launch {
        program: "/nowhere/at/all".into(),
        arguments: Vec::new(),
    });
    let answer = ask(&mut process, "word", LONG);
    let Err(Death::NotStarted(error)) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
