//! Attributes at other places than where the fragment is shaded (IPAC, IPAO, IPAS; NV_gpu_program5 2.X.8.Z). Of one
//! sample a pixel, centroid and sample are the pixel's centre, and the attribute is the same there.

use std::ops::Range;

use quadrille_engine::environment::{AttributeLocation, Interpolator};
use quadrille_isa::gl::operation::Class;
use quadrille_program::Program;

use super::samples;
use super::values::Values;
use crate::binding::FragmentProperty;
use crate::framebuffer::samples::{Position, in_pixels};
use crate::inter_stage::fragments::Fragments;
use crate::inter_stage::gradients::{Interpolant, Perspective};
use crate::inter_stage::plane::{Block, Plane, from_centre};
use crate::inter_stage::varying_layout::Input;

/// Whether a program evaluates attributes at other places.
pub(crate) fn is_used(program: &Program) -> bool {
    let mut instructions = program.instructions().iter();
    instructions.any(|instruction| instruction.operation.class() == Class::Interpolation)
}

/// A primitive as far as values vary over it.
struct ShadedPrimitive {
    perspective: Option<Perspective>,
    /// The coordinates of a point's sprite.
    sprite: Option<[Plane; 2]>,
    /// For each attribute its components.
    interpolants: Vec<[Interpolant; 4]>,
}

/// The primitives of the lanes of a batch.
#[derive(Default)]
pub(super) struct ShadedPrimitives {
    primitives: Vec<ShadedPrimitive>,
    /// For each lane its primitive and its pixel.
    lanes: Vec<(usize, [u16; 2])>,
    /// For each lane the covered samples, where there are several.
    coverage: Vec<u32>,
}

impl ShadedPrimitives {
    pub(super) fn clear(&mut self) {
        self.primitives.clear();
        self.lanes.clear();
        self.coverage.clear();
    }

    /// Adds a primitive, and the lanes behind those that are there.
    pub(super) fn push(
        &mut self,
        values: &Values<'_>,
        inputs: &[Input],
        fragments: &Fragments,
        lanes: &Range<usize>,
    ) {
        let interpolants = inputs.iter().map(|input| match input {
            Input::Varying(varying) => std::array::from_fn(|component| values.of_input(varying, component)),
            Input::Property { .. } | Input::Thread(_) | Input::Nothing => [Interpolant::Constant(0.0); 4],
        });
        let primitive = self.primitives.len();
        self.primitives.push(ShadedPrimitive {
            perspective: values.perspective,
            sprite: values.point.then(|| values.gradients.sprite()),
            interpolants: interpolants.collect(),
        });
        let pixel = |lane| (primitive, fragments.column_and_row(lane));
        self.lanes.extend(lanes.clone().map(pixel));
        if fragments.samples.are_several() {
            self.coverage
                .extend(lanes.clone().map(|lane| fragments.samples.of(lane)));
        }
    }
}

/// The interpolator of attributes at other positions than the fragment's own, which the fragment program asks for.
pub(super) struct Offsets<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) primitives: &'a ShadedPrimitives,
    /// The positions of the samples of a pixel.
    pub(super) positions: &'a [Position],
}

impl Interpolator for Offsets<'_> {
    fn interpolate(&self, slot: usize, lane: usize, place: AttributeLocation) -> Option<[u32; 4]> {
        let [x, y] = match place {
            AttributeLocation::Offset(offset) => offset,
            AttributeLocation::Centroid | AttributeLocation::Sample(_) if self.positions.len() == 1 => {
                return None;
            }
            AttributeLocation::Centroid => {
                samples::centroid(*self.primitives.coverage.get(lane)?, self.positions)
            }
            // A sample that does not exist is undefined, and the centre.
            AttributeLocation::Sample(number) => self
                .positions
                .get(number as usize)
                .map_or([0.0; 2], |position| in_pixels(*position)),
        };
        let (primitive, [column, row]) = *self.primitives.lanes.get(lane)?;
        let primitive = &self.primitives.primitives[primitive];
        let place = [from_centre(column) + x, from_centre(row) + y];
        let block = Block::of(column, row);
        let value = |interpolant: &Interpolant| {
            let perspective = primitive.perspective.as_ref();
            interpolant.at(perspective, block, place).to_bits()
        };
        let in_sprite = |planes: [Plane; 2]| {
            let [s, t] = planes.map(|plane| value(&Interpolant::Linear(plane)));
            Some([s, t, 0, 1f32.to_bits()])
        };
        match self.inputs.get(slot)? {
            Input::Property {
                property: FragmentProperty::PointCoordinate,
                ..
            } => in_sprite(primitive.sprite?),
            Input::Varying(input) if input.sprite && primitive.sprite.is_some() => {
                in_sprite(primitive.sprite?)
            }
            Input::Varying(input) if !input.flat => Some(primitive.interpolants[slot].each_ref().map(value)),
            Input::Varying(_) | Input::Property { .. } | Input::Thread(_) | Input::Nothing => None,
        }
    }
}
