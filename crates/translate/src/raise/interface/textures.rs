//! Textures: each unit with its one target, named `textureN`.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::operation::{Lod, TextureOp};
use quadrille_program::{Access, Instruction, TextureAccess, TextureUse};
use rustc_hash::FxHashMap;

use crate::form::{AddedParameter, Expression, Scalar, Texture, TextureShape};
use crate::options::Emulation;
use crate::raise::context::Context;
use crate::raise::draft::Draft;
use crate::raise::types::result_kind;
use crate::refusal::Reason;
use crate::target::Feature;

/// Declares the textures that the program samples: by unit, their numbers among those of the shader.
pub(crate) fn declare(draft: &mut Draft<'_>) -> FxHashMap<u32, u32> {
    let mut units = draft.context.program.textures().to_vec();
    units.sort_unstable_by_key(|texture| texture.unit);
    units
        .into_iter()
        .map(|texture| (texture.unit, declare_one(draft, texture)))
        .collect()
}

fn declare_one(draft: &mut Draft<'_>, texture: TextureUse) -> u32 {
    let context = draft.context;
    let own = TextureShape::of(texture.target);
    let shape = shape_of(draft, texture, own);
    let name = draft.names.reserve(&format!("texture{}", texture.unit));
    let binding = context.options.texture_bindings.get(&texture.unit).copied();
    draft.shader.textures.push(Texture {
        name,
        unit: Some(texture.unit),
        target: texture.target,
        shape,
        texel: texel(context, &texture),
        binding: binding.unwrap_or(texture.unit),
    });
    draft.shader.textures.len() as u32 - 1
}

/// The scalar type of a texture's texels: every lookup names its own type, and they agree in a program whose
/// values are defined. A comparison always gives a float.
fn texel(context: Context<'_>, texture: &TextureUse) -> Scalar {
    let has_integers = context.supports(Feature::Integers);
    if texture.target.is_shadow() || !has_integers {
        return Scalar::Float;
    }
    let uses = |access: &Access| matches!(access, Access::Texture(lookup) if covers(lookup, texture.unit));
    let mut lookups = context.program.instructions().iter().filter(|instruction| {
        let queries = matches!(
            instruction.operation,
            Operation::Texture(TextureOp::QuerySize | TextureOp::QueryLod | TextureOp::QuerySamples)
        );
        uses(&instruction.access) && !queries
    });
    lookups.next().map_or(Scalar::Float, |instruction| {
        result_kind(context.program, instruction)
    })
}

/// The shape of a texture in the shader: that in the program, or its substitute.
fn shape_of(draft: &mut Draft<'_>, texture: TextureUse, own: TextureShape) -> TextureShape {
    let context = draft.context;
    let mut shape = own;
    let uses = |access: &Access| matches!(access, Access::Texture(lookup) if covers(lookup, texture.unit));
    let mut instructions = context.program.instructions().iter_enumerated();
    let at = instructions
        .find(|(_, instruction)| uses(&instruction.access))
        .map(|(id, _)| id);
    let span = context.span(at);
    let parts = |other: &TextureUse| other.unit == texture.unit && other.target != texture.target;
    let vertex = context.partner.filter(|_| !context.is_vertex());
    if vertex.is_some_and(|vertex| vertex.textures().iter().any(parts)) {
        draft.unsupported(span, Reason::UnitTargets);
    }
    if shape.rectangle() && draft.need_or(Feature::Rectangle, Emulation::RectAs2d, span) {
        shape = shape.stand_in();
    }
    let graded = |instruction: &Instruction| {
        let operation = instruction.operation;
        uses(&instruction.access)
            && (operation == Operation::Texture(TextureOp::QueryLod)
                || matches!(operation, Operation::Texture(TextureOp::Sample(lod)) if lod != Lod::Implicit))
    };
    let special = shape.array() || shape.shadow || context.program.instructions().iter().any(graded);
    let line = match special {
        true => Feature::OneDimensionalSpecial,
        false => Feature::OneDimensional,
    };
    if shape.dimensions() == 1 && !shape.buffer() && draft.need_or(line, Emulation::OneAsTwo, span) {
        shape = shape.stand_in();
    }
    if shape.dimensions() == 3 && !shape.cube() {
        draft.need(Feature::ThreeDimensional, span);
    }
    if shape.array() {
        draft.need(
            if shape.cube() {
                Feature::CubeArrays
            } else {
                Feature::TextureArrays
            },
            span,
        );
    }
    if shape.shadow {
        draft.need(
            if shape.cube() {
                Feature::ShadowCube
            } else {
                Feature::Shadow
            },
            span,
        );
    }
    if shape.buffer() {
        draft.need(Feature::BufferTextures, span);
    }
    if shape.multisample() {
        draft.need(Feature::Multisample, span);
        if shape.array() {
            draft.need(Feature::MultisampleArrays, span);
        }
    }
    // The size of a texture that stands in for a rectangle comes in from outside where it cannot be asked
    // for.
    if own.rectangle() && !shape.rectangle() && !context.supports(Feature::TextureSize) {
        size_parameter(draft, texture.unit);
    }
    shape
}

/// A parameter with the size of a texture.
pub(crate) fn size_parameter(draft: &mut Draft<'_>, unit: u32) -> Expression {
    draft.added_parameter(AddedParameter::TextureSize(unit))
}

/// Whether a lookup may be made in a unit.
pub(crate) fn covers(access: &TextureAccess, unit: u32) -> bool {
    let length = access.index.as_ref().map_or(1, |index| index.length);
    access.handle.is_none() && (access.unit..access.unit + length).contains(&unit)
}
