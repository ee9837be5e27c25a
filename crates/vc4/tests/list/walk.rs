//! What a list leads to.

use std::collections::BTreeMap;

use quadrille_vc4::list::text::{Limits, Names, Printing, Symbols, assemble, print};
use quadrille_vc4::list::walk::{Part, Place, Problem, Start, Walk, walk};
use quadrille_vc4::list::{Packet, Source, Thread, explain};
use quadrille_vc4::machine::Image;

const TRIANGLE: &str = include_str!("../../../../examples/vc4/triangle.list");

fn image_of(text: &str) -> (Image, Symbols) {
    let assembly = assemble(text, 0, Symbols::default(), &Limits::default());
    assert!(assembly.diagnostics.is_empty(), "{:?}", assembly.diagnostics);
    let mut image = Image::default();
    for piece in &assembly.pieces {
        image.load(piece.address, &piece.bytes).unwrap();
    }
    (image, assembly.symbols)
}

fn start(address: u32, thread: Thread) -> Start {
    Start {
        address,
        end: None,
        thread,
    }
}

fn triangle() -> (Image, Symbols, Walk) {
    let (image, symbols) = image_of(TRIANGLE);
    let starts = [
        start(symbols.address("binning").unwrap(), Thread::Binning),
        start(symbols.address("rendering").unwrap(), Thread::Rendering),
    ];
    let walk = walk(&image, &starts, 1000);
    (image, symbols, walk)
}

#[test]
fn both_threads_and_the_record_are_reached() {
    let (image, symbols, walk) = triangle();
    assert_eq!(walk.findings, [], "the binner is yet to write the tile lists");
    let at = |name| symbols.address(name).unwrap();
    assert!(matches!(walk.items[&at("record")].part, Part::Nv(record) if record.stride == 12));
    for (name, place) in [
        ("shader", Place::Fragment),
        ("colour", Place::Uniforms),
        ("vertices", Place::Vertices),
        ("frame", Place::Frame),
        ("bins", Place::Bins),
    ] {
        assert_eq!(walk.places.get(&at(name)), Some(&place), "{name}");
    }
    let finishing = walk
        .items
        .values()
        .filter(|item| matches!(&item.part, Part::Packet(p) if p.finishes()));
    assert_eq!(finishing.count(), 2);

    // With what no list leads to as data, the text is the image again.
    let names = Names::new(&walk, &symbols);
    let data: Vec<_> = image.pieces().collect();
    for bytes in [false, true] {
        let text = print(&image, &walk, &names, &data, Printing { bytes });
        assert_eq!(image_of(&text).0, image, "{text}");
    }
}

#[test]
fn an_address_is_explained() {
    let (image, symbols, walk) = triangle();
    let names = Names::new(&walk, &symbols);
    let at = |name| symbols.address(name).unwrap();
    let said = |address| explain(&image, &walk, &names, &BTreeMap::new(), address);
    let record = said(at("record") + 4);
    for part in ["nv_record", "single_threaded", "(shader)", "pointed to by"] {
        assert_eq!(record.contains(part), part != "pointed to by", "{part}: {record}");
    }
    let packet = said(at("rendering"));
    assert!(
        packet.contains("clear_colors: packet 114, for the rendering thread, 14 bytes"),
        "{packet}"
    );
    let shader = said(at("shader"));
    assert!(shader.contains("thrend"), "{shader}");
    assert!(shader.contains("pointed to by code of nv_record"), "{shader}");
    assert!(said(at("frame")).contains("there is no memory here"));
    assert!(said(0x0fff_0000).contains("nothing that a list leads to"));
}

#[test]
fn branches_sub_lists_and_returns_are_followed() {
    let (image, symbols) = image_of(
        "rendering: tile_coordinates\nbranch_sub_list address=sub\nbranch address=tail\nhalt\n\
         .align 32\nsub: primitive_list_format primitive=triangles data=index16\ncompressed_primitives\n\
         triangle a=0 b=1 c=2\nlist_branch blocks=1\n.byte 255\n\
         .org 64\nmore: triangle_next form=1 index=-1\nlist_end\nreturn\n.byte 255\n\
         .org 0x100\ntail: clipped_primitives address=0x80 clipped1\ntriangle_relative a=1 b=-1 c=7\nlist_end\n\
         branch address=0xc0000000\n",
    );
    let walk = walk(&image, &[start(0, Thread::Rendering)], 1000);
    assert_eq!(walk.findings, []);
    let packets: Vec<u32> = walk.items.keys().copied().collect();
    let at = |name| symbols.address(name).unwrap();
    assert_eq!(
        packets,
        [
            0,
            3,
            8,
            32,
            34,
            35,
            42,
            at("more"),
            at("more") + 1,
            at("more") + 2,
            at("tail"),
            0x105,
            0x107,
            0x108
        ]
    );
    // The last branch goes through another view of the bus to a packet that was read already.
    assert!(
        matches!(walk.items[&0x108].part, Part::Packet(Packet::Branch(branch)) if branch.address == 0xc000_0000)
    );
    assert_eq!(image.canonical(0xc000_0000), 0);
}

#[test]
fn lists_that_make_no_sense_are_findings() {
    let found = |text: &str, limit| {
        let (image, _) = image_of(text);
        let walk = walk(&image, &[start(0, Thread::Both)], limit);
        walk.findings
            .iter()
            .map(|finding| finding.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        found("nop\nnop\n.byte 12", 100),
        ["00000002: packet 2 of the list at 00000000: no packet has the id 12"]
    );
    assert_eq!(
        found("nop\n.byte 113, 0", 100),
        [
            "00000001: packet 1 of the list at 00000000: tile_rendering_mode has 11 bytes, but only 2 are there"
        ]
    );
    assert_eq!(
        found("branch address=0x5000", 100),
        ["00005000: packet 0 of the list at 00005000: there is no memory here"]
    );
    assert_eq!(
        found("nv_shader_state address=8\nhalt\n.byte 0,0,0,0", 100),
        ["00000008: packet 0 of the list at 00000008: the shader record has 16 bytes, but only 2 are there"]
    );
    assert_eq!(
        found("branch address=2", 100),
        [
            "00000002: packet 0 of the list at 00000002: these bytes were already read as part of what begins at 00000000"
        ]
    );
    assert_eq!(
        found("nop\nnop\nnop\nhalt", 2),
        ["00000002: packet 2 of the list at 00000000: more than 2 packets and records can be reached"]
    );
    // A loop ends where it begins.
    assert_eq!(found("a: nop\nbranch address=a", 100), [""; 0]);
    let (image, _) = image_of("vg_inline_primitives");
    let walk = walk(&image, &[start(0, Thread::Both)], 10);
    assert_eq!(walk.findings[0].problem, Problem::Inline);
}
