//! The planes of attributes over a triangle, and in its blocks.

use super::{Packed, QUADS};
use crate::inter_stage::gradients::{Gradients, Perspective};
use crate::inter_stage::plane::{AnchoredPlane, Block, LARGE};
use crate::inter_stage::primitives::{Primitives, SetupPrimitive};
use crate::inter_stage::varying_layout::{Input, VaryingInput};
use crate::inter_stage::vertices::{VertexRef, Vertices};

/// The planes of four components of an attribute, of one primitive.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Attribute {
    value: [f64; 4],
    right: [f64; 4],
    up: [f64; 4],
    /// The same gradients as lanes take them, 0 of components that are the same everywhere.
    gradients: [[f32; 4]; 2],
    /// The values of those components, and all bits set where a component is one of them.
    constant: [u32; 4],
    constant_bits: [u32; 4],
    /// The larger magnitude of the gradients, as bits, and all bits where a constant is such that arithmetic does not keep it.
    steepest: [u32; 4],
    unkept: [u32; 4],
}

/// The same in a block.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Anchored {
    value: [f32; 4],
    gradients: [[f32; 4]; 2],
    /// All bits set where a component is the same everywhere.
    pub(super) constant_bits: [u32; 4],
}

impl Anchored {
    /// The value of a component at the block's centre, and its changes along x and y.
    #[inline(always)]
    pub(super) fn of(&self, component: usize) -> (f32, [f32; 2]) {
        let [x, y] = &self.gradients;
        (self.value[component], [x[component], y[component]])
    }
}

/// The extremes of the planes of packed quads, component by component: whether they are odd is asked once for all.
#[derive(Clone, Copy, Default)]
pub(super) struct Extremes {
    /// The largest magnitude of a coefficient, as bits, which are in the order of magnitudes, NaN behind all numbers.
    largest: [u32; 4],
    /// All bits if a constant is one that arithmetic does not keep.
    unkept: [u32; 4],
}

impl Extremes {
    /// Whether sums of the planes may be no numbers, or constants are not kept by arithmetic.
    pub(super) fn is_odd(&self) -> bool {
        let largest = self.largest.iter().fold(0, |largest, of| largest.max(*of));
        largest >= LARGE.to_bits() || self.unkept != [0; 4]
    }
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
    for (input, attribute) in inputs.iter().zip(&mut packed.attributes) {
        *attribute = match input {
            Input::Varying(input) if input.flat => {
                Attribute::of(input, front, [provoking(); 3], gradients, None)
            }
            Input::Varying(input) => {
                let perspective = packed.perspective.as_ref().filter(|_| !input.no_perspective);
                Attribute::of(input, front, corners, gradients, perspective)
            }
            Input::Property { .. } | Input::Thread(_) | Input::Nothing => Attribute::default(),
        };
    }
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
        let [a, b, c] = corners.map(|corner| corner.varying(varying));
        let weights = perspective.map_or([1.0; 3], |perspective| perspective.weights);
        let mut made = Attribute::default();
        for component in 0..4 {
            let is_used = input.used >> component & 1 != 0;
            let is_same = (a[component] == b[component]) & (a[component] == c[component]);
            let constant = if is_used { a[component].to_bits() } else { 0 };
            let is_constant = input.flat | is_same | !is_used;
            made.constant[component] = constant;
            made.constant_bits[component] = if is_constant { u32::MAX } else { 0 };
        }
        for component in 0..4 {
            let [a, b, c] = [a, b, c].map(|corner| f64::from(corner[component]));
            let [a, b, c] = [a * weights[0], b * weights[1], c * weights[2]];
            let (d1, d2) = (b - a, c - a);
            let along = |axis: usize| gradients.first[axis] * d1 + gradients.second[axis] * d2;
            made.value[component] = a;
            made.right[component] = along(0);
            made.up[component] = along(1);
        }
        for component in 0..4 {
            let varies = !made.constant_bits[component];
            let gradient = |of: f64| f32::from_bits((of as f32).to_bits() & varies);
            let [right, up] = [made.right[component], made.up[component]].map(gradient);
            made.gradients[0][component] = right;
            made.gradients[1][component] = up;
            made.steepest[component] = right.abs().to_bits().max(up.abs().to_bits());
            // A sum with 0 makes 0 of −0.
            let is_minus_0 = made.constant[component] == (-0.0f32).to_bits();
            made.unkept[component] = !varies & u32::from(is_minus_0).wrapping_neg();
        }
        made
    }

    /// The planes in the block with a centre so far from the first corner.
    #[inline(always)]
    fn anchor_into(&self, [dx, dy]: [f64; 2], to: &mut Anchored, extremes: &mut Extremes) {
        let mut value = [0.0; 4];
        for component in 0..4 {
            value[component] =
                (self.value[component] + self.right[component] * dx + self.up[component] * dy) as f32;
        }
        for component in 0..4 {
            let (varies, bits) = (!self.constant_bits[component], value[component].to_bits());
            value[component] = f32::from_bits(bits & varies | self.constant[component] & !varies);
        }
        *to = Anchored {
            value,
            gradients: self.gradients,
            constant_bits: self.constant_bits,
        };
        for component in 0..4 {
            let largest = value[component].abs().to_bits().max(self.steepest[component]);
            extremes.largest[component] = extremes.largest[component].max(largest);
            extremes.unkept[component] |= self.unkept[component];
        }
    }
}

impl Packed {
    /// Adds the planes of the primitive in a block, and gives their number. Each has a quad of the batch, so that there is
    /// room.
    #[inline(always)]
    pub(super) fn anchor(&mut self, gradients: &Gradients, block: Block) -> u8 {
        let centre = block.centre();
        let from_origin = [centre[0] - gradients.origin[0], centre[1] - gradients.origin[1]];
        let number = self.blocks % QUADS;
        self.blocks += 1;
        for (attribute, anchored) in self.attributes.iter().zip(&mut self.anchored) {
            attribute.anchor_into(from_origin, &mut anchored[number], &mut self.extremes);
        }
        self.divisors[number] = match &self.perspective {
            Some(perspective) => {
                self.has_perspective = true;
                perspective.divisor.anchored(block)
            }
            None => AnchoredPlane::ONE,
        };
        number as u8
    }
}
