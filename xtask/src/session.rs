//! The session that tasks run programs with.

use quadrille::Session;

/// The environment variable with the vector instructions that are used, as of the command line.
const SIMD: &str = "QUADRILLE_SIMD";

/// A session with the strongest vector instructions of the machine, or with those that the environment names. Ends the
/// task if the machine does not have them.
pub(crate) fn usual() -> Session {
    let session = Session::new();
    let Ok(level) = std::env::var(SIMD) else {
        return session;
    };
    session.simd(&level).unwrap_or_else(|error| {
        eprintln!("{SIMD}: {error}");
        std::process::exit(2)
    })
}
