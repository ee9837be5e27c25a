//! A program made at random from the tables: opcodes, modifiers, targets and operands of a header and its options.
//!
//! What is written here is only nearly right: the lines that the checker points at are left out until it accepts
//! the rest, so that nothing here has to know its rules.

use std::collections::BTreeSet;

use quadrille::manual::{Place, example, places};
use quadrille::{Loaded, Session};
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Features, LanguageSet, Stage};

use super::numbers::Numbers;
use super::writer::Writer;

/// A header with its options, and the opcodes that stand there.
pub(super) struct Ground {
    pub(super) place: Place,
    pub(super) features: Features,
    pub(super) rows: Vec<&'static OpcodeRow>,
}

impl Ground {
    /// All of them, as the opcode table has them.
    pub(super) fn all() -> Vec<Ground> {
        let mut found: Vec<Place> = Vec::new();
        for row in OPCODES {
            for place in places(&row.availability) {
                if !found.contains(&place) {
                    found.push(place);
                }
            }
        }
        let ground = |place: Place| {
            let features = place.features();
            let rows = OPCODES.iter();
            let rows = rows.filter(|row| row.availability.check(&features).is_ok());
            Ground {
                rows: rows.filter(|row| usable(row)).collect(),
                place,
                features,
            }
        };
        found.into_iter().map(ground).collect()
    }

    pub(super) fn registers(&self) -> bool {
        self.place.profile.variables == Variables::Registers
    }

    pub(super) fn is_gpu(&self) -> bool {
        self.features.languages.meets(LanguageSet::GPU)
    }

    /// What programs of this ground call their attribute.
    pub(super) fn attribute(&self) -> &'static str {
        match (self.registers(), self.place.profile.stage) {
            (true, Stage::Fragment) => "f[TEX0]",
            (true, _) => "v[0]",
            (false, Stage::Fragment) => "fragment.texcoord[0]",
            (false, Stage::Vertex) => "vertex.attrib[0]",
            (false, Stage::Compute) => "invocation.localid",
            (false, Stage::TessellationEvaluation) => "vertex[0].attrib[0]",
            (false, _) => "vertex[0].attrib[0]",
        }
    }
}

/// Flow is written as blocks, not by its rows.
fn usable(row: &OpcodeRow) -> bool {
    row.operation.class() != Class::Flow
}

/// A program that loads.
pub(super) struct Made {
    pub(super) text: String,
    pub(super) loaded: Loaded,
    /// Lines that the checker refused.
    pub(super) refused: usize,
}

/// A program of a ground; `None` if what is left of it still does not load.
pub(super) fn program(session: &Session, ground: &Ground, numbers: &mut Numbers) -> Option<Made> {
    let mut writer = Writer { ground, numbers };
    let body = writer.block(0);
    let helper = if ground.is_gpu() {
        writer.block(9)
    } else {
        Vec::new()
    };
    let bare = example::bare(&ground.place);
    let (opening, closing) = bare.rsplit_once("END").unwrap_or((&bare, ""));
    let mut lines: Vec<(String, bool)> = opening.lines().map(|line| (line.to_owned(), false)).collect();
    let mut put = |texts: Vec<String>, optional: bool| {
        lines.extend(texts.into_iter().map(|text| (text, optional)));
    };
    put(writer.declarations(), true);
    if ground.is_gpu() {
        put(vec!["main:".to_owned()], false);
    }
    put(writer.beginning(), true);
    put(body, true);
    put(writer.ending(), true);
    if ground.is_gpu() {
        put(vec!["RET;".to_owned(), "helper:".to_owned()], false);
        put(helper, true);
    }
    put(vec![format!("END{closing}")], false);
    let mut refused = 0;
    for _ in 0..6 {
        let text: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let rejected = match session.load("storm", &text) {
            Ok(loaded) => {
                return Some(Made {
                    text,
                    loaded,
                    refused,
                });
            }
            Err(rejected) => rejected,
        };
        let wrong: BTreeSet<usize> = rejected
            .diagnostics
            .iter()
            .map(|found| rejected.source.position(found.span.start).line as usize - 1)
            .collect();
        let before = lines.len();
        let mut at = 0;
        lines.retain(|(_, optional)| {
            at += 1;
            !(*optional && wrong.contains(&(at - 1)))
        });
        refused += before - lines.len();
        if lines.len() == before {
            return None;
        }
    }
    None
}
