//! Dispatches that are timed: examples of the repository, and programs that do one thing.

use super::peak::Bound;

/// A dispatch.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// What it counts.
    pub(super) unit: &'static str,
    /// Items of a dispatch.
    pub(super) items: u64,
    pub(super) program: String,
    pub(super) groups: u32,
    /// The bytes of the storage buffers, by their numbers.
    pub(super) buffers: Vec<Vec<u8>>,
    /// Words that a buffer has somewhere behind the first dispatch.
    pub(super) expected: (usize, usize, Vec<u32>),
    pub(super) bound: Bound,
    /// Operations of an item of those that bound it.
    pub(super) operations: f64,
}

/// The program of a compute example.
fn of_example(text: &str) -> String {
    let behind = text
        .split_once("[compute program]\n")
        .map_or("", |(_, behind)| behind);
    behind
        .split_once("[test]")
        .map_or("", |(program, _)| program)
        .to_owned()
}

macro_rules! example {
    ($name:literal) => {
        of_example(include_str!(concat!(
            "../../../../examples/compute/",
            $name,
            ".shader_test"
        )))
    };
}

fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

const INVOCATIONS: u32 = 1 << 18;

/// Four words from one buffer to another.
const COPY: &str = "!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 256;
STORAGE from[] = { program.storage[0] };
STORAGE to[] = { program.storage[1] };
TEMP at, words;
MUL.U at.x, invocation.globalid.x, 16;
LDB.U32X4 words, from[at.x];
STB.U32X4 words, to[at.x];
END
";

/// One is added to one of 1024 counters.
const COUNT: &str = "!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 256;
STORAGE counters[] = { program.storage[0] };
TEMP at, old;
AND.U at.x, invocation.globalid.x, 1023;
MUL.U at.x, at.x, 4;
ATOMB.ADD.U32 old.x, 1, counters[at.x];
END
";

/// The steps of a chain.
const LINKS: u32 = 64;

/// x · 1/2 + 1, whose fixed point is 2.
fn floats() -> String {
    let links = "MAD.F64 x.x, x.x, 0.5, 1;\n".repeat(LINKS as usize);
    format!(
        "!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 256;
STORAGE numbers[] = {{ program.storage[0] }};
LONG TEMP x;
TEMP at;
MUL.U at.x, invocation.globalid.x, 8;
LDB.F64 x.x, numbers[at.x];
{links}STB.F64 x.x, numbers[at.x];
END
"
    )
}

/// x · 6364136223846793005 + 1.
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;

fn integers() -> String {
    let links = "MAD.U64 x.x, x.x, multiplier.x, 1;\n".repeat(LINKS as usize);
    let (low, high) = (MULTIPLIER as u32, (MULTIPLIER >> 32) as u32);
    format!(
        "!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 256;
STORAGE numbers[] = {{ program.storage[0] }};
LONG TEMP x, multiplier;
TEMP at, words;
MOV.U words, {{ {low}, {high}, 0, 0 }};
PK64.U multiplier, words;
MUL.U at.x, invocation.globalid.x, 8;
LDB.U64 x.x, numbers[at.x];
{links}STB.U64 x.x, numbers[at.x];
END
"
    )
}

