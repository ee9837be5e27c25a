//! Rules: identities under which problems are reported and explained.

use crate::Severity;

/// One rule of a language or a machine. Rules are statics, one a file; crates list theirs in a registry.
#[derive(Debug)]
pub struct Rule {
    /// Stable name, in lower case with hyphens: `too-many-temporaries`.
    pub name: &'static str,
    /// The severity of a breach unless a dialect or the user says otherwise.
    pub severity: Severity,
    /// One lower-case sentence without a full stop.
    pub summary: &'static str,
    /// The citations of the rule: numbers of the load-rule table or sections of a specification.
    pub cites: &'static [&'static str],
    /// The rule's page, Markdown: what it does, why, an example that breaks it, one that does not.
    pub page: &'static str,
}

/// The name is the identity.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

impl Rule {
    /// The page as Markdown. A rule's page is the module documentation of its own file, so the lines that
    /// start with `//!` are taken, without that mark.
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        for line in self.page.lines().take_while(|line| line.starts_with("//!")) {
            let line = line.trim_start_matches("//!");
            text.push_str(line.strip_prefix(' ').unwrap_or(line));
            text.push('\n');
        }
        text
    }
}

/// Defines the static of a rule. The page is the file itself, of which [`Rule::markdown`] takes the module
/// documentation:
///
/// `rule!(DUPLICATE_NAME, "duplicate-name", Error, "a name is declared twice", ["#118"], "duplicate_name.rs");`
#[macro_export]
macro_rules! rule {
    ($id:ident, $name:literal, $severity:ident, $summary:literal, [$($cite:literal),* $(,)?], $file:literal) => {
        #[doc = concat!("The rule `", $name, "`: ", $summary, ".")]
        pub static $id: $crate::Rule = $crate::Rule {
            name: $name,
            severity: $crate::Severity::$severity,
            summary: $summary,
            cites: &[$($cite),*],
            page: include_str!($file),
        };
    };
}
