//! Triangles of the NV mode.

use quadrille_vc4::list::packet::{
    ArrayPrimitives, ClearColors, ConfigurationBits, NvShaderState, TileBinningMode, ViewportOffset,
};
use quadrille_vc4::list::{Packet, PrimitiveMode};

use super::image::{CODE, RECORD, VERTICES, binning, frame, image, pixels, rendering, run};

/// The words of asurati's demonstration d50: three varyings to bytes 2, 1 and 0, alpha 255.
const WORDS: [u64; 15] = [
    0x1000_49e0_203e_303e,
    0x1002_0827_019e_7140,
    0x1000_49e1_203e_303e,
    0x1002_0867_019e_7340,
    0x1000_49e2_203e_303e,
    0x1002_08a7_019e_7540,
    0xe002_08e7_ff00_0000,
    0xd160_49e3_209e_0007,
    0xd150_49e3_209e_000f,
    0xd140_49e3_209e_0017,
    0x5002_0ba7_159e_76c0,
    0xd002_09a7_159c_1fc0,
    0x3000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
    0x1000_09e7_009e_7000,
];

const CORNERS: [(i16, i16); 3] = [(0, -3193), (-3195, 3193), (3195, 3193)];

/// source: asurati's demonstration d50, whose frame from the chip is public: it covers 80,000 pixels, and colours are
/// what the conversion of floats to bytes, fitted to that frame, makes of exact ones, within a step.
#[test]
fn a_triangle_is_the_chips() {
    let run_on = |threads| {
        let mut image = image();
        let code: Vec<u8> = WORDS.iter().flat_map(|word| word.to_le_bytes()).collect();
        image.load(CODE, &code).unwrap();
        let mut vertices = Vec::new();
        for (n, (x, y)) in CORNERS.into_iter().enumerate() {
            vertices.extend(x.to_le_bytes());
            vertices.extend(y.to_le_bytes());
            let colour: [f32; 3] = std::array::from_fn(|k| if k == n { 1.0 } else { 0.0 });
            for value in [0.94, 0.25].into_iter().chain(colour) {
                vertices.extend(value.to_le_bytes());
            }
        }
        image.load(VERTICES, &vertices).unwrap();
        let record = [1 | 24 << 8 | 3 << 24, CODE, 0, VERTICES];
        for (n, word) in (0..).zip(record) {
            image.poke(RECORD + 4 * n, word).unwrap();
        }
        let mode = TileBinningMode {
            width: 10,
            height: 8,
            ..TileBinningMode::default()
        };
        let mut bin = binning(mode, 640, 480);
        bin.extend([
            Packet::IncrementSemaphore,
            Packet::ConfigurationBits(ConfigurationBits {
                front: true,
                clockwise: true,
                ..ConfigurationBits::default()
            }),
            Packet::ViewportOffset(ViewportOffset {
                x: 320 * 16,
                y: 240 * 16,
                ..ViewportOffset::default()
            }),
            Packet::NvShaderState(NvShaderState {
                address: RECORD,
                ..NvShaderState::default()
            }),
            Packet::ArrayPrimitives(ArrayPrimitives {
                mode: PrimitiveMode::Triangles,
                count: 3,
                ..ArrayPrimitives::default()
            }),
            Packet::Flush,
        ]);
        let clear = ClearColors {
            color0: 0xffff_ff00,
            color1: 0xffff_ff00,
            ..ClearColors::default()
        };
        let outcome = run(
            &mut image,
            &bin,
            &rendering(frame(640, 480), clear, 10, 8),
            threads,
        );
        assert_eq!(outcome.findings, []);
        assert_eq!(outcome.program_findings, []);
        (pixels(&mut image, &outcome).1, outcome)
    };
    let (pixels, outcome) = run_on(1);
    let covered = pixels.iter().filter(|&&pixel| pixel != 0xffff_ff00).count();
    assert_eq!(covered, 80_000);
    let corners = CORNERS.map(|(x, y)| (f64::from(x) / 16.0 + 320.0, f64::from(y) / 16.0 + 240.0));
    let side =
        |a: (f64, f64), b: (f64, f64), p: (f64, f64)| (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0);
    let [a, b, c] = corners;
    for (n, &pixel) in (0u32..).zip(&pixels) {
        if pixel == 0xffff_ff00 {
            continue;
        }
        let at = (f64::from(n % 640) + 0.5, f64::from(n / 640) + 0.5);
        let whole = side(a, b, c);
        for (k, weight) in [side(b, c, at), side(c, a, at), side(a, b, at)]
            .into_iter()
            .enumerate()
        {
            let t = (1024.0 * weight / whole) as i32;
            let expected = (t - (t >> 8) + 2) >> 2;
            let byte = i32::from(pixel.to_le_bytes()[2 - k]);
            assert!((byte - expected).abs() <= 1, "{n} {k}: {byte}, {expected}");
        }
    }
    let (threaded, again) = run_on(2);
    assert!(threaded == pixels && again == outcome, "threads change nothing");
}
