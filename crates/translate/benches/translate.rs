//! How long a translation takes: one program of fifty instructions, and a game's thousand.

use quadrille_translate::{Options, SourceProgram, TARGETS, Target, translate};

fn main() {
    divan::main();
}

/// A fragment program of this many instructions, as a game writes them.
fn program(instructions: usize) -> (String, quadrille_program::Program) {
    let body = [
        "MAD R0, R1, fragment.color, program.local[1];\n",
        "DP3_SAT R1.w, R0, program.env[3];\n",
        "LRP R2.xyz, R0.w, R1, R0;\n",
        "MUL R1, R2.x, R0;\n",
        "MAX R0.xy, R1, 0.25.x;\n",
    ];
    let mut text = "!!ARBfp1.0\nTEMP R0, R1, R2;\nMOV R1, 0.5.x;\nMOV R2, R1;\n".to_owned();
    text.extend(body.into_iter().cycle().take(instructions.saturating_sub(4)));
    text.push_str("MOV R0.w, 1.0.x;\nMOV result.color, R0;\nEND\n");
    let checked = quadrille_check::check(&text, &Default::default());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    (text, program)
}

/// Every target.
const ALL: [Target; TARGETS.len()] = {
    let mut all = [Target::Glsl120; TARGETS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = TARGETS[at].target;
        at += 1;
    }
    all
};

#[divan::bench(args = ALL)]
fn fifty_instructions(bencher: divan::Bencher, target: Target) {
    let (text, program) = program(50);
    let options = Options::new(target);
    bencher.bench(|| {
        translate(
            SourceProgram {
                program: &program,
                text: &text,
                partner: None,
            },
            &options,
        )
    });
}

#[divan::bench(args = ALL, sample_count = 5)]
fn a_thousand_programs(bencher: divan::Bencher, target: Target) {
    let (text, program) = program(50);
    let options = Options::new(target);
    bencher.bench(|| {
        for _ in 0..1000 {
            let source = SourceProgram {
                program: &program,
                text: &text,
                partner: None,
            };
            divan::black_box(translate(source, &options).is_ok());
        }
    });
}

/// Targets with lengths that are ten times apart. Those that refuse so many instructions say so, which takes its time too.
const LONG: [(Target, usize); 2 * ALL.len()] = {
    let mut long = [(Target::Glsl120, 0); 2 * ALL.len()];
    let mut at = 0;
    while at < long.len() {
        long[at] = (ALL[at / 2], [10_000, 100_000][at % 2]);
        at += 1;
    }
    long
};

/// Ten times the instructions are to take ten times as long.
#[divan::bench(args = LONG, sample_count = 3, sample_size = 1)]
fn long_programs(bencher: divan::Bencher, (target, instructions): (Target, usize)) {
    let (text, program) = program(instructions);
    let options = Options::new(target);
    bencher.bench(|| {
        translate(
            SourceProgram {
                program: &program,
                text: &text,
                partner: None,
            },
            &options,
        )
    });
}
