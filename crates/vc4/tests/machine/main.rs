//! What single instructions and units do, in small programs. Every test names where its expectation is from.

mod bounds;
mod fragments;
mod image;
mod initial;
mod remembered;
mod request;
mod textures;
mod transfer;
mod units;

use quadrille_vc4::asm::{NoIncludes, Options, assemble};
use quadrille_vc4::machine::{FindingKind, Launch, Limits, Machine, Memory, Outcome, Profile};

const CODE: u32 = 0x1_0000;
const DATA: u32 = 0x2_0000;
const UNIFORMS: u32 = 0x3_0000;

/// Stores r0, then ends.
const STORE: &str = "
    mov vw_setup, vpm_setup(1, 1, h32(0))
    mov vpm, r0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    ldi vw_addr, 0x20000
    mov -, vw_wait
    nop ; nop ; thrend
    nop
    nop
";

fn words(text: &str) -> Vec<u8> {
    let assembly = assemble("test.qasm", text, &Options::default(), &mut NoIncludes);
    assert!(assembly.is_complete(), "{text}: {:#?}", assembly.diagnostics);
    assembly
        .words
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect()
}

fn start(text: &str, uniforms: &[u32], launches: impl Fn(u32) -> Vec<Launch>) -> ([u32; 16], Outcome) {
    let code = words(text);
    let uniforms: Vec<u8> = uniforms.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut data = [0u8; 64];
    let mut memory = Memory::new();
    memory.map_constant(CODE, &code).unwrap();
    memory.map_constant(UNIFORMS, &uniforms).unwrap();
    memory.map(DATA, &mut data).unwrap();
    let mut machine = Machine::new(Profile::raspberry_pi());
    for launch in launches(CODE) {
        machine.queue(launch);
    }
    let outcome = machine.run(
        &mut memory,
        Limits {
            instructions: 100_000,
            ..Limits::default()
        },
        &mut (),
    );
    drop(memory);
    (
        std::array::from_fn(|i| u32::from_le_bytes(data[4 * i..4 * i + 4].try_into().unwrap())),
        outcome,
    )
}

/// What r0 holds after `text`, and the kinds of findings.
fn r0(text: &str, uniforms: &[u32]) -> ([u32; 16], Vec<FindingKind>) {
    let (data, outcome) = start(&format!("{text}{STORE}"), uniforms, |code| {
        vec![Launch::new(code, UNIFORMS)]
    });
    (data, kinds(&outcome))
}

/// As [`r0`], of a program that keeps the rules.
fn clean(text: &str, uniforms: &[u32]) -> [u32; 16] {
    let (data, findings) = r0(text, uniforms);
    assert_eq!(findings, [], "{text}");
    data
}

fn kinds(outcome: &Outcome) -> Vec<FindingKind> {
    let kinds = outcome.findings.iter().map(|finding| finding.kind);
    // Small programs store an r0 that they do not care for.
    kinds
        .filter(|&kind| kind != FindingKind::ReadBeforeWritten)
        .collect()
}

/// source: guide, section 3: element numbers, per-element load immediates, conditions.
#[test]
fn elements_and_conditions() {
    assert_eq!(clean("mov r0, elem_num", &[]), std::array::from_fn(|i| i as u32));
    let below = clean("mov r0, 7\nsub.setf -, elem_num, 5\nmov.ifn r0, 1", &[]);
    assert_eq!(below, std::array::from_fn(|i| if i < 5 { 1 } else { 7 }));
    let carry = clean("mov r0, 7\nsub.setf -, elem_num, 5\nmov.ifnc r0, 1", &[]);
    assert_eq!(carry, std::array::from_fn(|i| if i >= 5 { 1 } else { 7 }));
    assert_eq!(
        clean("mov r0, [0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2]", &[])[..4],
        [0, 1, u32::MAX, u32::MAX - 1]
    );
}

/// source: vc4asm's addendum: flags of an element change only where its condition holds; they come from the ADD
/// ALU unless its operation is nop.
#[test]
fn flags_are_gated_by_the_condition() {
    // Z where the number is 0; then, only there, the flags of a 1; Z is then set nowhere.
    let text = "mov.setf -, elem_num\nmov r0, 0\nmov.ifz.setf -, 1\nmov.ifz r0, 5\nmov.ifnz r0, 6";
    assert_eq!(clean(text, &[]), [6; 16]);
    let mul = "mov r1, elem_num\nnop ; mul24.setf -, r1, 1\nmov r0, 0\nmov.ifz r0, 9";
    assert_eq!(
        clean(mul, &[]),
        std::array::from_fn(|i| if i == 0 { 9 } else { 0 })
    );
}

