//! What a text is, as the command line tells files apart.

use std::path::Path;

use quadrille::programs::FileKind;

/// The kind of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Programs of OpenGL, alone or in a scene, which their names tell apart.
    Programs,
    /// Machine text of the GeForce 3.
    Geforce3,
    /// A program of the VideoCore IV's QPUs.
    Qpu,
}

impl Kind {
    /// Of a text with a name.
    pub(crate) fn of(name: &str, text: &str) -> Kind {
        match FileKind::of(Path::new(name), text) {
            Some(FileKind::Qpu) => Kind::Qpu,
            Some(FileKind::GeForce3) => Kind::Geforce3,
            Some(FileKind::Programs | FileKind::OldScene | FileKind::Scene) | None => Kind::Programs,
        }
    }

    /// As answers name it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Programs => "programs",
            Kind::Geforce3 => "geforce3",
            Kind::Qpu => "qpu",
        }
    }
}
