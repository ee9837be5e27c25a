//! What takes too long for each change: random programs, broken inputs, fuzzing, sanitizers, speed against last time,
//! many scenes, packages. A step whose tools are missing is skipped, and that is told.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use clap::Parser;
use toml::Table;

#[derive(Parser)]
#[command(
    name = "nightly",
    about = "Runs what takes too long for each change; what each step said is in target/nightly"
)]
struct Args {
    /// Only steps whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Seconds for each target of the fuzzer.
    #[arg(long, default_value_t = 120)]
    fuzz_seconds: u64,
    /// Prints the steps and what they need, and runs none.
    #[arg(long)]
    list: bool,
    /// A step that is skipped is a failure.
    #[arg(long)]
    all: bool,
}

/// Nothing was run.
#[derive(Debug, thiserror::Error)]
enum NightlyError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("fuzz/Cargo.toml lists no targets")]
    Targets,
}

/// A step of the night.
struct Step {
    name: String,
    /// A line of a shell, in the root of the repository.
    line: String,
    /// A line that succeeds where its tools are there, and what these are.
    needs: Option<(&'static str, &'static str)>,
}

/// The target for which sanitizers build.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What the vendor library takes to be run with AddressSanitizer.
const DRIVER: &str =
    "echo 'int main(void) { return 0; }' | cc -fsanitize=address -x c -o /dev/null - -lEGL -lOpenGL";
const DRIVER_FROM: &str = "Debian's gcc, libegl-dev, libopengl-dev, libegl-mesa0";

const FUZZ: (&str, &str) = ("cargo fuzz --version", "cargo install cargo-fuzz");

/// The crates whose interface is promised: the facade, and those that it hands on as modules.
const PUBLIC: [&str; 7] = [
    "-p quadrille",
    "-p quadrille-gf3",
    "-p quadrille-memory",
    "-p quadrille-texture",
    "-p quadrille-texture-files",
    "-p quadrille-translate",
    "-p quadrille-vc4",
];

/// The times of the last night, and of this one.
const LAST: &str = "target/nightly/speed.json";

pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> ExitCode {
    let args = Args::parse_from(words);
    let steps = match steps(root, &args) {
        Ok(steps) => steps,
        Err(error) => {
            eprintln!("nightly: {error}");
            return ExitCode::FAILURE;
        }
    };
    let wanted: Vec<&Step> = steps
        .iter()
        .filter(|step| step.name.contains(&args.only))
        .collect();
    if args.list {
        for step in wanted {
            let needs = step.needs.map_or("nothing beside Rust", |(_, from)| from);
            println!("{}: {needs}", step.name);
        }
        return ExitCode::SUCCESS;
    }
    let folder = root.join("target/nightly");
    let (mut failed, mut skipped) = (Vec::new(), Vec::new());
    for step in wanted {
        let begun = Instant::now();
        let said = match step.run(root, &folder) {
            Ok(Some(true)) => "passed",
            Ok(Some(false)) => {
                failed.push(&step.name);
                "FAILED"
            }
            Ok(None) => {
                skipped.push(&step.name);
                println!(
                    "nightly: {}: skipped: {}",
                    step.name,
                    step.needs.map_or("", |(_, from)| from)
                );
                continue;
            }
            Err(error) => {
                eprintln!("nightly: {}: {error}", step.name);
                failed.push(&step.name);
                "FAILED"
            }
        };
        println!(
            "nightly: {}: {said}, {:.0} s",
            step.name,
            begun.elapsed().as_secs_f64()
        );
    }
    println!(
        "nightly: {} failed, {} skipped; logs in {}",
        failed.len(),
        skipped.len(),
        folder.display()
    );
    match failed.is_empty() && (skipped.is_empty() || !args.all) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn steps(root: &Path, args: &Args) -> Result<Vec<Step>, NightlyError> {
    let step = |name: &str, line: &str, needs| Step {
        name: name.to_owned(),
        line: line.to_owned(),
        needs,
    };
    let sanitized = |name: &str, flag: &str, what: &str| {
        let line = format!(
            "RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer={flag} cargo test -q --target {TARGET} --target-dir target/{flag} {what}"
        );
        step(name, &line, None)
    };
    let mut steps = vec![
        step(
            "storm",
            "cargo run -q --release -p xtask -- storm --instructions 10000000",
            None,
        ),
        step(
            "storm-engines",
            "cargo run -q --release -p xtask -- storm --engines --instructions 10000000",
            None,
        ),
        // Functions of binary32 over all arguments, of which each test run takes every 2,039th.
        step(
            "every-float",
            "cargo test -q --release -p quadrille-numerics --test binary32 -- --ignored",
            None,
        ),
        step(
            "hostile",
            "cargo run -q --profile hostile -p xtask -- hostile --inputs 1000000",
            None,
        ),
        // Native code and pointers of C: what `unsafe` is for.
        sanitized(
            "sanitizer",
            "address",
            "-p quadrille-jit -p quadrille-capi -p quadrille-driver --lib",
        ),
        // The vendor library with programs of C. Valgrind's tools for threads do not know the locks of Rust's library.
        step(
            "driver-address",
            &driver_sanitized("address", ""),
            Some((DRIVER, DRIVER_FROM)),
        ),
        step(
            "driver-thread",
            &driver_sanitized("thread", "-Zbuild-std"),
            Some((
                "ls \"$(rustc --print sysroot)/lib/rustlib/src/rust/library/std\" && \
                 echo 'int main(void) { return 0; }' | cc -fsanitize=thread -x c -o /dev/null - -lEGL -lOpenGL",
                "rustup component add rust-src; Debian's gcc, libegl-dev, libopengl-dev, libegl-mesa0",
            )),
        ),
        step(
            "speed",
            &format!(
                "new=$(mktemp); against={LAST}; [ -f $against ] && old=\"--against $against\"; \
                 cargo run -q --release -p xtask -- bench $old --save $new; status=$?; \
                 [ $status -eq 0 ] && mv $new $against; exit $status"
            ),
            None,
        ),
        step("batch", "cargo run -q --release -p xtask -- batch", None),
        step(
            "dist",
            "cargo run -q --release -p xtask -- dist --fresh-root --all",
            Some((
                "which maturin lintian mmdebstrap dpkg-shlibdeps && rustup target list --installed | grep -q musl",
                "maturin, Debian's lintian, mmdebstrap, dpkg-dev; rustup target add x86_64-unknown-linux-musl",
            )),
        ),
        step(
            "farm",
            "farm=target/nightly/farm; python3 -m venv $farm && \
             $farm/bin/pip install -q numpy pytest ray pyarrow matplotlib pillow && \
             cargo run -q -p xtask -- install --debug --python $farm/modules && \
             PYTHONPATH=$farm/modules $farm/bin/python -m pytest -q crates/python/tests/test_farm.py crates/python/tests/test_farm_disk.py crates/python/tests/test_farm_scenes.py crates/python/tests/test_notebooks.py",
            Some((
                "python3 -m venv --help && python3 -m ensurepip --version",
                "Debian's python3-venv, and pip's packages",
            )),
        ),
        step(
            "wasm",
            ".ci/features --wasm",
            Some((
                "rustup target list --installed | grep -qx wasm32-unknown-unknown",
                "rustup target add wasm32-unknown-unknown",
            )),
        ),
        step(
            "page",
            "cargo xtask web && QUADRILLE_WEB=built QUADRILLE_REQUIRE=web cargo test -q -p xtask --test web",
            Some((
                "which chromium firefox-esr node npm && rustup target list --installed | grep -qx wasm32-unknown-unknown",
                "Debian's chromium, firefox-esr, nodejs and npm; rustup target add wasm32-unknown-unknown",
            )),
        ),
        step(
            "semver",
            &format!(
                "cargo semver-checks --baseline-rev \"$(cargo xtask abi --baseline)\" {}",
                PUBLIC.join(" ")
            ),
            Some((
                "cargo semver-checks --version && git cat-file -e \"$(cargo xtask abi --baseline)^{commit}\"",
                "cargo install cargo-semver-checks, and the history back to the last release",
            )),
        ),
        step(
            "abi",
            "cargo xtask abi",
            Some((
                "which abidiff cc && git cat-file -e \"$(cargo xtask abi --baseline)^{commit}\"",
                "Debian's abigail-tools and gcc, and the history back to the last release",
            )),
        ),
    ];
    for target in fuzz_targets(root)? {
        let seconds = args.fuzz_seconds;
        let line = format!(
            "cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run {target} -- -max_total_time={seconds} -timeout=10 -rss_limit_mb=2048"
        );
        steps.push(step(&format!("fuzz-{target}"), &line, Some(FUZZ)));
    }
    Ok(steps)
}

/// Tests of the vendor library with two threads, and programs of C through it, with a sanitizer.
fn driver_sanitized(flag: &str, switches: &str) -> String {
    let cargo = |what: &str| {
        format!(
            "cargo {what} {switches} --target {TARGET} --target-dir target/{flag} -p quadrille-driver --lib"
        )
    };
    let (test, build) = (cargo("test -q"), cargo("build -q"));
    format!(
        "export RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer={flag}; {test} thread && {build} && xtask/tests/driver/sanitized {flag}"
    )
}

/// The targets that the fuzzer has, by its manifest.
fn fuzz_targets(root: &Path) -> Result<Vec<String>, NightlyError> {
    let text = fs::read_to_string(root.join("fuzz/Cargo.toml"))?;
    let table: Table = text.parse().map_err(|_| NightlyError::Targets)?;
    let programs = table.get("bin").and_then(|programs| programs.as_array());
    let programs = programs.ok_or(NightlyError::Targets)?;
    let name = |program: &toml::Value| Some(program.get("name")?.as_str()?.to_owned());
    Ok(programs.iter().filter_map(name).collect())
}

impl Step {
    /// Runs it, and keeps what it says; none where its tools are missing.
    fn run(&self, root: &Path, folder: &Path) -> io::Result<Option<bool>> {
        if let Some((line, _)) = self.needs {
            let mut asked = shell(root, line);
            if !asked
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()?
                .success()
            {
                return Ok(None);
            }
        }
        fs::create_dir_all(folder)?;
        let log: PathBuf = folder.join(format!("{}.log", self.name));
        let out = File::create(log)?;
        let mut command = shell(root, &self.line);
        let status = command.stdout(out.try_clone()?).stderr(out).status()?;
        Ok(Some(status.success()))
    }
}

fn shell(root: &Path, line: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(root).stdin(Stdio::null());
    shell
}
