//! Planes: values that are linear in window coordinates, from setup to pixels.
//!
//! Setup has a plane in binary64. A pixel has its value in binary32 from the centre of the block of [`BLOCK`]×[`BLOCK`]
//! pixels that it lies in: there the plane is evaluated in binary64 and rounded, and the pixel is
//! `(value + gradient_x · right) + gradient_y · up`, every operation rounded. Blocks begin at multiples of [`BLOCK`], so
//! that a pixel's value depends on the primitive and the pixel alone, and a large primitive is as precise as a small
//! one.

/// Pixels on a side of a block. It is part of the meaning: another size gives other last bits.
pub(crate) const BLOCK: u16 = 8;

/// Coefficients below it have no infinite sums within a block: 2^120.
pub(crate) const LARGE: f32 = f32::from_bits((127 + 120) << 23);

/// A block of pixels, by the one at its lower left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    x: u16,
    y: u16,
}

impl Block {
    /// The block of a pixel.
    pub(crate) fn of(x: u16, y: u16) -> Block {
        Block {
            x: x & !(BLOCK - 1),
            y: y & !(BLOCK - 1),
        }
    }

    /// Window coordinates of its centre.
    #[inline(always)]
    pub(crate) fn centre(self) -> [f64; 2] {
        [self.x, self.y].map(|corner| f64::from(corner) + f64::from(BLOCK) / 2.0)
    }
}

/// The distance of a pixel's centre from that of its block along one axis, in pixels: −3.5 to 3.5.
pub(crate) fn from_centre(pixel: u16) -> f32 {
    f32::from(pixel & (BLOCK - 1)) - f32::from(BLOCK - 1) / 2.0
}

/// A plane as setup has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plane {
    /// Window coordinates of a point.
    pub(crate) origin: [f64; 2],
    /// The value there.
    pub(crate) value: f64,
    /// Change from pixel to pixel, along x and y.
    pub(crate) gradient: [f64; 2],
}

impl Plane {
    /// The value at window coordinates.
    #[inline(always)]
    pub(crate) fn at(&self, [x, y]: [f64; 2]) -> f64 {
        let [gx, gy] = self.gradient;
        self.value + gx * (x - self.origin[0]) + gy * (y - self.origin[1])
    }

    /// The plane in a block.
    #[inline(always)]
    pub(crate) fn anchored(&self, block: Block) -> AnchoredPlane {
        self.anchored_at(block.centre())
    }

    /// The plane in the block with this centre, in window coordinates.
    #[inline(always)]
    pub(crate) fn anchored_at(&self, centre: [f64; 2]) -> AnchoredPlane {
        AnchoredPlane {
            value: self.at(centre) as f32,
            gradient: self.gradient.map(|gradient| gradient as f32),
        }
    }
}

/// A plane as the pixels of a block have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct AnchoredPlane {
    /// The value at the block's centre.
    pub(crate) value: f32,
    /// The change from pixel to pixel, along x and y.
    pub(crate) gradient: [f32; 2],
}

impl AnchoredPlane {
    /// 1 everywhere.
    pub(crate) const ONE: AnchoredPlane = AnchoredPlane {
        value: 1.0,
        gradient: [0.0; 2],
    };

    /// Whether no value nearby can be NaN: no coefficient is, and no sum of them is infinite.
    #[inline(always)]
    pub(crate) fn is_finite(&self) -> bool {
        let [x, y] = self.gradient;
        (self.value.abs() < LARGE) & (x.abs() < LARGE) & (y.abs() < LARGE)
    }

    /// The value at a distance in pixels from the block's centre.
    #[inline(always)]
    pub(crate) fn at(&self, right: f32, up: f32) -> f32 {
        (self.value + self.gradient[0] * right) + self.gradient[1] * up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: the definition, by hand: pixel (13, 2) lies in the block from (8, 0) to (16, 8), whose centre is (12, 4); its
    /// own centre (13.5, 2.5) is 1.5 to the right of that and 1.5 below
    #[test]
    fn pixels_start_from_the_centres_of_their_blocks() {
        assert_eq!(Block::of(13, 2), Block { x: 8, y: 0 });
        assert_eq!(Block::of(13, 2).centre(), [12.0, 4.0]);
        assert_eq!((from_centre(13), from_centre(2)), (1.5, -1.5));
        let plane = Plane {
            origin: [10.0, 0.0],
            value: 1.0,
            gradient: [0.5, 4.0],
        };
        let anchored = plane.anchored(Block::of(13, 2));
        assert_eq!(anchored.value, 18.0);
        assert_eq!(anchored.at(1.5, -1.5), 12.75);
        assert_eq!(plane.at([13.5, 2.5]), 12.75);
    }
}
