//! What the check proves of lists, and what it rejects. The rules are the Linux driver's.

use quadrille_vc4::asm::{self, NoIncludes};
use quadrille_vc4::list::check::Limits;

use super::frame::{END, Frame, TRIANGLE, expect};

/// What is said about the triangle with one text in place of another.
fn with(from: &str, to: &str) -> Vec<String> {
    assert!(TRIANGLE.contains(from), "{from}");
    Frame::new(&TRIANGLE.replace(from, to)).said()
}

#[test]
fn the_example_is_proven() {
    let report = Frame::new(TRIANGLE).check();
    assert_eq!(report.rejections, []);
    assert_eq!((report.packets, report.draws, report.shaders), (27, 1, 1));
    assert_eq!(
        (report.instructions, report.textures, report.uniforms.len()),
        (7, 0, 1)
    );
}

#[test]
fn every_buffer_is_needed_whole() {
    for (name, less, wanted) in [
        (
            "frame",
            128 * 128 * 4 - 1,
            "the bytes of the pixels from 00100000 to 0010ffff end beyond the buffer frame",
        ),
        (
            "bins",
            0x1fff,
            "the bytes of the memory of tile lists from 00200000 to 00201fff end beyond",
        ),
        (
            "state",
            191,
            "the bytes of the state of tiles from 00300000 to 003000bf end beyond",
        ),
        (
            "lists",
            0xff,
            "the bytes of the shader's code from 000100f8 to 000100ff end beyond",
        ),
    ] {
        let mut frame = Frame::new(TRIANGLE);
        let address = frame
            .buffers
            .iter()
            .find(|buffer| buffer.name == name)
            .unwrap()
            .address;
        frame.buffer(name, address, less);
        let said = frame.said();
        assert!(
            said.first().is_some_and(|said| said.contains(wanted)),
            "{name}: {said:#?}"
        );
        frame.buffers.retain(|buffer| buffer.name != name);
        assert!(
            frame.said().iter().any(|said| said.contains("lie in no buffer")),
            "{name}"
        );
    }
}

#[test]
fn lists_are_rejected_with_address_and_packet() {
    // 00010034 is the eighth packet of the binning list.
    expect(&with("count=3 first=0", "count=4 first=0"), &[]);
    expect(
        &with("count=3 first=0", "count=400 first=0"),
        &[
            "0001002a: packet 7 of the binning list at 00010000: the bytes of the vertices of the draw from 000100a0 to 0001135f",
        ],
    );
    expect(
        &with("count=3 first=0", "count=0xffffffff first=0x10"),
        &["the draw ends with vertex 4294967310, beyond 32 bits"],
    );
    expect(
        &with("mode=triangles", "mode=9"),
        &["the mode of the draw has a reserved code"],
    );
    expect(
        &with("    nv_shader_state address=record\n", ""),
        &["the draw has no shader record before it"],
    );
    expect(
        &with("address=record", "address=0x700000"),
        &["the bytes of the shader record from 00700000", "no shader record"],
    );
    expect(
        &with("width=2 height=2", "width=0 height=2"),
        &["the frame has no tiles", "00200000"],
    );
    expect(
        &with("size=0x2000", "size=0x2001"),
        &["end beyond the buffer bins"],
    );
    expect(
        &with(
            "tile_coordinates column=1 row=1",
            "tile_coordinates column=2 row=1",
        ),
        &["tile 2, 1 is outside the frame of 2 by 2 tiles"],
    );
    // Tiles are those of the frame that has begun, so that each lies within.
    let mode = "tile_rendering_mode address=frame width=128 height=128 format=rgba8888 memory=raster\n";
    expect(
        &with(
            &format!("    {mode}    tile_coordinates column=0 row=0\n"),
            &format!("    tile_coordinates column=0 row=0\n    {mode}"),
        ),
        &["tile_coordinates needs tile_rendering_mode before it"],
    );
    expect(
        &with(
            "    store_resolved\n    tile_coordinates column=1 row=0\n",
            &format!("    {mode}    store_resolved\n    tile_coordinates column=1 row=0\n"),
        ),
        &["store_resolved needs tile_coordinates before it"],
    );
    expect(
        &with("address=bins+96", "address=bins+97"),
        &["no tile list begins at 00200061"],
    );
    expect(
        &with("address=bins+96", "address=bins+128"),
        &["no tile list begins at 00200080"],
    );
    expect(
        &with("    increment_semaphore\n", ""),
        &["waits for the semaphore more often"],
    );
    expect(
        &with("    flush\n", "    store_resolved\n    flush\n"),
        &["store_resolved is no packet of a binning list", ""],
    );
    expect(
        &with("    wait_semaphore\n", "    gem_handles\n    wait_semaphore\n"),
        &["gem_handles is for the Linux driver"],
    );
    expect(
        &with("store_general buffer=none", "store_general buffer=7"),
        &["the buffer has a reserved code"],
    );
    expect(
        &with("store_general buffer=none", "store_full address=frame"),
        &[],
    );
    expect(
        &with("store_general buffer=none", "store_full address=0x10e000"),
        &[
            "the bytes of the tile from 0010e000 to 00115fff end beyond the buffer frame, whose last byte is 0010ffff",
        ],
    );
    expect(
        &with("    wait_semaphore\n", "    branch address=rendering\n"),
        &["the list comes to 00010040 again and again"],
    );
    expect(
        &with("    wait_semaphore\n", "    vg_inline_primitives\n"),
        &["vg_inline_primitives has a coding that is not public"],
    );
    expect(
        &with("    wait_semaphore\n", "    .byte 12\n"),
        &["no packet has the id 12"],
    );
}

