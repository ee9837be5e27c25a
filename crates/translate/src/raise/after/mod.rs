//! Operations on results that the pipeline does after an assembly program but not after a shader, so that a shader does
//! them itself at its end.

mod clip;
mod cover;
mod fog;
mod fragment_tests;
mod passed;
pub(crate) mod places;
mod streams;
mod vertex;

use quadrille_isa::gl::Stage;

use crate::form::{Block, Function, Statement, StatementKind, SubroutineId};
use crate::raise::draft::Draft;
use crate::raise::interface::Interface;
use crate::refusal::Reason;
use crate::target::Feature;

/// Adds what comes after the program's own instructions.
pub(crate) fn finish(draft: &mut Draft<'_>, interface: &Interface) {
    let after = match draft.context.stage() {
        Stage::Vertex | Stage::TessellationEvaluation => vertex::statements(draft, interface),
        Stage::Geometry => {
            let own = draft.shader.outputs.len() as u32;
            let before = vertex::statements(draft, interface);
            let before = streams::before(draft, own, before);
            let mut after = passed::vertices(draft, &interface.results, own);
            let functions = draft.shader.functions.iter_mut();
            for block in functions.map(|function| &mut function.body).chain([&mut after]) {
                before_vertices(block, &before);
            }
            after
        }
        Stage::VertexState | Stage::TessellationControl | Stage::Compute => Block::new(),
        Stage::Fragment => {
            let mut after = fog::mix(draft, &interface.parameters);
            after.extend(clip::drop_clipped(draft));
            after.extend(cover::statements(draft, interface.results.sample_mask));
            after.extend(fragment_tests::alpha(draft));
            fragment_tests::early(draft);
            after
        }
    };
    if !after.is_empty() {
        append(draft, after);
    }
}

/// Puts statements before each vertex that a geometry program gives, by its stream.
fn before_vertices(block: &mut Block, before: &[Block]) {
    let old = std::mem::take(block);
    for mut statement in old {
        for inner in statement.blocks_mut() {
            before_vertices(inner, before);
        }
        if let StatementKind::EmitVertex(stream) = statement.kind
            && let Some(before) = before.get(stream as usize)
        {
            block.extend(before.iter().cloned());
        }
        block.push(statement);
    }
}

/// Statements at the end of the entry, however the program ends.
fn append(draft: &mut Draft<'_>, after: Block) {
    // A program without a structured form is refused already.
    let Some(last) = draft.shader.functions.len().checked_sub(1) else {
        return;
    };
    if !returns(&draft.shader.functions[last].body) {
        draft.shader.functions[last].body.extend(after);
        return;
    }
    if draft.shader.features.contains(&Feature::FragmentInterlock) {
        return draft.unsupported(draft.context.entry(), Reason::Section);
    }
    // The program may end early; what comes after must not be left out then.
    let name = draft.names.fresh("program");
    let main = std::mem::replace(&mut draft.shader.functions[last].name, name);
    let call = StatementKind::Call(SubroutineId(last as u32));
    let mut body = vec![Statement::own(call)];
    body.extend(after);
    draft.shader.shared_variables = true;
    draft.shader.functions.push(Function {
        name: main,
        doc: String::new(),
        arguments: Vec::new(),
        locals: Vec::new(),
        result: None,
        body,
    });
}

/// Whether a block may leave its function.
fn returns(block: &[Statement]) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::If { then, otherwise, .. } => returns(then) || returns(otherwise),
        StatementKind::Loop { body, .. } => returns(body),
        _ => false,
    })
}
