//! The severity of a problem.

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Accepted, yet likely a mistake or not portable.
    Warning,
    /// Rejected.
    Error,
}

impl Severity {
    /// The word for it in messages, lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}
