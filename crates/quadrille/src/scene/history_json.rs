//! The history of a pixel for tools; `docs/pixel-history.md` lists its fields.

use quadrille_base::Source;
use quadrille_pipeline::{Dropped, PixelPlace, PixelValue, WatchedFragment};
use quadrille_program::Variable;
use quadrille_reference::Typed;
use serde_json::{Value, json};

use super::history::{HistoryEntry, HistoryFragment, PixelHistory, Trace};
use crate::evaluate::TraceStep;
use crate::steps::{number, one_line};

/// The history of a pixel of a scene.
pub(super) fn json(source: &Source, history: &PixelHistory) -> Value {
    let PixelPlace { x, y, sample, layer } = history.place;
    json!({
        "x": x,
        "y": y,
        "sample": sample,
        "layer": layer,
        "origin": "lower left",
        "value": history.value.as_ref().map(value_json),
        "commands": history.entries.iter().map(|entry| entry_json(source, entry)).collect::<Vec<_>>(),
        "unlisted_fragments": history.unlisted,
    })
}

fn entry_json(source: &Source, entry: &HistoryEntry) -> Value {
    let fragments = entry
        .fragments
        .iter()
        .map(|fragment| fragment_json(source, fragment));
    json!({
        "line": source.position(entry.span.start).line,
        "command": one_line(source, entry.span),
        "framebuffer": entry.framebuffer,
        "before": value_json(&entry.before),
        "after": value_json(&entry.after),
        "fragments": fragments.collect::<Vec<_>>(),
    })
}

fn fragment_json(source: &Source, of: &HistoryFragment) -> Value {
    let WatchedFragment {
        program,
        primitive,
        front,
        depth,
        before,
        after,
        ..
    } = &of.fragment;
    let variables = |variables: &[Variable], values: &[[u32; 4]]| -> Vec<Value> {
        let named = variables.iter().zip(values);
        named
            .map(|(variable, bits)| {
                let name = variable.binding.to_string();
                json!({ "name": name, "value": bits.map(f32::from_bits), "bits": bits })
            })
            .collect()
    };
    let steps = |trace: &Trace| -> Value { trace.steps.iter().map(|step| step_json(source, step)).collect() };
    json!({
        "primitive": primitive,
        "front": front,
        "depth": depth,
        "attributes": variables(program.attributes(), &of.fragment.attributes),
        "results": variables(program.results(), &of.fragment.results),
        "trace": of.trace.as_ref().map(steps),
        "unlisted_instructions": of.trace.as_ref().map(|trace| trace.unlisted),
        "dropped": of.fragment.dropped.map(|dropped| match dropped {
            Dropped::Discarded => "discarded",
            Dropped::Coverage => "coverage",
            Dropped::Alpha => "alpha",
            Dropped::Stencil => "stencil",
            Dropped::Depth => "depth",
        }),
        "before": value_json(before),
        "after": value_json(after),
    })
}

fn step_json(source: &Source, step: &TraceStep) -> Value {
    let vector = |value: &Typed| value.words.map(|bits| number(value.data_type, bits));
    json!({
        "line": source.position(step.span.start).line,
        "instruction": one_line(source, step.span),
        "reads": step.operands.iter().map(vector).collect::<Vec<_>>(),
        "gives": step.result.as_ref().map(vector),
    })
}

fn value_json(
    PixelValue {
        colors,
        depth,
        stencil,
    }: &PixelValue,
) -> Value {
    json!({ "colors": colors, "depth": depth, "stencil": stencil })
}
