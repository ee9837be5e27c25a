//! How far two pictures lie apart.

use quadrille::Picture;

/// How much the picture of the difference is brightened.
pub(super) const AMPLIFIED: u8 = 16;

/// What the comparison of two pictures finds.
pub(super) struct Difference {
    /// Absolute differences, [`AMPLIFIED`] times.
    pub(super) picture: Picture,
    /// Pixels of which a component differs by more than 1/255.
    pub(super) pixels: usize,
    /// Those among them whose colour does not lie between the other picture's colours around the pixel: no
    /// displaced edge explains them.
    pub(super) inside: usize,
    /// The largest difference of a component, in 255ths.
    pub(super) largest: u8,
    /// Where that is, from the lower left.
    pub(super) at: [u32; 2],
}

/// Compares two pictures of the same size.
pub(super) fn compare(ours: &Picture, theirs: &Picture) -> Difference {
    let (width, height) = (ours.width, ours.height);
    let mut found = Difference {
        picture: Picture {
            width,
            height,
            rgba: Vec::with_capacity(ours.rgba.len()),
        },
        pixels: 0,
        inside: 0,
        largest: 0,
        at: [0, 0],
    };
    let pixels = ours
        .rgba
        .as_chunks::<4>()
        .0
        .iter()
        .zip(theirs.rgba.as_chunks::<4>().0);
    for (at, (own, other)) in (0..).zip(pixels) {
        let (x, y) = (at % width.max(1), at / width.max(1));
        let apart: [u8; 4] = std::array::from_fn(|part| own[part].abs_diff(other[part]));
        let most = apart.into_iter().max().unwrap_or_default();
        if most > 1 {
            found.pixels += 1;
            found.inside += usize::from(!between_neighbours(own, theirs, x, y));
        }
        if most > found.largest {
            found.largest = most;
            found.at = [x, height - 1 - y];
        }
        let [red, green, blue, alpha] = apart.map(|part| part.saturating_mul(AMPLIFIED));
        // A difference of alpha alone is seen as grey.
        found
            .picture
            .rgba
            .extend([red.max(alpha), green.max(alpha), blue.max(alpha), 255]);
    }
    found
}

/// Whether a colour lies between those of the three by three pixels around a place, to 1/255.
fn between_neighbours(color: &[u8; 4], picture: &Picture, x: u32, y: u32) -> bool {
    let (mut low, mut high) = ([255; 4], [0; 4]);
    for row in y.saturating_sub(1)..(y + 2).min(picture.height) {
        for column in x.saturating_sub(1)..(x + 2).min(picture.width) {
            let start = (row * picture.width + column) as usize * 4;
            for part in 0..4 {
                let value = picture.rgba[start + part];
                low[part] = value.min(low[part]);
                high[part] = value.max(high[part]);
            }
        }
    }
    (0..4)
        .all(|part| color[part].saturating_add(1) >= low[part] && color[part] <= high[part].saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(levels: [u8; 4]) -> Picture {
        Picture {
            width: 4,
            height: 1,
            rgba: levels.into_iter().flat_map(|level| [level; 4]).collect(),
        }
    }

    #[test]
    fn a_moved_edge_is_told_from_another_colour() {
        // source: by hand: pixel 1 takes its neighbour's colour, pixel 3 one that is nowhere near
        let found = compare(&row([10, 200, 200, 90]), &row([10, 10, 201, 200]));
        assert_eq!(
            (found.pixels, found.inside, found.largest, found.at),
            (2, 1, 190, [1, 0])
        );
        assert_eq!(found.picture.rgba[8..12], [16, 16, 16, 255]);
    }
}
