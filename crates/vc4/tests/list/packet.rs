//! Packets to fields and back. Expected bytes are written down from the constants of the Linux driver's
//! `vc4_packet.h`, from the order in which `vc4_render_cl.c` emits them, and from the macros of PeterLemon's
//! `CONTROL_LIST.INC`.

use quadrille_vc4::list::compressed::Entry;
use quadrille_vc4::list::packet::*;
use quadrille_vc4::list::{
    Buffer, Bytes, CompareFunction, CoverageUpdate, Decimate, FrameFormat, IndexType, MemoryFormat,
    PixelFormat, PrimitiveMode, Source,
};

/// The packet that `bytes` are, all of them, and that gives them back.
fn packet(bytes: &[u8]) -> Packet {
    let (packet, length) = Packet::decode(bytes).unwrap();
    assert_eq!(length, bytes.len());
    assert_eq!(packet.encode(), bytes);
    packet
}

#[test]
fn lengths_are_those_of_the_driver() {
    // Id and bytes with the id: vc4_packet.h; 18, 41, 42 and 67: CONTROL_LIST.INC.
    const LENGTHS: &[(u8, usize)] = &[
        (0, 1),
        (1, 1),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 1),
        (16, 5),
        (17, 5),
        (18, 1),
        (24, 1),
        (25, 1),
        (26, 5),
        (27, 5),
        (28, 7),
        (29, 7),
        (32, 14),
        (33, 10),
        (41, 10),
        (42, 2),
        (48, 1),
        (49, 5),
        (56, 2),
        (64, 5),
        (65, 5),
        (66, 5),
        (67, 9),
        (96, 4),
        (97, 5),
        (98, 5),
        (99, 5),
        (100, 3),
        (101, 5),
        (102, 9),
        (103, 5),
        (104, 9),
        (105, 9),
        (106, 9),
        (112, 16),
        (113, 11),
        (114, 14),
        (115, 3),
        (254, 9),
    ];
    for &(id, bytes) in LENGTHS {
        assert_eq!(PacketKind::of_id(id).map(|kind| kind.bytes), Some(bytes), "{id}");
    }
    // Besides these there are the markers and repeats of Broadcom's own driver.
    let others = PacketKind::ALL
        .iter()
        .filter(|kind| !LENGTHS.iter().any(|(id, _)| *id == kind.id));
    assert_eq!(
        others.map(|kind| (kind.id, kind.bytes)).collect::<Vec<_>>(),
        [(2, 1), (3, 1), (19, 1), (20, 1)]
    );
}

#[test]
fn every_bit_is_one_field_or_kept() {
    for kind in PacketKind::ALL {
        for bit in 0..8 * (kind.bytes - 1) {
            let payload = 1_u128 << bit;
            let packet = Packet::new(kind.id, payload).unwrap();
            assert_eq!(packet.payload(), payload, "{} bit {bit}", kind.name);
            let fields = kind.fields.iter().filter(|field| field.get(payload) != 0).count();
            let reserved = usize::from(kind.reserved & payload != 0);
            assert_eq!(fields + reserved, 1, "{} bit {bit}", kind.name);
        }
    }
}

