//! The positions of the samples of a pixel. OpenGL leaves them to the implementation (ARB_multisample, 3.2.1); these
//! are the places that Vulkan calls standard (Vulkan 1.3, 27.4, standardSampleLocations), as cards have them, with y
//! upwards.

use crate::state::Multisample;

/// A sample's distance from the centre of its pixel, in sixteenths of a pixel, to the right and upwards.
pub(crate) type Position = [i8; 2];

pub(crate) use crate::state::multisample::MAX_SAMPLES;

static ONE: [Position; 1] = [[0, 0]];
static TWO: [Position; 2] = [[4, 4], [-4, -4]];
static FOUR: [Position; 4] = [[-2, -6], [6, -2], [-6, 2], [2, 6]];
static EIGHT: [Position; 8] = [
    [1, -3],
    [-1, 3],
    [5, 1],
    [-3, -5],
    [-5, 5],
    [-7, -1],
    [3, 7],
    [7, -7],
];
static SIXTEEN: [Position; 16] = [
    [1, 1],
    [-1, -3],
    [-3, 2],
    [4, -1],
    [-5, -2],
    [2, 5],
    [5, 3],
    [3, -5],
    [-2, 6],
    [0, -7],
    [-4, -6],
    [-6, 4],
    [-8, 0],
    [7, -4],
    [6, 7],
    [-7, -8],
];

/// The positions of the samples of a pixel, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Positions {
    places: [Position; MAX_SAMPLES],
    count: usize,
}

impl Positions {
    /// One, at the centre.
    pub(crate) const CENTRE: Positions = Positions {
        places: [[0; 2]; MAX_SAMPLES],
        count: 1,
    };

    /// Those of so many samples: where the state has them, in sixteenths of a pixel, else the standard ones.
    pub(crate) fn of(samples: u32, state: &Multisample) -> Positions {
        let mut all = Positions::CENTRE;
        let standard = positions(samples).unwrap_or(&ONE);
        all.count = standard.len();
        all.places[..standard.len()].copy_from_slice(standard);
        if let Some(locations) = state.locations.filter(|_| all.count > 1) {
            all.places = locations.map(|location| location.map(sixteenths));
        }
        all
    }
}

/// A place in a pixel, from its lower left corner, in sixteenths from its centre, rounded down (ARB_sample_locations).
fn sixteenths(place: f32) -> i8 {
    ((place.clamp(0.0, 1.0) * 16.0).floor() as i8 - 8).min(7)
}

impl std::ops::Deref for Positions {
    type Target = [Position];

    fn deref(&self) -> &[Position] {
        &self.places[..self.count]
    }
}

/// The places of so many samples, by their numbers; `None` if a pixel cannot have so many.
pub(crate) fn positions(samples: u32) -> Option<&'static [Position]> {
    Some(match samples {
        1 => &ONE,
        2 => &TWO,
        4 => &FOUR,
        8 => &EIGHT,
        16 => &SIXTEEN,
        _ => return None,
    })
}

/// A position in pixels.
pub(crate) fn in_pixels(position: Position) -> [f32; 2] {
    position.map(|part| f32::from(part) / 16.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: Vulkan 1.3, 27.4, the table of standard sample locations, from the corner of the pixel
    #[test]
    fn standard_locations() {
        let of = |samples: u32| -> Vec<[f32; 2]> {
            let positions = positions(samples).expect("a number of samples").iter();
            positions
                .map(|position| in_pixels(*position).map(|part| part + 0.5))
                .collect()
        };
        assert_eq!(of(1), [[0.5, 0.5]]);
        assert_eq!(of(2), [[0.75, 0.75], [0.25, 0.25]]);
        assert_eq!(
            of(4),
            [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]]
        );
        assert_eq!(
            of(8),
            [
                [0.5625, 0.3125],
                [0.4375, 0.6875],
                [0.8125, 0.5625],
                [0.3125, 0.1875],
                [0.1875, 0.8125],
                [0.0625, 0.4375],
                [0.6875, 0.9375],
                [0.9375, 0.0625],
            ]
        );
        assert_eq!(
            of(16),
            [
                [0.5625, 0.5625],
                [0.4375, 0.3125],
                [0.3125, 0.625],
                [0.75, 0.4375],
                [0.1875, 0.375],
                [0.625, 0.8125],
                [0.8125, 0.6875],
                [0.6875, 0.1875],
                [0.375, 0.875],
                [0.5, 0.0625],
                [0.25, 0.125],
                [0.125, 0.75],
                [0.0, 0.5],
                [0.9375, 0.25],
                [0.875, 0.9375],
                [0.0625, 0.0],
            ]
        );
        assert_eq!(positions(3), None);
    }
}
