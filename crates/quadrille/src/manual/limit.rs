//! Pages of implementation limits.

use quadrille_isa::gl::limit::{LIMITS, LimitRow, PRESETS};

use super::{Chapter, Page};

pub(super) fn pages() -> Vec<Page> {
    LIMITS.iter().map(page).collect()
}

/// GL's name as it stands, and the token in it where a sign or a unit stands beside it.
fn aliases(gl: &str) -> Vec<String> {
    let token = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = gl.find(token).unwrap_or(0);
    let end = gl[start..].find(|c| !token(c)).map_or(gl.len(), |end| start + end);
    let mut names = vec![gl.to_owned()];
    names.extend(((start, end) != (0, gl.len())).then(|| gl[start..end].to_owned()));
    names
}

fn page(row: &LimitRow) -> Page {
    let mut text = format!("# {}\n\n{}\n\nGL: {}\n\n", row.name, row.doc.trim(), row.gl);
    text += "| preset | value |\n|---|---|\n";
    for (name, limits) in PRESETS {
        text += &format!("| {name} | {} |\n", limits.get(row.limit));
    }
    Page {
        chapter: Chapter::Limits,
        name: row.name.to_owned(),
        aliases: aliases(row.gl),
        summary: row.doc.trim().to_owned(),
        text,
    }
}
