//! The engines of the library: the one list that sessions, the command line and the documentation read.

use std::sync::Arc;

use quadrille_engine::Engine;
#[cfg(feature = "gf3")]
use quadrille_gf3::engine::GeForce3;
use quadrille_reference::{Reference, ReferenceNv20};
#[cfg(feature = "wide")]
use quadrille_wide::{Level, Wide};

/// An engine by name.
#[derive(Debug)]
pub struct EngineRow {
    /// The name, as `--engine` and [`Session::engine`](crate::Session::engine) take it.
    pub name: &'static str,
    /// A description in one line.
    pub doc: &'static str,
    /// Whether it gives the bits of the reference engine, so that this may stand for it: to watch a run, or to run a program
    /// that it does not take.
    pub is_exact: bool,
    make: fn(Simd) -> Arc<dyn Engine>,
}

/// The vector instructions that an engine may use.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Simd {
    #[cfg(feature = "wide")]
    pub(crate) level: Option<Level>,
}

/// All engines, the default first.
pub static ENGINES: &[EngineRow] = &[
    #[cfg(feature = "wide")]
    EngineRow {
        name: "wide",
        doc: "the reference's bits from the vector instructions of the machine, 256 invocations an operation; \
              takes most programs, and makes native code of those that run for long",
        is_exact: true,
        make: |simd| Arc::new(Wide::new(simd.level.unwrap_or_else(Level::best))),
    },
    #[cfg(feature = "jit")]
    EngineRow {
        name: "jit",
        doc: "wide, with native code from the first invocation on where the machine has AVX2 or AVX-512",
        is_exact: true,
        make: |simd| Arc::new(Wide::new(simd.level.unwrap_or_else(Level::best)).native_after(Some(0))),
    },
    REFERENCE,
    #[cfg(feature = "gf3")]
    EngineRow {
        name: "gf3",
        doc: "the words and the arithmetic of the GeForce 3 vertex processor; takes vertex programs that fit it",
        is_exact: false,
        make: |_| Arc::new(GeForce3::default()),
    },
    EngineRow {
        name: "reference-nv20",
        doc: "the reference engine with the arithmetic of the GeForce 3; takes vertex programs",
        is_exact: false,
        make: |_| Arc::new(ReferenceNv20),
    },
];

/// The reference engine, which takes every program.
pub(crate) const REFERENCE: EngineRow = EngineRow {
    name: "reference",
    doc: "the specifications' word, instruction by instruction; takes every program",
    is_exact: true,
    make: |_| Arc::new(Reference),
};

/// A name that no engine has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no engine `{name}`; there are {}", ENGINES.iter().map(|row| row.name).collect::<Vec<_>>().join(", "))]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

impl EngineRow {
    /// The row of a name.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn of_name(name: &str) -> Result<&'static EngineRow, UnknownEngine> {
        let unknown = || UnknownEngine {
            name: name.to_owned(),
        };
        ENGINES.iter().find(|row| row.name == name).ok_or_else(unknown)
    }

    /// The engine.
    pub(crate) fn make(&self, simd: Simd) -> Arc<dyn Engine> {
        (self.make)(simd)
    }
}
