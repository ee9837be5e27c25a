//! How fast many scenes are run: a folder of them, a run that is killed in the middle, one that goes on, and one that has
//! nothing left to do.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;

#[derive(Parser)]
#[command(
    name = "batch",
    about = "How fast many scenes are run, killed and taken up again"
)]
struct Args {
    /// Scenes to make.
    #[arg(long, default_value_t = 10_000)]
    scenes: usize,
    /// Scenes at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The build without optimisations.
    #[arg(long)]
    debug: bool,
}

/// Nothing was measured, or what was is not as it should be.
#[derive(Debug, thiserror::Error)]
enum BatchError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("the command line does not build")]
    Build,
    #[error("the run ended before it was killed: more scenes are needed")]
    Early,
    #[error("{0}: {1}")]
    Status(&'static str, ExitStatus),
    #[error("the report has {found} scenes of {all}")]
    Lost { found: usize, all: usize },
}

/// Programs whose scenes are made: the number of the scene is a colour, so that no two are the same.
const SCENE: &str = "[require]
GL >= 1.3
GL_ARB_vertex_program
GL_ARB_fragment_program
[vertex program]
!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, mvp[0], vertex.position;
DP4 result.position.y, mvp[1], vertex.position;
DP4 result.position.z, mvp[2], vertex.position;
DP4 result.position.w, mvp[3], vertex.position;
MOV result.texcoord[0], vertex.position;
END
[fragment program]
!!ARBfp1.0
TEMP wave;
MUL wave, fragment.texcoord[0], 9.0;
COS wave.x, wave.x;
SIN wave.y, wave.y;
MAD result.color, wave.xyxy, 0.125, program.local[0];
END
[test]
ortho 0 1 0 1
parameter local_fp 0 (COLOR)
draw rect 0 0 1 1
tolerance 0.2 0.2 0.2 0.2
relative probe rgba (0.5, 0.5) (COLOR)
";

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    match measured(root, &Args::parse_from(words)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("batch: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measured(root: &Path, args: &Args) -> Result<(), BatchError> {
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "-p", "quadrille-cli"])
        .current_dir(root);
    let profile = if args.debug { "debug" } else { "release" };
    if !args.debug {
        cargo.arg("--release");
    }
    if !cargo.status()?.success() {
        return Err(BatchError::Build);
    }
    let tool = root.join("target").join(profile).join("quadrille");
    let folder = root.join("target/batch");
    let _ = fs::remove_dir_all(&folder);
    let digits = args.scenes.to_string().len();
    for number in 0..args.scenes {
        let part = |shift: usize| ((number >> shift) % 16) as f32 / 16.0;
        let color = format!("{}, {}, {}, 1", part(0), part(4), part(8));
        let below = folder.join(format!("scenes/{:02}", number / 500));
        fs::create_dir_all(&below)?;
        // Each hundredth fails: its probe looks for another colour.
        let mut text = SCENE.replace("COLOR", &color);
        if number % 100 == 99 {
            text += "probe rgb 1 1 9 9 9\n";
        }
        fs::write(below.join(format!("{number:0digits$}.shader_test")), text)?;
    }
    let command = |more: &[&str]| {
        let mut command = Command::new(&tool);
        command.current_dir(&folder).stdout(Stdio::null());
        command.args(["run", "scenes", "--quiet", "--jobs", &args.jobs.to_string()]);
        command.args(["--golden", "golden"]).args(more);
        command
    };
    let reports = [
        "--resume",
        "record",
        "--junit",
        "junit.xml",
        "--sarif",
        "log.sarif",
        "--html",
        "page",
    ];
    let (time, status) = timed(&mut command(&["--bless"]))?;
    expect("the run that blesses", status)?;
    tell(args.scenes, "written golden pictures", time);

    let begun = Instant::now();
    let mut killed = command(&reports).spawn()?;
    thread::sleep(time / 2);
    if killed.try_wait()?.is_some() {
        return Err(BatchError::Early);
    }
    killed.kill()?;
    killed.wait()?;
    let first = begun.elapsed();
    let kept = fs::read_to_string(folder.join("record"))?
        .lines()
        .count()
        .saturating_sub(1);
    tell(kept, "compared until the run was killed", first);
    let (time, status) = timed(&mut command(&reports))?;
    expect("the run that goes on", status)?;
    tell(
        args.scenes - kept,
        "compared by the run that went on, with all reports",
        time,
    );
    let found = fs::read_to_string(folder.join("junit.xml"))?
        .matches("<testcase ")
        .count();
    if found != args.scenes {
        return Err(BatchError::Lost {
            found,
            all: args.scenes,
        });
    }
    let (time, status) = timed(&mut command(&reports))?;
    expect("the run with nothing to do", status)?;
    tell(args.scenes, "taken from the record", time);
    Ok(())
}

fn timed(command: &mut Command) -> io::Result<(Duration, ExitStatus)> {
    let begun = Instant::now();
    let status = command.status()?;
    Ok((begun.elapsed(), status))
}

/// One scene of a hundred fails, so each run ends with 1.
fn expect(what: &'static str, status: ExitStatus) -> Result<(), BatchError> {
    match status.code() {
        Some(1) => Ok(()),
        _ => Err(BatchError::Status(what, status)),
    }
}

fn tell(scenes: usize, what: &str, time: Duration) {
    let seconds = time.as_secs_f64();
    println!(
        "{scenes} {what}: {seconds:.1} s, {:.0} a second",
        scenes as f64 / seconds
    );
}
