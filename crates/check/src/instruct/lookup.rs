//! Texture instructions: coordinates, the texture, its target and a texel offset (NV_gpu_program4 2.X.4.4,
//! NV_gpu_program5 2.X.4.4).

use quadrille_base::Span;
use quadrille_isa::gl::opcode::OperandShape;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_isa::gl::target::Slot;
use quadrille_isa::gl::{DataType, LanguageSet, Operation, TextureTarget};
use quadrille_program::{Access, Destination, Operand, TextureAccess};
use quadrille_syntax::tree::{self, OperandIndex, Part, Value};

use crate::context::Context;
use crate::dialect::Habit;
use crate::instruct::given::Given;
use crate::instruct::result::typed_result;
use crate::instruct::texel_offset::texel_offset;
use crate::instruct::unit::{Unit, UnitKind};
use crate::language::Language;
use crate::path::part_span;
use crate::resolver::{Resolver, Wanted};
use crate::rules;
use crate::selector::swizzle;
use crate::state::diagnostics::Diagnostics;
use crate::state::textures::Textures;
use crate::texture::texture_target;

/// A texture instruction: its result, its operands and its access.
pub(crate) fn lookup<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    textures: &mut Textures,
    given: Given<'_>,
    written: &'t [OperandIndex],
) -> Option<(Option<Destination>, Vec<Operand>, Access)> {
    let (written, comma) = offset_behind_comma(&resolver.cx, written);
    let vectors = given
        .row
        .operands
        .iter()
        .filter(|shape| **shape != OperandShape::Texture);
    let wanted = vectors.count() + 3;
    let counted = (wanted..=wanted + 1).contains(&written.len());
    let ([result, vectors @ .., texture, target], true) = (written, counted) else {
        resolver.wrong_count(given.span, given.row.mnemonic, wanted, written);
        return None;
    };
    let texture = resolver.cx.operand(*texture);
    let target_operand = resolver.cx.operand(*target);
    let (attached, both) = (target_operand.attached, written.len() > wanted);
    let target = lookup_target(&resolver.cx, resolver.diagnostics, given, target_operand, both);
    let bare = is_bare_clamp(resolver.diagnostics, given, target, both);
    let second = match target {
        Some(target) => !bare && second_vector(resolver.diagnostics, given, target)?,
        None => written.len() == wanted + 1,
    };
    if written.len() != wanted + usize::from(second) {
        resolver.wrong_count(
            given.span,
            given.row.mnemonic,
            wanted + usize::from(second),
            written,
        );
        return None;
    }
    let destination = typed_result(resolver, given, *result);
    let operands = coordinates(resolver, given, vectors);
    let unit = resolver.unit(texture, UnitKind::Texture);
    let component = match &unit {
        Some(unit) => gathered(&resolver.cx, resolver.diagnostics, given, unit),
        None => None,
    };
    let offset = match (comma, attached) {
        (Some(comma), Some(_)) => {
            let message = "a lookup has one texel offset";
            let span = resolver.cx.operand(comma).span;
            resolver.report(rules::syntax_error::unexpected(span, message));
            return None;
        }
        (None, None) => Some(None),
        (Some(index), None) | (None, Some(index)) => match target {
            Some(target) => texel_offset(resolver, given, index, target, comma.is_some()),
            None => Some(None),
        },
    };
    let (unit, target) = (unit?, target?);
    one_target(
        textures,
        resolver.diagnostics,
        &unit,
        target,
        target_operand.span,
        texture.span,
    )?;
    let modifiers = given.modifiers?;
    let access = Access::Texture(Box::new(TextureAccess {
        unit: unit.unit,
        index: unit.index.map(Box::new),
        handle: unit.handle.map(Box::new),
        target,
        offset: offset?,
        component: component?,
        lod_clamp: modifiers.lod_clamp && !bare,
        sparse: modifiers.sparse,
    }));
    Some((Some(destination?), operands?, access))
}

/// Splits off the texel offset that stands behind a comma: `, (1, 0)` or `, offset(R0)`.
fn offset_behind_comma<'t>(
    cx: &Context<'t, '_>,
    written: &'t [OperandIndex],
) -> (&'t [OperandIndex], Option<OperandIndex>) {
    match written {
        [rest @ .., last] if is_offset(cx, *last) => (rest, Some(*last)),
        _ => (written, None),
    }
}

