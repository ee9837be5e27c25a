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
use crate::inter_stage::primitives::Gradients;
use crate::inter_stage::varying_layout::Input;

/// Whether a program evaluates attributes at other places.
pub(crate) fn is_used(program: &Program) -> bool {
    let mut instructions = program.instructions().iter();
    instructions.any(|instruction| instruction.operation.class() == Class::Interpolation)
}

/// A primitive as far as values vary over it.
struct ShadedPrimitive {
    gradients: Gradients,
    /// The corner from which it was interpolated.
    corner: [f64; 2],
    point: bool,
    /// For each attribute and component the value at corner 0, and its differences to corners 1 and 2.
    spans: Vec<[[f32; 3]; 4]>,
}

/// The primitives of the lanes of a batch.
#[derive(Default)]
pub(super) struct ShadedPrimitives {
    primitives: Vec<ShadedPrimitive>,
    /// For each lane its primitive, and the distance of its pixel's centre from the primitive's corner in pixels.
    lanes: Vec<(usize, [f32; 2])>,
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
        gradients: Gradients,
        corner: [f64; 2],
        fragments: &Fragments,
        lanes: &Range<usize>,
    ) {
        let spans = inputs.iter().map(|input| match input {
            Input::Varying(varying) => {
                let from = if values.front { varying.front } else { varying.back };
                std::array::from_fn(|component| values.span(from, component))
            }
            Input::Property { .. } | Input::Thread(_) | Input::Nothing => [[0.0; 3]; 4],
        });
        let primitive = self.primitives.len();
        self.primitives.push(ShadedPrimitive {
            gradients,
            corner,
            point: values.point,
            spans: spans.collect(),
        });
        self.lanes.extend(lanes.clone().map(|lane| {
            let dx = f32::from(fragments.x[lane]) - corner[0] as f32;
            let dy = f32::from(fragments.y[lane]) - corner[1] as f32;
            (primitive, [dx, dy])
        }));
        if fragments.samples.are_several() {
            self.coverage
                .extend_from_slice(&fragments.samples.coverage[lanes.clone()]);
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
        let (primitive, [dx, dy]) = *self.primitives.lanes.get(lane)?;
        let primitive = &self.primitives.primitives[primitive];
        let (linear, perspective) = primitive.gradients.weights(primitive.corner, [dx + x, dy + y]);
        let in_sprite = || {
            let [s, t] = linear.map(|way| (0.5 + way).to_bits());
            Some([s, t, 0, 1f32.to_bits()])
        };
        match self.inputs.get(slot)? {
            Input::Property {
                property: FragmentProperty::PointCoordinate,
                ..
            } if primitive.point => in_sprite(),
            Input::Varying(input) if input.sprite && primitive.point => in_sprite(),
            Input::Varying(input) if !input.flat => {
                let [b1, b2] = if input.no_perspective { linear } else { perspective };
                let value = |[a, d1, d2]: [f32; 3]| (a + b1 * d1 + b2 * d2).to_bits();
                Some(primitive.spans[slot].map(value))
            }
            Input::Varying(_) | Input::Property { .. } | Input::Thread(_) | Input::Nothing => None,
        }
    }
}
