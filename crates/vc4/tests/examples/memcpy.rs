use bytemuck::{bytes_of, cast_slice};
use quadrille_vc4::machine::{Launch, Machine, Memory, Profile};

const FROM: u32 = 0x1000_0000;
const TO: u32 = 0x2000_0000;

/// The words of one copy, as the guide's tables 32 to 37 lay them out.
struct Copy {
    name: &'static str,
    load_pitch: u32,
    load: u32,
    vectors: u32,
    read: u32,
    write: u32,
    stride: u32,
    store: u32,
    bytes: usize,
}

const WORDS: u32 = 0;
const HALVES: u32 = 2;
const BYTES: u32 = 4;

/// A load: width mode, items of a row, rows, VPM pitch, vertical, Y and X.
const fn load(mode: u32, length: u32, rows: u32, pitch: u32, vertical: u32, y: u32, x: u32) -> u32 {
    1 << 31
        | mode << 28
        | (length & 15) << 20
        | (rows & 15) << 16
        | (pitch & 15) << 12
        | vertical << 11
        | y << 4
        | x
}

/// A store: width mode, rows, items of a row, laned, horizontal, Y and X.
const fn store(mode: u32, rows: u32, length: u32, laned: u32, horizontal: u32, y: u32, x: u32) -> u32 {
    1 << 31 | rows << 23 | length << 16 | laned << 15 | horizontal << 14 | y << 7 | x << 3 | mode
}

const fn pitch(bytes: u32) -> u32 {
    0x9000_0000 | bytes
}

const fn gap(bytes: u32, packed: u32) -> u32 {
    0xc000_0000 | packed << 16 | bytes
}

/// QPU accesses: vc4asm's helper values h32, v32, h16p and so on, with count and stride.
const fn vectors(base: u32, stride: u32, count: u32) -> u32 {
    base | stride << 12 | (count & 15) << 20
}

const fn straight(name: &'static str, load: u32, row: u32, store: u32, bytes: usize) -> Copy {
    Copy {
        name,
        load_pitch: pitch(row),
        load,
        vectors: 0,
        read: 0,
        write: 0,
        stride: gap(0, 0),
        store,
        bytes,
    }
}

/// With the QPU between: `[read, write, vectors]`.
const fn through(name: &'static str, load: u32, row: u32, qpu: [u32; 3], store: u32, bytes: usize) -> Copy {
    let [read, write, count] = qpu;
    Copy {
        vectors: count,
        read: vectors(read, read_step(read), count),
        write: vectors(write, read_step(write), 0),
        ..straight(name, load, row, store, bytes)
    }
}

/// The stride from one vector to the next: the next row, column, half or byte for packed vectors; a whole word
/// further for laned ones, which here leave the other parts alone.
const fn read_step(base: u32) -> u32 {
    let laned = base & 0x400 != 0;
    match (base >> 8 & 3, laned) {
        (0, true) => 4,
        (1, true) => 2,
        _ => 1,
    }
}

const COPIES: [Copy; 17] = [
    straight(
        "words, rows",
        load(WORDS, 0, 0, 1, 0, 0, 0),
        64,
        store(WORDS, 16, 16, 0, 1, 0, 0),
        1024,
    ),
    straight(
        "words, columns",
        load(WORDS, 0, 0, 0, 1, 0, 0),
        64,
        store(WORDS, 16, 16, 0, 1, 0, 0),
        0,
    ),
    straight(
        "words, one column",
        load(WORDS, 0, 4, 0, 1, 0, 15),
        64,
        store(WORDS, 1, 64, 0, 0, 0, 15),
        256,
    ),
    straight(
        "words, part of rows",
        load(WORDS, 5, 3, 2, 0, 8, 4),
        20,
        store(WORDS, 1, 5, 0, 1, 8, 4),
        20,
    ),
    straight(
        "halves, rows",
        load(HALVES, 0, 0, 1, 0, 0, 0),
        32,
        store(HALVES, 8, 32, 0, 1, 0, 0),
        512,
    ),
    straight(
        "halves, second half",
        load(HALVES + 1, 0, 1, 1, 0, 3, 0),
        32,
        store(HALVES, 1, 16, 0, 1, 3, 8),
        32,
    ),
    straight(
        "halves, column",
        load(HALVES, 0, 2, 1, 1, 16, 2),
        32,
        store(HALVES, 1, 32, 0, 0, 16, 2),
        64,
    ),
    straight(
        "bytes, rows",
        load(BYTES, 0, 0, 1, 0, 0, 0),
        16,
        store(BYTES, 4, 64, 0, 1, 0, 0),
        256,
    ),
    straight(
        "bytes, third quarter",
        load(BYTES + 2, 0, 1, 1, 0, 3, 0),
        16,
        store(BYTES, 1, 16, 0, 1, 3, 8),
        16,
    ),
    straight(
        "bytes, column",
        load(BYTES, 0, 4, 1, 1, 32, 9),
        16,
        store(BYTES, 1, 64, 0, 0, 32, 9),
        64,
    ),
    straight(
        "bytes, from the third on",
        load(WORDS, 0, 1, 1, 0, 0, 0),
        64,
        store(BYTES + 2, 1, 62, 0, 1, 0, 0),
        0,
    ),
    through(
        "words read and written",
        load(WORDS, 0, 0, 1, 0, 0, 0),
        64,
        [0xa00, 0xa10, 16],
        store(WORDS, 16, 16, 0, 1, 16, 0),
        1024,
    ),
    through(
        "rows written as columns",
        load(WORDS, 0, 0, 1, 0, 0, 0),
        64,
        [0xa00, 0x210, 16],
        store(WORDS, 16, 16, 0, 0, 16, 0),
        1024,
    ),
    through(
        "halves to lanes",
        load(HALVES, 0, 0, 1, 0, 0, 0),
        32,
        [0x900, 0xd20, 16],
        store(HALVES, 16, 16, 1, 1, 16, 0),
        512,
    ),
    through(
        "bytes to lanes",
        load(BYTES, 0, 0, 1, 0, 0, 0),
        16,
        [0x800, 0xc40, 16],
        store(BYTES, 16, 16, 1, 1, 16, 0),
        256,
    ),
    through(
        "halves in a column",
        load(HALVES, 0, 2, 1, 1, 0, 0),
        32,
        [0x100, 0x120, 2],
        store(HALVES, 1, 32, 0, 0, 16, 0),
        64,
    ),
    through(
        "bytes in a column",
        load(BYTES, 0, 4, 1, 1, 0, 0),
        16,
        [0x000, 0x040, 4],
        store(BYTES, 1, 64, 0, 0, 16, 0),
        64,
    ),
];

