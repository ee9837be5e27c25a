//! Lookups of textures, and attributes at other locations.

use quadrille_engine::environment::{AttributeLocation, Lookup};
use quadrille_engine::{Environment, Mask, handle};
use quadrille_isa::gl::operation::{Location, TextureOp};
use quadrille_isa::gl::{DataType, Stage};
use quadrille_numerics::level::Level;
use quadrille_program::types::Types;
use quadrille_program::{Instruction, Program, TextureAccess};

use super::selection::selected;
use super::{Get, Vectors};
use crate::call::Call;
use crate::expression::ValueId;

pub(super) fn texture(
    operation: TextureOp,
    access: &TextureAccess,
    call: &Call,
    program: &Program,
    environment: &Environment<'_>,
    get: &Get<'_>,
    result: &mut Vectors,
) {
    let instruction = &program.instructions()[call.instruction];
    let lanes = result.0[0].len();
    let words = |value: ValueId| -> Vec<u32> { (0..lanes).map(|lane| get(value, lane) as u32).collect() };
    let operands: Vec<[Vec<u32>; 4]> = call.operands.iter().map(|quad| quad.map(words)).collect();
    let operands: Vec<[&[u32]; 4]> = operands
        .iter()
        .map(|planes| planes.each_ref().map(Vec::as_slice))
        .collect();
    let offsets = call
        .offset
        .map(|offset| offset.map(|value| (0..lanes).map(|lane| get(value, lane) as i32).collect()));
    let mut outside = vec![false; lanes];
    let units: Option<Vec<u32>> = match (&access.index, call.index, call.handle) {
        (Some(index), Some(value), _) => Some(
            (0..lanes)
                .map(|lane| {
                    let element = i64::from(get(value, lane) as i32) + i64::from(index.offset);
                    let inside = (0..i64::from(index.length)).contains(&element);
                    outside[lane] = !inside;
                    access.unit + if inside { element as u32 } else { 0 }
                })
                .collect(),
        ),
        (_, _, Some(value)) => Some(
            (0..lanes)
                .map(|lane| handle::texture_unit(get(value, lane)))
                .collect(),
        ),
        _ => None,
    };
    let lookup = Lookup {
        operation,
        access,
        data_type: Types::of(program, instruction).result,
        absent: program.profile().absent_texel(),
        lanes,
        quads: program.profile().stage == Stage::Fragment,
        components: 0b1111,
        simd: Level::BASELINE,
        operands: &operands,
        offsets: offsets.as_ref(),
        units: units.as_deref(),
    };
    let mut found: [Vec<u32>; 4] = std::array::from_fn(|_| vec![0; lanes]);
    environment
        .textures
        .sample(&lookup, &mut found.each_mut().map(Vec::as_mut_slice));
    for (component, words) in found.iter().enumerate() {
        for lane in 0..lanes {
            let word = if outside[lane] { 0 } else { words[lane] };
            result.set(component, lane, u64::from(word));
        }
    }
}

pub(super) fn interpolate(
    location: Location,
    call: &Call,
    instruction: &Instruction,
    environment: &Environment<'_>,
    active: &Mask,
    get: &Get<'_>,
    result: &mut Vectors,
) {
    for lane in active.iter() {
        let word = |component: usize| {
            call.operands
                .get(1)
                .map_or(0, |quad| get(quad[component], lane) as u32)
        };
        let place = match location {
            Location::Centroid => AttributeLocation::Centroid,
            Location::Offset => AttributeLocation::Offset([word(0), word(1)].map(f32::from_bits)),
            Location::Sample => AttributeLocation::Sample(word(0)),
        };
        let slot = call.slot.map(|slot| get(slot, lane) as i32);
        let slot = slot.and_then(|slot| usize::try_from(slot).ok());
        let interpolator = slot.zip(environment.interpolator);
        let words = interpolator.and_then(|(slot, from)| from.interpolate(slot, lane, place));
        for component in 0..4 {
            let value = match (words, instruction.operands.first()) {
                (Some(words), Some(operand)) => {
                    let words = words.map(u64::from);
                    let negate = operand.negate >> component & 1 != 0;
                    let selector = operand.swizzle.0[component];
                    selected(words, selector, operand.absolute, negate, DataType::F32)
                }
                _ => call.operands.first().map_or(0, |quad| get(quad[component], lane)),
            };
            result.set(component, lane, value);
        }
    }
}
