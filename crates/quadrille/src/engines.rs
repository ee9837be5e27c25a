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
        make: |simd| Arc::new(Wide::new(simd.level.unwrap_or_else(Level::best))),
    },
    #[cfg(feature = "jit")]
    EngineRow {
        name: "jit",
        doc: "wide, with native code from the first invocation on where the machine has AVX2 or AVX-512",
        make: |simd| Arc::new(Wide::new(simd.level.unwrap_or_else(Level::best)).native_after(Some(0))),
    },
    EngineRow {
        name: "reference",
        doc: "the specifications' word, instruction by instruction; takes every program",
        make: |_| Arc::new(Reference),
    },
    #[cfg(feature = "gf3")]
    EngineRow {
        name: "gf3",
        doc: "the words and the arithmetic of the GeForce 3 vertex processor; takes vertex programs that fit it",
        make: |_| Arc::new(GeForce3::default()),
    },
    EngineRow {
        name: "reference-nv20",
        doc: "the reference engine with the arithmetic of the GeForce 3; takes vertex programs",
        make: |_| Arc::new(ReferenceNv20),
    },
];

/// Whether an engine gives the bits of the reference engine, so that this may stand for it: to watch a run, or to run a
/// program that it does not take.
pub(crate) fn is_exact(engine: &str) -> bool {
    matches!(engine, "reference" | "wide" | "jit")
}

impl EngineRow {
    /// The row of a name.
    pub fn of_name(name: &str) -> Option<&'static EngineRow> {
        ENGINES.iter().find(|row| row.name == name)
    }

    /// The engine.
    pub(crate) fn make(&self, simd: Simd) -> Arc<dyn Engine> {
        (self.make)(simd)
    }
}
