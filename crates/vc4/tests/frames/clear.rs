//! Frames that are cleared and stored.

use quadrille_vc4::frame::{FrameFindingKind, FramePicture};
use quadrille_vc4::list::packet::{ClearColors, LoadGeneral, TileCoordinates, TileRenderingMode};
use quadrille_vc4::list::{FrameFormat, MemoryFormat, Packet};

use super::image::{frame, image, pixels, run};

fn list(mode: TileRenderingMode, clear: ClearColors) -> Vec<Packet> {
    let tile = |column| {
        Packet::TileCoordinates(TileCoordinates {
            column,
            ..TileCoordinates::default()
        })
    };
    vec![
        Packet::ClearColors(clear),
        Packet::TileRenderingMode(mode),
        tile(0),
        Packet::StoreGeneral(Default::default()),
        tile(0),
        Packet::StoreResolved,
        tile(1),
        Packet::StoreResolvedEnd,
    ]
}

/// source: PeterLemon's Clear_Color demonstration: two colours, one of even columns and one of odd.
#[test]
fn a_cleared_frame_has_its_colour_everywhere() {
    let clear = ClearColors {
        color0: 0xff00_00ff,
        color1: 0xff00_ffff,
        ..ClearColors::default()
    };
    for memory in [MemoryFormat::Raster, MemoryFormat::T, MemoryFormat::Lt] {
        for format in [
            FrameFormat::Rgba8888,
            FrameFormat::Bgr565,
            FrameFormat::Bgr565Dither,
        ] {
            let mode = TileRenderingMode {
                memory,
                format,
                ..frame(100, 50)
            };
            let mut image = image();
            let outcome = run(&mut image, &[], &list(mode, clear), 1);
            assert_eq!(
                (outcome.findings.as_slice(), outcome.end_of_frame),
                (&[][..], true)
            );
            let (width, pixels) = pixels(&mut image, &outcome);
            for (n, pixel) in (0u32..).zip(pixels) {
                let expected = [clear.color0, clear.color1][(n % width % 2) as usize];
                assert_eq!(pixel, expected, "{memory:?} {format:?} {n}");
            }
        }
    }
}

/// source: the codes of the buffer of packet 29, in which 0 is none, as in packet 28, whose store of none a frame begins
/// with.
#[test]
fn a_load_of_no_buffer_loads_nothing() {
    let clear = ClearColors {
        color0: 0xff00_00ff,
        color1: 0xff00_ffff,
        ..ClearColors::default()
    };
    let mut packets = list(frame(100, 50), clear);
    let load = LoadGeneral {
        // The image ends 32 bytes behind it.
        address: 0x3f_ffe0,
        ..LoadGeneral::default()
    };
    packets.insert(4, Packet::LoadGeneral(load));
    let mut image = image();
    let outcome = run(&mut image, &[], &packets, 1);
    assert_eq!(
        (outcome.findings.as_slice(), outcome.counters.loads),
        (&[][..], 0)
    );
    let (_, pixels) = pixels(&mut image, &outcome);
    assert_eq!(pixels[..2], [clear.color0, clear.color1]);
}

/// What a frame without memory, without a mode, or without an end gives.
#[test]
fn broken_frames_are_found() {
    let mut short = image();
    let mode = TileRenderingMode {
        address: 0x3f_f000,
        ..frame(100, 50)
    };
    let outcome = run(&mut short, &[], &list(mode, ClearColors::default()), 1);
    assert_eq!(outcome.findings[0].kind, FrameFindingKind::StoreOutside);
    let outcome = run(&mut image(), &[], &[Packet::StoreResolvedEnd], 1);
    assert_eq!(outcome.findings[0].kind, FrameFindingKind::NoRenderingMode);
    let outcome = run(&mut image(), &[], &[Packet::WaitSemaphore], 1);
    assert_eq!(outcome.findings[0].kind, FrameFindingKind::Deadlock);
}

/// A frame of 65,535 by 65,535 pixels is no picture.
#[test]
fn a_picture_has_a_limit() {
    let mut image = image();
    let mode = frame(u16::MAX, u16::MAX);
    let error = FramePicture::read(&mode, &image.memory()).unwrap_err();
    assert_eq!((error.width, error.height), (65_535, 65_535));
}
