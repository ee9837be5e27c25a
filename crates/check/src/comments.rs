//! Comments of C, which programs do not have.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::profile::PROFILES;

use crate::rules;

/// The problem of all comments of C in a text, and the text with blanks for them, in which all places are the same.
pub(crate) fn found(text: &str, meant: &str) -> Option<(Diagnostic, String)> {
    let comments = comments(text);
    let (first, last) = (comments.first()?, comments.last()?);
    let mut blanked = meant.as_bytes().to_vec();
    for comment in &comments {
        for byte in &mut blanked[comment.range()] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
    }
    let meant = String::from_utf8(blanked).ok()?;
    let headers: Vec<&str> = PROFILES.iter().map(|profile| profile.header).collect();
    let header = quadrille_syntax::header(&meant, &headers).map(|header| header.span);
    let diagnostic = rules::c_comment::at(*first, comments.len());
    if !is_closed(text, *last) {
        // Where it ends, and so what of the rest is program, is not known.
        return Some((diagnostic.note("the last of them is not closed by `*/`"), meant));
    }
    let (whole, replacement) = match header.filter(|header| first.start < header.start) {
        Some(header) => behind_header(text, header, &comments),
        None => (first.to(*last), rewritten(text, &comments)),
    };
    Some((diagnostic.fix("write them with #", whole, replacement), meant))
}

/// What the text is up to the last comment, with the header as its beginning.
fn behind_header(text: &str, header: Span, comments: &[Span]) -> (Span, String) {
    let (before, behind) = comments.split_at(comments.partition_point(|comment| comment.end <= header.start));
    let mut out = format!(
        "{}\n{}",
        &text[header.range()],
        rewritten(text, before).trim_end()
    );
    // What follows in the line is no comment.
    if !text[header.end as usize..].starts_with(['\n', '\r']) {
        out.push('\n');
    }
    let mut end = header.end;
    if let (Some(first), Some(last)) = (behind.first(), behind.last()) {
        out += &text[header.end as usize..first.start as usize];
        out += &rewritten(text, behind);
        end = last.end;
    }
    (Span::new(0, end), out)
}

/// Whether a comment is closed, if it has to be.
fn is_closed(text: &str, comment: Span) -> bool {
    let inside = text[comment.range()].strip_prefix("/*");
    inside.is_none_or(|inside| inside.ends_with("*/"))
}

/// The places of the comments of C, outside of those of programs.
fn comments(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['#', '/']) {
        let start = at + next;
        let rest = &text[start..];
        let line = || start + rest.find(['\n', '\r']).unwrap_or(rest.len());
        at = if rest.starts_with('#') {
            line()
        } else if rest.starts_with("//") || rest.starts_with("/*") {
            let end = match rest.starts_with("//") {
                true => line(),
                false => rest[2..]
                    .find("*/")
                    .map_or(text.len(), |length| start + length + 4),
            };
            found.push(Span::new(start as u32, end as u32));
            end
        } else {
            start + 1
        };
    }
    found
}

/// The text from the first comment to the last, with these as programs have them.
fn rewritten(text: &str, comments: &[Span]) -> String {
    let mut out = String::new();
    let mut before: Option<Span> = None;
    for comment in comments {
        if let Some(before) = before {
            out.push_str(&text[before.end as usize..comment.start as usize]);
        }
        let inside = &text[comment.range()];
        let inside = inside
            .strip_prefix("//")
            .or(inside.strip_prefix("/*"))
            .unwrap_or(inside);
        let inside = inside.strip_suffix("*/").unwrap_or(inside);
        let lines: Vec<String> = inside
            .lines()
            .map(|line| format!("#{}", line.trim_end()))
            .collect();
        out.push_str(&match lines.is_empty() {
            true => "#".to_owned(),
            false => lines.join("\n"),
        });
        // What follows in the line is no comment.
        let rest = &text[comment.end as usize..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        if !line.trim().is_empty() {
            out.push('\n');
        }
        before = Some(*comment);
    }
    out
}
