//! What a rule is: an identity under which a problem is reported and explained.

use crate::Severity;

/// One rule of a language or a machine. Rules are statics, one a file; crates list theirs in a registry.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name, in lower case with hyphens: `too-many-temporaries`.
    pub name: &'static str,
    /// How bad a breach is unless a dialect or the user says otherwise.
    pub severity: Severity,
    /// One lower-case sentence without a full stop.
    pub summary: &'static str,
    /// Where it is stated: numbers of the load-rule table or sections of a specification.
    pub cites: &'static [&'static str],
    /// The rule's page, Markdown: what it does, why, an example that breaks it, one that does not.
    pub page: &'static str,
}
