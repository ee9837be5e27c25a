//! What the GeForce 3 does, for tools: words, registers and the pipeline's figures as JSON.

pub mod shape;

use quadrille_gf3::time::{Parameters, Report, Stall};
use quadrille_gf3::word::{Numbering, Word};
use serde_json::{Map, Value, json};

/// The figures for tools.
pub fn figures(words: &[Word], numbering: Numbering, report: &Report, parameters: &Parameters) -> Value {
    let named = |counts: &[u64]| -> Map<String, Value> {
        let rows = Stall::ALL.iter().zip(counts).filter(|row| *row.1 > 0);
        rows.map(|((stall, _), count)| (stall.key().to_owned(), json!(count)))
            .collect()
    };
    let mut program = shape::program(words, numbering);
    for (word, lost) in program.iter_mut().zip(&report.lost) {
        word["lost"] = json!(named(lost));
    }
    let rows: Vec<Value> = report
        .rows
        .iter()
        .map(|row| {
            json!({
                "vertex": row.token.vertex, "thread": row.token.thread, "word": row.token.instruction,
                "input_buffer": row.token.buffer, "waited": row.waited, "read": row.read, "swizzle": row.swizzle,
                "write": row.write, "reason": row.reason.map(Stall::key),
            })
        })
        .collect();
    json!({
        "cycles": report.cycles,
        "vertices": report.vertices,
        "computed": report.outputs.len(),
        "cycles_per_vertex": report.cycles as f64 / report.vertices.max(1) as f64,
        "instructions_per_cycle": report.utilisation(),
        "vertices_per_second": report.vertices_per_second(parameters),
        "issued": report.issued,
        "special_issued": report.ilu_issued,
        "fetch": report.front[0],
        "copy": report.front[1],
        "setup": report.setup,
        "copy_waited": report.copy_blocked,
        "lost": named(&report.stalls),
        "program": program,
        "rows": rows,
    })
}
