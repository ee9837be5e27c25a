//! Look-ups of what was rendered before: by another list, by another frame of the same list, by the tiles before.

use quadrille_vc4::frame::{FrameOutcome, FrameRequest, ListRange, render};
use quadrille_vc4::list::packet::{
    ArrayPrimitives, ClearColors, ConfigurationBits, NvShaderState, TileBinningMode, TileRenderingMode,
};
use quadrille_vc4::list::{Packet, PrimitiveMode};
use quadrille_vc4::machine::{FindingKind, Image};

use super::image::{
    BIN, CODE, FRAME, RECORD, RENDER, UNIFORMS, VERTICES, binning, frame, image, list, pixels, rendering, run,
};

/// Where the picture that is looked up is rendered.
const PICTURE: u32 = 0x20_0000;
const COLOUR: u32 = 0xff30_2010;

/// A read of the word at the uniform's address plus 4 times the column plus 256 times the row, plus 1 to its red:
/// nop; shl r0, x, 2; shl r1, y, 8; add r0, r0, r1; add t0s, r0, unif; ldtmu0; add tlbc, r4, 1, with waits and end.
const CODE_TEXT: &str = "
    shl r0, x_coord, 2
    mov r2, 8
    shl r1, y_coord, r2
    add r0, r0, r1
    add t0s, r0, unif
    nop ; nop ; ldtmu0
    mov r0, r4 ; nop ; sbwait
    add tlbc, r0, 1
    nop ; nop ; thrend
    nop
    nop
";

