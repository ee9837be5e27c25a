//! Coordinates to texels: what lies outside the picture.

use super::Wrap;

impl Wrap {
    /// A coordinate near 0 to 1 that means the same. What is no number is 0.
    #[inline(always)]
    pub(super) fn reduce(self, s: f32) -> f32 {
        let reduced = match self {
            Wrap::Repeat => s - s.floor(),
            Wrap::Clamp => s.clamp(0.0, 1.0),
            Wrap::Mirror => s - 2.0 * (s * 0.5).floor(),
            // Beyond these nothing but border is read.
            Wrap::Border => s.clamp(-1.0, 2.0),
        };
        if reduced.is_nan() { 0.0 } else { reduced }
    }

    /// The texel of a row of `side` texels that index `i`, of a reduced coordinate, stands for; none for the border.
    #[inline(always)]
    pub(super) fn index(self, i: i32, side: i32) -> Option<u32> {
        let index = match self {
            Wrap::Repeat if i < 0 => i + side,
            Wrap::Repeat if i >= side => i - side,
            Wrap::Repeat => i,
            Wrap::Clamp => i.clamp(0, side - 1),
            Wrap::Mirror => {
                // Two pictures long, and one texel beyond on either side.
                let i = if i < 0 { -1 - i } else { i };
                let i = if i >= 2 * side { 4 * side - 1 - i } else { i };
                if i < side { i } else { 2 * side - 1 - i }
            }
            Wrap::Border if i < 0 || i >= side => return None,
            Wrap::Border => i,
        };
        Some(index as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL ES 2.0, section 3.7.7, by hand for a row of three texels.
    #[test]
    fn texels_outside() {
        let row = |wrap: Wrap| -> Vec<Option<u32>> {
            (-6..12)
                .map(|sixth| {
                    let s = wrap.reduce((sixth as f32 + 0.5) / 6.0 * 2.0);
                    wrap.index((s * 3.0).floor() as i32, 3)
                })
                .collect()
        };
        let some = |list: &[u32]| list.iter().copied().map(Some).collect::<Vec<_>>();
        // Texels -6 to 11 of an endless row.
        assert_eq!(
            row(Wrap::Repeat),
            some(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])
        );
        assert_eq!(
            row(Wrap::Clamp),
            some(&[0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
        );
        assert_eq!(
            row(Wrap::Mirror),
            some(&[0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0])
        );
        let inside: Vec<_> = row(Wrap::Border).into_iter().flatten().collect();
        assert_eq!(inside, [0, 1, 2]);
    }

    /// Every bit pattern gives a texel of the picture, or the border.
    #[test]
    fn anything_is_inside() {
        for wrap in [Wrap::Repeat, Wrap::Clamp, Wrap::Mirror, Wrap::Border] {
            for bits in (0..=u32::MAX).step_by(65_521) {
                for side in [1, 3, 2048] {
                    let u = wrap.reduce(f32::from_bits(bits)) * side as f32;
                    for i in [
                        u.floor() as i32,
                        (u - 0.5).floor() as i32,
                        (u - 0.5).floor() as i32 + 1,
                    ] {
                        let index = wrap.index(i, side);
                        assert!(
                            index.map_or(wrap == Wrap::Border, |index| index < side as u32),
                            "{wrap:?} {bits:x}"
                        );
                    }
                }
            }
        }
    }
}
