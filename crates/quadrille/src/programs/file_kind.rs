//! The kinds of files that people write, by the endings of their names. What tools write (words, images, archives) is
//! told by those who read it.

use std::path::Path;

/// What a file of text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Programs of the OpenGL languages: one, or several with remarks between them.
    Programs,
    /// Programs with tests behind them, `.vpfp`: programs and a scene.
    OldScene,
    /// A scene with sections, `.shader_test`.
    Scene,
    /// Machine text of the GeForce 3 vertex processor, or a listing of it.
    GeForce3,
    /// A program of the VideoCore IV's QPUs, or a text that one includes.
    Qpu,
}

/// The endings of each kind.
const ROWS: &[(FileKind, &[&str])] = &[
    (
        FileKind::Programs,
        &[
            "vp", "fp", "vfp", "gp", "tcp", "tep", "cp", "vsp", "avp", "afp", "arb", "atifs",
        ],
    ),
    (FileKind::OldScene, &["vpfp"]),
    (FileKind::Scene, &["shader_test"]),
    (FileKind::GeForce3, &["vsh", "nv20", "nv2a"]),
    (FileKind::Qpu, &["qasm", "qinc", "qpu", "asm", "s"]),
];

impl FileKind {
    /// The kind of a file, by its name in either case; none of another name.
    pub fn of_name(path: &Path) -> Option<FileKind> {
        let mut rows = ROWS.iter();
        let row = rows.find(|(_, endings)| endings.iter().any(|ending| has_ending(path, ending)));
        row.map(|(kind, _)| *kind)
    }

    /// The kind of a file of this name and text: what has the name of machine text and begins with a header is a program
    /// of an OpenGL language.
    pub fn of(path: &Path, text: &str) -> Option<FileKind> {
        let kind = FileKind::of_name(path)?;
        let is_program = kind == FileKind::GeForce3 && text.starts_with("!!");
        Some(if is_program { FileKind::Programs } else { kind })
    }

    /// Whether it holds programs of the OpenGL languages, without sections.
    pub fn is_programs(self) -> bool {
        match self {
            FileKind::Programs | FileKind::OldScene => true,
            FileKind::Scene | FileKind::GeForce3 | FileKind::Qpu => false,
        }
    }

    /// Whether it is drawn and probed.
    pub fn is_scene(self) -> bool {
        match self {
            FileKind::Scene | FileKind::OldScene => true,
            FileKind::Programs | FileKind::GeForce3 | FileKind::Qpu => false,
        }
    }
}

/// Whether a file's name has an ending, in either case.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let own = path.extension().and_then(|own| own.to_str());
    own.is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::{FileKind, ROWS};

    #[test]
    fn an_ending_has_one_kind() {
        let all: Vec<&str> = ROWS.iter().flat_map(|(_, endings)| *endings).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }

    #[test]
    fn names_say_the_kind() {
        let of = |name: &str, text: &str| FileKind::of(Path::new(name), text);
        assert_eq!(of("a.VP", ""), Some(FileKind::Programs));
        assert_eq!(of("a.atifs", ""), Some(FileKind::Programs));
        assert_eq!(of("folder.vp/a.nv2a", ""), Some(FileKind::GeForce3));
        assert_eq!(of("a.vsh", "!!VP1.0\nEND\n"), Some(FileKind::Programs));
        assert_eq!(of("a.qinc", "!!"), Some(FileKind::Qpu));
        assert_eq!(of("vp", ""), None);
    }
}
