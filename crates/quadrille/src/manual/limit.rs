//! Pages of implementation limits.

use quadrille_isa::gl::limit::{LIMITS, LimitRow, PRESETS};

use super::{Chapter, Page};

pub(super) fn pages() -> Vec<Page> {
    LIMITS.iter().map(page).collect()
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
        aliases: [Some(row.gl), row.gl.strip_prefix('-')]
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect(),
        summary: row.doc.trim().to_owned(),
        text,
    }
}
