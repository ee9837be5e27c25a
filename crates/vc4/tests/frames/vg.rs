//! The VG mode: coordinates without vertices, and coverage.

use quadrille_vc4::frame::FrameFindingKind;
use quadrille_vc4::list::packet::{
    ArrayPrimitives, ClearColors, ConfigurationBits, RhtXBoundary, TileBinningMode, VgCoordinateArray,
    VgInlinePrimitives, VgShaderState,
};
use quadrille_vc4::list::{CompareFunction, CoverageUpdate, Decimate, Packet, PrimitiveMode, VgPrimitive};
use quadrille_vc4::machine::Image;

use super::image::{CODE, RECORD, VERTICES, binning, frame, image, pixels, rendering, run};

/// nop; mov tlbc, 0xffffffff; sbdone; thrend; nop; nop: in the form of a public bare-metal demonstration.
const WHITE: &[u64] = &[
    0x1000_09e7_009e_7000,
    0xe002_0ba7_ffff_ffff,
    0x5000_09e7_009e_7000,
    0x3000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
];

/// nop; loadcv; mov tlbc, r4; sbdone; thrend; nop; nop.
const COVERAGE: &[u64] = &[
    0x1000_09e7_009e_7000,
    0x7000_09e7_009e_7000,
    0x1002_0ba7_159e_7900,
    0x5000_09e7_009e_7000,
    0x3000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
];

/// A machine with a record of 12 bytes: flags, stride, counts; shader; uniforms.
fn machine(code: &[u64], coordinates: &[(i16, i16)]) -> Image {
    let mut image = image();
    let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
    image.load(CODE, &bytes).unwrap();
    for (n, word) in (0..).zip([1, CODE, 0]) {
        image.poke(RECORD + 4 * n, word).unwrap();
    }
    let place = |&(x, y): &(i16, i16)| [(16 * x).to_le_bytes(), (16 * y).to_le_bytes()].concat();
    let bytes: Vec<u8> = coordinates.iter().flat_map(place).collect();
    image.load(VERTICES, &bytes).unwrap();
    image
}

fn shader() -> Packet {
    Packet::VgShaderState(VgShaderState {
        address: RECORD,
        ..VgShaderState::default()
    })
}

fn coordinates(primitive: VgPrimitive, first: u32, count: u32, continued: u8) -> Packet {
    Packet::VgCoordinateArray(VgCoordinateArray {
        primitive,
        continued,
        count,
        address: VERTICES + 4 * first,
        ..VgCoordinateArray::default()
    })
}

/// Configuration bits of the OpenVG driver: both faces, a depth test that always passes.
fn configuration() -> ConfigurationBits {
    ConfigurationBits {
        front: true,
        back: true,
        depth: CompareFunction::Always,
        ..ConfigurationBits::default()
    }
}

/// Runs packets on 64 by 64 pixels; the colours.
fn draw(image: &mut Image, packets: &[Packet]) -> Vec<u32> {
    let mode = TileBinningMode {
        width: 1,
        height: 1,
        ..TileBinningMode::default()
    };
    let mut bin = binning(mode, 64, 64);
    bin.push(Packet::IncrementSemaphore);
    bin.extend_from_slice(packets);
    bin.push(Packet::Flush);
    let list = rendering(frame(64, 64), ClearColors::default(), 1, 1);
    let outcome = run(image, &bin, &list, 1);
    assert_eq!(
        (outcome.findings.as_slice(), outcome.program_findings.as_slice()),
        (&[][..], &[][..])
    );
    assert!(outcome.end_of_frame);
    pixels(image, &outcome).1
}

fn covered(colours: &[u32]) -> usize {
    colours.iter().filter(|&&colour| colour != 0).count()
}

/// source: the geometry: half of a square, of which a diagonal's pixels are not all on one side.
#[test]
fn triangles_strips_and_fans() {
    let corners = [(0, 0), (32, 0), (32, 32), (0, 32)];
    let half = 32 * 32 / 2;
    for (primitive, places, wanted) in [
        (VgPrimitive::Triangles, [0, 1, 2, 0, 2, 3].as_slice(), 2 * half),
        (VgPrimitive::TriangleStrip, &[0, 1, 3, 2], 2 * half),
        (VgPrimitive::TriangleFan, &[0, 1, 2, 3], 2 * half),
    ] {
        let all: Vec<_> = places.iter().map(|&n| corners[n]).collect();
        let mut image = machine(WHITE, &all);
        let packets = [
            Packet::ConfigurationBits(configuration()),
            shader(),
            coordinates(primitive, 0, all.len() as u32, 0),
        ];
        assert_eq!(covered(&draw(&mut image, &packets)), wanted, "{primitive:?}");
    }
}

