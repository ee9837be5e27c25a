//! What a text is: by its name, and by its first words where the name says nothing.

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
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "qasm" | "asm" | "s" => Kind::Qpu,
            "vsh" if !text.starts_with("!!") => Kind::Geforce3,
            _ => Kind::Programs,
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