fn words(text: &str) -> Vec<u8> {
    use quadrille_vc4::asm::{NoIncludes, Options, assemble};
    let assembly = assemble("reads.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
    assembly
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

/// An image whose shader reads words from `picture`, over two triangles of `width` columns and 64 rows.
fn machine(picture: u32, width: i16) -> Image {
    machine_of(CODE_TEXT, picture, width)
}

fn machine_of(shader: &str, picture: u32, width: i16) -> Image {
    let mut image = image();
    image.load(CODE, &words(shader)).unwrap();
    image.poke(UNIFORMS, picture).unwrap();
    for (n, word) in (0..).zip([1 | 12 << 8, CODE, UNIFORMS, VERTICES]) {
        image.poke(RECORD + 4 * n, word).unwrap();
    }
    let mut vertices = Vec::new();
    for (x, y) in [(0, 0), (width, 0), (width, 64), (0, 0), (width, 64), (0, 64)] {
        vertices.extend((16 * x).to_le_bytes());
        vertices.extend((16i16 * y).to_le_bytes());
        vertices.extend(0.5f32.to_le_bytes());
        vertices.extend(1f32.to_le_bytes());
    }
    image.load(VERTICES, &vertices).unwrap();
    image
}

fn bin(columns: u8) -> Vec<Packet> {
    let mode = TileBinningMode {
        width: columns,
        height: 1,
        ..TileBinningMode::default()
    };
    let mut packets = binning(mode, 64 * u16::from(columns), 64);
    packets.extend([
        Packet::IncrementSemaphore,
        Packet::ConfigurationBits(ConfigurationBits {
            front: true,
            back: true,
            ..ConfigurationBits::default()
        }),
        Packet::NvShaderState(NvShaderState {
            address: RECORD,
            ..NvShaderState::default()
        }),
        Packet::ArrayPrimitives(ArrayPrimitives {
            mode: PrimitiveMode::Triangles,
            count: 6,
            ..ArrayPrimitives::default()
        }),
        Packet::Flush,
    ]);
    packets
}

/// Packets that fill [`PICTURE`] with a colour: of a tile without a list.
fn fill() -> Vec<Packet> {
    let mode = TileRenderingMode {
        address: PICTURE,
        ..frame(64, 64)
    };
    let clear = ClearColors {
        color0: COLOUR,
        color1: COLOUR,
        ..ClearColors::default()
    };
    let mut packets = rendering(mode, clear, 1, 1);
    packets.retain(|packet| !matches!(packet, Packet::WaitSemaphore | Packet::BranchToSubList(_)));
    packets
}

/// Without a finding, every pixel is the picture's with 1 more red.
fn is_filled(image: &mut Image, outcome: &FrameOutcome) {
    assert_eq!(
        (&outcome.findings[..], &outcome.program_findings[..]),
        (&[][..], &[][..])
    );
    assert!(
        pixels(image, outcome)
            .1
            .iter()
            .all(|&colour| colour == COLOUR + 1)
    );
}

/// source: a store is done when its frame ends (Linux driver: a job that samples another's picture begins behind it).
#[test]
fn another_list_sees_what_was_rendered() {
    let mut image = machine(PICTURE, 64);
    run(&mut image, &[], &fill(), 1);
    let list = rendering(frame(64, 64), ClearColors::default(), 1, 1);
    let outcome = run(&mut image, &bin(1), &list, 1);
    is_filled(&mut image, &outcome);
}

/// Two frames in one list, as a list with a known end may have them.
#[test]
fn another_frame_of_the_list_sees_what_was_rendered() {
    for threads in [1, 2] {
        let mut image = machine(PICTURE, 64);
        let mut list = fill();
        list.extend(rendering(frame(64, 64), ClearColors::default(), 1, 1));
        let outcome = run(&mut image, &bin(1), &list, threads);
        is_filled(&mut image, &outcome);
    }
}

/// The second tile reads the first one, whatever the threads.
#[test]
fn the_next_tile_sees_the_tile_before() {
    for threads in [1, 2] {
        let mut image = machine(FRAME, 128);
        image.load(PICTURE, &[0; 4]).unwrap();
        // A pixel of the second tile, at column 64 + n, reads the row below the first tile's: the frame has 128 columns,
        // so word 64 + n + 64 row is of row (row + 1) / 2.
        let list = rendering(frame(128, 64), ClearColors::default(), 2, 1);
        let outcome = run(&mut image, &bin(2), &list, threads);
        assert_eq!(
            (&outcome.findings[..], &outcome.program_findings[..]),
            (&[][..], &[][..])
        );
        let (width, colours) = pixels(&mut image, &outcome);
        assert_eq!(width, 128);
        let first = |place: usize| place % 128 < 64;
        for (place, &colour) in colours.iter().enumerate() {
            let (x, y) = (place % 128, place / 128);
            let read = x + 64 * y;
            // The first tile's pixels read zeros, since nothing was stored before them.
            let wanted = if first(place) || !first(read) { 1 } else { 2 };
            assert_eq!(colour, wanted, "{x}, {y} on {threads} threads");
        }
    }
}

/// source: docs/qpu-emulator.md, *read-before-written*: a warning, which frames keep if they are asked to; W and Z are
/// there.
#[test]
fn what_no_shader_wrote_is_told_where_it_is_asked_for() {
    let text = "nop\nnop\nadd r0, ra15, rb15 ; nop ; sbwait\nadd r0, r0, r3\nmov tlbc, r0\nnop ; nop ; thrend\nnop\nnop";
    assert_eq!(kinds(text, 1, false), []);
    assert_eq!(kinds(text, 1, true), [FindingKind::ReadBeforeWritten]);
}

/// source: Mesa's vc4 driver (rule #41 of docs/qpu-check.md): accumulators and flags do not survive a thread switch, registers do.
#[test]
fn what_a_switch_loses_is_told() {
    let text = |before: &str, after: &str| {
        format!(
            "nop\n{before} ; nop ; lthrsw\nnop\nnop\n{after} ; nop ; sbwait\nmov tlbc, r0\nnop ; nop ; thrend\nnop\nnop"
        )
    };
    assert_eq!(kinds(&text("mov ra1, elem_num", "mov r0, ra1"), 0, false), []);
    let lost = text("mov r1, elem_num", "mov r0, r1");
    assert_eq!(kinds(&lost, 0, false), [FindingKind::LostInSwitch]);
}

/// The findings about a shader over a tile, with one thread or, if `single` is 0, two.
fn kinds(text: &str, single: u32, warnings: bool) -> Vec<FindingKind> {
    let mut image = machine_of(text, 0, 64);
    image.poke(RECORD, single | 12 << 8).unwrap();
    let render_list = list(&rendering(frame(64, 64), ClearColors::default(), 1, 1));
    let bin_list = list(&bin(1));
    image.load(BIN, &bin_list).unwrap();
    image.load(RENDER, &render_list).unwrap();
    let range = |start: u32, bytes: &[u8]| {
        Some(ListRange {
            start,
            end: Some(start + bytes.len() as u32),
        })
    };
    let request = FrameRequest {
        bin: range(BIN, &bin_list),
        render: range(RENDER, &render_list),
        warnings,
        ..FrameRequest::default()
    };
    let outcome = render(&mut image.memory(), &request);
    let kinds = outcome.program_findings.iter().map(|finding| finding.kind);
    kinds.collect()
}