/// source: the packet's table as PeterLemon's CONTROL_LIST.INC has it: a continuation list is for fans only.
#[test]
fn a_fan_goes_on_in_another_list() {
    let mut image = machine(WHITE, &[(0, 0), (32, 0), (32, 32), (0, 32)]);
    let packets = [
        Packet::ConfigurationBits(configuration()),
        shader(),
        coordinates(VgPrimitive::TriangleFan, 0, 3, 0),
        coordinates(VgPrimitive::TriangleFan, 3, 1, 15),
    ];
    assert_eq!(covered(&draw(&mut image, &packets)), 32 * 32);
}

/// source: the geometry: between x = 8 and the edges from (40, 4) to (40, 20) and on to (24, 36), rows 4 to 35.
#[test]
fn trapezoids_reach_to_the_boundary() {
    let mut image = machine(WHITE, &[(40, 4), (40, 20), (24, 36)]);
    let packets = [
        Packet::RhtXBoundary(RhtXBoundary {
            x: 8 * 16,
            ..RhtXBoundary::default()
        }),
        Packet::ConfigurationBits(configuration()),
        shader(),
        coordinates(VgPrimitive::RhtStrip, 0, 3, 0),
    ];
    let colours = draw(&mut image, &packets);
    let row = |y: usize| (0..64).filter(|x| colours[64 * y + x] != 0).collect::<Vec<_>>();
    assert!(row(3).is_empty());
    assert_eq!(row(4), (8..40).collect::<Vec<_>>());
    assert_eq!(row(19), (8..40).collect::<Vec<_>>());
    // The edge runs through (39.5, 20.5), the centre of a pixel; which side has that is no matter here.
    assert_eq!(row(28).first(), Some(&8));
    assert!((31..=32).contains(&(8 + row(28).len())));
    assert!(row(36).is_empty());
}

/// source: OpenVG 1.1, section 8.7.1, of two squares of which one lies in the other: the odd rule leaves a hole, the
/// other has none where both run the same way round. An edge through the middle of a column covers half its samples.
#[test]
fn coverage_follows_the_fill_rule() {
    for (update, inner) in [
        (CoverageUpdate::Odd, 0),
        (CoverageUpdate::NonZero, u32::MAX),
        (CoverageUpdate::Or, u32::MAX),
    ] {
        let square = |least: i16, most: i16| [(least, least), (most, least), (most, most), (least, most)];
        let all = [square(4, 40), square(10, 20), square(0, 64)].concat();
        let mut image = machine(COVERAGE, &all);
        // 8 sixteenths further right: half a pixel.
        image.load(VERTICES + 4, &(40i16 * 16 + 8).to_le_bytes()).unwrap();
        image.load(VERTICES + 8, &(40i16 * 16 + 8).to_le_bytes()).unwrap();
        let accumulate = ConfigurationBits {
            oversample: Decimate::X16,
            coverage_pipe: true,
            coverage_update: update,
            ..configuration()
        };
        let read = ConfigurationBits {
            coverage_pipe: false,
            ..accumulate
        };
        let packets = [
            shader(),
            Packet::ConfigurationBits(accumulate),
            coordinates(VgPrimitive::TriangleFan, 0, 4, 0),
            coordinates(VgPrimitive::TriangleFan, 4, 4, 0),
            Packet::ConfigurationBits(read),
            coordinates(VgPrimitive::TriangleFan, 8, 4, 0),
        ];
        let colours = draw(&mut image, &packets);
        let at = |x: usize, y: usize| colours[64 * y + x];
        assert_eq!(
            [at(3, 30), at(4, 30), at(39, 30), at(41, 30)],
            [0, u32::MAX, u32::MAX, 0]
        );
        assert_eq!(at(40, 30), 0x8080_8080, "half covered");
        assert_eq!(at(15, 15), inner, "{update:?}");
    }
}

/// What has no public coding, and what does not fit together, is told.
#[test]
fn what_cannot_be_drawn_is_told() {
    let inline = Packet::VgInlinePrimitives(VgInlinePrimitives {
        primitive: VgPrimitive::Triangles,
        ..VgInlinePrimitives::default()
    });
    let array = Packet::ArrayPrimitives(ArrayPrimitives {
        mode: PrimitiveMode::Triangles,
        count: 3,
        ..ArrayPrimitives::default()
    });
    for (packet, kind) in [
        (inline, FrameFindingKind::UnpublishedCoding),
        (array, FrameFindingKind::ShaderOfOtherMode),
    ] {
        let mut image = machine(WHITE, &[]);
        let mode = TileBinningMode {
            width: 1,
            height: 1,
            ..TileBinningMode::default()
        };
        let mut bin = binning(mode, 64, 64);
        bin.extend([shader(), packet]);
        let outcome = run(&mut image, &bin, &[], 1);
        assert_eq!(
            outcome
                .findings
                .iter()
                .map(|finding| finding.kind)
                .collect::<Vec<_>>(),
            [kind]
        );
    }
}