#[test]
fn a_rendering_list_as_the_driver_emits_it() {
    let Packet::TileRenderingMode(mode) =
        packet(&[113, 0x00, 0x10, 0x00, 0x40, 0x80, 0x02, 0xe0, 0x01, 0x45, 0x18])
    else {
        panic!("id 113");
    };
    assert_eq!(
        mode,
        TileRenderingMode {
            address: 0x4000_1000,
            width: 640,
            height: 480,
            multisample: true,
            format: FrameFormat::Rgba8888,
            memory: MemoryFormat::T,
            early_z_off: true,
            double_buffer: true,
            ..TileRenderingMode::default()
        }
    );
    // The kernel's clear_z is a word whose upper byte is where the VG mask lies.
    assert_eq!(
        packet(&[114, 1, 2, 3, 4, 5, 6, 7, 8, 0xff, 0xff, 0x7f, 0x5a, 0x80]),
        Packet::ClearColors(ClearColors {
            color0: 0x0403_0201,
            color1: 0x0807_0605,
            z: 0x7f_ffff,
            vg_mask: 0x5a,
            stencil: 0x80,
            reserved: 0,
        })
    );
    assert_eq!(
        packet(&[115, 9, 7]),
        Packet::TileCoordinates(TileCoordinates {
            column: 9,
            row: 7,
            reserved: 0
        })
    );
    // VC4_LOADSTORE_TILE_BUFFER_NONE with the three bits that switch clearing off.
    assert_eq!(
        packet(&[28, 0x00, 0xe0, 0, 0, 0, 0]),
        Packet::StoreGeneral(StoreGeneral {
            no_clear_color: true,
            no_clear_zs: true,
            no_clear_vg_mask: true,
            ..StoreGeneral::default()
        })
    );
    // Colour, LT, decimate x4, BGR565, last tile.
    assert_eq!(
        packet(&[28, 0x61, 0x02, 0x38, 0x12, 0x00, 0x20]),
        Packet::StoreGeneral(StoreGeneral {
            buffer: Buffer::Color,
            memory: MemoryFormat::Lt,
            decimate: Decimate::X4,
            format: PixelFormat::Bgr565,
            end_of_frame: true,
            address: 0x2000_1230,
            ..StoreGeneral::default()
        })
    );
    assert_eq!(
        packet(&[29, 0x12, 0x00, 0x00, 0x10, 0x00, 0x20]),
        Packet::LoadGeneral(LoadGeneral {
            buffer: Buffer::ZStencil,
            memory: MemoryFormat::T,
            address: 0x2000_1000,
            ..LoadGeneral::default()
        })
    );
    // Z and stencil of a tile, last of the frame, cleared: VC4_LOADSTORE_FULL_RES_EOF | DISABLE_COLOR.
    assert_eq!(
        packet(&[26, 0x09, 0x40, 0x00, 0x20]),
        Packet::StoreFull(StoreFull {
            no_color: true,
            end_of_frame: true,
            address: 0x2000_4000,
            ..StoreFull::default()
        })
    );
    assert_eq!(
        packet(&[27, 0x02, 0x40, 0x00, 0x20]),
        Packet::LoadFull(LoadFull {
            no_zs: true,
            address: 0x2000_4000,
            ..LoadFull::default()
        })
    );
    assert_eq!(
        packet(&[17, 0x60, 0, 0, 0x80]),
        Packet::BranchToSubList(Branch {
            address: 0x8000_0060,
            reserved: 0
        })
    );
}

#[test]
fn a_binning_list_as_bare_metal_programs_write_it() {
    assert_eq!(
        packet(&[112, 0, 0, 0x40, 0, 0, 0x20, 0, 0, 0, 0, 0x30, 0, 10, 8, 0x4c]),
        Packet::TileBinningMode(TileBinningMode {
            address: 0x40_0000,
            size: 0x2000,
            state: 0x30_0000,
            width: 10,
            height: 8,
            auto_init: true,
            initial_block: 1,
            block: 2,
            ..TileBinningMode::default()
        })
    );
    assert_eq!(
        packet(&[102, 0, 0, 0, 0, 0x80, 0x02, 0xe0, 0x01]),
        Packet::ClipWindow(ClipWindow {
            width: 640,
            height: 480,
            ..ClipWindow::default()
        })
    );
    // Front faces, clockwise, four samples, greater-or-equal, Z write, early Z and its update.
    assert_eq!(
        packet(&[96, 0x45, 0xe0, 0x03]),
        Packet::ConfigurationBits(ConfigurationBits {
            front: true,
            clockwise: true,
            oversample: Decimate::X4,
            coverage_update: CoverageUpdate::NonZero,
            depth: CompareFunction::GreaterEqual,
            z_write: true,
            early_z: true,
            early_z_update: true,
            ..ConfigurationBits::default()
        })
    );
    // 12.4: 320.0 and -0.5.
    assert_eq!(
        packet(&[103, 0x00, 0x14, 0xf8, 0xff]),
        Packet::ViewportOffset(ViewportOffset {
            x: 320 * 16,
            y: -8,
            reserved: 0
        })
    );
    assert_eq!(
        packet(&[65, 0x10, 0x20, 0x30, 0x40]),
        Packet::NvShaderState(NvShaderState {
            address: 0x4030_2010,
            reserved: 0
        })
    );
    let Packet::GlShaderState(state) = packet(&[64, 0x18, 0x20, 0x30, 0x40]) else {
        panic!("id 64");
    };
    assert_eq!(
        (state.address, state.extended, state.array_count()),
        (0x4030_2010, true, 8)
    );
    assert_eq!(
        packet(&[32, 0x14, 6, 0, 0, 0, 0x00, 0x10, 0, 0x20, 3, 0, 0, 0]),
        Packet::IndexedPrimitives(IndexedPrimitives {
            mode: PrimitiveMode::Triangles,
            index_type: IndexType::Bits16,
            count: 6,
            address: 0x2000_1000,
            max_index: 3,
            reserved: 0,
        })
    );
    assert_eq!(
        packet(&[33, 5, 4, 0, 0, 0, 1, 0, 0, 0]),
        Packet::ArrayPrimitives(ArrayPrimitives {
            mode: PrimitiveMode::TriangleStrip,
            count: 4,
            first: 1,
            reserved: 0
        })
    );
    // 1-8-7: the upper halves of -1.0f and 2.0f.
    assert_eq!(
        packet(&[101, 0x80, 0xbf, 0x00, 0x40]),
        Packet::DepthOffset(DepthOffset {
            factor: -1.0,
            units: 2.0,
            reserved: 0
        })
    );
    assert_eq!(
        packet(&[106, 0, 0, 0, 0x3f, 0, 0, 0, 0x3f]),
        Packet::ClipperZ(ClipperZ {
            scale: 0.5,
            offset: 0.5,
            reserved: 0
        })
    );
}

