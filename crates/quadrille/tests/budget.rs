//! A scene takes what its budget allows and no more: each of these would take gigabytes or minutes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use quadrille::scene::{BUDGET_SPENT, FileError, Files, NoFiles, Report, SceneOptions, Verdict};
use quadrille::{
    Budget, CanvasError, CanvasOptions, EvaluationError, Inputs, Session, Spent, Stop, TrapKind, run_scene,
};

/// Seconds that a scene takes at most, on a machine that does other things too.
const SECONDS: u64 = 60;

/// A million units, 64 MiB.
fn small() -> Budget {
    Budget {
        memory: 64 << 20,
        work: 1_000_000,
        ..Budget::default()
    }
}

fn run(scene: &str, budget: Budget, threads: usize) -> Report {
    let session = Session::new();
    let options = SceneOptions {
        budget,
        threads,
        ..SceneOptions::new(&session, &NoFiles)
    };
    run_scene("scene.shader_test", scene, &options)
}

/// What stops a scene, and the line that it is at; the same for any number of threads.
#[track_caller]
fn spent(scene: &str, budget: &Budget) -> (String, u32) {
    let found = [1, 3].map(|threads| {
        let begin = Instant::now();
        let report = run(scene, budget.clone(), threads);
        assert!(begin.elapsed().as_secs() < SECONDS, "{scene}");
        let Verdict::Error(problems) = &report.verdict else {
            panic!("{:?}\n{scene}", report.verdict)
        };
        assert_eq!(problems[0].rule, &BUDGET_SPENT, "{problems:?}\n{scene}");
        let line = report.source.position(problems[0].span.start).line;
        (problems[0].message.clone(), line)
    });
    let [one, three] = found;
    assert_eq!(one, three);
    one
}

#[track_caller]
fn of_memory(scene: &str, budget: &Budget, line: u32) {
    let (message, at) = spent(scene, budget);
    assert!(message.contains("of memory"), "{message}");
    assert_eq!(at, line, "{message}");
}

#[track_caller]
fn of_work(scene: &str, budget: &Budget, line: u32) {
    let (message, at) = spent(scene, budget);
    assert!(message.contains("work"), "{message}");
    assert_eq!(at, line, "{message}");
}

/// The usual budget holds them before anything is allocated.
#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let usual = Budget::default();
    let textures: String = (0..32)
        .map(|unit| format!("texture empty {unit} 3D (512,512,512) GL_RGBA32F\n"))
        .collect();
    of_memory(&format!("[test]\n{textures}"), &usual, 2);
    of_memory("[test]\ntexture rgbw 0 (16384,16384) GL_RGBA32F\n", &usual, 2);
    of_memory("[test]\nclear\nbuffer b sequence u8 1073741824 0 1\n", &usual, 3);
    of_memory("[test]\nbuffer b size 1073741824\n", &usual, 2);
    of_memory(
        "[require]\nSIZE 4096 4096\nSAMPLES 16\n[test]\nclear\n",
        &usual,
        2,
    );
    of_memory(
        "[require]\nSIZE 1024 1024\nLAYERS 256\n[test]\nclear\n",
        &usual,
        2,
    );
}

#[test]
fn what_is_kept_counts_and_what_is_replaced_does_not() {
    let pictures = "output a.png\n".repeat(300);
    // A picture takes 4 · 512 · 512 bytes, the framebuffer 9 of each pixel and its last picture 4.
    let budget = Budget {
        memory: 20 << 20,
        ..Budget::default()
    };
    let picture = 4 * 512 * 512;
    let kept = ((20 << 20) - 13 * 512 * 512) / picture;
    of_memory(
        &format!("[require]\nSIZE 512 512\n[test]\n{pictures}"),
        &budget,
        4 + kept,
    );
    // Each is a fourth of what there is.
    let buffers = "buffer b size 5242880\n".repeat(20);
    let textures = "texture rgbw 0 (1024,1024) GL_RGBA8\n".repeat(20);
    let report = run(
        &format!("[require]\nSIZE 8 8\n[test]\n{buffers}{textures}"),
        budget,
        1,
    );
    assert_eq!(report.verdict, Verdict::Pass);
}