fn run(copy: &Copy, from: &[u8], to: &mut [u8]) {
    let code = super::program(
        "memcpy.qasm",
        include_str!("../../../../examples/qpu/memcpy.qasm"),
    );
    let uniforms = [
        copy.load_pitch,
        copy.load,
        FROM,
        copy.vectors,
        copy.read,
        copy.write,
        copy.stride,
        copy.store,
        TO,
    ];
    let mut memory = Memory::new();
    memory.map_constant(FROM, from).unwrap();
    memory.map(TO, to).unwrap();
    let code_at = memory.place_constant(&code).unwrap();
    let uniforms_at = memory.place_constant(bytes_of(&uniforms)).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(code_at, uniforms_at));
    super::run(&mut machine, &mut memory);
}

fn source() -> Vec<u8> {
    (0..1024u32).map(|i| (i * 37 + (i >> 8) * 11 + 5) as u8).collect()
}

/// Where load and store undo each other, the destination is the source.
#[test]
fn copies_in_every_mode() {
    let from = source();
    for copy in COPIES.iter().filter(|copy| copy.bytes > 0) {
        let mut to = vec![0xeeu8; 1024];
        run(copy, &from, &mut to);
        assert_eq!(to[..copy.bytes], from[..copy.bytes], "{}", copy.name);
        assert!(
            to[copy.bytes..].iter().all(|&byte| byte == 0xee),
            "{}: too much",
            copy.name
        );
    }
}

/// Rows that the QPU writes as columns come out transposed.
#[test]
fn rows_written_as_columns_are_transposed() {
    let words: Vec<u32> = (0..256).collect();
    let mut to = vec![0u8; 1024];
    let rows = load(WORDS, 0, 0, 1, 0, 0, 0);
    let copy = through(
        "",
        rows,
        64,
        [0xa00, 0x210, 16],
        store(WORDS, 16, 16, 0, 1, 16, 0),
        0,
    );
    run(&copy, cast_slice(&words), &mut to);
    let transposed: Vec<u32> = (0..256).map(|i| i % 16 * 16 + i / 16).collect();
    assert_eq!(cast_slice::<u8, u32>(&to), transposed);
}

/// Bytes begin where the mode says, not at a word.
#[test]
fn a_store_may_begin_inside_a_word() {
    let from = source();
    let mut to = vec![0u8; 1024];
    let copy = COPIES
        .iter()
        .find(|copy| copy.name.starts_with("bytes, from"))
        .unwrap();
    run(copy, &from, &mut to);
    assert_eq!(to[..62], from[2..64]);
}

/// Pitches of the load and gaps of the store, and rows packed in the VPM.
#[test]
fn strides_of_memory() {
    let words: Vec<u32> = (0..256).collect();
    let mut copy = straight(
        "",
        load(WORDS, 4, 4, 1, 0, 0, 0),
        128,
        store(WORDS, 4, 4, 0, 1, 0, 0),
        0,
    );
    copy.stride = gap(48, 0);
    let mut to = vec![0u8; 1024];
    run(&copy, cast_slice(&words), &mut to);
    let got: &[u32] = cast_slice(&to);
    for row in 0..4 {
        assert_eq!(got[16 * row..16 * row + 4], words[32 * row..32 * row + 4]);
        assert!(got[16 * row + 4..16 * row + 16].iter().all(|&word| word == 0));
    }
    // MPITCH 4 is 8 * 2^4 = 128 bytes, whatever the pitch word says.
    copy.load |= 4 << 24;
    copy.load_pitch = pitch(4);
    let mut again = vec![0u8; 1024];
    run(&copy, cast_slice(&words), &mut again);
    assert_eq!(to, again);
    // Two rows of eight, packed in one row of the VPM.
    let mut copy = straight(
        "",
        load(WORDS, 0, 1, 1, 0, 0, 0),
        64,
        store(WORDS, 2, 8, 0, 1, 0, 0),
        0,
    );
    copy.stride = gap(32, 1);
    let mut to = vec![0u8; 1024];
    run(&copy, cast_slice(&words), &mut to);
    let got: &[u32] = cast_slice(&to);
    assert_eq!(
        (got[..8].to_vec(), got[16..24].to_vec()),
        ((0..8).collect(), (8..16).collect())
    );
}
