//! Pages of implementation limits.

use quadrille_isa::gl::limit::{FIXED, FixedLimit, LIMITS, LimitRow, PRESETS};

use super::{Chapter, Page};

pub(super) fn pages() -> Vec<Page> {
    LIMITS.iter().map(page).chain(FIXED.iter().map(fixed)).collect()
}

/// The page of a limit with one value.
fn fixed(row: &FixedLimit) -> Page {
    Page {
        chapter: Chapter::Limits,
        name: row.name.to_owned(),
        aliases: row.gl.iter().map(|name| (*name).to_owned()).collect(),
        summary: row.doc.to_owned(),
        text: format!(
            "# {}\n\n{}\n\nGL: {}\n\nIt is {} with every preset.\n",
            row.name,
            row.doc,
            row.gl.join(", "),
            row.value
        ),
    }
}

fn page(row: &LimitRow) -> Page {
    let names: Vec<&str> = [row.gl].into_iter().chain(row.others().iter().copied()).collect();
    let mut text = format!(
        "# {}\n\n{}\n\nGL: {}\n\n",
        row.name,
        row.doc.trim(),
        names.join(", ")
    );
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
            .chain(row.others().iter().copied())
            .map(str::to_owned)
            .collect(),
        summary: row.doc.trim().to_owned(),
        text,
    }
}
