//! Programs that look textures up: the stream of uniforms, the queues, a published listing.

use quadrille_vc4::machine::{FindingKind, Image, Launch, Limits, Machine, Outcome, Profile};
use quadrille_vc4::tmu::{ImageFilter, Parameters, TextureType};

use super::{STORE, kinds, words};

const TEXTURE: u32 = 0x10_0000;

/// What r0 holds after `text` with these uniforms and a texture, and what was found.
fn r0(text: &str, uniforms: &[u32], texture: &[u8]) -> ([u32; 16], Outcome) {
    let mut image = Image::default();
    image.load(0x1_0000, &words(&format!("{text}{STORE}"))).unwrap();
    image.zero(0x2_0000, 64).unwrap();
    for (n, &uniform) in uniforms.iter().enumerate() {
        image.poke(0x3_0000 + 4 * n as u32, uniform).unwrap();
    }
    image.load(TEXTURE, texture).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    machine.queue(Launch::new(0x1_0000, 0x3_0000));
    let outcome = machine.run(&mut image.memory(), Limits::default(), &mut ());
    let data = image.get(0x2_0000, 64).unwrap();
    let lanes = std::array::from_fn(|i| u32::from_le_bytes(data[4 * i..4 * i + 4].try_into().unwrap()));
    (lanes, outcome)
}

/// A texture whose texels are picked, not filtered.
fn nearest(texture_type: TextureType, size: (u32, u32)) -> Parameters {
    let mut parameters = Parameters::decode(TEXTURE, 0, &[]);
    parameters.type_code = texture_type.code();
    parameters.size = size;
    parameters.magnify = ImageFilter::Nearest;
    parameters.minify = Parameters::decode(0, 1 << 4, &[]).minify;
    parameters
}

/// source: the offsets of a public model of the chip (RGBA8888 in T format, rows of 256 bytes): every word of the
/// texture is its own offset.
#[test]
fn texels_come_from_published_offsets() {
    let texture: Vec<u8> = (0..64 * 64u32).flat_map(|n| (4 * n).to_le_bytes()).collect();
    let offsets = [
        (0, 0, 0),
        (16, 0, 3072),
        (0, 16, 1024),
        (16, 16, 2048),
        (0, 32, 14336),
        (48, 32, 9216),
        (1, 0, 4),
        (0, 1, 16),
    ];
    let words = nearest(TextureType::Rgba8888, (64, 64)).encode();
    for (x, y, offset) in offsets {
        let coordinate = |n: u32| ((n as f32 + 0.5) / 64.0).to_bits();
        // T, then S, take a configuration word each; the program's own uniforms lie between them.
        let uniforms = [coordinate(y), coordinate(x), words[0], 5, words[1], 7];
        let text = "mov r1, unif\nmov r2, unif\nmov t0t, r1\nmov r3, unif\nmov t0s, r2\nmov r1, unif\nldtmu0\nadd r0, r1, r3\nadd r0, r0, r4";
        let (lanes, outcome) = r0(text, &uniforms, &texture);
        assert_eq!(kinds(&outcome), [], "{x} {y}");
        assert_eq!(lanes, [offset + 12; 16], "{x} {y}");
    }
}

/// source: guide, section 4: 64 bits come in two loads, red and green first.
#[test]
fn four_halves_come_in_two_loads() {
    let words = nearest(TextureType::Rgba64, (1, 1)).encode();
    let halves = [0x3c00u16, 0x3800, 0x4000, 0xbc00];
    let texture: Vec<u8> = halves
        .iter()
        .flat_map(|half| half.to_le_bytes())
        .chain([0; 56])
        .collect();
    let text = "mov t0t, 0\nmov t0s, 0\nldtmu0\nmov r1, r4 ; nop ; ldtmu0\nmov r0, r4";
    let (lanes, outcome) = r0(text, &words, &texture);
    assert_eq!(kinds(&outcome), []);
    assert_eq!(lanes, [0xbc00_4000; 16]);
    let (lanes, _) = r0(&text.replace("mov r0, r4", "mov r0, r1"), &words, &texture);
    assert_eq!(lanes, [0x3800_3c00; 16]);
    let (_, outcome) = r0("mov t0t, 0\nmov t0s, 0\nldtmu0", &words, &texture);
    assert_eq!(kinds(&outcome), [FindingKind::TmuLeft]);
}

/// source: the JayStation page "Texturing": eight coordinates may wait, so four look-ups of two and two of four.
#[test]
fn the_queue_holds_eight_coordinates() {
    let two = nearest(TextureType::Rgba8888, (4, 4)).encode();
    let texture = [0; 64];
    let run = |lookups: usize, coordinates: &str| {
        let each = coordinates.lines().count();
        let stream: Vec<u32> = (0..lookups)
            .flat_map(|_| two.iter().copied().chain([0, 0]).take(each).collect::<Vec<_>>())
            .collect();
        let text = coordinates.repeat(lookups) + &"ldtmu0\n".repeat(lookups);
        kinds(&r0(&text, &stream, &texture).1)
    };
    let (st, strb) = (
        "mov t0t, 0\nmov t0s, 0\n",
        "mov t0r, 0\nmov t0t, 0\nmov t0b, 0\nmov t0s, 0\n",
    );
    assert_eq!(run(4, st), []);
    assert_eq!(run(5, st), [FindingKind::TmuRequestsFull]);
    assert_eq!(run(2, strb), []);
    assert_eq!(run(3, strb), [FindingKind::TmuRequestsFull]);
}

/// Whatever the words say, the answer is zeros and a finding, or texels.
#[test]
fn what_is_reserved_is_found() {
    let text = "mov t0t, 0\nmov t0s, 0\nldtmu0\nmov r0, r4";
    let (lanes, outcome) = r0(text, &[TEXTURE | 2 << 4, 1 << 31 | 4 << 20 | 4 << 8], &[1; 64]);
    assert_eq!(
        (lanes, kinds(&outcome)),
        ([0; 16], vec![FindingKind::TextureReserved])
    );
    let (_, outcome) = r0(text, &[TEXTURE + 4096, 4 << 20 | 4 << 8], &[1; 64]);
    assert_eq!(kinds(&outcome), [FindingKind::MemoryRead]);
    let mut filtered = nearest(TextureType::S16, (8, 4));
    filtered.magnify = ImageFilter::Linear;
    let (lanes, outcome) = r0(text, &filtered.encode(), &[7; 64]);
    assert_eq!(
        (lanes, kinds(&outcome)),
        ([0x0707; 16], vec![FindingKind::TextureFiltered])
    );
}
