//! The engines of the library: the one list that sessions, the command line and the documentation read.

use std::sync::Arc;

use quadrille_engine::Engine;
#[cfg(feature = "gf3")]
use quadrille_gf3::engine::GeForce3;
use quadrille_reference::{Reference, ReferenceNv20};

/// An engine by name.
#[derive(Debug)]
pub struct EngineRow {
    /// The name, as `--engine` and [`Session::engine`](crate::Session::engine) take it.
    pub name: &'static str,
    /// A description in one line.
    pub doc: &'static str,
    make: fn() -> Arc<dyn Engine>,
}

/// All engines, the default first.
pub static ENGINES: &[EngineRow] = &[
    EngineRow {
        name: "reference",
        doc: "the specifications' word, instruction by instruction; takes every program",
        make: || Arc::new(Reference),
    },
    #[cfg(feature = "gf3")]
    EngineRow {
        name: "gf3",
        doc: "the words and the arithmetic of the GeForce 3 vertex processor; takes vertex programs that fit it",
        make: || Arc::new(GeForce3::default()),
    },
    EngineRow {
        name: "reference-nv20",
        doc: "the reference engine with the arithmetic of the GeForce 3; takes vertex programs",
        make: || Arc::new(ReferenceNv20),
    },
];

impl EngineRow {
    /// The row of a name.
    pub fn of_name(name: &str) -> Option<&'static EngineRow> {
        ENGINES.iter().find(|row| row.name == name)
    }

    /// The engine.
    pub(crate) fn make(&self) -> Arc<dyn Engine> {
        (self.make)()
    }
}
