//! Memory images made of lists, and frames read from them.

use quadrille_vc4::frame::{FrameOutcome, FramePicture, FrameRequest, ListRange, render};
use quadrille_vc4::list::packet::{
    Branch, ClearColors, ClipWindow, StoreGeneral, TileBinningMode, TileCoordinates, TileRenderingMode,
    ViewportOffset,
};
use quadrille_vc4::list::{FrameFormat, Packet};
use quadrille_vc4::machine::Image;

pub(super) const BIN: u32 = 0x1000;
pub(super) const RECORD: u32 = 0x2000;
pub(super) const VERTICES: u32 = 0x30_0000;
pub(super) const CODE: u32 = 0x4000;
pub(super) const UNIFORMS: u32 = 0x7000;
pub(super) const RENDER: u32 = 0x8000;
pub(super) const TILES: u32 = 0x2_0000;
pub(super) const FRAME: u32 = 0x10_0000;

/// Bytes of packets.
pub(super) fn list(packets: &[Packet]) -> Vec<u8> {
    packets.iter().flat_map(Packet::encode).collect()
}

/// An image with room for lists and a frame.
pub(super) fn image() -> Image {
    let mut image = Image::default();
    image.zero(0, 0x40_0000).unwrap();
    image
}

/// The way every binning list begins: tiles of `mode`, a window over all of it, no offset of coordinates.
pub(super) fn binning(mode: TileBinningMode, width: u16, height: u16) -> Vec<Packet> {
    vec![
        Packet::TileBinningMode(TileBinningMode {
            address: TILES,
            size: 0x4_0000,
            state: TILES + 0x4_0000,
            auto_init: true,
            ..mode
        }),
        Packet::StartTileBinning,
        Packet::ClipWindow(ClipWindow {
            width,
            height,
            ..ClipWindow::default()
        }),
        Packet::ViewportOffset(ViewportOffset::default()),
    ]
}

/// A frame of RGBA8888 at [`FRAME`].
pub(super) fn frame(width: u16, height: u16) -> TileRenderingMode {
    TileRenderingMode {
        address: FRAME,
        width,
        height,
        format: FrameFormat::Rgba8888,
        ..TileRenderingMode::default()
    }
}

/// A rendering list for `columns` times `rows` tiles, with tile lists in blocks of 32 bytes.
pub(super) fn rendering(mode: TileRenderingMode, clear: ClearColors, columns: u8, rows: u8) -> Vec<Packet> {
    let mut packets = vec![
        Packet::ClearColors(clear),
        Packet::TileRenderingMode(mode),
        Packet::TileCoordinates(TileCoordinates::default()),
        Packet::StoreGeneral(StoreGeneral::default()),
    ];
    for row in 0..rows {
        for column in 0..columns {
            packets.push(Packet::TileCoordinates(TileCoordinates {
                column,
                row,
                ..TileCoordinates::default()
            }));
            if (column, row) == (0, 0) {
                packets.push(Packet::WaitSemaphore);
            }
            let tile = u32::from(row) * u32::from(columns) + u32::from(column);
            packets.push(Packet::BranchToSubList(Branch {
                address: TILES + 32 * tile,
                ..Branch::default()
            }));
            packets.push(if (column + 1, row + 1) == (columns, rows) {
                Packet::StoreResolvedEnd
            } else {
                Packet::StoreResolved
            });
        }
    }
    packets
}

/// Puts both lists into the image and runs them on `threads` threads.
pub(super) fn run(image: &mut Image, bin: &[Packet], render_list: &[Packet], threads: usize) -> FrameOutcome {
    let (bin, render_list) = (list(bin), list(render_list));
    image.load(BIN, &bin).unwrap();
    image.load(RENDER, &render_list).unwrap();
    let range = |start: u32, bytes: &[u8]| {
        (!bytes.is_empty()).then(|| ListRange {
            start,
            end: Some(start + bytes.len() as u32),
        })
    };
    let request = FrameRequest {
        bin: range(BIN, &bin),
        render: range(RENDER, &render_list),
        threads,
        ..FrameRequest::default()
    };
    render(&mut image.memory(), &request)
}

/// The pixels of a frame, red in byte 0.
pub(super) fn pixels(image: &mut Image, outcome: &FrameOutcome) -> (u32, Vec<u32>) {
    let picture = FramePicture::read(&outcome.mode.unwrap(), &image.memory()).unwrap();
    let words = picture
        .rgba
        .as_chunks::<4>()
        .0
        .iter()
        .map(|pixel| u32::from_le_bytes(*pixel))
        .collect();
    (picture.width, words)
}