/// All rows.
pub(super) fn rows() -> Vec<Row> {
    let chain = (0..LINKS).fold(0_u64, |x, _| x.wrapping_mul(MULTIPLIER).wrapping_add(1));
    // The padded message "abc" is one block; all messages are it.
    let message = bytes([0x0063_6261]).into_iter().chain([0; 60]);
    let messages: Vec<u8> = message.cycle().take(64 << 13).collect();
    vec![
        Row {
            name: "copy of a storage buffer",
            unit: "bytes",
            items: 16 * u64::from(INVOCATIONS),
            program: COPY.to_owned(),
            groups: INVOCATIONS / 256,
            buffers: vec![bytes(0..4 * INVOCATIONS), vec![0; 16 * INVOCATIONS as usize]],
            expected: (1, 4 * 12_345, vec![12_345, 12_346]),
            bound: Bound::Copied,
            operations: 1.0,
        },
        Row {
            name: "atomic additions to 1024 counters",
            unit: "additions",
            items: u64::from(INVOCATIONS),
            program: COUNT.to_owned(),
            groups: INVOCATIONS / 256,
            buffers: vec![vec![0; 4096]],
            expected: (0, 4 * 77, vec![INVOCATIONS / 1024; 2]),
            bound: Bound::Atomics,
            operations: 1.0,
        },
        // Each byte is an atomic addition in shared memory, and each group adds 16 more to the buffer.
        Row {
            name: "histogram",
            unit: "bytes",
            items: u64::from(INVOCATIONS),
            program: example!("histogram"),
            groups: INVOCATIONS / 64,
            buffers: vec![(0..INVOCATIONS).map(|at| (at * 7) as u8).collect(), vec![0; 64]],
            expected: (1, 0, vec![INVOCATIONS / 16; 16]),
            bound: Bound::Atomics,
            operations: 1.25,
        },
        // Ten rounds, each a load of a neighbour's sum and a store.
        Row {
            name: "prefix sum",
            unit: "numbers",
            items: 64 * 1024,
            program: example!("prefix-sum"),
            groups: 64,
            buffers: vec![bytes(0..1024), vec![0; 4096]],
            expected: (1, 4 * 1022, vec![1022 * 1023 / 2, 1023 * 1024 / 2]),
            bound: Bound::Words,
            operations: 23.0,
        },
        // Two loads and a store for each number but the last of a group.
        Row {
            name: "reduction",
            unit: "numbers",
            items: u64::from(INVOCATIONS),
            program: example!("reduction"),
            groups: INVOCATIONS / 256,
            buffers: vec![bytes((0..INVOCATIONS).map(|_| 0.5_f32.to_bits())), vec![0; 4]],
            expected: (1, 0, vec![(0.5 * INVOCATIONS as f32).to_bits()]),
            bound: Bound::Words,
            operations: 5.0,
        },
        Row {
            name: "chain of 64 MAD.F64",
            unit: "MAD.F64",
            items: u64::from(LINKS * INVOCATIONS / 4),
            program: floats(),
            groups: INVOCATIONS / 1024,
            buffers: vec![bytes(
                (0..INVOCATIONS / 2).map(|at| if at % 2 == 0 { 0 } else { 0x4000_0000 }),
            )],
            expected: (0, 8 * 99, vec![0, 0x4000_0000]),
            bound: Bound::Floats64,
            operations: 2.0,
        },
        Row {
            name: "chain of 64 MAD.U64",
            unit: "MAD.U64",
            items: u64::from(LINKS * INVOCATIONS / 4),
            program: integers(),
            groups: INVOCATIONS / 1024,
            buffers: vec![vec![0; 2 * INVOCATIONS as usize]],
            expected: (0, 8 * 99, vec![chain as u32, (chain >> 32) as u32]),
            bound: Bound::Integers64,
            operations: 2.0,
        },
        // FIPS 180-4, 6.2.2: 48 words of the schedule of 13 operations (two of them rotations of three), and 64 rounds of
        // 32: rotations are two shifts and an OR.
        Row {
            name: "SHA-256",
            unit: "messages",
            items: 1 << 13,
            program: example!("sha256"),
            groups: (1 << 13) / 32,
            buffers: vec![messages, bytes([3; 1 << 13]), vec![0; 32 << 13]],
            expected: (
                2,
                32 * 8191,
                vec![0xba78_16bf, 0x8f01_cfea, 0x4141_40de, 0x5dae_2223],
            ),
            bound: Bound::Integers32,
            operations: 48.0 * 23.0 + 64.0 * 38.0,
        },
    ]
}