/// source: guide, section 3: rotation moves element i to i + n; vc4asm's `<< n` moves to lower numbers. Its addendum:
/// inputs other than r0 to r3 rotate inside groups of four.
#[test]
fn rotation() {
    let text = "mov r1, elem_num\nnop\nmov r0, r1 >> 3";
    assert_eq!(clean(text, &[]), std::array::from_fn(|i| (i as u32 + 13) % 16));
    let by_r5 = "mov r1, elem_num\nmov r5rep, 2\nnop\nmov r0, r1 >> r5";
    assert_eq!(clean(by_r5, &[]), std::array::from_fn(|i| (i as u32 + 14) % 16));
    let (quads, findings) = r0("mov ra1, elem_num\nnop\nnop ; v8min r0, ra1, ra1 >> 1", &[]);
    assert_eq!(
        quads,
        std::array::from_fn(|i| (i as u32 & 12) | (i as u32 + 3) & 3)
    );
    assert_eq!(findings, [FindingKind::RotationInQuads]);
}

/// source: vc4asm's addendum: r5 through file A takes elements 0, 4, 8, 12, through file B element 0.
#[test]
fn both_ways_to_write_r5() {
    assert_eq!(
        clean("mov r5quad, elem_num\nmov r0, r5", &[]),
        std::array::from_fn(|i| i as u32 & 12)
    );
    assert_eq!(
        clean("mov r1, elem_num\nadd r5rep, r1, 3\nmov r0, r5", &[]),
        [3; 16]
    );
}

/// source: hardware vectors (VC4C unpack_test.h): 7fff as a half is 7fffe000; as a byte 127/255 is 3efefefe.
#[test]
fn unpacks_of_file_a_and_r4() {
    assert_eq!(
        clean("mov ra1, unif\nnop\nmov r0, ra1.16b", &[0x8001_7fff]),
        [0xffff_8001; 16]
    );
    assert_eq!(
        clean("mov ra1, unif\nmov r1, 0\nfmax r0, ra1.8a, r1", &[0x0000_007f]),
        [0x3efe_fefe; 16]
    );
    assert_eq!(
        clean("mov ra1, unif\nmov r1, 0\nfmax r0, ra1.16a, r1", &[0x8001_7fff]),
        [0x7fff_e000; 16]
    );
    // r4 by a raw read of the uniforms themselves; its unpack is always to float.
    let r4 = clean(
        "mov t0s, unif\nnop ; nop ; ldtmu0\nmov r0, r4.8b",
        &[UNIFORMS + 4, 0x0000_ff00],
    );
    assert_eq!(r4, [0x3f80_0000; 16]);
}

/// source: hardware vectors (VC4C opcode_pack_test.h): only the named bytes change; an overflowed add saturates
/// with 8as to 0 unless the wrapped sum lies in the target range.
#[test]
fn packs_of_file_a_keep_the_rest() {
    let text = "mov ra1, unif\nmov r1, unif\nmov ra1.8b, r1\nnop\nmov r0, ra1";
    assert_eq!(clean(text, &[0x1122_3344, 0xaabb_ccdd]), [0x1122_dd44; 16]);
    let half = "mov ra1, unif\nmov r1, unif\nfadd ra1.16b, r1, r1\nnop\nmov r0, ra1";
    assert_eq!(clean(half, &[5, 1.0f32.to_bits()]), [0x4000_0005; 16]);
    let text = "mov ra1, 0\nmov r1, unif\nmov r2, unif\nadd ra1.32s, r1, r2\nnop\nmov r0, ra1";
    assert_eq!(clean(text, &[0x7fff_ffff, 1]), [0x7fff_ffff; 16]);
}

/// source: the conversion fitted to asurati's frame d50.png from the chip: 1.0 is 255, 0.5 is 128.
#[test]
fn colours_are_packed_behind_the_mul_alu() {
    let text = "mov r0, 0\nmov r1, unif\nnop ; fmul r0.8cc, r1, 1.0";
    assert_eq!(clean(text, &[0.5f32.to_bits()]), [0x0080_0000; 16]);
    let all = "mov r1, unif\nnop ; fmul r0.8abcdc, r1, 1.0";
    assert_eq!(clean(all, &[3.0f32.to_bits()]), [0xffff_ffff; 16]);
    assert_eq!(clean(all, &[(-1.0f32).to_bits()]), [0; 16]);
}

