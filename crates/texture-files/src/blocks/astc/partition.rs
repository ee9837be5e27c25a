//! Which partition a texel belongs to (C.2.21).

/// The partitions of a block.
pub(super) struct Partitions {
    count: u32,
    /// Factors of x and y, and what is added, for each partition.
    planes: [[u32; 3]; 4],
    /// Coordinates are doubled in small blocks.
    shift: u32,
}

impl Partitions {
    pub(super) fn new(count: u32, index: u32, [width, height]: [u32; 2]) -> Partitions {
        let seed = index + (count - 1) * 1024;
        let random = hash52(seed);
        let factor = |low: u32| {
            let nibble = random.rotate_right(low) & 0xf;
            nibble * nibble
        };
        let (early, late) = (if seed & 2 != 0 { 4 } else { 5 }, if count == 3 { 6 } else { 5 });
        let [first, second] = if seed & 1 != 0 {
            [early, late]
        } else {
            [late, early]
        };
        let plane = |low: u32, added: u32| [factor(low) >> first, factor(low + 4) >> second, random >> added];
        Partitions {
            count,
            planes: [plane(0, 14), plane(8, 10), plane(16, 6), plane(24, 2)],
            shift: u32::from(width * height < 31),
        }
    }

    /// The partition of a texel: the one whose number is greatest, the first of equal ones.
    pub(super) fn of(&self, place: [u32; 2]) -> usize {
        let [x, y] = place.map(|coordinate| coordinate << self.shift);
        let number = |partition: usize| {
            let [a, b, c] = self.planes[partition];
            (a * x + b * y).wrapping_add(c) & 0x3f
        };
        (1..self.count as usize).fold(0, |best, other| match number(other) > number(best) {
            true => other,
            false => best,
        })
    }
}

fn hash52(mut p: u32) -> u32 {
    p ^= p >> 15;
    p = p.wrapping_sub(p << 17);
    p = p.wrapping_add(p << 7);
    p = p.wrapping_add(p << 4);
    p ^= p >> 5;
    p = p.wrapping_add(p << 16);
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    p ^ p >> 17
}
