//! Constants that 32 bits do not hold, in instructions of 64 bits.

use crate::support::vector;

/// source: IEEE 754 binary64: 0.1 is 0x3fb999999999999a, and its binary32 neighbour, converted, another number;
/// NV_gpu_program5 2.X.8 UP64 puts the low word into x
#[test]
fn a_constant_has_the_size_of_its_instruction() {
    let program = |value: &str, kind: &str| {
        format!("!!NVvp5.0 LONG TEMP d; MOV.{kind} d, {value}; UP64 result.position, d.xyxy; END")
    };
    let words = |value, kind| vector(&program(value, kind), [0.0; 4]).map(f32::to_bits);
    assert_eq!(words("0.1", "F64")[..2], [0x9999_999a, 0x3fb9_9999]);
    assert_eq!(
        words("{ 0.5, -0.1 }", "F64"),
        [0, 0x3fe0_0000, 0x9999_999a, 0xbfb9_9999]
    );
    assert_eq!(
        words("0x123456789abcdef0", "U64")[..2],
        [0x9abc_def0, 0x1234_5678]
    );
    assert_eq!(words("-1", "S64")[..2], [u32::MAX, u32::MAX]);
    assert_eq!(words("4294967295", "U64")[..2], [u32::MAX, 0]);
}
