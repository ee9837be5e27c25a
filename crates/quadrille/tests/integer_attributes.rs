//! Columns of `[vertex data]` that hold integers.

mod scenes_support;

use scenes_support::passes;

/// A triangle over a whole picture, each of whose vertices has the row `numbers` in a column `column`; the program has
/// `body` between the position and its end, and leaves its colour in `result.color`.
fn scene(header: &str, column: &str, numbers: &str, body: &str, wanted: &str) -> String {
    format!(
        "[require]
SIZE 2 2
[vertex program]
{header}
MOV result.position, vertex.attrib[0];
{body}
END
[vertex data]
0/float/2 {column}
-1 -1 {numbers}
3 -1 {numbers}
-1 3 {numbers}
[test]
draw arrays GL_TRIANGLES 0 3
probe all rgba {wanted}
"
    )
}

/// source: NV_vertex_program4 2.7: arrays of integers are left as integers, signed or unsigned; missing components are
/// 0, 0 and 1 as integers too
#[test]
fn integers_stay_integers() {
    passes(&scene(
        "!!NVvp4.0\nINT TEMP c;\nTEMP f;",
        "4/int/2",
        "-3 2",
        "ADD.S c.x, vertex.attrib[4].x, 5;
MOV.S c.y, vertex.attrib[4].y;
ADD.S c.zw, vertex.attrib[4], { 1, 1, 1, 1 };
I2F.S f, c;
MUL result.color, f, 0.5;",
        "1 1 0.5 1",
    ));
    // 2³² − 1 is more than 2³¹ only if it is unsigned.
    passes(&scene(
        "!!NVvp4.0\nUINT TEMP c;\nTEMP f;",
        "4/uint/1",
        "4294967295",
        "SHR.U c, vertex.attrib[4].x, 30;\nI2F.U f, c;\nMUL result.color, f, 0.25;",
        "0.75 0.75 0.75 0.75",
    ));
    passes(&scene(
        "!!NVvp4.0\nINT TEMP c;\nTEMP f;",
        "4/byte/1",
        "-128",
        "ADD.S c, vertex.attrib[4].x, 129;\nI2F.S f, c;\nMUL result.color, f, 0.5;",
        "0.5 0.5 0.5 0.5",
    ));
}

/// source: GL 2.1, 2.8: VertexAttribPointer converts integers that are not normalized to the same value
#[test]
fn languages_without_integers_have_floats() {
    passes(&scene(
        "!!ARBvp1.0",
        "4/int/1",
        "-3",
        "MAD result.color, vertex.attrib[4].x, -0.25, 0.25;",
        "1 1 1 1",
    ));
}

/// source: NV_vertex_attrib_integer_64bit: LONG attributes have the 64 bits of INT64_NV arrays, and of doubles
#[test]
fn long_attributes_have_64_bits() {
    passes(&scene(
        "!!NVvp5.0\nLONG ATTRIB long = vertex.attrib[4];\nLONG TEMP wide;\nTEMP f;",
        "4/int64/1",
        "0x300000000",
        "SHR.S64 wide.x, long.x, 32;\nCVT.F32.S64 f.x, wide.x;\nMUL result.color, f.x, 0.25;",
        "0.75 0.75 0.75 0.75",
    ));
    // 1 + 2⁻⁴⁰ is 1 in 32 bits.
    passes(&scene(
        "!!NVvp5.0\nLONG ATTRIB long = vertex.attrib[4];\nLONG TEMP wide;\nTEMP f;",
        "4/double/1",
        "1.0000000000009094947",
        "ADD.F64 wide.x, long.x, -1.0;\nCVT.F32.F64 f.x, wide.x;\nMUL result.color, f.x, 549755813888.0;",
        "0.5 0.5 0.5 0.5",
    ));
}
