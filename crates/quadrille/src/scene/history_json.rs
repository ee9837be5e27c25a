//! The history of a pixel for tools; `docs/pixel-history.md` lists its fields.

use quadrille_base::Source;
use quadrille_pipeline::state::{BlendEquation, BlendFactor, LogicOperation};
use quadrille_pipeline::{ColorOutput, Dropped, FragmentTest, PixelPlace, PixelValue, WatchedFragment};
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
        vertices,
        instance,
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
        "vertices": vertices,
        "instance": instance,
        "front": front,
        "depth": depth,
        "attributes": variables(program.attributes(), &of.fragment.attributes),
        "results": variables(program.results(), &of.fragment.results),
        "trace": of.trace.as_ref().map(steps),
        "unlisted_instructions": of.trace.as_ref().map(|trace| trace.unlisted),
        "tests": of.fragment.tests.iter().map(|test| test_json(*test)).collect::<Vec<_>>(),
        "dropped": of.fragment.dropped.map(dropped_name),
        "outputs": of.fragment.outputs.iter().map(output_json).collect::<Vec<_>>(),
        "before": value_json(before),
        "after": value_json(after),
    })
}

fn dropped_name(dropped: Dropped) -> &'static str {
    match dropped {
        Dropped::Discarded => "discarded",
        Dropped::Coverage => "coverage",
        Dropped::Alpha => "alpha",
        Dropped::Stencil => "stencil",
        Dropped::Depth => "depth",
    }
}

fn test_json(test: FragmentTest) -> Value {
    let (function, value, against) = match test {
        FragmentTest::Alpha {
            function,
            alpha,
            reference,
        } => (function, json!(alpha), json!(reference)),
        FragmentTest::Stencil {
            function,
            reference,
            stored,
        } => (function, json!(reference), json!(stored)),
        FragmentTest::Depth {
            function,
            depth,
            stored,
        } => (function, json!(depth), json!(stored)),
    };
    json!({
        "test": dropped_name(test.drops()),
        "function": function.name(),
        "value": value,
        "against": against,
    })
}

fn output_json(output: &ColorOutput) -> Value {
    let blend = output.blend.map(|blend| {
        json!({
            "equation": blend.equation.map(BlendEquation::name),
            "source": blend.source.map(BlendFactor::name),
            "destination": blend.destination.map(BlendFactor::name),
            "constant": blend.constant,
        })
    });
    json!({
        "buffer": output.buffer,
        "blend": blend,
        "logic_operation": output.logic.map(LogicOperation::name),
        "components": output.mask,
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
        texels,
        depth,
        stencil,
    }: &PixelValue,
) -> Value {
    json!({ "colors": colors, "texels": texels, "depth": depth, "stencil": stencil })
}