/// vc4_validate.c: a binning list sets its mode, starts binning, and ends in an increment and a flush, which writes the
/// returns of tile lists and lets the increment take effect.
#[test]
fn binning_lists_end_their_tile_lists() {
    let no_end = "the binning list ends without a flush, so that tile lists have no end";
    let never = "waits for the semaphore more often";
    expect(
        &with("    flush\n", ""),
        &[
            &format!("00010035: packet 9 of the binning list at 00010000: {no_end}"),
            never,
        ],
    );
    expect(&with("    flush\n", "    halt\n"), &[no_end, never]);
    expect(&with("    flush\n", "    flush_all_state\n"), &[]);
    expect(
        &with(
            "    increment_semaphore\n    flush\n",
            "    flush\n    increment_semaphore\n",
        ),
        &[never],
    );
    expect(
        &with(
            "    flush\n",
            "    flush\n    array_primitives mode=triangles count=3 first=0\n",
        ),
        &[no_end],
    );
    expect(
        &with("    start_tile_binning\n", ""),
        &["array_primitives needs start_tile_binning before it"],
    );
    expect(
        &with(" auto_init\n", "\n"),
        &["the mode has no auto_init, and nothing shows what the state of tiles holds"],
    );
    let mode = "tile_binning_mode address=bins size=0x2000 state=bin_state width=2 height=2 auto_init\n";
    expect(
        &with(
            &format!("{mode}    start_tile_binning\n"),
            &format!("start_tile_binning\n    {mode}"),
        )[..2],
        &[
            "start_tile_binning needs tile_binning_mode before it",
            "array_primitives needs start_tile_binning before it",
        ],
    );
}

#[test]
fn what_was_checked_stays() {
    let said = with("frame, 0x00100000", "frame, 0x00010000");
    assert!(
        said.iter()
            .any(|said| said.contains("end beyond the buffer lists")),
        "{said:#?}"
    );
    let mut frame = Frame::new(&TRIANGLE.replace("frame, 0x00100000", "frame, 0x0000f000"));
    frame.buffer("lists", 0, 0x2_0000);
    expect(
        &frame.said(),
        &["the bytes of the pixels from 0000f000 to 0001efff lie over what was checked"],
    );
}

#[test]
fn sub_lists_nest_two_levels() {
    let nest = |depth: usize| {
        let mut text = TRIANGLE.replace("address=bins+96", "address=level0");
        for level in 0..depth {
            let call = match level + 1 < depth {
                true => format!("branch_sub_list address=level{}", level + 1),
                false => "nop".to_owned(),
            };
            text.push_str(&format!("level{level}: {call}\nreturn\n"));
        }
        Frame::new(&text).said()
    };
    expect(&nest(2), &[]);
    expect(&nest(3), &["sub-lists nest deeper than two levels"]);
}

#[test]
fn work_is_bounded() {
    // Each of 40,000 draws with a shader of its own, each of which is a loop.
    let mut text = String::from("binning:\n");
    for index in 0..4000 {
        text.push_str(&format!(
            "vg_inline_shader code=0x100000 uniforms={:#x} single_threaded\n",
            0x20_0000 + 4 * index
        ));
    }
    text.push_str("binning_end:\nrendering:\nhalt\nrendering_end:\n.org 0x100000\n");
    let program = format!(
        "{}brr.allz -, -4032\nnop\nnop\nnop\n{END}",
        "mov r0, unif\n".repeat(500)
    );
    let assembly = asm::assemble("t", &program, &asm::Options::default(), &mut NoIncludes);
    for word in &assembly.words {
        text.push_str(&format!(".word {:#x}, {:#x}\n", *word as u32, word >> 32));
    }
    text.push_str(".org 0x200000\n.zero 0x100000\n");
    let mut frame = Frame::new(&text);
    frame.buffer("all", 0, 1 << 24);
    let report = frame.check();
    assert!(report.rejections.len() <= Limits::default().rejections);
    assert!(
        report
            .rejections
            .iter()
            .any(|rejection| rejection.to_string().contains("not known"))
    );
}
