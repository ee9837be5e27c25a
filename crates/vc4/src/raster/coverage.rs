//! Which pixels, and which samples, lie inside edges.

/// A half-plane: places where `x * X + y * Y + at` is not negative, in sixteenths of a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    x: i64,
    y: i64,
    at: i64,
}

impl Edge {
    /// The half-plane to the left of the way from `from` to `to` where rows run upwards. Its border belongs to it if
    /// it lies to the right of the border, or at higher rows of a border that is level.
    pub(super) fn new(from: (i32, i32), to: (i32, i32)) -> Edge {
        let (dx, dy) = (
            i64::from(to.0) - i64::from(from.0),
            i64::from(to.1) - i64::from(from.1),
        );
        let has_border = dy < 0 || dy == 0 && dx > 0;
        Edge {
            x: -dy,
            y: dx,
            at: dy * i64::from(from.0) - dx * i64::from(from.1) - i64::from(!has_border),
        }
    }

    #[inline]
    fn value(&self, x: i64, y: i64) -> i64 {
        self.x * x + self.y * y + self.at
    }
}

/// Whole pixels: columns `left..right`, rows `bottom..top`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rectangle {
    pub(crate) left: i32,
    pub(crate) bottom: i32,
    pub(crate) right: i32,
    pub(crate) top: i32,
}

impl Rectangle {
    /// What both cover.
    pub(crate) fn and(&self, other: &Rectangle) -> Rectangle {
        Rectangle {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left >= self.right || self.bottom >= self.top
    }
}

/// Four quads of one primitive, or fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// Numbers of the quads in the tile, row by row.
    pub(crate) quads: [u32; 4],
    /// Column and row of the first pixel of each, in the frame.
    pub(crate) origins: [(i32, i32); 4],
    /// The samples of each pixel that are covered: bits 3:0, all four where pixels have one sample, or bits 15:0.
    pub(crate) masks: [u32; 16],
    pub(crate) count: usize,
}

impl Group {
    fn new() -> Group {
        Group {
            quads: [0; 4],
            origins: [(0, 0); 4],
            masks: [0; 16],
            count: 0,
        }
    }
}

/// Which places of a pixel are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Samples {
    /// Its centre.
    One,
    Four,
    Sixteen,
}

impl Samples {
    /// Places in a pixel, in sixteenths.
    fn positions(self) -> &'static [(i64, i64)] {
        match self {
            Samples::One => &CENTRE,
            Samples::Four => &SAMPLES,
            Samples::Sixteen => &SIXTEEN,
        }
    }

    /// A mask of sixteen samples that says the same.
    pub(crate) fn of_sixteen(self, mask: u32) -> u16 {
        match self {
            Samples::One | Samples::Four => 0x1111 * mask as u16,
            Samples::Sixteen => mask as u16,
        }
    }

    /// The mask of a pixel that lies inside.
    fn all(self) -> u32 {
        match self {
            Samples::One | Samples::Four => 0xf,
            Samples::Sixteen => 0xffff,
        }
    }
}

/// Centres of pixels, in sixteenths.
const CENTRE: [(i64, i64); 1] = [(8, 8)];
/// The four samples of a pixel, in sixteenths. Source: d53.png, drawn by the chip.
const SAMPLES: [(i64, i64); 4] = [(10, 2), (2, 6), (14, 10), (6, 14)];
/// Sixteen samples: one in each row and each column of sixteenths, and in each of four by four parts. Where the chip has
/// them was never published.
const SIXTEEN: [(i64, i64); 16] = {
    let mut places = [(0, 0); 16];
    let mut row = 0;
    while row < 16 {
        places[row] = (((row & 3) << 2 | row >> 2) as i64, row as i64);
        row += 1;
    }
    places
};

