//! The Python package: built by maturin, installed from its file in an environment of its own, and used.

use std::path::PathBuf;

use super::{DistError, Place, THIRD_PARTY, emptied, put, third_party};
use crate::command::{Step, is_here};

/// A program that shows that the package is whole.
const USE: &str = "import numpy, quadrille_gpu
text = '!!ARBvp1.0\\nADD result.position, vertex.position, vertex.position;\\nEND'
program = quadrille_gpu.Session().load(text)
ones = numpy.ones((1000, 4), numpy.float32)
print(program.run({'vertex.position': ones})['result.position'].sum())
";

pub(super) fn make(place: &Place<'_>) -> Result<Vec<PathBuf>, DistError> {
    if !is_here("maturin") {
        return Err(DistError::NoTool {
            tool: "maturin",
            from: "pip install maturin",
        });
    }
    let folder = emptied(place.out.join("wheel"))?;
    let own = place.root.join("crates/python");
    // It goes into the wheel with the licences that lie there.
    put(
        &own.join(THIRD_PARTY),
        third_party(place, "quadrille-python", None)?,
    )?;
    let build = Step::new("maturin", "pip install maturin").within(&own);
    let profile = if place.debug { "dev" } else { "release" };
    build
        .with(["build", "--quiet", "--profile", profile, "--out"])
        .with([&folder])
        .run()?;
    let mut wheels = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        wheels.push(entry?.path());
    }
    let [wheel] = &wheels[..] else {
        return Err(DistError::Missing("maturin"));
    };
    let environment = place.out.join("environment");
    let python = Step::new("python3", "Debian's python3");
    // numpy is the machine's, where it has one.
    let made = python
        .with(["-m", "venv", "--clear", "--system-site-packages"])
        .with([&environment]);
    made.run()?;
    let own = environment.join("bin/python");
    let pip = Step::new(&own, "Debian's python3-venv").with(["-m", "pip", "install", "--quiet"]);
    pip.with([wheel]).run()?;
    let found = Step::new(&own, "this build")
        .with(["-c", USE])
        .within(&place.out)
        .output()?;
    let (found, wanted) = (
        String::from_utf8_lossy(&found).into_owned(),
        "8000.0\n".to_owned(),
    );
    if found != wanted {
        let what = "the program in Python";
        return Err(DistError::Other { what, wanted, found });
    }
    Ok(wheels)
}