fn is_offset(cx: &Context<'_, '_>, index: OperandIndex) -> bool {
    match &cx.operand(index).value {
        Value::Parenthesis(_) => true,
        Value::Path(parts) => match cx.parts(parts) {
            [Part::Word(word), Part::Arguments { .. }, ..] => word.text == "offset",
            _ => false,
        },
        _ => false,
    }
}

/// The target, if the opcode has it. SHADOWCUBE has a bias or level only in a `second` vector, where later
/// specifications than NV_gpu_program4 put it (EXT_sparse_texture2, Table X.17).
fn lookup_target(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
    operand: &tree::Operand<'_>,
    second: bool,
) -> Option<TextureTarget> {
    let target = texture_target(cx, diagnostics, operand)?;
    let operation = given.row.operation;
    let newer = cx.language.meets(LanguageSet::NV5);
    let grades = matches!(
        operation,
        Operation::Texture(TextureOp::Sample(Lod::Bias | Lod::Explicit))
    );
    if second && newer && grades && target.is_graded_by_drivers() {
        let diagnostic = rules::target_not_supported::at(operand.span, given.row.mnemonic);
        let admitted = diagnostics.unless_admitted(Habit::GradedShadowArrays, diagnostic);
        return admitted.then_some(target);
    }
    let compares = operation != Operation::Texture(TextureOp::Gather) || gathers_anything(&cx.language);
    let graded = second && newer && grades && matches!(target.row().lod, Some(Slot::Second(_)));
    if !(allowed(operation, target) || graded) || target.is_shadow() && !compares {
        diagnostics.report(rules::target_not_supported::at(operand.span, given.row.mnemonic));
        return None;
    }
    Some(target)
}

/// Whether a dialect takes a LODCLAMP whose vector is left out; says so then.
fn is_bare_clamp(
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
    target: Option<TextureTarget>,
    both: bool,
) -> bool {
    let clamps = given.modifiers.is_some_and(|modifiers| modifiers.lod_clamp);
    let Some(target) = target.filter(|_| clamps && !both) else {
        return false;
    };
    let row = target.row();
    let second = |slot: Option<Slot>| matches!(slot, Some(Slot::Second(_)));
    let lacks_more = match given.row.operation {
        Operation::Texture(TextureOp::Sample(Lod::Bias | Lod::Explicit)) => second(row.lod),
        Operation::Texture(TextureOp::Sample(Lod::Implicit) | TextureOp::Gather) => second(row.reference),
        _ => true,
    };
    if lacks_more || row.lod_clamp.is_none() {
        return false;
    }
    let message = "the smallest level of detail stands in a second vector of coordinates, which is missing";
    let diagnostic = rules::unsupported_modifier::with(given.span, message);
    diagnostics.unless_admitted(Habit::BareLevelClamp, diagnostic)
}

/// Whether TXG compares depths and chooses a component: "this version adds two capabilities"
/// (NV_gpu_program5 2.X.8 TXG, of NV_gpu_program4_1's).
fn gathers_anything(language: &Language) -> bool {
    language.meets(LanguageSet::NV5)
}

/// Whether a lookup has a second coordinate vector: for what does not fit the first (ARB_sparse_texture_clamp
/// Table X.17). Reports a clamp of the level that the target does not have.
fn second_vector(diagnostics: &mut Diagnostics, given: Given<'_>, target: TextureTarget) -> Option<bool> {
    let clamp = given.modifiers.is_some_and(|modifiers| modifiers.lod_clamp);
    let row = target.row();
    let place = match given.row.operation {
        Operation::Texture(TextureOp::Sample(lod)) => row.smallest_level(lod),
        _ => row.lod_clamp,
    };
    if clamp && row.lod_clamp.is_some() && place.is_none() {
        let message = "reference and level leave no component for the smallest level of detail";
        diagnostics.report(rules::unsupported_modifier::with(given.span, message));
        return None;
    }
    if clamp && row.lod_clamp.is_none() {
        let message = "textures of this target have one level, and nothing to clamp";
        diagnostics.report(rules::unsupported_modifier::with(given.span, message));
        return None;
    }
    let second = |slot: Option<Slot>| matches!(slot, Some(Slot::Second(_)));
    Some(match given.row.operation {
        Operation::Texture(TextureOp::Sample(Lod::Bias | Lod::Explicit)) => clamp || second(row.lod),
        Operation::Texture(TextureOp::Sample(Lod::Implicit) | TextureOp::Gather) => {
            clamp || second(row.reference)
        }
        _ => false,
    })
}

