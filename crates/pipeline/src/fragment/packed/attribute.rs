//! The planes of attributes over a triangle, and in its blocks.

use super::{Packed, QUADS};
use crate::inter_stage::gradients::{Gradients, Perspective};
use crate::inter_stage::plane::{AnchoredPlane, Block, LARGE};
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::varying_layout::{Input, VaryingInput};
use crate::inter_stage::vertices::{VertexRef, Vertices};

/// The planes of four components of an attribute, of one primitive.
#[derive(Clone, Copy, Default)]
pub(super) struct Attribute {
    pub(super) value: [f64; 4],
    pub(super) right: [f64; 4],
    pub(super) up: [f64; 4],
    /// Components that are the same everywhere, and their value.
    pub(super) is_constant: [bool; 4],
    pub(super) constant: [f32; 4],
    /// Components that are not multiplied with w.
    pub(super) is_straight: [bool; 4],
}

/// The same in a block.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Anchored {
    pub(super) value: [f32; 4],
    pub(super) right: [f32; 4],
    pub(super) up: [f32; 4],
    pub(super) is_constant: [bool; 4],
    pub(super) is_straight: [bool; 4],
}

/// Finds how attributes vary over a primitive.
#[inline(always)]
pub(super) fn take_attributes(
    packed: &mut Packed,
    inputs: &[Input],
    shaded: &[Vertices],
    primitives: &Primitives,
    primitive: usize,
) {
    let SetupPrimitive {
        gradients,
        origin,
        corners,
        ..
    } = &primitives.list[primitive];
    let front = origin.front;
    let corners = corners.map(|number| primitives.vertex(shaded, number));
    let provoking = || primitives.vertex(shaded, origin.provoking);
    packed.perspective = gradients.perspective();
    packed.attributes.clear();
    for input in inputs {
        let attribute = match input {
            Input::Varying(input) if input.flat => {
                Attribute::of(input, front, [provoking(); 3], gradients, None)
            }
            Input::Varying(input) => {
                let perspective = packed.perspective.as_ref().filter(|_| !input.no_perspective);
                Attribute::of(input, front, corners, gradients, perspective)
            }
            Input::Property { .. } | Input::Thread(_) | Input::Nothing => Attribute::default(),
        };
        packed.attributes.push(attribute);
    }
}

/// The components of a varying of a vertex. Not in a closure, of which calls are left over.
#[inline(always)]
fn four(place: VertexRef<'_>, varying: usize) -> [f32; 4] {
    let [x, y, z, w] = &place.vertices.varyings[varying];
    [x[place.at], y[place.at], z[place.at], w[place.at]]
}

impl Attribute {
    #[inline(always)]
    fn of(
        input: &VaryingInput,
        front: bool,
        corners: [VertexRef<'_>; 3],
        gradients: &Gradients,
        perspective: Option<&Perspective>,
    ) -> Attribute {
        let varying = if front { input.front } else { input.back };
        let corners = [
            four(corners[0], varying),
            four(corners[1], varying),
            four(corners[2], varying),
        ];
        let weights = perspective.map_or([1.0; 3], |perspective| perspective.weights);
        let mut made = Attribute::default();
        for component in 0..4 {
            let [a, b, c] = corners.map(|corner| corner[component]);
            let is_used = input.used >> component & 1 != 0;
            made.is_constant[component] = input.flat | (a == b) & (a == c) | !is_used;
            made.constant[component] = if is_used { a } else { 0.0 };
            made.is_straight[component] = perspective.is_none() | made.is_constant[component];
        }
        for component in 0..4 {
            let values = corners.map(|corner| f64::from(corner[component]));
            let [a, b, c] = [
                values[0] * weights[0],
                values[1] * weights[1],
                values[2] * weights[2],
            ];
            let (d1, d2) = (b - a, c - a);
            let along = |axis: usize| gradients.first[axis] * d1 + gradients.second[axis] * d2;
            made.value[component] = a;
            made.right[component] = along(0);
            made.up[component] = along(1);
        }
        made
    }
}

impl Packed {
    /// Adds the planes of the primitive in a block.
    #[inline(always)]
    pub(super) fn anchor(&mut self, gradients: &Gradients, block: Block) {
        let centre = block.centre();
        let [dx, dy] = [centre[0] - gradients.origin[0], centre[1] - gradients.origin[1]];
        let number = self.divisors.len() % QUADS;
        for (attribute, anchored) in self.attributes.iter().zip(&mut self.anchored) {
            let to = &mut anchored[number];
            let mut is_odd = false;
            for component in 0..4 {
                let (right, up) = (attribute.right[component], attribute.up[component]);
                let value = (attribute.value[component] + right * dx + up * dy) as f32;
                let (right, up) = (right as f32, up as f32);
                let is_constant = attribute.is_constant[component];
                let value = if is_constant {
                    attribute.constant[component]
                } else {
                    value
                };
                let right = if is_constant { 0.0 } else { right };
                let up = if is_constant { 0.0 } else { up };
                to.value[component] = value;
                to.right[component] = right;
                to.up[component] = up;
                // A sum with 0 makes 0 of −0.
                let is_finite = (value.abs() < LARGE) & (right.abs() < LARGE) & (up.abs() < LARGE);
                is_odd |= !is_finite | is_constant & (value.to_bits() == (-0.0f32).to_bits());
            }
            to.is_constant = attribute.is_constant;
            to.is_straight = attribute.is_straight;
            self.is_odd |= is_odd;
        }
        let divisor = match &self.perspective {
            Some(perspective) => {
                self.has_perspective = true;
                perspective.divisor.anchored(block)
            }
            None => AnchoredPlane::ONE,
        };
        self.divisors.push(divisor);
    }
}