/// Gives groups of the quads of a tile that `edges` cover, inside `area` (which lies in the tile).
pub(super) fn groups(
    edges: &[Edge],
    area: &Rectangle,
    tile: &Rectangle,
    samples: Samples,
    mut take: impl FnMut(&mut Group),
) {
    if area.is_empty() {
        return;
    }
    let positions = samples.positions();
    // What an edge's value at a quad's origin has to be for some, and for all, samples to lie inside.
    let mut bounds = [(0i64, 0i64); 4];
    for (bound, edge) in bounds.iter_mut().zip(edges) {
        let offsets = (0..4i64).flat_map(|pixel| {
            positions
                .iter()
                .map(move |&(x, y)| edge.x * (16 * (pixel & 1) + x) + edge.y * (16 * (pixel >> 1) + y))
        });
        let (least, most) = offsets.fold((i64::MAX, i64::MIN), |(least, most), offset| {
            (least.min(offset), most.max(offset))
        });
        *bound = (-most, -least);
    }
    let quads_across = ((tile.right - tile.left) / 2) as u32;
    let mut group = Group::new();
    let first = area.left & !1;
    for y in ((area.bottom & !1)..area.top).step_by(2) {
        let mut values = [0i64; 4];
        for (value, edge) in values.iter_mut().zip(edges) {
            *value = edge.value(16 * i64::from(first), 16 * i64::from(y));
        }
        for x in (first..area.right).step_by(2) {
            let (mut some, mut all) = (true, true);
            for (value, bound) in values[..edges.len()].iter().zip(&bounds) {
                some &= *value >= bound.0;
                all &= *value >= bound.1;
            }
            if some {
                let mut masks = [samples.all(); 4];
                if !all {
                    masks = partly(edges, &values, positions);
                }
                let whole = x >= area.left && x + 2 <= area.right && y >= area.bottom && y + 2 <= area.top;
                if !whole {
                    for (pixel, mask) in masks.iter_mut().enumerate() {
                        let (x, y) = (x + (pixel as i32 & 1), y + (pixel as i32 >> 1));
                        if x < area.left || x >= area.right || y < area.bottom || y >= area.top {
                            *mask = 0;
                        }
                    }
                }
                if masks != [0; 4] {
                    let at = group.count;
                    group.quads[at] =
                        ((y - tile.bottom) / 2) as u32 * quads_across + ((x - tile.left) / 2) as u32;
                    group.origins[at] = (x, y);
                    group.masks[4 * at..4 * at + 4].copy_from_slice(&masks);
                    group.count += 1;
                    if group.count == 4 {
                        take(&mut group);
                        group = Group::new();
                    }
                }
            }
            for (value, edge) in values.iter_mut().zip(edges) {
                *value += 32 * edge.x;
            }
        }
    }
    if group.count > 0 {
        take(&mut group);
    }
}

/// The masks of a quad that edges cross; `values` are theirs at its origin.
fn partly(edges: &[Edge], values: &[i64; 4], positions: &[(i64, i64)]) -> [u32; 4] {
    std::array::from_fn(|pixel| {
        let (left, bottom) = (16 * (pixel as i64 & 1), 16 * (pixel as i64 >> 1));
        let mut mask = 0;
        for (sample, (x, y)) in positions.iter().enumerate() {
            let is_inside = edges
                .iter()
                .zip(values)
                .all(|(edge, value)| value + edge.x * (left + x) + edge.y * (bottom + y) >= 0);
            mask |= u32::from(is_inside) << sample;
        }
        if positions.len() == 1 { mask * 0xf } else { mask }
    })
}

/// Whether edges may cover a place of `area`: no edge has all of it outside.
pub(super) fn may_cover(edges: &[Edge], area: &Rectangle) -> bool {
    let [left, right, bottom, top] =
        [area.left, area.right, area.bottom, area.top].map(|pixels| 16 * i64::from(pixels));
    edges.iter().all(|edge| {
        let x = if edge.x > 0 { right } else { left };
        let y = if edge.y > 0 { top } else { bottom };
        edge.value(x, y) >= 0
    })
}