/// The coordinates, and the other vectors of TXD and TXGO.
fn coordinates<'t, 's>(
    resolver: &mut Resolver<'_, 't, 's>,
    given: Given<'_>,
    written: &'t [OperandIndex],
) -> Option<Vec<Operand>> {
    let mut operands = Vec::with_capacity(written.len());
    let mut complete = true;
    let shapes = given
        .row
        .operands
        .iter()
        .filter(|shape| **shape != OperandShape::Texture);
    let mut expected = shapes.map(|shape| given.expected(*shape));
    for index in written {
        // A second coordinate vector holds floats.
        let expected = expected.next().unwrap_or_else(|| given.expect(DataType::F32));
        match resolver.typed_source(resolver.cx.operand(*index), Wanted::Vector, expected) {
            Some(operand) => operands.push(operand),
            None => complete = false,
        }
    }
    complete.then_some(operands)
}

/// The component behind the texture, which only a gather has.
fn gathered(
    cx: &Context<'_, '_>,
    diagnostics: &mut Diagnostics,
    given: Given<'_>,
    unit: &Unit<'_>,
) -> Option<u8> {
    let gathers = matches!(
        given.row.operation,
        Operation::Texture(TextureOp::Gather | TextureOp::GatherOffsets)
    );
    match unit.rest {
        [] => Some(0),
        [Part::Word(word)] if gathers && !gathers_anything(&cx.language) => {
            let message = "in this language a gather gives the first component, and takes no selector here";
            diagnostics.report(rules::unavailable_form::at(word.span, message));
            None
        }
        [Part::Word(word)] if gathers => {
            let component = swizzle(cx, diagnostics, word)?;
            if word.text.len() != 1 {
                diagnostics.report(rules::scalar_needs_selector::many(word.span, given.row.mnemonic));
                return None;
            }
            Some(component.component(0))
        }
        [Part::Word(word)] => {
            diagnostics.report(rules::gathered_component::at(word.span, given.row.mnemonic));
            None
        }
        [_, extra, ..] | [extra] => {
            let message = "nothing may follow here";
            diagnostics.report(rules::syntax_error::unexpected(part_span(extra), message));
            None
        }
    }
}

/// A unit is sampled with one target; an array of textures counts as all of its units.
fn one_target(
    textures: &mut Textures,
    diagnostics: &mut Diagnostics,
    unit: &Unit<'_>,
    target: TextureTarget,
    span: Span,
    unit_span: Span,
) -> Option<()> {
    let Some(bound) = unit.bound else {
        return Some(());
    };
    for number in bound.first..bound.first + bound.length.unwrap_or(1) {
        if let Err((_, before)) = textures.note(number, target, span, unit_span) {
            diagnostics.report(rules::texture_target_conflict::at(span, before));
            return None;
        }
    }
    Some(())
}

/// Whether an opcode has a target (NV_gpu_program4 2.X.8 TXB, TXF, TXL, TXP; NV_gpu_program5 2.X.8 TXG, TXGO;
/// the multisample extensions).
fn allowed(operation: Operation, target: TextureTarget) -> bool {
    let (row, texture) = (target.row(), target.row().texture.row());
    let filtered = texture.is_filtered();
    let gathered = filtered && texture.dimensions == 2;
    match operation {
        Operation::Texture(TextureOp::FetchMultisample) => texture.is_multisample(),
        Operation::Texture(TextureOp::QuerySamples) => texture.is_multisample() && texture.has_images(),
        Operation::Texture(TextureOp::QuerySize) => true,
        Operation::Texture(TextureOp::Fetch) => !texture.is_multisample() && !row.cube && !target.is_shadow(),
        Operation::Texture(TextureOp::Gather) => gathered,
        Operation::Texture(TextureOp::GatherOffsets) => gathered && !row.cube,
        Operation::Texture(
            TextureOp::Sample(Lod::Bias | Lod::Explicit)
            | TextureOp::SampleProjected
            | TextureOp::SampleProjectedButCube,
        ) => match row.lod {
            Some(Slot::First(_)) => true,
            // A later extension puts that of SHADOWCUBE into a second vector.
            Some(Slot::Second(_)) => !target.is_shadow(),
            None => false,
        },
        _ => filtered,
    }
}
