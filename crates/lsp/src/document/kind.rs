//! The kinds of documents, by the language that an editor names, or by the ending of a name and what the text has.

use std::path::Path;

use quadrille::programs::has_ending;

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

/// The names of languages that editors say, and the endings of names.
const ROWS: &[(DocumentKind, &[&str], &[&str])] = &[
    (
        DocumentKind::Assembly,
        &["quadrille-assembly", "arb-assembly", "glasm"],
        ASSEMBLY_ENDINGS,
    ),
    (
        DocumentKind::Scene,
        &["quadrille-scene", "shader_test"],
        SCENE_ENDINGS,
    ),
    (DocumentKind::GeForce3, &["quadrille-gf3"], GEFORCE3_ENDINGS),
    (DocumentKind::Qpu, &["quadrille-qpu", "qpu", "qasm"], QPU_ENDINGS),
];

const ASSEMBLY_ENDINGS: &[&str] = &[
    "vp", "fp", "vfp", "vpfp", "gp", "tcp", "tep", "cp", "vsp", "avp", "afp", "arb", "atifs",
];
const SCENE_ENDINGS: &[&str] = &["shader_test"];
const GEFORCE3_ENDINGS: &[&str] = &["vsh", "nv20", "nv2a"];
const QPU_ENDINGS: &[&str] = &["qasm", "qinc", "qpu"];

impl DocumentKind {
    /// The kind of a document: a header says it for a text of any language, as for the command line.
    pub fn of(language: &str, path: &Path, text: &str) -> DocumentKind {
        let named = ROWS.iter().find(|(_, names, _)| names.contains(&language));
        if let Some((kind, ..)) = named {
            return *kind;
        }
        let by_ending = ROWS
            .iter()
            .find(|(.., endings)| endings.iter().any(|ending| has_ending(path, ending)));
        match by_ending {
            Some((DocumentKind::GeForce3, ..)) if text.starts_with("!!") => DocumentKind::Assembly,
            Some((kind, ..)) => *kind,
            None if has_ending(path, "s") || has_ending(path, "asm") => DocumentKind::Qpu,
            None => DocumentKind::Assembly,
        }
    }

    /// The endings of names of this kind.
    pub fn endings(self) -> &'static [&'static str] {
        let row = ROWS.iter().find(|(kind, ..)| *kind == self);
        row.map_or(&[], |(.., endings)| endings)
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
