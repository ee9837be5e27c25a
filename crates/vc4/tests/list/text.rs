//! Lists as text and back.

use proptest::prelude::*;
use quadrille_vc4::list::shape::{self, Shape};
use quadrille_vc4::list::text::{Limits, Names, Printing, Symbols, assemble, print};
use quadrille_vc4::list::walk::{Start, walk};
use quadrille_vc4::list::{Bytes, Thread};

const AT: u32 = 0x1000;

fn printed(bytes: &[u8]) -> String {
    let memory = Bytes { address: AT, bytes };
    let start = Start {
        address: AT,
        end: None,
        thread: Thread::Rendering,
    };
    let walk = walk(&memory, &[start], 1000);
    let names = Names::new(&walk, &Symbols::default());
    print(&memory, &walk, &names, &[(AT, bytes)], Printing::default())
}

fn assembled(text: &str) -> Vec<u8> {
    let assembly = assemble(text, AT, Symbols::default(), &Limits::default());
    assert!(
        assembly.diagnostics.is_empty(),
        "{text}\n{:?}",
        assembly.diagnostics
    );
    assert_eq!(assembly.pieces.len(), 1, "{text}");
    assert_eq!(assembly.pieces[0].address, AT);
    assembly.pieces[0].bytes.clone()
}

fn bytes_of(shape: &Shape, payload: u128) -> Vec<u8> {
    let bits = shape.constant | payload << shape.base;
    bits.to_le_bytes()[..shape.bytes].to_vec()
}

proptest! {
    #[test]
    fn every_packet_returns_through_its_text(payload: u128) {
        for shape in shape::ALL.iter().filter(|shape| shape.base == 8 && shape.constant < 255) {
            let bytes = bytes_of(shape, payload);
            prop_assert_eq!(assembled(&printed(&bytes)), bytes);
        }
    }

    #[test]
    fn any_bytes_return_through_their_text(bytes in prop::collection::vec(any::<u8>(), 1..200)) {
        prop_assert_eq!(assembled(&printed(&bytes)), bytes);
    }

    #[test]
    fn compressed_lists_return_through_their_text(entries in prop::collection::vec(any::<u8>(), 1..100)) {
        let bytes = [[48].as_slice(), &entries].concat();
        prop_assert_eq!(assembled(&printed(&bytes)), bytes);
    }

    #[test]
    fn records_return_through_their_text(
        payload in prop::collection::vec(any::<u8>(), 132),
        arrays in 0_u8..16,
        id in 64_u8..67,
    ) {
        // A packet, what is unreached behind its end, and the record.
        let address = AT + 16;
        let mut bytes = vec![id];
        bytes.extend((address | if id == 64 { u32::from(arrays) } else { 0 }).to_le_bytes());
        bytes.extend([18; 11]);
        bytes.extend(&payload);
        let text = printed(&bytes);
        prop_assert!(text.contains("record"), "{}", text);
        prop_assert_eq!(assembled(&text), bytes);
    }
}

#[test]
fn every_bit_of_every_packet_is_shown() {
    for shape in shape::ALL.iter().filter(|shape| shape.base == 8) {
        for bit in 0..8 * (shape.bytes - 1) {
            let bytes = bytes_of(shape, 1 << bit);
            assert_eq!(assembled(&printed(&bytes)), bytes, "{} bit {bit}", shape.name);
        }
    }
}

