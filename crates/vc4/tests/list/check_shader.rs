//! What the check proves of shaders, and what it rejects. The rules are the Linux driver's.

use quadrille_vc4::asm::{self, NoIncludes};

use super::frame::{END, Frame, TRIANGLE, expect};

/// What is said about a shader, whose uniforms are in a buffer of 256 bytes, beside textures of 64 KiB.
fn with_shader(program: &str, uniforms: &[u32]) -> Vec<String> {
    let assembly = asm::assemble("t", program, &asm::Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{:?}", assembly.diagnostics);
    let mut text = TRIANGLE
        .replace("code=shader", "code=0x00400000")
        .replace("uniforms=colour", "uniforms=0x00500000");
    text.push_str(".org 0x00400000\n");
    for word in &assembly.words {
        text.push_str(&format!(".word {:#x}, {:#x}\n", *word as u32, word >> 32));
    }
    text.push_str(".org 0x00500000\n");
    for word in uniforms {
        text.push_str(&format!(".word {word:#x}\n"));
    }
    text.push_str(".org 0x00500100\n.byte 0\n");
    let mut frame = Frame::new(&text);
    frame.buffer("code", 0x40_0000, 8 * assembly.words.len() as u64);
    frame.buffer("uniforms", 0x50_0000, 0x100);
    frame.buffer("texture", 0x60_0000, 0x1_0000);
    frame.said()
}

#[test]
fn branches_of_shaders_stay_inside() {
    let end = "nop\nnop\nnop\n";
    expect(
        &with_shader(&format!("brr -, 1024\n{end}{END}"), &[]),
        &["the branch goes to 00400420"],
    );
    expect(
        &with_shader(&format!("bra -, 0x400024\n{end}{END}"), &[]),
        &["the branch goes to 00400024"],
    );
    expect(
        &with_shader(&format!("bra -, ra2\n{end}{END}"), &[]),
        &["the branch goes where a register says"],
    );
    expect(
        &with_shader("nop\nnop\n", &[]),
        &["the bytes of the shader's code from 00400010"],
    );
    expect(
        &with_shader(&format!("brr.allz -, 8\n{end}nop\nnop\n{END}"), &[]),
        &[],
    );
    expect(
        &with_shader(&format!("bkpt\n{END}"), &[]),
        &["the shader stops at a breakpoint"],
    );
    expect(
        &with_shader(&format!("thrsw\nnop\nnop\n{END}"), &[]),
        &["switches threads, but its record says that it has one"],
    );
}

#[test]
fn threads_can_end() {
    let slots = "nop\nnop\nnop\n";
    let no_end = "no path leads out of this loop to the thread's end";
    // A branch to itself; a loop behind others that can be left, and of two parts.
    expect(
        &with_shader(&format!("nop\nbrr -, -32\n{slots}{END}"), &[]),
        &[&format!("instruction 00400008: {no_end}")],
    );
    expect(
        &with_shader(
            &format!(
                ":top\nnop\nbrr.allz -, :top\n{slots}brr.allz -, :end\n{slots}:a\nbrr.anyc -, :b\n{slots}nop\n\
                 :b\nbrr -, :a\n{slots}:end\n{END}"
            ),
            &[],
        ),
        &[&format!("instruction 00400048: {no_end}")],
    );
    expect(
        &with_shader(&format!(":top\nnop\nbrr.allz -, :top\n{slots}{END}"), &[]),
        &[],
    );
}

/// Rule 10 of the guide: a conditional write to a unit takes place whatever the condition, with undefined data. Nothing
/// says whether one that is never to be made is.
#[test]
fn writes_to_units_are_unconditional() {
    let tmu = "a register of a TMU is written under a condition";
    for condition in ["ifz", "never"] {
        expect(
            &with_shader(
                &format!("mov.{condition} t0t, r0\nmov t0s, r0\nldtmu0\n{END}"),
                &[P0, P1],
            ),
            &[tmu],
        );
        expect(
            &with_shader(
                &format!("mov t0t, r0\nmov.{condition} t0s, r0\nldtmu0\n{END}"),
                &[P0, P1],
            ),
            &[tmu],
        );
        expect(
            &with_shader(
                &format!("mov r0, unif\nmov.{condition} t0s, r0\nldtmu0\n{END}"),
                &[P0],
            ),
            &[tmu],
        );
        let set_up = "ldi vw_setup, 0x80900078\nmov r0, unif\n";
        expect(
            &with_shader(
                &format!("{set_up}mov.{condition} vw_addr, r0\nmov -, vw_wait\n{END}"),
                &[P0],
            ),
            &["the address of a transfer is written under a condition"],
        );
        // Sixteen rows, or one.
        let second = format!("mov r1, unif\nmov.{condition} vw_setup, r1\n");
        expect(
            &with_shader(
                &format!("{set_up}{second}mov vw_addr, r0\nmov -, vw_wait\n{END}"),
                &[P0, 0x8810_0000],
            ),
            &["what the shader stores has a size that is not known"],
        );
        expect(
            &with_shader(
                &format!("mov r0, unif\nmov.{condition} unif_addr, r0\nnop\nnop\nmov r0, unif\n{END}"),
                &[P0],
            ),
            &["a uniform is read where its address is not known"],
        );
    }
    // The ADD ALU's nop gives no result.
    expect(
        &with_shader(
            &format!("nop; nop; with waddr_add = 57, cond_add = 1\nmov t0s, r0\nldtmu0\n{END}"),
            &[P0, P1],
        ),
        &[tmu],
    );
}

#[test]
fn uniforms_are_read_inside() {
    let reads = |count: usize| with_shader(&format!("{}{END}", "mov r0, unif\n".repeat(count)), &[0; 64]);
    expect(&reads(64), &[]);
    expect(
        &reads(65),
        &["the bytes of the shader's uniforms from 00500100 to 00500103 lie in no buffer"],
    );
    // A loop reads on and on, unless it sets the address back, as Mesa's loops do.
    let body = "nop\nnop\nnop\n";
    let again = format!(":top\nmov r0, unif\nbrr.allz -, :top\n{body}mov r1, unif\n{END}");
    let said = with_shader(&again, &[0; 64]);
    assert!(
        said.iter()
            .any(|said| said.contains("a uniform is read where its address is not known")),
        "{said:#?}"
    );
    let reset = format!(
        ":top\nldi r0, 0x500000\nmov unif_addr, r0\nnop\nnop\nmov r1, unif\nbrr.allz -, :top\n{body}{END}"
    );
    expect(&with_shader(&reset, &[0; 64]), &[]);
}

/// RGBA8888 of 128 by 128 pixels: 64 KiB in T format, as in the kernel's vc4_check_tex_size.
const P0: u32 = 0x60_0000;
const P1: u32 = 128 << 20 | 128 << 8;

fn look_up(parameters: &[u32]) -> Vec<String> {
    let names = ["t0t", "t0r", "t0b"];
    let coordinates: String = names[..parameters.len() - 1]
        .iter()
        .map(|name| format!("mov {name}, r0\n"))
        .collect();
    with_shader(&format!("{coordinates}mov t0s, r0\nldtmu0\n{END}"), parameters)
}

#[test]
fn textures_are_read_inside() {
    expect(&look_up(&[P0, P1]), &[]);
    expect(
        &look_up(&[P0 + 0x1000, P1]),
        &["the bytes of the texture from 00601000 to 00610fff end beyond the buffer texture"],
    );
    // A second level of 64 by 64 lies before the first: 16 KiB.
    expect(
        &look_up(&[P0 | 1, P1]),
        &["the bytes of the texture from 005fc000"],
    );
    let small = 64 << 20 | 64 << 8;
    expect(&look_up(&[(P0 + 0x1000) | 1, small]), &[]);
    expect(
        &look_up(&[P0 | 1, small]),
        &["the bytes of the texture from 005ff000"],
    );
    // Six faces of 16 KiB are too many, with a stride or without.
    expect(
        &look_up(&[P0 | 1 << 9, small, 1 << 30 | 0x4000]),
        &["from 00610000 to 00613fff", ""][..1],
    );
    expect(&look_up(&[P0 | 1 << 9, small]), &["the cube map has no stride"]);
    // Width 0 is 2048.
    expect(
        &look_up(&[P0, 128 << 20]),
        &["the bytes of the texture from 00600000 to 006fffff"],
    );
    expect(
        &look_up(&[P0 | 2 << 4, P1 | 1 << 31]),
        &["texture type 18 is reserved"],
    );
    expect(&look_up(&[P0, P1, 0, 0]), &[]);
    expect(
        &with_shader(
            &format!("{}mov t0s, r0\nldtmu0\n{END}", "mov t0t, r0\n".repeat(4)),
            &[P0, P1, 0, 0],
        ),
        &["more than four parameters"],
    );
}

#[test]
fn raw_reads_need_bounds_as_the_driver_wants_them() {
    // vc4_validate_shaders.c: a maximum with 0, a minimum with a uniform, and the sum with the base.
    let clamped = format!(
        "mov r1, unif\nitof r0, r1\nmax r0, r0, 0\nmin r0, r0, unif\nadd t0s, r0, unif\nldtmu0\n{END}"
    );
    expect(&with_shader(&clamped, &[0, 0xfffc, 0x60_0000]), &[]);
    expect(&with_shader(&clamped, &[0, 0xfffd, 0x60_0000]), &[]);
    expect(
        &with_shader(&clamped, &[0, 0x1_0000, 0x60_0000]),
        &["the bytes of what the shader reads from 00600000 to 00610003 end beyond the buffer texture"],
    );
    let free = format!("itof r0, unif\nadd t0s, r0, unif\nldtmu0\n{END}");
    expect(
        &with_shader(&free, &[0, 0x60_0000]),
        &["what the shader reads has an address that is not bounded"],
    );
    // Sixteen words in a row, as programs for computing read them.
    let row = format!("shl r0, elem_num, 2\nadd t0s, r0, unif\nldtmu0\n{END}");
    expect(&with_shader(&row, &[0x60_ffc0]), &[]);
    expect(
        &with_shader(&row, &[0x60_ffc4]),
        &["the bytes of what the shader reads from 0060ffc4 to 00610003"],
    );
}

#[test]
fn transfers_are_bounded_by_their_set_up() {
    // 4 rows of 16 words, 64 bytes apart: the published word of a demonstration, with a pitch of 8 * 2^3 bytes.
    let load = format!("ldi vr_setup, 0x8304080f\nmov vr_addr, unif\nmov -, vr_wait\n{END}");
    expect(&with_shader(&load, &[0x60_ff00]), &[]);
    expect(
        &with_shader(&load, &[0x60_ff04]),
        &["the bytes of what the shader loads from 0060ff04 to 00610003"],
    );
    // 1 row of 16 words.
    let store = format!("ldi vw_setup, 0x80900078\nmov vw_addr, unif\nmov -, vw_wait\n{END}");
    expect(&with_shader(&store, &[0x60_ffc0]), &[]);
    expect(
        &with_shader(&store, &[0x60_ffc4]),
        &["the bytes of what the shader stores from 0060ffc4 to 00610003"],
    );
    let unknown = format!("mov vw_addr, unif\nmov -, vw_wait\n{END}");
    expect(
        &with_shader(&unknown, &[0x60_0000]),
        &["what the shader stores has a size that is not known"],
    );
    expect(
        &with_shader(&store, &[0x40_0000]),
        &["the bytes of what the shader stores from 00400000"],
    );
}

/// As Mesa writes control flow: every block begins by setting the address, which it reads as the next uniform, wherever
/// the path has come to; the address stands at each such place.
#[test]
fn blocks_that_set_the_uniform_address_are_proven() {
    let slots = "nop\nnop\nnop\n";
    // One uniform before the branch; then, on either path, the stream's address, and what the block reads.
    let program = format!(
        "mov r0, unif\nbrr.allz -, :else\n{slots}\
         ldi r1, 8\nadd unif_addr, r1, unif\nnop\nnop\nmov r0, unif\n\
         :else\nldi r1, 16\nadd unif_addr, r1, unif\nnop\nnop\nmov r0, unif\n{END}"
    );
    let address = 0x50_0000;
    expect(&with_shader(&program, &[7, address, 8, address, 9]), &[]);
    // With another word at one of the places the address is not one.
    let said = with_shader(&program, &[7, address, 8, address + 4, 9]);
    expect(&said, &["a uniform is read where its address is not known"]);
}
