//! Stencil test (GL 2.1, 4.1.5).

use quadrille_numerics::level::{Level, Pass};

use super::depth;
use crate::framebuffer::band::{Band, DepthBand};
use crate::framebuffer::depth::StoredDepth;
use crate::framebuffer::window::{Place, WINDOW, for_each_lane, replace};
use crate::inter_stage::fragments::Fragments;
use crate::state::{DepthTest, Stencil, StencilFace, StencilOperation};

/// Tests stencil and depth of each fragment, drops those that fail, and updates both buffers; false if there
/// is no stencil test. Both are tested together, since a fragment that meets the pixel of an earlier one must
/// see both of its values.
pub(crate) fn test(
    level: Level,
    state: &Stencil,
    depth_state: &DepthTest,
    fragments: &mut Fragments,
    band: &mut Band<'_>,
) -> bool {
    let Some(values) = band.stencil.as_deref_mut().filter(|_| state.enabled) else {
        return false;
    };
    for window in 0..fragments.length.div_ceil(WINDOW) {
        let mut drawn = fragments.drawn[window];
        if drawn == 0 {
            continue;
        }
        if let Some(front) = fragments.face(window) {
            let place = fragments.place(window);
            let new = &fragments.depth.as_chunks().0[window];
            drawn = 0;
            for mut lanes in fragments.distinct(level, window) {
                let test = TestWindow {
                    face: &state.faces[usize::from(!front)],
                    place,
                    drawn: &mut lanes,
                    values,
                };
                match band.depth.as_mut().filter(|_| depth_state.enabled) {
                    None => level.run(test),
                    Some(DepthBand::Fixed16(depths)) => level.run(test.with_depth(depth_state, new, depths)),
                    Some(DepthBand::Fixed24(depths)) => level.run(test.with_depth(depth_state, new, depths)),
                    Some(DepthBand::Fixed32(depths)) => level.run(test.with_depth(depth_state, new, depths)),
                    Some(DepthBand::Float(depths)) => level.run(test.with_depth(depth_state, new, depths)),
                }
                drawn |= lanes;
            }
        } else {
            for_each_lane(drawn, |lane| {
                let at = window * WINDOW + lane;
                let depths = band.depth.as_mut();
                if !test_lane(state, depth_state, fragments, at, values, depths) {
                    drawn &= !(1 << lane);
                }
            });
        }
        fragments.drawn[window] = drawn;
    }
    true
}

/// Tests stencil and depth of one fragment, and updates both buffers.
fn test_lane(
    state: &Stencil,
    depth_state: &DepthTest,
    fragments: &Fragments,
    lane: usize,
    values: &mut [u8],
    depths: Option<&mut DepthBand<'_>>,
) -> bool {
    let pixel = fragments.pixel(lane);
    let face = &state.faces[usize::from(!fragments.front[lane / 4])];
    let stored = &mut values[pixel];
    let reference = face.reference & face.value_mask;
    let (passes, operation) = if !face.function.passes(reference, *stored & face.value_mask) {
        (false, face.fail)
    } else if !depth::test_one(depth_state, fragments.depth[lane], depths, pixel) {
        (false, face.depth_fail)
    } else {
        (true, face.pass)
    };
    *stored = *stored & !face.write_mask | updated(operation, face, *stored) & face.write_mask;
    passes
}

/// The stencil test of a window whose lanes have pixels of their own and one face.
struct TestWindow<'a> {
    face: &'a StencilFace,
    place: Place<'a>,
    /// The lanes that are tested, and then those that passed, one bit each.
    drawn: &'a mut u64,
    values: &'a mut [u8],
}

/// The same with the depth test behind it.
struct TestWithDepth<'a, T> {
    stencil: TestWindow<'a>,
    state: &'a DepthTest,
    new: &'a [f32; WINDOW],
    depths: &'a mut [T],
}

impl<'a> TestWindow<'a> {
    fn with_depth<T>(
        self,
        state: &'a DepthTest,
        new: &'a [f32; WINDOW],
        depths: &'a mut [T],
    ) -> TestWithDepth<'a, T> {
        TestWithDepth {
            stencil: self,
            state,
            new,
            depths,
        }
    }

    /// Tests, and lets `depth` drop lanes of those that passed.
    #[inline(always)]
    fn test(self, depth: impl FnOnce(Place<'_>, &mut u64)) {
        let face = self.face;
        let mut old = [0; WINDOW];
        let old = *self.place.load(self.values, &mut old);
        let reference = [face.reference & face.value_mask; WINDOW];
        let masked = old.map(|value| value & face.value_mask);
        let tested = *self.drawn;
        let passed = tested & depth::passing(face.function, &reference, &masked);
        *self.drawn = passed;
        depth(self.place, self.drawn);
        let mut new = old;
        let cases = [
            (tested & !passed, face.fail),
            (passed & !*self.drawn, face.depth_fail),
            (*self.drawn, face.pass),
        ];
        for (lanes, operation) in cases {
            if lanes != 0 {
                update(operation, face, &old, lanes, &mut new);
            }
        }
        self.place.store(&new, tested, self.values);
    }
}

impl Pass for TestWindow<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.test(|_, _| {});
    }
}

impl<T: StoredDepth> Pass for TestWithDepth<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.stencil.test(|place, drawn| {
            let depth = depth::TestWindow {
                state: self.state,
                depths: self.new,
                place,
                drawn,
                stored: self.depths,
            };
            depth.call();
        });
    }
}

