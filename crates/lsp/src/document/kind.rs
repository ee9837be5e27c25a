//! The kinds of documents, by the language that an editor names, or as the command line tells files apart.

use std::path::Path;

use quadrille::programs::FileKind;

/// What a document holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentKind {
    /// One program of an OpenGL assembly language, or several with remarks between them.
    Assembly,
    /// A scene, `.shader_test`.
    Scene,
    /// Machine text of the GeForce 3 vertex processor, or a listing of it.
    GeForce3,
    /// A program of the VideoCore IV's QPUs.
    Qpu,
}

/// The names of languages that editors say.
const ROWS: &[(DocumentKind, &[&str])] = &[
    (
        DocumentKind::Assembly,
        &["quadrille-assembly", "arb-assembly", "glasm"],
    ),
    (DocumentKind::Scene, &["quadrille-scene", "shader_test"]),
    (DocumentKind::GeForce3, &["quadrille-gf3"]),
    (DocumentKind::Qpu, &["quadrille-qpu", "qpu", "qasm"]),
];

impl DocumentKind {
    /// The kind of a document: a header says it for a text of any language, as for the command line.
    pub fn of(language: &str, path: &Path, text: &str) -> DocumentKind {
        let named = ROWS.iter().find(|(_, names)| names.contains(&language));
        if let Some((kind, _)) = named {
            return *kind;
        }
        match FileKind::of(path, text) {
            Some(FileKind::Scene) => DocumentKind::Scene,
            Some(FileKind::GeForce3) => DocumentKind::GeForce3,
            Some(FileKind::Qpu) => DocumentKind::Qpu,
            Some(FileKind::Programs | FileKind::OldScene) | None => DocumentKind::Assembly,
        }
    }

    /// The name under which a document without a file is judged.
    pub(crate) fn untitled(self) -> &'static str {
        match self {
            DocumentKind::Assembly => "untitled.arb",
            DocumentKind::Scene => "untitled.shader_test",
            DocumentKind::GeForce3 => "untitled.vsh",
            DocumentKind::Qpu => "untitled.qasm",
        }
    }
}
