//! The words that stand for stages in the names of resources, and the places of stages among those that are used
//! together.

use quadrille_isa::gl::Stage;

use super::resource::StorageKind;
use super::types::Scalar;

/// The number of stages, as places of an array.
pub const STAGES: usize = Stage::Compute as usize + 1;

/// The stages that programs are translated of, with their words: that in names, and that of blocks.
const WORDS: [(Stage, &str, &str); 6] = [
    (Stage::Vertex, "vertex", "Vertex"),
    (Stage::TessellationControl, "control", "Control"),
    (Stage::TessellationEvaluation, "evaluation", "Evaluation"),
    (Stage::Geometry, "geometry", "Geometry"),
    (Stage::Fragment, "fragment", "Fragment"),
    (Stage::Compute, "compute", "Compute"),
];

/// The stages that programs are translated of.
pub fn stages() -> impl Iterator<Item = Stage> {
    WORDS.into_iter().map(|(stage, ..)| stage)
}

/// The word of a stage, in names: `vertex`.
pub fn stage_word(stage: Stage) -> &'static str {
    words(stage).0
}

/// What the name of a file with a shader of a stage ends in, as glslang and its like tell stages by.
pub const fn file_ending(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex | Stage::VertexState => "vert",
        Stage::TessellationControl => "tesc",
        Stage::TessellationEvaluation => "tese",
        Stage::Geometry => "geom",
        Stage::Fragment => "frag",
        Stage::Compute => "comp",
    }
}

/// The names of the block of a stage's parameters, and of the variable of that type.
pub(crate) fn parameters_name(stage: Stage) -> [String; 2] {
    let (small, large) = words(stage);
    [format!("{large}Parameters"), format!("{small}_parameters")]
}

/// The name of the block of a program parameter buffer.
pub(crate) fn block_name(stage: Stage, number: u32) -> String {
    format!("{}Buffer{number}", words(stage).1)
}

/// The name of the block of a storage buffer, by what it is and the kind of its words.
pub(crate) fn storage_name(stage: Stage, kind: StorageKind, number: u32, word: Scalar) -> String {
    let suffix = if word.is_long() { "Long" } else { "" };
    let what = match kind {
        StorageKind::Buffer => "Storage",
        StorageKind::Counters => "Counters",
    };
    format!("{}{what}{number}{suffix}", words(stage).1)
}

fn words(stage: Stage) -> (&'static str, &'static str) {
    let mut rows = WORDS.iter();
    let row = rows.find(|(of, ..)| *of == stage);
    row.map_or(("state", "State"), |(_, small, large)| (small, large))
}

/// The place of a stage among those that are used together, whose uniform blocks are numbered in this order. A compute
/// program is used alone.
pub(crate) const fn place(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState | Stage::Compute => 0,
        Stage::Fragment => 1,
        Stage::Geometry => 2,
        Stage::TessellationControl => 3,
        Stage::TessellationEvaluation => 4,
    }
}

/// The place of a stage in the order in which a draw goes through them.
pub(crate) const fn order(stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState | Stage::Compute => 0,
        Stage::TessellationControl => 1,
        Stage::TessellationEvaluation => 2,
        Stage::Geometry => 3,
        Stage::Fragment => 4,
    }
}
