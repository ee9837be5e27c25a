//! Fixes: which of them are certain, and a program with these.

use quadrille_base::{Diagnostic, Fix, Rule};

use crate::check::check;
use crate::options::Options;
use crate::rules::ascii_name::ASCII_NAME;
use crate::rules::c_comment::C_COMMENT;
use crate::rules::index_in_brackets::INDEX_IN_BRACKETS;
use crate::rules::integer_needs_flat::INTEGER_NEEDS_FLAT;
use crate::rules::no_division::NO_DIVISION;
use crate::rules::prose_binding::PROSE_BINDING;
use crate::rules::text_after_end::TEXT_AFTER_END;
use crate::rules::two_byte_text::TWO_BYTE_TEXT;
use crate::rules::unknown_header::UNKNOWN_HEADER;

/// The rules whose fixes leave nothing open: the program means what it was written for, and nothing else. Of
/// `unknown-header` that is where a header is there, and something before it.
pub static CERTAIN: &[&Rule] = &[
    &ASCII_NAME,
    &C_COMMENT,
    &INDEX_IN_BRACKETS,
    &INTEGER_NEEDS_FLAT,
    &NO_DIVISION,
    &PROSE_BINDING,
    &TEXT_AFTER_END,
    &TWO_BYTE_TEXT,
    &UNKNOWN_HEADER,
];

/// The grade of a fix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// A tool may apply it: it says what the program was written for.
    Certain,
    /// A person decides: it is the likeliest of what may have been meant.
    Maybe,
}

/// The grade of a problem's fix; `None` if it has no fix.
pub fn grade(diagnostic: &Diagnostic) -> Option<Grade> {
    let fix = diagnostic.fix.as_ref()?;
    let rule = diagnostic.rule;
    let is_certain = CERTAIN.contains(&rule);
    let is_other_header =
        *rule == UNKNOWN_HEADER && fix.span == diagnostic.span && !fix.replacement.is_empty();
    Some(match is_certain && !is_other_header {
        true => Grade::Certain,
        false => Grade::Maybe,
    })
}

/// A program with all fixes that are certain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Its text.
    pub text: String,
    /// The number of fixes in it.
    pub count: usize,
}

/// The most times that a program is judged: a fix may show what stood behind another problem.
const MOST_ROUNDS: usize = 64;

/// Applies the fixes that are certain, until there are none, or until one would leave more errors than it mends.
pub fn fixed(text: &str, options: &Options) -> Fixed {
    let mut fixed = Fixed {
        text: text.to_owned(),
        count: 0,
    };
    let mut checked = check(text, options);
    for _ in 0..MOST_ROUNDS {
        let certain = checked
            .diagnostics
            .iter()
            .filter(|one| grade(one) == Some(Grade::Certain));
        let mut fixes: Vec<&Fix> = certain.filter_map(|one| one.fix.as_ref()).collect();
        fixes.sort_by_key(|fix| fix.span.start);
        let mut end = 0;
        fixes.retain(|fix| {
            let apart = fix.span.start >= end;
            if apart {
                end = fix.span.end.max(fix.span.start + 1);
            }
            apart
        });
        if fixes.is_empty() {
            break;
        }
        // All of them at once, or else the first that makes it better.
        let each = fixes.iter().map(std::slice::from_ref);
        let better = std::iter::once(fixes.as_slice())
            .chain(each)
            .take(MOST_ROUNDS)
            .find_map(|some| {
                let mut new = fixed.text.clone();
                for fix in some.iter().rev() {
                    new.replace_range(fix.span.range(), &fix.replacement);
                }
                let again = check(&new, options);
                // A warning has a fix too.
                let is_better = again.error_count() < checked.error_count()
                    || checked.error_count() == 0 && again.diagnostics.len() < checked.diagnostics.len();
                is_better.then_some((new, again, some.len()))
            });
        let Some((new, again, count)) = better else {
            break;
        };
        fixed.count += count;
        fixed.text = new;
        checked = again;
    }
    fixed
}
