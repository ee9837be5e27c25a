//! Instructions that read and write memory: global memory by address, buffers and shared memory by variables,
//! images by units (NV_gpu_program5 2.X.4.5 and 2.X.8, and the extensions that bring the other kinds).

use quadrille_base::Span;
use quadrille_isa::gl::opcode::{OperandShape, ResultShape};
use quadrille_isa::gl::operation::{MemoryOp, Space};
use quadrille_isa::gl::{Operation, TextureTarget};
use quadrille_program::{Access, Destination, MemoryAccess, Operand, Selection};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::instruct::given::Given;
use crate::instruct::opcode::written_operands;
use crate::instruct::operand::{agrees, signs};
use crate::instruct::result::typed_result;
use crate::instruct::unit::UnitKind;
use crate::path::part_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::source::{no_attachment, selector};
use crate::state::diagnostics::Diagnostics;
use crate::state::scope::{Entity, MemoryKind};
use crate::state::stage::StageDeclarations;
use crate::texture::texture_target;
use crate::undeclared::NameUse;

/// A memory instruction: its result, its operands and its access.
pub(crate) fn memory<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    written: &'t [OperandIndex],
) -> Option<(Option<Destination>, Vec<Operand>, Access)> {
    let row = given.row;
    let wanted = written_operands(&resolver.cx.language, row);
    if written.len() != wanted {
        resolver.wrong_count(given.span, given.row.mnemonic, wanted, written);
        return None;
    }
    let (destination, written) = match (row.result, written) {
        (ResultShape::None, written) => (Some(None), written),
        (_, [result, written @ ..]) => (typed_result(resolver, given, *result).map(Some), written),
        (_, []) => (None, written),
    };
    let mut complete = destination.is_some();
    let mut operands = Vec::with_capacity(row.operands.len());
    let mut access = Some(plain_access(given));
    let mut written = written.iter().copied();
    // STOREIM alone names its image first, and the target still comes last.
    let stored_target = if row.operands.first() == Some(&OperandShape::Image) && row.operands.len() > 1 {
        written.next_back()
    } else {
        None
    };
    for shape in row.operands {
        let index = written.next()?;
        let operand = match shape {
            OperandShape::Image => {
                let target = stored_target.or_else(|| written.next())?;
                access = image(resolver, given, index, target);
                continue;
            }
            OperandShape::Memory => {
                access = variable_in_memory(resolver, given, resolver.cx.operand(index));
                continue;
            }
            OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                let wanted = Wanted::Scalar(row.mnemonic);
                resolver.typed_source(resolver.cx.operand(index), wanted, given.expected(*shape))
            }
            _ => resolver.typed_source(resolver.cx.operand(index), Wanted::Vector, given.expected(*shape)),
        };
        match operand {
            Some(operand) => operands.push(operand),
            None => complete = false,
        }
    }
    if !complete {
        return None;
    }
    Some((destination?, operands, Access::Memory(Box::new(access?))))
}

/// The access that the modifiers state, without its binding and address.
fn plain_access(given: Given<'_>) -> MemoryAccess {
    let modifiers = given.modifiers;
    MemoryAccess {
        binding: 0,
        index: None,
        handle: None,
        offset: 0,
        address: None,
        first: 0,
        limit: None,
        selection: Selection::default(),
        storage: modifiers.and_then(|modifiers| modifiers.storage.first().copied()),
        atomic: modifiers.and_then(|modifiers| modifiers.atomic),
        counter: modifiers.and_then(|modifiers| modifiers.counter),
        target: None,
        coherent: modifiers.is_some_and(|modifiers| modifiers.coherent),
        volatile: modifiers.is_some_and(|modifiers| modifiers.volatile),
        sparse: modifiers.is_some_and(|modifiers| modifiers.sparse),
    }
}

/// An image and its target.
fn image<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    image: OperandIndex,
    target: OperandIndex,
) -> Option<MemoryAccess> {
    let unit = resolver.unit(resolver.cx.operand(image), UnitKind::Image);
    let target_operand = resolver.cx.operand(target);
    no_attachment(&resolver.cx, resolver.diagnostics, target_operand)?;
    let target = texture_target(&resolver.cx, resolver.diagnostics, target_operand)?;
    if !is_image_target(given.row.operation, target) {
        resolver.report(rules::target_not_supported::at(
            target_operand.span,
            given.row.mnemonic,
        ));
        return None;
    }
    let unit = unit?;
    if let [extra, ..] = unit.rest {
        let message = "nothing may follow an image";
        resolver.report(rules::syntax_error::unexpected(part_span(extra), message));
        return None;
    }
    Some(MemoryAccess {
        binding: unit.unit,
        index: unit.index.map(Box::new),
        handle: unit.handle.map(Box::new),
        target: Some(target),
        ..plain_access(given)
    })
}