/// Updates the lanes whose bits are set.
#[inline(always)]
fn update(
    operation: StencilOperation,
    face: &StencilFace,
    old: &[u8; WINDOW],
    lanes: u64,
    new: &mut [u8; WINDOW],
) {
    // Chosen before the loops, so that each is one of its own.
    let replaced = match operation {
        StencilOperation::Keep => return,
        StencilOperation::Zero => old.map(|_| 0),
        StencilOperation::Replace => old.map(|_| face.reference),
        StencilOperation::Increment => old.map(|stored| stored.saturating_add(1)),
        StencilOperation::Decrement => old.map(|stored| stored.saturating_sub(1)),
        StencilOperation::Invert => old.map(|stored| !stored),
        StencilOperation::IncrementWrap => old.map(|stored| stored.wrapping_add(1)),
        StencilOperation::DecrementWrap => old.map(|stored| stored.wrapping_sub(1)),
    };
    let mask = face.write_mask;
    let mut updated = *old;
    for lane in 0..WINDOW {
        updated[lane] = old[lane] & !mask | replaced[lane] & mask;
    }
    replace(lanes, &updated, new);
}

fn updated(operation: StencilOperation, face: &StencilFace, stored: u8) -> u8 {
    match operation {
        StencilOperation::Keep => stored,
        StencilOperation::Zero => 0,
        StencilOperation::Replace => face.reference,
        StencilOperation::Increment => stored.saturating_add(1),
        StencilOperation::Decrement => stored.saturating_sub(1),
        StencilOperation::Invert => !stored,
        StencilOperation::IncrementWrap => stored.wrapping_add(1),
        StencilOperation::DecrementWrap => stored.wrapping_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::random::{Numbers, PIXELS};

    /// source: GL 2.1, 4.1.5: the eight operations; INCR and DECR clamp, the WRAP forms wrap.
    #[test]
    fn operations() {
        let mut face = Stencil::default().faces[0];
        face.reference = 0x5a;
        for (operation, from_zero, from_max) in [
            (StencilOperation::Keep, 0, 255),
            (StencilOperation::Zero, 0, 0),
            (StencilOperation::Replace, 0x5a, 0x5a),
            (StencilOperation::Increment, 1, 255),
            (StencilOperation::Decrement, 0, 254),
            (StencilOperation::Invert, 255, 0),
            (StencilOperation::IncrementWrap, 1, 0),
            (StencilOperation::DecrementWrap, 255, 254),
        ] {
            assert_eq!(updated(operation, &face, 0), from_zero, "{operation:?}");
            assert_eq!(updated(operation, &face, 255), from_max, "{operation:?}");
        }
    }

    /// source: the test a lane at a time, whose operations have a test of their own
    #[test]
    fn windows_test_what_lanes_test() {
        use crate::state::Compare as C;
        use StencilOperation as O;
        const OPERATIONS: [O; 8] = [
            O::Keep,
            O::Zero,
            O::Replace,
            O::Increment,
            O::Decrement,
            O::Invert,
            O::IncrementWrap,
            O::DecrementWrap,
        ];
        const FUNCTIONS: [C; 8] = [
            C::Never,
            C::Always,
            C::Less,
            C::LessOrEqual,
            C::Equal,
            C::GreaterOrEqual,
            C::Greater,
            C::NotEqual,
        ];
        let mut numbers = Numbers(20);
        for round in 0..2000 {
            let fragments = numbers.fragments();
            let mut state = Stencil {
                enabled: true,
                ..Stencil::default()
            };
            for face in &mut state.faces {
                face.function = FUNCTIONS[numbers.below(8) as usize];
                [face.reference, face.value_mask, face.write_mask] =
                    [(); 3].map(|()| numbers.next() as u8 | 0x81);
                [face.fail, face.depth_fail, face.pass] =
                    [(); 3].map(|()| OPERATIONS[numbers.below(8) as usize]);
            }
            let depth_state = DepthTest {
                enabled: round % 3 != 0,
                function: FUNCTIONS[numbers.below(8) as usize],
                write: round % 2 == 0,
            };
            let stencils: Vec<u8> = (0..PIXELS).map(|_| numbers.next() as u8 & 0x83).collect();
            let depths: Vec<f32> = (0..PIXELS).map(|_| numbers.below(4) as f32 / 3.0).collect();
            let mut ways = Vec::new();
            for level in [None].into_iter().chain(Level::all().map(Some)) {
                let (mut stencils, mut depths, mut fragments) =
                    (stencils.clone(), depths.clone(), fragments.clone());
                let mut band = Band {
                    depth: Some(DepthBand::Float(&mut depths)),
                    stencil: Some(&mut stencils),
                    ..Band::empty(8, 8)
                };
                if let Some(level) = level {
                    assert!(test(level, &state, &depth_state, &mut fragments, &mut band));
                } else if let Some(values) = band.stencil.as_deref_mut() {
                    for lane in 0..fragments.length {
                        let depths = band.depth.as_mut();
                        if fragments.is_drawn(lane)
                            && !test_lane(&state, &depth_state, &fragments, lane, values, depths)
                        {
                            fragments.drop_lane(lane);
                        }
                    }
                }
                ways.push((fragments.drawn, stencils, depths));
            }
            assert!(
                ways.windows(2).all(|pair| pair[0] == pair[1]),
                "{state:?} {depth_state:?}"
            );
        }
    }
}
