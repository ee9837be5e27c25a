//! Scenes with `[qpu program]`: buffers, uniforms, runs, probes, and what goes wrong with its place.

use std::sync::atomic::{AtomicU32, Ordering};

use quadrille::scene::{FileError, Files, NoFiles, ProbeLocation, SceneOptions, Values, Verdict};
use quadrille::{Budget, Session, Stop, run_scene};
use quadrille_base::Severity;

const SAXPY: &str = include_str!("../../../examples/qpu/saxpy.shader_test");

/// Reads a uniform and stores it sixteen times at the address that comes next.
const FILL: &str = "[qpu program]
mov r0, unif
mov vw_setup, vpm_setup(1, 1, h32(0))
mov vpm, r0
mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
mov vw_addr, unif
mov -, vw_wait
nop ; nop ; thrend
nop
nop
";

/// The program that the example includes.
struct Folder;

impl Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        assert_eq!(path, "saxpy.qasm");
        Ok(include_bytes!("../../../examples/qpu/saxpy.qasm").to_vec())
    }
}

fn run(text: &str, files: &dyn Files) -> Verdict {
    let session = Session::new();
    let options = SceneOptions {
        size: (1, 1),
        budget: Budget::of_instructions(100_000),
        ..SceneOptions::new(&session, files)
    };
    run_scene("test.shader_test", text, &options).verdict
}

/// Line and message of each problem.
fn problems(text: &str) -> Vec<(usize, String)> {
    let Verdict::Error(problems) = run(text, &NoFiles) else {
        panic!("{text} has no error");
    };
    let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
    let list = problems.into_iter();
    list.map(|problem| (line(problem.span.start), problem.message))
        .collect()
}

/// source: the values of the example are 2.5 i + 1, worked out by hand.
#[test]
fn saxpy_passes_and_its_probes_compare() {
    assert_eq!(run(SAXPY, &Folder), Verdict::Pass);
    let wrong = SAXPY.replace("46 48.5 51", "46 48.75 51");
    let Verdict::Fail(failures) = run(&wrong, &Folder) else {
        panic!("48.75 is not 2.5 * 19 + 1");
    };
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].place, ProbeLocation::Byte(64 + 12));
    assert_eq!(failures[0].expected, Values::F32(vec![48.75]));
    assert_eq!(failures[0].found, Values::F32(vec![48.5]));
    let near = wrong.replace("tolerance 0 0", "tolerance 0.25 0");
    assert_eq!(run(&near, &Folder), Verdict::Pass);
}

/// source: docs/scenes.md: buffers keep what a run left in them, and integers are compared exactly.
#[test]
fn buffers_outlive_runs() {
    let text = format!(
        "{FILL}[test]
qpu buffer out size 192
qpu uniforms -7, @out
qpu run 1
qpu uniforms 5, @out+64
qpu run 1
qpu uniforms 6, @out+128
qpu run 1
probe buffer out 0 i32 -7 -7
probe buffer out 60 u32 0xfffffff9 5
probe buffer out 128 u32 6 6
"
    );
    assert_eq!(run(&text, &NoFiles), Verdict::Pass);
    assert!(matches!(
        run(&text.replace("i32 -7", "i32 -8"), &NoFiles),
        Verdict::Fail(_)
    ));
}

