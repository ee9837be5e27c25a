//! The lines that the pass reads.

/// A directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    If,
    Ifdef,
    Ifndef,
    Elif,
    Else,
    Endif,
    Define,
    Undef,
    Error,
    Include,
}

impl Directive {
    const ALL: [Directive; 10] = [
        Directive::If,
        Directive::Ifdef,
        Directive::Ifndef,
        Directive::Elif,
        Directive::Else,
        Directive::Endif,
        Directive::Define,
        Directive::Undef,
        Directive::Error,
        Directive::Include,
    ];

    /// As it is written.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Directive::If => "#if",
            Directive::Ifdef => "#ifdef",
            Directive::Ifndef => "#ifndef",
            Directive::Elif => "#elif",
            Directive::Else => "#else",
            Directive::Endif => "#endif",
            Directive::Define => "#define",
            Directive::Undef => "#undef",
            Directive::Error => "#error",
            Directive::Include => "#include",
        }
    }

    /// The directive that a line is.
    pub(super) fn of(line: &str) -> Option<Directive> {
        let line = line.trim_start_matches([' ', '\t', '\u{feff}']);
        let rest = line.strip_prefix('#')?;
        let length = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let word = &line[..length + 1];
        Directive::ALL
            .into_iter()
            .find(|directive| directive.word() == word)
    }
}
