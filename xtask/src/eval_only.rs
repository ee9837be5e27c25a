//! The table of what no scene reaches and only `quadrille eval` runs: found by trying, not written by hand. The
//! smallest program of every opcode in every language is drawn with, or dispatched, and is in the table where that is
//! refused.

use std::collections::BTreeMap;

use crate::session;
use quadrille::manual::{ManualLocation, example, places};
use quadrille::scene::{NoFiles, SceneOptions, Verdict};
use quadrille::{Stage, run_scene};
use quadrille_isa::gl::Operation;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::operation::{Class, TextureOp};

/// The page.
pub(crate) fn table() -> String {
    let session = session::usual();
    let mut rows: BTreeMap<&str, Vec<ManualLocation>> = BTreeMap::new();
    let mut drawn: BTreeMap<&str, usize> = BTreeMap::new();
    for row in OPCODES {
        for place in places(&row.availability) {
            let text = example::opcode(row, &place);
            if session.load(row.mnemonic, &text).is_err() {
                continue;
            }
            let scene = scene(row, place.profile.stage, &text);
            let report = run_scene("reach", &scene, &SceneOptions::new(&session, &NoFiles));
            let reached = report.verdict == Verdict::Pass;
            *drawn.entry(place.profile.header).or_default() += usize::from(reached);
            if !reached {
                rows.entry(row.mnemonic).or_default().push(place);
            }
        }
    }
    let total: usize = drawn.values().sum();
    let mut page = format!(
        "# What only `quadrille eval` runs\n\nThe smallest program of every opcode, in every language that has it, is \
         tried in a scene: {total} of them draw or are dispatched. Those that do not are run by hand with `quadrille \
         eval`, with a primitive, a patch or a test texture.\n\nWritten by `cargo xtask gen`, which tries them.\n\n"
    );
    let whole: Vec<&str> = drawn
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(header, _)| *header)
        .collect();
    if !whole.is_empty() {
        page += &format!("Nothing in these languages draws: `{}`.\n\n", whole.join("`, `"));
    }
    rows.values_mut()
        .for_each(|places| places.retain(|place| !whole.contains(&place.profile.header)));
    rows.retain(|_, places| !places.is_empty());
    if rows.is_empty() {
        let others = if whole.is_empty() {
            "Every opcode draws or is dispatched in every language"
        } else {
            "In all others every opcode does"
        };
        return page + others + ".\n";
    }
    page += "| opcode | in |\n|---|---|\n";
    for (mnemonic, places) in rows {
        let names: Vec<String> = places.iter().map(name).collect();
        page += &format!("| [{mnemonic}](opcodes/{mnemonic}.md) | {} |\n", names.join(", "));
    }
    page
}

/// A header and its options.
fn name(place: &ManualLocation) -> String {
    let options = place.options.iter().map(|option| option.row().name());
    let names: Vec<&str> = [place.profile.header].into_iter().chain(options).collect();
    format!("`{}`", names.join("` with `"))
}

const VERTICES: &str = "[vertex data]\nposition/0/float/2\n0 0\n1 0\n0 1\n";

/// A scene in which a program has its stage.
fn scene(row: &OpcodeRow, stage: Stage, text: &str) -> String {
    let evaluation = "[tessellation evaluation program]\n!!NVtep5.0\nTESS_MODE TRIANGLES;\n\
                      MOV result.position, vertex[0].position;\nEND\n";
    let patches = "patch parameter vertices 3\ndraw arrays PATCHES 0 3\n";
    let (section, before, work) = match stage {
        Stage::Vertex => ("vertex program", "", "draw arrays GL_TRIANGLES 0 3\n"),
        Stage::Fragment => ("fragment program", "", "draw rect -1 -1 2 2\n"),
        Stage::Compute => ("compute program", "", "dispatch 1 1 1\n"),
        Stage::Geometry => ("geometry program", "", "draw arrays GL_POINTS 0 3\n"),
        Stage::TessellationControl => ("tessellation control program", evaluation, patches),
        Stage::TessellationEvaluation => ("tessellation evaluation program", "", patches),
        Stage::VertexState => ("vertex state program", "", "execute (1,2,3,4)\n"),
    };
    let texture = match (row.operation, row.operation.class()) {
        (Operation::Texture(TextureOp::FetchMultisample | TextureOp::QuerySamples), _) => {
            "texture multisample 0 (4,4) (1,0,0,1) (0,1,0,1)\n"
        }
        (_, Class::Texture) => "texture empty 0 2D (4,4,1) GL_RGBA8\n",
        _ => "",
    };
    let group = if text.contains("ARB_compute_variable_group_size") {
        work.replace('\n', " group 4 1 1\n")
    } else {
        work.to_owned()
    };
    format!("[require]\nSIZE 4 4\n{before}[{section}]\n{text}\n{VERTICES}[test]\n{texture}{group}")
}