#[test]
fn work_is_that_of_the_whole_scene() {
    let usual = Budget::default();
    // No instance is drawn: their vertices alone are too many.
    of_work("[test]\ndraw instanced rect 4294967295 -1 -1 2 2\n", &usual, 2);
    let vertices = "[vertex data]\n0/float/2\n0 0\n0 1\n1 0\n[test]\n";
    let none = format!("{vertices}draw arrays instanced GL_TRIANGLES 0 2 4294967295\n");
    assert_eq!(
        run(&none, usual, 1).verdict,
        Verdict::Pass,
        "nothing is drawn, however often"
    );
    let loops = "[require]\nSIZE 512 512\n[fragment program]\n!!NVfp4.0\nTEMP t;\nREP {5000000}.x;\nADD t, t, 1;\n\
                 ENDREP;\nMOV result.color, t;\nEND\n[test]\ndraw rect -1 -1 2 2\n";
    of_work(loops, &small(), 12);
    let recursion = "[vertex program]\n!!NVvp4.0\nsub:\nCAL sub;\nCAL sub;\nRET;\nmain:\nCAL sub;\n\
                     MOV result.position, vertex.position;\nEND\n[test]\ndraw rect -1 -1 2 2\n";
    of_work(recursion, &small(), 12);
    let sequence = "[test]\nbuffer b sequence u8 900000 0 1\nbuffer b sequence u8 900000 0 1\n";
    of_work(sequence, &small(), 3);
    let clears = format!("[require]\nSIZE 256 256\n[test]\n{}", "clear\n".repeat(20));
    of_work(&clears, &small(), 19);
    // Triangles of no fragments: what is searched for them counts.
    let thin = format!(
        "[require]\nSIZE 512 512\n[vertex data]\n0/float/2\n-1 -1\n1 1\n1 1\n[test]\n{}",
        "draw arrays instanced GL_TRIANGLES 0 3 100\n".repeat(100)
    );
    assert!(matches!(run(&thin, small(), 1).verdict, Verdict::Error(_)));
    let dispatch =
        "[compute program]\n!!NVcp5.0\nGROUP_SIZE 32 32;\nEND\n[test]\ndispatch 65535 65535 65535\n";
    of_work(dispatch, &Budget::default(), 6);
}

/// What the sanitizer notes of each word that is stored is of the budget too.
#[test]
fn the_log_of_accesses_counts() {
    let scene = "[require]\nSIZE 256 256\n[fragment program]\n!!NVfp5.0\nOPTION NV_shader_storage_buffer;\n\
                 STORAGE kept[] = { program.storage[0] };\nINT TEMP at;\nFLR.S at.xy, fragment.position;\n\
                 MAD.S at.x, at.y, 256, at.x;\nSHL.S at.x, at.x, 4;\nSTB.F32X4 fragment.position, kept[at.x];\nEND\n\
                 [test]\nbuffer kept size 1048576\nbind storage 0 kept\ndraw rect -1 -1 2 2\n";
    let session = Session::new();
    let verdict = |megabytes: u64| {
        let options = SceneOptions {
            budget: Budget {
                memory: megabytes << 20,
                ..Budget::default()
            },
            sanitize: true,
            ..SceneOptions::new(&session, &NoFiles)
        };
        run_scene("scene.shader_test", scene, &options).verdict
    };
    assert_eq!(verdict(256), Verdict::Pass);
    let Verdict::Error(problems) = verdict(16) else {
        panic!("it keeps 262144 words within 16 MiB");
    };
    assert!(problems[0].message.contains("of memory"), "{problems:?}");
}

/// An endless program stops at its instruction; the batches behind it do not run on.
#[test]
fn one_stopped_invocation_stops_the_draw() {
    let text = "[require]\nSIZE 512 512\n[fragment program]\n!!NVfp4.0\nTEMP t;\nMOV.CC t, 0;\nREP;\nBRK (GT.x);\nENDREP;\n\
                MOV result.color, t;\nEND\n[test]\ndraw rect -1 -1 2 2\n";
    let budget = Budget {
        instructions: 1000,
        ..Budget::default()
    };
    for threads in [1, 3] {
        let report = run(text, budget.clone(), threads);
        let Verdict::Error(problems) = &report.verdict else {
            panic!("{:?}", report.verdict)
        };
        let line = report.source.position(problems[0].span.start).line;
        assert_eq!((problems[0].rule.name, line), ("program-stopped", 8));
    }
}

