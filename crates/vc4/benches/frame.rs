//! How many frames of 640 by 480 pixels the renderer makes in a second: one textured quad, filtered linearly, with its
//! fragment program run on every pixel. On one thread, and on two.

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::frame::{FrameRequest, ListRange, render};
use quadrille_vc4::list::packet::{
    ArrayPrimitives, Branch, ClearColors, ClipWindow, ConfigurationBits, NvShaderState, StoreGeneral,
    TileBinningMode, TileCoordinates, TileRenderingMode, ViewportOffset,
};
use quadrille_vc4::list::{FrameFormat, Packet, PrimitiveMode};
use quadrille_vc4::machine::Image;

const BIN: u32 = 0x1000;
const RECORD: u32 = 0x2000;
const VERTICES: u32 = 0x3000;
const CODE: u32 = 0x4000;
const UNIFORMS: u32 = 0x5000;
const RENDER: u32 = 0x8000;
const TILES: u32 = 0x2_0000;
const TEXTURE: u32 = 0x4_0000;
const FRAME: u32 = 0x10_0000;
const PROGRAM: &str = "nop ; fmul r0, ra15, vary\nfadd r0, r0, r5 ; fmul r1, ra15, vary\nfadd t0t, r1, r5\nmov t0s, r0\n\
    nop ; nop ; ldtmu0\nmov tlbc, r4\nnop ; nop ; thrend\nnop\nnop\n";

fn main() {
    divan::main();
}

/// The image, and where its lists lie.
fn scene() -> (Image, ListRange, ListRange) {
    let mut image = Image::default();
    let mut load = |address: u32, bytes: &[u8]| image.load(address, bytes).expect("it fits");
    load(0, &vec![0; 0x30_0000]);
    let code = assemble("quad", PROGRAM, &Options::default(), &mut NoIncludes).words;
    load(
        CODE,
        &code
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>(),
    );
    let words = |words: &[u32]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<u8>>()
    };
    load(RECORD, &words(&[1 | 20 << 8 | 2 << 24, CODE, UNIFORMS, VERTICES]));
    // A picture of 256 by 256 pixels of RGBA8888 in T, filtered linearly.
    load(UNIFORMS, &words(&[TEXTURE, 256 << 20 | 256 << 8]));
    load(
        TEXTURE,
        &words(
            &(0..65536u32)
                .map(|n| n.wrapping_mul(0x0101_3307))
                .collect::<Vec<u32>>(),
        ),
    );
    let corners = [(0, 0), (640, 0), (640, 480), (0, 0), (640, 480), (0, 480u32)];
    let vertices: Vec<u32> = corners
        .iter()
        .flat_map(|&(x, y)| {
            let varyings = [x as f32 / 640.0, y as f32 / 480.0].map(f32::to_bits);
            [
                (16 * x) | (16 * y) << 16,
                0.5f32.to_bits(),
                1.0f32.to_bits(),
                varyings[0],
                varyings[1],
            ]
        })
        .collect();
    load(VERTICES, &words(&vertices));
    let bin = list(&[
        Packet::TileBinningMode(TileBinningMode {
            address: TILES,
            size: 0x1_0000,
            width: 10,
            height: 8,
            auto_init: true,
            ..TileBinningMode::default()
        }),
        Packet::StartTileBinning,
        Packet::ClipWindow(ClipWindow {
            width: 640,
            height: 480,
            ..ClipWindow::default()
        }),
        Packet::ConfigurationBits(ConfigurationBits {
            front: true,
            back: true,
            ..ConfigurationBits::default()
        }),
        Packet::ViewportOffset(ViewportOffset::default()),
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
    let mut packets = vec![
        Packet::ClearColors(ClearColors::default()),
        Packet::TileRenderingMode(TileRenderingMode {
            address: FRAME,
            width: 640,
            height: 480,
            format: FrameFormat::Rgba8888,
            ..TileRenderingMode::default()
        }),
        Packet::TileCoordinates(TileCoordinates::default()),
        Packet::StoreGeneral(StoreGeneral::default()),
    ];
    for tile in 0..80u32 {
        packets.extend([
            Packet::TileCoordinates(TileCoordinates {
                column: (tile % 10) as u8,
                row: (tile / 10) as u8,
                ..TileCoordinates::default()
            }),
            Packet::BranchToSubList(Branch {
                address: TILES + 32 * tile,
                ..Branch::default()
            }),
            if tile == 79 {
                Packet::StoreResolvedEnd
            } else {
                Packet::StoreResolved
            },
        ]);
    }
    let rendering = list(&packets);
    load(BIN, &bin);
    load(RENDER, &rendering);
    let range = |start: u32, bytes: &[u8]| ListRange {
        start,
        end: Some(start + bytes.len() as u32),
    };
    let ranges = (range(BIN, &bin), range(RENDER, &rendering));
    (image, ranges.0, ranges.1)
}

fn list(packets: &[Packet]) -> Vec<u8> {
    packets.iter().flat_map(Packet::encode).collect()
}

/// Frames a second.
#[divan::bench(args = [1, 2])]
fn textured_quad(bencher: Bencher<'_, '_>, threads: usize) {
    let (mut image, bin, rendering) = scene();
    let request = FrameRequest {
        bin: Some(bin),
        render: Some(rendering),
        threads,
        ..FrameRequest::default()
    };
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let outcome = render(&mut image.memory(), &request);
        assert!(outcome.findings.is_empty() && outcome.program_findings.is_empty());
    });
}
