//! ETC2 colours, of which those of ETC1 are a part (OpenGL 4.3 appendix C.1.1 and C.1.2; Khronos Data Format Specification,
//! "ETC2 Compressed Texture Image Formats").

/// What the tables of code words add, the smaller number first.
const MODIFIERS: [[i32; 2]; 8] = [
    [2, 8],
    [5, 17],
    [9, 29],
    [13, 42],
    [18, 60],
    [24, 80],
    [33, 106],
    [47, 183],
];

/// Distances of the modes T and H.
const DISTANCES: [i32; 8] = [3, 6, 11, 16, 23, 32, 41, 64];

type Color = [i32; 3];

/// A block as a word whose first byte is the highest.
#[derive(Clone, Copy)]
struct Block(u64);

impl Block {
    /// So many bits from `low` on.
    fn bits(self, low: u32, count: u32) -> i32 {
        (self.0 >> low & ((1 << count) - 1)) as i32
    }

    /// Three fields of so many bits.
    fn fields(self, lows: [u32; 3], count: u32) -> Color {
        lows.map(|low| self.bits(low, count))
    }

    /// The index of a texel, whose number counts columns: its bits lie 16 apart.
    fn index(self, place: u32) -> usize {
        (self.bits(place + 16, 1) << 1 | self.bits(place, 1)) as usize
    }
}

/// The colours of a block's texels, row by row. With `punchthrough` the bit that chooses the differential mode says that the
/// block is opaque; else texels of index 2 are transparent black.
pub(super) fn colors(block: &[u8], punchthrough: bool) -> [[u8; 4]; 16] {
    let block = Block(block.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    let marked = block.bits(33, 1) == 1;
    let transparent = punchthrough && !marked;
    let five = block.fields([59, 51, 43], 5);
    let change = block.fields([56, 48, 40], 3).map(|bits| (bits ^ 4) - 4);
    let second: Color = std::array::from_fn(|at| five[at] + change[at]);
    // The component that leaves its range chooses among the modes that ETC1 does not have.
    let mode = second.iter().position(|sum| !(0..32).contains(sum));
    let paint: [Color; 4] = match (punchthrough || marked, mode) {
        (false, _) => {
            let ends = [block.fields([60, 52, 44], 4), block.fields([56, 48, 40], 4)];
            return subblocks(block, ends.map(|color| color.map(|bits| bits * 17)), transparent);
        }
        (true, None) => {
            let ends = [five, second].map(|color| color.map(|bits| bits << 3 | bits >> 2));
            return subblocks(block, ends, transparent);
        }
        (true, Some(0)) => mode_t(block),
        (true, Some(1)) => mode_h(block),
        (true, Some(_)) => return planar(block),
    };
    from_indices(block, transparent, |_, index| paint[index])
}

/// Two halves of a block, each with a base colour and a table of changes.
fn subblocks(block: Block, bases: [Color; 2], transparent: bool) -> [[u8; 4]; 16] {
    let flipped = block.bits(32, 1) == 1;
    let tables = [37, 34].map(|low| MODIFIERS[block.bits(low, 3) as usize]);
    from_indices(block, transparent, |[x, y], index| {
        let half = usize::from(if flipped { y } else { x } >= 2);
        let [small, large] = tables[half];
        let change = match index {
            // Beside transparent texels the small change is none.
            0 if transparent => 0,
            0 => small,
            1 => large,
            2 => -small,
            _ => -large,
        };
        bases[half].map(|component| component + change)
    })
}

/// A colour, and another with a colour above and one below it.
fn mode_t(block: Block) -> [Color; 4] {
    let first = [
        block.bits(59, 2) << 2 | block.bits(56, 2),
        block.bits(52, 4),
        block.bits(48, 4),
    ];
    let [first, second] = [first, block.fields([44, 40, 36], 4)].map(|color| color.map(|bits| bits * 17));
    let distance = DISTANCES[(block.bits(34, 2) << 1 | block.bits(32, 1)) as usize];
    [
        first,
        second.map(|component| component + distance),
        second,
        second.map(|component| component - distance),
    ]
}

/// Two colours, each with a colour above and one below it.
fn mode_h(block: Block) -> [Color; 4] {
    let first = [
        block.bits(59, 4),
        block.bits(56, 3) << 1 | block.bits(52, 1),
        block.bits(51, 1) << 3 | block.bits(47, 3),
    ];
    let second = block.fields([43, 39, 35], 4);
    // The order of the two colours is the last bit of the distance.
    let order = usize::from(first >= second);
    let distance = DISTANCES[(block.bits(34, 1) << 2 | block.bits(32, 1) << 1) as usize | order];
    let [first, second] = [first, second].map(|color| color.map(|bits| bits * 17));
    [
        first.map(|component| component + distance),
        first.map(|component| component - distance),
        second.map(|component| component + distance),
        second.map(|component| component - distance),
    ]
}

/// A plane through three colours.
fn planar(block: Block) -> [[u8; 4]; 16] {
    let six = |bits: i32| bits << 2 | bits >> 4;
    let seven = |bits: i32| bits << 1 | bits >> 6;
    let origin = [
        six(block.bits(57, 6)),
        seven(block.bits(56, 1) << 6 | block.bits(49, 6)),
        six(block.bits(48, 1) << 5 | block.bits(43, 2) << 3 | block.bits(39, 3)),
    ];
    let across = [
        six(block.bits(34, 5) << 1 | block.bits(32, 1)),
        seven(block.bits(25, 7)),
        six(block.bits(19, 6)),
    ];
    let up = [
        six(block.bits(13, 6)),
        seven(block.bits(6, 7)),
        six(block.bits(0, 6)),
    ];
    std::array::from_fn(|texel| {
        let [x, y] = [texel as i32 % 4, texel as i32 / 4];
        opaque(std::array::from_fn(|at| {
            (x * (across[at] - origin[at]) + y * (up[at] - origin[at]) + 4 * origin[at] + 2) >> 2
        }))
    })
}

/// The colours that indices choose.
fn from_indices(block: Block, transparent: bool, color: impl Fn([u32; 2], usize) -> Color) -> [[u8; 4]; 16] {
    std::array::from_fn(|texel| {
        let [x, y] = [texel as u32 % 4, texel as u32 / 4];
        match block.index(4 * x + y) {
            2 if transparent => [0; 4],
            index => opaque(color([x, y], index)),
        }
    })
}

fn opaque(color: Color) -> [u8; 4] {
    let [red, green, blue] = color.map(|component| component.clamp(0, 255) as u8);
    [red, green, blue, 255]
}