/// source: the lines are counted by hand.
#[test]
fn problems_name_their_lines() {
    let one = |text: &str, line: usize, part: &str| {
        let found = problems(text);
        assert!(
            found.len() == 1 && found[0].0 == line && found[0].1.contains(part),
            "{found:?} for line {line}, {part}"
        );
    };
    // FILL has ten lines.
    one(&format!("{FILL}[test]\nqpu uniforms 1, @out\n"), 12, "no buffer");
    one(
        &format!("{FILL}[test]\nprobe buffer out 0 u32 1\n"),
        12,
        "no buffer",
    );
    one(
        &format!("{FILL}[test]\nqpu buffer b size 8\nprobe buffer b 8 u32 1\n"),
        13,
        "outside the buffer",
    );
    one(
        &format!("{FILL}[test]\nqpu buffer b size 999999999\n"),
        12,
        "at most",
    );
    one(
        &format!("{FILL}[test]\nqpu uniforms 1\nqpu uniforms 2\nqpu run 3\n"),
        14,
        "2 lists",
    );
    one("[test]\nqpu run 1\n", 2, "no program");
    one("[qpu program]\nnop\nfrobnicate r0\n[test]\n", 3, "");
    one(
        "[qpu program]\n:here\nbrr -, :here\nnop\nnop\nnop\n[test]\nqpu run 12\n",
        8,
        "more than the 100000 instructions",
    );
    // A transfer to an address without memory is found at the line of the program that starts it.
    one(
        &format!("{FILL}[test]\nqpu uniforms 1, 0x4000\nqpu run 1\n"),
        6,
        "no writable buffer",
    );
}

/// A run that is endless ends by its instructions, by the work of the scene, or from outside.
#[test]
fn endless_programs_end() {
    let text = "[qpu program]\n:again\nbrr -, :again\nnop\nnop\nnop\n[test]\nqpu run 12\n";
    let session = Session::new();
    let stopped = |budget: Budget| {
        let options = SceneOptions {
            budget,
            ..SceneOptions::new(&session, &NoFiles)
        };
        match run_scene("a.shader_test", text, &options).verdict {
            Verdict::Error(problems) => (problems[0].rule.name, problems[0].message.clone()),
            verdict => panic!("{verdict:?}"),
        }
    };
    let spent = |message: &str| ("budget-spent", message.to_owned());
    assert_eq!(
        stopped(Budget::of_instructions(1000)),
        spent("this takes more than the 1000 instructions that an invocation may execute")
    );
    let work = Budget {
        work: 1000,
        ..Budget::default()
    };
    assert_eq!(
        stopped(work),
        spent("this takes more work than the 1000 units that there are")
    );
    let asked = AtomicU32::new(0);
    let from_outside = Budget {
        stop: Some(Stop::new(move || asked.fetch_add(1, Ordering::Relaxed) >= 4)),
        ..Budget::UNLIMITED
    };
    assert_eq!(stopped(from_outside), spent("the time is up"));
}

/// source: shaders that ran on the chip: transfers are queued (GPU_FFT), and five reads wait in a TMU
/// (Broadcom's tessellators); the first is a note of the emulator and the second a warning.
#[test]
fn warnings_and_notes_fail_no_scene() {
    let ask = "mov t0s, r1\n".repeat(5);
    let load = "ldtmu0\n".repeat(5);
    let program = FILL.replace(
        "mov r0, unif\n",
        &format!("mov r0, unif\nmov r1, unif\n{ask}{load}"),
    );
    let program = program.replace("mov vw_addr, unif\n", &"mov vw_addr, r1\n".repeat(3));
    let text = format!(
        "{program}[test]\nqpu buffer out size 64\nqpu uniforms 9, @out\nqpu run 1\nprobe buffer out 60 u32 9\n"
    );
    let session = Session::new();
    let report = run_scene("test.shader_test", &text, &SceneOptions::new(&session, &NoFiles));
    assert_eq!(report.verdict, Verdict::Pass);
    let notes = report
        .notes
        .iter()
        .map(|note| (note.rule.name, note.severity, &text[note.span.range()]));
    assert_eq!(
        notes.collect::<Vec<_>>(),
        [
            ("qpu-finding", Severity::Warning, "mov t0s, r1"),
            ("qpu-finding", Severity::Note, "mov vw_addr, r1"),
        ]
    );
    let failing = text.replace("u32 9\n", "u32 8\n");
    let report = run_scene(
        "test.shader_test",
        &failing,
        &SceneOptions::new(&session, &NoFiles),
    );
    assert!(matches!(report.verdict, Verdict::Fail(_)) && report.notes.len() == 2);
}