/// source: guide, section 3: the result of the SFU is in r4 after two more instructions. Output of a Raspberry Pi
/// 2 (qiita, ysugi): 1 / 71ae7e4b is 0d3bcb00.
#[test]
fn the_special_function_unit_takes_its_time() {
    let text = |gap: &str| format!("mov sfu_recip, unif\n{gap}mov r0, r4");
    assert_eq!(clean(&text("nop\nnop\n"), &[0x71ae_7e4b]), [0x0d3b_cb00; 16]);
    let (early, findings) = r0(&text("nop\n"), &[0x71ae_7e4b]);
    assert_eq!((early, findings), ([0; 16], vec![FindingKind::SfuResultEarly]));
}

/// source: guide, section 3 (branches): three delay slots; vc4asm's addendum: the link is the address of the
/// fourth instruction after the branch, and a register is taken from element 15.
#[test]
fn branches_links_and_registers() {
    let text = "mov r0, 0\nbrr ra1, :over\nadd r0, r0, 1\nadd r0, r0, 2\nadd r0, r0, 4\nadd r0, r0, 8\n:over\nadd r0, r0, 15\nmov r1, ra1\nadd r0, r0, r1";
    // The branch is word 1; the link points at word 5.
    assert_eq!(clean(text, &[]), [22 + CODE + 40; 16]);
    let by_register = "mov r1, unif\nmov.setf -, 0\nsub r2, elem_num, 15\nmov ra2, r1\nmov r0, 0\nbra -, ra2\nadd ra2, r1, r2\nnop\nnop\nmov r0, 1\nadd r0, r0, 4";
    // Word 10 is the last one.
    assert_eq!(clean(by_register, &[CODE + 80]), [4; 16]);
    let not_taken =
        "mov ra1, 3\nmov.setf -, elem_num\nmov r0, 0\nbrr.allz ra1, :over\nnop\nnop\nnop\nmov r0, ra1\n:over";
    assert_eq!(clean(not_taken, &[]), [3; 16], "no link without a jump");
}

/// source: vc4asm's `read` and measurements on hardware (imrc.noip.me): a stray read address pops a uniform; one address
/// in both files is one read.
#[test]
fn uniforms_are_popped_by_reading() {
    let stray = "mov.setf -, 0\nnop ; nop\nadd -, unif, r0\nmov r0, unif";
    assert_eq!(clean(stray, &[1, 2]), [2; 16]);
    let both = "add r0, unif, unif\nmov r0, unif";
    assert_eq!(clean(both, &[1, 2, 3]), [2; 16]);
    let moved = "mov unif_addr, unif\nnop\nnop\nmov r0, unif";
    assert_eq!(clean(moved, &[UNIFORMS + 8, 7, 8]), [8; 16]);
    let (_, findings) = r0("mov unif_addr, unif\nmov r0, unif", &[UNIFORMS, 7]);
    assert_eq!(findings, [FindingKind::UniformsMoved]);
}

/// source: guide, section 3: each ALU takes two of the operands of an instruction, of which the uniform that it reads may
/// be any.
#[test]
fn a_uniform_goes_to_either_side() {
    let uniforms = [1.5f32, 3.0, 5.0, 2.0].map(f32::to_bits);
    for (pair, sum, product) in [
        ("fadd r0, r1, r2; fmul r1, r2, r3", 4.5f32, 15.0f32),
        ("fadd r0, r1, r2; fmul r1, r2, unif", 4.5, 6.0),
        ("fadd r0, r1, r2; fmul r1, unif, r3", 4.5, 10.0),
        ("fadd r0, r1, unif; fmul r1, r2, r3", 3.5, 15.0),
        ("fadd r0, unif, r1; fmul r1, r2, unif", 3.5, 6.0),
        ("fsub r0, r1, unif; fmul r1, r2, r3", -0.5, 15.0),
        ("fsub r0, r1, r2; fmul r1, r2, unif", -1.5, 6.0),
    ] {
        let text = format!("mov r1, unif\nmov r2, unif\nmov r3, unif\n{pair}");
        assert_eq!(clean(&text, &uniforms), [sum.to_bits(); 16], "{pair}");
        let text = format!("{text}\nmov r0, r1");
        assert_eq!(clean(&text, &uniforms), [product.to_bits(); 16], "{pair}");
    }
}
