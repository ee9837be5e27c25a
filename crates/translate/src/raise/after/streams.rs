//! Streams of vertices of a geometry program (EMITS of NV_gpu_program5): what comes before a vertex of each. In shading
//! languages an output belongs to one stream, and results to none: those of the streams above the first, which go to
//! transform feedback alone, are copied to outputs of the stream's own.

use std::collections::BTreeSet;

use crate::form::{Block, Expression, Output, OutputKind, Root, Statement, StatementKind};
use crate::raise::after::vertex;
use crate::raise::draft::Draft;
use crate::raise::interface::varying;
use crate::refusal::Reason;

/// Locations of vectors that a geometry shader has (MAX_GEOMETRY_OUTPUT_COMPONENTS is 128, OpenGL 4.5 table 23.58).
const LOCATIONS: u32 = 32;

/// What comes before a vertex of each stream: `drawn` before one of the first. `own` are the outputs that the program and
/// those around it know.
pub(crate) fn before(draft: &mut Draft<'_>, own: u32, drawn: Block) -> Vec<Block> {
    let mut streams = BTreeSet::new();
    for function in &mut draft.shader.functions {
        note(&mut function.body, &mut streams);
    }
    let mut before = vec![drawn];
    let last = streams.iter().copied().max().unwrap_or(0);
    let mut free = free_locations(draft);
    for stream in 1..=last {
        let block = match streams.contains(&stream) {
            true => copies(draft, own, stream, &mut free),
            false => Block::new(),
        };
        before.push(block);
    }
    before
}

/// Notes the streams that vertices of a block belong to.
fn note(block: &mut Block, streams: &mut BTreeSet<u32>) {
    for statement in block {
        if let StatementKind::EmitVertex(stream) = statement.kind {
            streams.insert(stream);
        }
        for inner in statement.blocks_mut() {
            note(inner, streams);
        }
    }
}

/// The locations that no output has.
fn free_locations(draft: &Draft<'_>) -> std::vec::IntoIter<u32> {
    let taken = |location: &u32| {
        draft.shader.outputs.iter().any(|output| match output.kind {
            OutputKind::Varying(own, _) => own == *location,
            _ => false,
        })
    };
    let free: Vec<u32> = (0..LOCATIONS).filter(|location| !taken(location)).collect();
    free.into_iter()
}

/// Copies of all results that the program writes, in outputs of a stream.
fn copies(draft: &mut Draft<'_>, own: u32, stream: u32, free: &mut impl Iterator<Item = u32>) -> Block {
    let mut block = Block::new();
    if draft.context.is_rasterized() && draft.context.options.clamp_colors {
        block.extend(vertex::clamp_colors(&draft.shader.outputs[..own as usize]));
    }
    for at in 0..own {
        let output = &draft.shader.outputs[at as usize];
        let is_recorded = !matches!(
            output.kind,
            OutputKind::Layer | OutputKind::Viewport | OutputKind::ViewportMask
        );
        if output.used == 0 || !is_recorded {
            continue;
        }
        let Some(location) = free.next() else {
            draft.unsupported(draft.context.entry(), Reason::Places("results of streams"));
            return block;
        };
        let text = output.binding.to_string();
        let result = varying::indexed(text.trim_start_matches("result."), output.binding);
        let (name, ty) = (format!("stream{stream}_{result}"), output.ty);
        let copy = Output {
            name,
            kind: OutputKind::Streamed { stream, location },
            ..output.clone()
        };
        let copy = draft.output(copy);
        let value = Expression::read(Root::Output(at), ty);
        block.push(Statement::assign(copy, None, value));
    }
    block
}
