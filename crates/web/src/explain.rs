//! `explain`, `words` and `about`: the manual, what it has pages on, and the names that other requests take.

use quadrille::ENGINES;
use quadrille::manual::{self, Chapter};
use quadrille::translate::{EMULATIONS, TARGETS};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::RequestError;
use crate::message::Answer;
use crate::settings::DIALECTS;

#[derive(Deserialize)]
pub(crate) struct Explain {
    name: String,
}

impl Explain {
    /// The page as Markdown.
    pub(crate) fn answer(&self) -> Result<Answer, RequestError> {
        let page = manual::page(&self.name).map_err(RequestError::Unexplained)?;
        Ok(Answer::from(json!({ "markdown": page })))
    }
}

/// What a program is made of, each word with the sentence of the manual's index.
pub(crate) fn words() -> Answer {
    let in_programs = [Chapter::Opcodes, Chapter::Bindings, Chapter::Options];
    let pages = manual::pages().into_iter();
    let pages = pages.filter(|page| in_programs.contains(&page.chapter));
    let words = pages.flat_map(|page| {
        let names = match page.chapter == Chapter::Bindings {
            true => page.aliases.iter().map(|pattern| spelled(pattern)).collect(),
            false => vec![page.name],
        };
        let (chapter, summary) = (page.chapter.folder(), page.summary);
        let word = move |name| json!({ "chapter": chapter, "name": name, "summary": summary });
        names.into_iter().map(word)
    });
    Answer::from(json!({ "words": words.collect::<Vec<Value>>() }))
}

/// The shortest binding that a pattern of the table stands for: what may be left out is, and numbers are the first.
fn spelled(pattern: &str) -> String {
    let mut name = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['(', '[', '{']) {
        let (before, group) = rest.split_at(at);
        name.push_str(before);
        let close = match group.as_bytes()[0] {
            b'(' => ')',
            b'[' => ']',
            _ => '}',
        };
        let (inside, behind) = group[1..].split_once(close).unwrap_or((&group[1..], ""));
        rest = behind.strip_prefix('?').unwrap_or(behind);
        let is_left_out = rest.len() < behind.len() || close == '}';
        if !is_left_out && close == ')' {
            name.push_str(inside.split('|').next().unwrap_or_default());
        } else if !is_left_out {
            let number = inside.strip_prefix('=').unwrap_or("0");
            name.push_str(&format!("[{number}]"));
        }
    }
    name + rest
}

/// What there is.
pub(crate) fn about() -> Answer {
    let targets: Vec<Value> = TARGETS
        .iter()
        .map(|row| json!({ "name": row.name, "description": row.doc, "words": row.target.is_spirv() }))
        .collect();
    Answer::from(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "targets": targets,
        "emulations": EMULATIONS.iter().map(|row| row.1).collect::<Vec<_>>(),
        "dialects": DIALECTS.map(|row| row.0),
        "engines": ENGINES.iter().map(|row| row.name).collect::<Vec<_>>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::spelled;

    /// source: the notation of `isa::gl::binding::pattern`, and bindings of ARB_vertex_program 2.14.2 and
    /// NV_gpu_program4 2.X.3.
    #[test]
    fn patterns_are_spelled_as_programs_have_them() {
        for (pattern, name) in [
            ("vertex.position", "vertex.position"),
            ("state.light[lights].position", "state.light[0].position"),
            (
                "state.material(.front|.back)?.specular",
                "state.material.specular",
            ),
            (
                "state.matrix.texture[texcoords]?(|.inverse|.transpose|.invtrans)",
                "state.matrix.texture",
            ),
            (
                "primitive.out[=1].tessinner[2..]",
                "primitive.out[1].tessinner[0]",
            ),
            ("result.secondaryviewportmask[1]?", "result.secondaryviewportmask"),
            ("state.matrix.mvp{.row[4..]}", "state.matrix.mvp"),
        ] {
            assert_eq!(spelled(pattern), name);
        }
    }
}