#[test]
fn a_scene_is_stopped_from_outside() {
    let asked = Arc::new(AtomicU32::new(0));
    let seen = asked.clone();
    let budget = Budget {
        stop: Some(Stop::new(move || seen.fetch_add(1, Ordering::Relaxed) >= 3)),
        ..Budget::default()
    };
    let report = run(&format!("[test]\n{}", "clear\n".repeat(9)), budget, 1);
    let Verdict::Error(problems) = &report.verdict else {
        panic!("{:?}", report.verdict)
    };
    assert_eq!(problems[0].message, "the time is up");
    assert_eq!(asked.load(Ordering::Relaxed), 4);
}

/// A canvas counts each draw anew, an evaluation is one run.
#[test]
fn the_library_has_the_same_budget() {
    let session = Session::new();
    let mut options = CanvasOptions::new(1024, 1024);
    options.budget.memory = 1 << 20;
    assert!(matches!(
        session.canvas_with(&options),
        Err(CanvasError::Spent(Spent::Memory { .. }))
    ));
    let text = "!!NVvp4.0\nTEMP t;\nMOV.CC t, 0;\nREP;\nBRK (GT.x);\nENDREP;\nMOV result.position, t;\nEND\n";
    let loaded = session.load("endless.vp", text).expect("it loads");
    let evaluated = |budget: Budget| {
        let mut inputs = Inputs::default();
        inputs.set_budget(budget);
        loaded.evaluate(&inputs).expect_err("it has no end")
    };
    let work = Budget {
        work: 1_000_000,
        ..Budget::UNLIMITED
    };
    let EvaluationError::Trap(trap, _) = evaluated(work) else {
        panic!("it begins")
    };
    assert_eq!(trap.kind, TrapKind::Spent(Spent::Work { limit: 1_000_000 }));
    let memory = Budget {
        memory: 16,
        ..Budget::default()
    };
    assert!(matches!(
        evaluated(memory),
        EvaluationError::Spent(Spent::Memory { .. })
    ));
}

/// Files of so many bytes, of which who gives them reads up to a limit.
struct Zeros(u64, u64);

impl Files for Zeros {
    fn read(&self, _: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let limit = most.min(self.1);
        match self.0 <= limit {
            true => Ok(vec![0; self.0 as usize]),
            false => Err(FileError::TooLarge(limit)),
        }
    }
}

/// A file is not read further than the budget goes; a limit of those who give it is theirs.
#[test]
fn files_count_before_they_are_read() {
    let session = Session::new();
    let rule_of = |bytes: u64, limit: u64| {
        let files = Zeros(bytes, limit);
        let options = SceneOptions {
            budget: small(),
            ..SceneOptions::new(&session, &files)
        };
        match run_scene("a.shader_test", "[test]\nbuffer a file a.bin\n", &options).verdict {
            Verdict::Error(problems) => problems[0].rule.name,
            Verdict::Pass => "pass",
            verdict => panic!("{verdict:?}"),
        }
    };
    assert_eq!(rule_of(1 << 16, u64::MAX), "pass");
    assert_eq!(rule_of(1 << 40, u64::MAX), "budget-spent");
    assert_eq!(rule_of(1 << 40, 1 << 20), "scene-syntax");
    // Its bytes are work: a million units are fewer.
    assert_eq!(rule_of(1 << 20, u64::MAX), "budget-spent");
}

/// source: docs/scenes.md, `--budget`: of an invocation a lookup is 16 units and a power 8, other instructions are one. Here
/// are 4096 invocations of 20.
#[test]
fn slow_instructions_are_more_work() {
    let scene = |instruction: &str| {
        let lines = format!("{instruction}\n").repeat(20);
        format!(
            "[require]\nSIZE 64 64\n[fragment program]\n!!ARBfp1.0\nTEMP t;\nMOV t, fragment.position;\n{lines}MOV \
             result.color, t;\nEND\n[test]\ntexture rgbw 0 (8,8)\ndraw rect -1 -1 2 2\n"
        )
    };
    let budget = Budget {
        work: 500_000,
        ..Budget::default()
    };
    assert_eq!(
        run(&scene("MUL t, t, t;"), budget.clone(), 1).verdict,
        Verdict::Pass
    );
    for slow in ["POW t, t.x, t.y;", "TEX t, t, texture[0], 2D;"] {
        let (message, _) = spent(&scene(slow), &budget);
        assert!(message.contains("work"), "{message}");
    }
}