/// A CBUFFER, STORAGE, SHARED or COUNTER variable with its indices.
fn variable_in_memory<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    operand: &'t tree::Operand<'s>,
) -> Option<MemoryAccess> {
    no_attachment(&resolver.cx, resolver.diagnostics, operand)?;
    let (kind, belongs) = kind_of(given.row.operation);
    let Value::Path(parts) = &operand.value else {
        if !matches!(operand.value, Value::Missing) {
            resolver.report(rules::wrong_resource::at(operand.span, belongs, "none"));
        }
        return None;
    };
    let parts = resolver.cx.parts(parts);
    let Some(Part::Word(name)) = parts.first() else {
        return None;
    };
    if resolver.names.opens_binding(name.text) {
        resolver.report(rules::wrong_resource::at(operand.span, belongs, "a binding"));
        return None;
    }
    let variable = match resolver.names.find(name.text) {
        Some(Entity::Memory(variable)) if variable.kind == kind => variable,
        Some(Entity::Broken) => return None,
        Some(entity) => {
            resolver.report(rules::wrong_resource::at(name.span, belongs, entity.what()));
            return None;
        }
        None => {
            resolver.unknown_name(name, NameUse::Memory);
            return None;
        }
    };
    let place = resolver.memory_place(parts, variable)?;
    let expected = given.expected(OperandShape::Memory);
    agrees(resolver.diagnostics, variable.holds, expected, operand.span)?;
    let selection = if kind == MemoryKind::Constant {
        let swizzle = selector(
            &resolver.cx,
            resolver.diagnostics,
            place.rest,
            operand.span,
            Wanted::Vector,
        )?;
        let (absolute, negate) = signs(operand, given.data_type());
        Selection {
            swizzle,
            absolute,
            negate,
        }
    } else {
        no_selection(resolver.diagnostics, operand, place.rest)?;
        Selection::default()
    };
    let unit = if kind == MemoryKind::Counter { 4 } else { 1 };
    let access = MemoryAccess {
        binding: place.binding,
        index: place.index.map(Box::new),
        offset: place.offset,
        address: place.address,
        first: u64::from(variable.offset) * unit,
        limit: place.limit,
        selection,
        ..plain_access(given)
    };
    if kind == MemoryKind::Shared {
        within_shared_memory(resolver.stage, resolver.diagnostics, &access, operand.span)?;
    }
    Some(access)
}

/// An access of shared memory ends in it, as far as its place is known (NV_compute_program5 2.X.7.Y, SHARED_MEMORY).
fn within_shared_memory(
    stage: &StageDeclarations,
    diagnostics: &mut Diagnostics,
    access: &MemoryAccess,
    span: Span,
) -> Option<()> {
    let declared = stage.shared_memory.and_then(|once| once.value);
    let (None, Some(storage), Some(bytes)) = (&access.address, access.storage, declared) else {
        return Some(());
    };
    let end = access.offset + storage.size() as i64;
    if end <= i64::from(bytes) {
        return Some(());
    }
    diagnostics.report(rules::beyond_shared_memory::at(span, end - 1, bytes));
    None
}

/// Reports what LDC may do to its operand where it stands on another memory operand.
fn no_selection(diagnostics: &mut Diagnostics, operand: &tree::Operand<'_>, rest: &[Part<'_>]) -> Option<()> {
    let span = match (operand.sign, operand.absolute, rest) {
        (Some(sign), ..) => sign.span,
        (_, Some(absolute), _) => absolute.span,
        (_, _, [extra, ..]) => part_span(extra),
        (None, None, []) => return Some(()),
    };
    let message = "a place in memory has neither sign nor magnitude nor selector";
    diagnostics.report(rules::unavailable_form::at(span, message));
    None
}

/// The kind of memory variable that an operation takes, and the message that one belongs there.
fn kind_of(operation: Operation) -> (MemoryKind, &'static str) {
    match operation {
        Operation::Memory(MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space)) => {
            match space {
                Space::Storage => (MemoryKind::Storage, "a variable of STORAGE belongs here"),
                Space::Shared => (MemoryKind::Shared, "a variable of SHARED belongs here"),
                Space::Counter => (MemoryKind::Counter, "a variable of COUNTER belongs here"),
                Space::Constant | Space::Global | Space::Image => {
                    (MemoryKind::Constant, "a variable of CBUFFER belongs here")
                }
            }
        }
        _ => (MemoryKind::Constant, "a variable of CBUFFER belongs here"),
    }
}

/// The targets that images have (EXT_shader_image_load_store 2.X.8 LOADIM), and those with samples.
fn is_image_target(operation: Operation, target: TextureTarget) -> bool {
    let texture = target.row().texture.row();
    let asks_samples = operation == Operation::Memory(MemoryOp::QueryImageSamples);
    texture.has_images() && !target.is_shadow() && (texture.is_multisample() || !asks_samples)
}