#[test]
fn a_list_as_a_person_writes_it() {
    // The constants are those of the Linux driver's vc4_packet.h.
    let text = "\
        ; a comment\n\
        .equ frame, 0x40000000  // and another\n\
        start: tile_rendering_mode address=frame width=640, height=480, format=rgba8888 memory=t\n\
        \x20 tile_coordinates column=2 row=1\n\
        \x20 branch_sub_list address=start+3\n\
        \x20 viewport_offset x=320.0 y=-0.5\n\
        \x20 depth_offset factor=-1.0 units=2\n\
        \x20 store_general buffer=color format=bgr565 end_of_frame address=frame+0x10\n\
        .align 4\n\
        data: .word start, 1.0, -1, 0x10\n\
        .half -0.5, 7\n\
        .byte 1 2\n\
        .single 1, 0x3f800000\n";
    let mut bytes = vec![113, 0, 0, 0, 0x40, 0x80, 0x02, 0xe0, 0x01, 0x44, 0];
    bytes.extend([115, 2, 1]);
    bytes.extend([17, 3, 0x10, 0, 0]);
    bytes.extend([103, 0x00, 0x14, 0xf8, 0xff]);
    bytes.extend([101, 0x80, 0xbf, 0x00, 0x40]);
    bytes.extend([28, 0x01, 0x02, 0x18, 0, 0, 0x40]);
    bytes.resize(36, 0);
    for word in [AT, 0x3f80_0000, 0xffff_ffff, 0x10] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend([0xf8, 0xff, 7, 0, 1, 2, 0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f]);
    assert_eq!(assembled(text), bytes);
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    for (line, at, message) in [
        ("tile_coordinate row=1", "tile_coordinate", "no packet"),
        (
            "tile_coordinates col=1",
            "col=1",
            "tile_coordinates has no such field; it has column, row",
        ),
        ("flush all", "all", "flush has no fields"),
        (
            "tile_coordinates row=256",
            "256",
            "the field has 8 bits, which hold at most 255",
        ),
        ("tile_coordinates row=-1", "-1", "at most 255"),
        ("tile_coordinates row", "", "a value should stand here: row=…"),
        ("tile_coordinates row=1 row=1", "row=1", "a second time"),
        ("branch address=nowhere", "nowhere", "no symbol"),
        ("store_full address=8", "8", "no multiple of 16"),
        (
            "store_general buffer=colour",
            "colour",
            "colour is no value of this field",
        ),
        ("rht_x_boundary x=2048", "2048", "the field holds -2048 to 2047"),
        ("viewport_offset x=0.1", "0.1", "a multiple of 0.0625"),
        ("line_width width=one", "one", "no symbol"),
        ("tile_coordinates reserved=0x1", "0x1", "bits that no field"),
        (".word 0x100000000", "0x100000000", "at most 4294967295"),
        (".zero 99999999", ".zero", "more than 67108864 bytes"),
        (
            "halt\n.org 0x1000\nhalt",
            "halt",
            "these bytes lie where others lie already",
        ),
        ("a: b: a: nop", "a", "a second time"),
        (
            ".org 0xffffffff\nflush\nflush",
            "flush",
            "beyond the address space",
        ),
        ("1: nop", "1", "a name should stand before the colon"),
        (".align 0", "0", "1 to 1048576"),
        (".equ x", "", "a number should stand here"),
    ] {
        let assembly = assemble(line, AT, Symbols::default(), &Limits::default());
        let [diagnostic] = assembly.diagnostics.as_slice() else {
            panic!("{line}: {:?}", assembly.diagnostics);
        };
        let span = diagnostic.span;
        assert_eq!(&line[span.start as usize..span.end as usize], at, "{line}");
        assert!(
            diagnostic.message.contains(message),
            "{line}: {}",
            diagnostic.message
        );
    }
    let near = assemble(
        "store_general buffer=colour",
        AT,
        Symbols::default(),
        &Limits::default(),
    );
    assert_eq!(
        near.diagnostics[0]
            .fix
            .as_ref()
            .map(|fix| fix.replacement.as_str()),
        Some("color")
    );
}

/// source: Unicode 15, 23.8: a byte order mark in front of a text is no part of it.
#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(assembled("\u{feff}nop\nflush\n"), assembled("nop\nflush\n"));
    let wrong = assemble("\u{feff}nope\n", AT, Symbols::default(), &Limits::default());
    let places: Vec<_> = wrong.diagnostics.iter().map(|found| found.span.range()).collect();
    assert_eq!((places.len(), places.first()), (1, Some(&(3..7))));
}
