//! What the ALUs' inputs and outputs still hold: reads of address 39, and a nop of the MUL ALU that writes.
//! Expectations are the examples of vc4asm's addendum ("undocumented features"), measured on hardware.

use super::clean;

/// Element `i` of the last quad, for each quad.
fn repeated(quad: [u32; 4]) -> [u32; 16] {
    std::array::from_fn(|i| quad[i % 4])
}

/// source: addendum, "previous input values": the value is that of the time of the read, of file A.
#[test]
fn a_register_is_read_again() {
    assert_eq!(
        clean("read elem_num\nmov r0, ra39", &[]),
        repeated([12, 13, 14, 15])
    );
    let overwritten =
        "mov ra5, elem_num\nnop\nadd ra5, ra5, 1\nnop\nldi ra5, 100\nbrr -, 0\nnop\nnop\nnop\nmov r0, ra39";
    assert_eq!(clean(overwritten, &[]), repeated([12, 13, 14, 15]));
}

/// source: the same: peripherals stay, a uniform for one; files A and B apart.
#[test]
fn a_uniform_is_read_again() {
    assert_eq!(
        clean("add r1, ra32, 8\nsub r0, ra39, 8\nadd r0, r0, r1", &[100]),
        [200; 16]
    );
    assert_eq!(
        clean("add r1, ra32, rb32\nmov r0, ra39; mov r2, rb39", &[7]),
        [7; 16]
    );
    assert_eq!(
        clean("mov r1, ra32\nmov r2, rb38\nsub r0, ra39, rb39", &[7]),
        [7; 16]
    );
}

/// source: the same: small immediates, those that rotate too, are reads of file B.
#[test]
fn a_small_immediate_is_read_again() {
    assert_eq!(clean("ldi r0, 1\nadd r0, r0, 8\nadd r0, r0, rb39", &[]), [17; 16]);
    assert_eq!(clean("mov r1, r2 >> 3\nmov r0, rb39", &[]), [-13i32 as u32; 16]);
}

/// source: addendum, "previous MUL ALU result".
#[test]
fn a_product_is_written_again() {
    let text = "ldi r0, [0,1,2,3, 1,2,3,0, 2,3,0,1, 3,0,1,2]\nnop; v8adds r1, elem_num, r0\nmov r3, r1\nnop; mnop r0";
    assert_eq!(clean(text, &[]), repeated([15, 13, 15, 17]));
    let rotated = "mov r1, elem_num\nnop\nmov r2, r1 << 1\nnop; mnop r0";
    assert_eq!(clean(rotated, &[]), repeated([13, 14, 15, 0]));
}

/// source: addendum, "implicit set flags" and "target assignment": flags are those of a place in the program, which is
/// not 0, and change only where the branch is taken.
#[test]
fn a_taken_branch_sets_flags() {
    for (branch, wanted) in [
        ("brr.setf", 5),
        ("brr.allz.setf", 5),
        ("brr.allnz.setf", 1),
        ("brr", 1),
    ] {
        let text = format!("mov r0, 5\nand.setf -, elem_num, 0\n{branch} -, 0\nnop\nnop\nnop\nmov.ifz r0, 1");
        assert_eq!(clean(&text, &[]), [wanted; 16], "{branch}");
    }
}