#[test]
fn what_is_no_packet_is_said() {
    assert_eq!(Packet::decode(&[]), Err(DecodeError::Empty));
    assert_eq!(Packet::decode(&[9, 0, 0]), Err(DecodeError::UnknownId(9)));
    let error = Packet::decode(&[113, 0, 0]).unwrap_err();
    assert_eq!(
        error,
        DecodeError::Truncated {
            name: "tile_rendering_mode",
            bytes: 11,
            given: 3
        }
    );
    assert_eq!(
        error.to_string(),
        "tile_rendering_mode has 11 bytes, but only 3 are there"
    );
}

#[test]
fn compressed_lists_read_as_vc4_gpu_tools_reads_them() {
    let entry = |bytes: &[u8]| {
        let (entry, length) = Entry::decode(bytes).unwrap();
        assert_eq!((length, entry.encode().as_slice()), (bytes.len(), bytes));
        entry
    };
    assert_eq!(entry(&[128]), Entry::End);
    assert_eq!(entry(&[129, 1, 0, 2, 0, 0, 3]), Entry::Absolute([1, 2, 0x300]));
    assert_eq!(entry(&[130, 0xff, 0xff]), Entry::Branch(-1));
    assert_eq!(Entry::target(0x1043, -1), 0x1020);
    assert_eq!(
        entry(&[0x5f, 0x12, 0x34, 0x56]),
        Entry::OneAbsolute {
            index: 0x5634,
            relative: [5, 0x12]
        }
    );
    assert_eq!(
        entry(&[0xf3, 0x81]),
        Entry::ThreeRelative {
            spare: 0,
            relative: [-1, 1, -8]
        }
    );
    assert_eq!(
        entry(&[0xfd]),
        Entry::OneRelative {
            form: 1,
            relative: -1
        }
    );
    // Every first byte, whatever follows.
    for first in 0..=255 {
        for rest in [0x00, 0x5a, 0xff] {
            let bytes = [first, rest, 0x81, 0x42, 0x24, 0x18, 0xc3];
            let (entry, length) = Entry::decode(&bytes).unwrap();
            assert_eq!(entry.encode(), bytes[..length]);
            assert!(length == 1 || Entry::decode(&bytes[..length - 1]).is_err());
        }
    }
}

#[test]
fn reads_stay_inside() {
    let memory = Bytes {
        address: 0xffff_fffc,
        bytes: &[1, 2, 3, 4],
    };
    assert_eq!(memory.word(0xffff_fffc), Some(0x0403_0201));
    assert_eq!(memory.word(0xffff_fffd), None);
    assert_eq!(memory.bytes(0xffff_fffe), [3, 4]);
    assert!(memory.bytes(0).is_empty());
}
