//! The example lines of the specifications: each with the outcome that the text beside it states. Where they
//! write `result` for any variable, which the grammar reserves, `value` stands here.

use quadrille_check::{Options, check};

/// An example: where it stands, the program around it, and whether it loads.
struct Example {
    source: &'static str,
    program: &'static str,
    loads: bool,
}

const fn loads(source: &'static str, program: &'static str) -> Example {
    Example {
        source,
        program,
        loads: true,
    }
}

const fn fails(source: &'static str, program: &'static str) -> Example {
    Example {
        source,
        program,
        loads: false,
    }
}

const EXAMPLES: &[Example] = &[
    // source: NV_parameter_buffer_object2, issues 6, 8, 9 and 10.
    loads(
        "issue 6",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER buffer[] = { program.buffer[0] };
TEMP i, value;
MOV.S i, 32;
LDC.F32 value, buffer[12];
LDC.F32X4 value, buffer[16];
LDC.U8 value, buffer[i.x+3];
LDC.S32 value, buffer[i.x+12];
LDC.U32X2 value, buffer[i.x+8];
LDC.S16 value, buffer[i.x+2];
END",
    ),
    fails(
        "issue 6: the syntax that was not chosen",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
BUFFER buffer[] = { program.buffer[0] };
TEMP offset, value;
LDC.S32X2 value, offset.x, buffer;
END",
    ),
    loads(
        "issue 8: an index is relative to the sub-range",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER buffer[] = { program.buffer[0][16..31] };
TEMP value;
LDC.F32 value, buffer[12];
END",
    ),
    loads(
        "issue 9: a variable that is no array",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER bufferElement = program.buffer[0][32];
TEMP value;
LDC.U8 value, bufferElement;
LDC.S16 value, bufferElement;
LDC.F32 value, bufferElement;
LDC.F32X4 value, bufferElement;
END",
    ),
    fails(
        "issue 9: indexing is not supported with non-array variables",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER bufferElement = program.buffer[0][32];
TEMP value;
LDC.U8 value, bufferElement[1];
END",
    ),
    loads(
        "issue 10: a swizzle smears the component",
        "!!NVvp4.0
OPTION NV_parameter_buffer_object2;
CBUFFER buffer[] = { program.buffer[0] };
TEMP temp;
LDC.F32 temp.x, buffer[16];
LDC.F32 temp.y, buffer[28].x;
LDC.F32 temp.z, buffer[32].x;
LDC.F32 temp.w, buffer[40].x;
END",
    ),
    loads(
        "issue 7: signs, magnitudes, condition codes and saturation are orthogonal",
        "!!NVvp5.0
CBUFFER buffer[] = { program.buffer[0] };
TEMP temp;
LDC.F32X4.CC.SAT temp (TR.x), -|buffer[16].wzyx|;
END",
    ),
    fails(
        "2.X.8 LDC: the operand must be declared with CBUFFER",
        "!!NVvp5.0
BUFFER4 buffer[] = { program.buffer[0] };
TEMP temp;
LDC.F32 temp, buffer[16];
END",
    ),
    // source: NV_gpu_program5, 2.X.4.4.
    fails(
        "2.X.4.4: an array counts as all of its units",
        "!!NVfp5.0
TEXTURE textures[] = { texture[0..3] };
TEMP out, coord;
TEX out, coord, textures[2], 2D;
TEX out, coord, texture[1], 3D;
END",
    ),
    loads(
        "2.X.4.4: the same target twice",
        "!!NVfp5.0
TEXTURE textures[] = { texture[0..3] };
TEMP out, coord;
TEX out, coord, textures[2], 2D;
TEX out, coord, texture[1], 2D;
END",
    ),
    // source: NV_gpu_program5, issue 5 (programmable offsets) and issue 4 (TXG and TXGO).
    loads(
        "constant and programmable offsets",
        "!!NVfp5.0
TEMP value, coord, offxy;
TEX value, coord, texture[0], 2D, (-1,-1);
MOV offxy, {-1, -1};
TEX value, coord, texture[0], 2D, offset(offxy);
END",
    ),
    fails(
        "the example leaves out the target, which the grammar needs",
        "!!NVfp5.0
TEMP value, coord, offxy;
TEX value, coord, texture[0], offset(offxy);
END",
    ),
    loads(
        "four texels of a footprint of sixteen",
        "!!NVfp5.0
TEMP value, coord;
TXGO value, coord, {-1,+2,0,+1}, {-1,0,+1,+2}, texture[0], 2D;
END",
    ),
    loads(
        "the sixteen texels",
        "!!NVfp5.0
TEMP value, result0, result1, result2, result3, coord;
TXG value, coord, texture[0], 2D;
TXG result0, coord, texture[0], 2D, (-1,-1);
TXG result1, coord, texture[0], 2D, (-1,+1);
TXG result2, coord, texture[0], 2D, (+1,-1);
TXG result3, coord, texture[0], 2D, (+1,+1);
END",
    ),
    fails(
        "TXGO does not support non-zero offsets in the texture portion",
        "!!NVfp5.0
TEMP value, coord;
TXGO value, coord, {-1,+2,0,+1}, {-1,0,+1,+2}, texture[0], 2D, (1,0);
END",
    ),
    fails(
        "TXD supports only constant offsets",
        "!!NVfp5.0
TEMP value, coord, offxy;
TXD value, coord, coord, coord, texture[0], 2D, offset(offxy);
END",
    ),
    // source: NV_gpu_program5, issue on 64-bit attributes.
    loads(
        "64-bit values from two attributes",
        "!!NVvp5.0
LONG TEMP reconstructed;
PK64 reconstructed.xy, vertex.attrib[0];
PK64 reconstructed.z, vertex.attrib[1];
END",
    ),
    fails(
        "PK64 to a variable that is not LONG",
        "!!NVvp5.0
TEMP reconstructed;
PK64 reconstructed.xy, vertex.attrib[0];
END",
    ),
    loads(
        "64-bit values to two results",
        "!!NVvp5.0
LONG TEMP result64;
OUTPUT result32[2] = { result.attrib[0..1] };
UP64 result32[0], result64.xyxy;
UP64 result32[1].xy, result64.z;
END",
    ),
    fails(
        "RESULT is no keyword; the grammar has OUTPUT",
        "!!NVvp5.0
LONG TEMP result64;
RESULT result32[2] = { result.attrib[0..1] };
UP64 result32[0], result64.xyxy;
END",
    ),
    fails(
        "UP64 of a variable that is not LONG",
        "!!NVvp5.0
TEMP result64;
UP64 result.attrib[0], result64;
END",
    ),
    loads(
        "64-bit values in a fragment program",
        "!!NVfp5.0
LONG TEMP input64;
FLAT ATTRIB input32[2] = { fragment.attrib[0..1] };
PK64 input64.xy, input32[0];
PK64 input64.z, input32[1];
END",
    ),
    fails(
        "three members and two bindings",
        "!!NVfp5.0
LONG TEMP input64;
FLAT ATTRIB input32[3] = { fragment.attrib[0..1] };
PK64 input64.xy, input32[0];
END",
    ),
    // source: NV_gpu_program5, issue on interpolation: what IPAO does with derivatives instead.
    loads(
        "interpolation by derivatives",
        "!!NVfp5.0
TEMP ddx, ddy, offset, interp;
MOV interp, fragment.attrib[0];
DDX ddx, fragment.attrib[0];
MAD interp, offset.x, ddx, interp;
DDY ddx, fragment.attrib[0];
MAD interp, offset.y, ddy, interp;
END",
    ),
    // source: NV_gpu_program5, issue 16: atomics whose result nobody wants.
    loads(
        "a result that is not read",
        "!!NVvp5.0
TEMP junk, address;
ATOM.ADD.U32 junk, address, 1;
END",
    ),
    loads(
        "a result that is never written",
        "!!NVvp5.0
TEMP not_junk, address;
ATOM.ADD.U32 not_junk (FL), address, 1;
END",
    ),
    fails(
        "table X.Y: MIN does not take U64",
        "!!NVvp5.0
TEMP junk, address;
ATOM.MIN.U64 junk, address, address.x;
END",
    ),
    // source: NV_gpu_program5, issue 20: precision.
    loads(
        "a precise sum",
        "!!NVvp5.0
TEMP value, a, b, c;
ADD value, a, b;
ADD value, value, c;
ADD value, a, c;
ADD.PREC value, value, b;
END",
    ),
    // source: NV_gpu_program5, issue 21: votes.
    loads(
        "one path for the whole group",
        "!!NVvp5.0
TEMP cc, condition;
TGALL.S.CC cc.x, condition.x;
IF NE.x;
ELSE;
ENDIF;
END",
    ),
    fails(
        "the example's SNE has one operand, and takes two",
        "!!NVvp5.0
TEMP cc, condition;
SNE.S.CC cc.x, condition.x;
IF NE.x;
ELSE;
ENDIF;
END",
    ),
    // source: NV_gpu_program4, 2.X.5: the examples of blocks and subroutines. MOVC CC is of older languages.
    loads(
        "blocks",
        "!!NVvp4.0
TEMP cc, R0, R1, R2, repCount;
MOVC cc, R0;
IF GT.x;
  MOV R0, R1;
ELSE;
  MOV R0, R2;
ENDIF;
REP repCount;
ADD R0, R0, R1;
ENDREP;
square:
  MUL R0, R0, R0;
  RET;
main:
  MOV R0, 9.0;
  CAL square;
END",
    ),
    fails(
        "CC is no variable",
        "!!NVvp4.0
TEMP R0;
MOVC CC, R0;
END",
    ),
    // source: NV_gpu_program4, 2.X.4.1: suffixes in their order.
    loads(
        "suffixes",
        "!!NVvp4.0
TEMP R0;
ADDR R0, R0, R0;
ADDH_SAT R0, R0, R0;
ADDRC1_SSAT R0, R0, R0;
END",
    ),
    fails(
        "suffixes out of order",
        "!!NVvp4.0
TEMP R0;
ADDC1R_SSAT R0, R0, R0;
END",
    ),
    // source: NV_shader_storage_buffer_object, 2.X.2 and 2.X.8.
    loads(
        "the three instructions of storage buffers",
        "!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE b[] = { program.storage[0] };
TEMP a;
LDB.F32X4 a, b[16];
STB.F32X4 a, b[32];
ATOMB.ADD.U32 a.x, a, b[0];
END",
    ),
    fails(
        "without the option",
        "!!NVvp5.0
STORAGE b[] = { program.storage[0] };
TEMP a;
LDB.F32X4 a, b[16];
END",
    ),
];

#[test]
fn examples_do_what_the_text_says() {
    let options = Options::default();
    let mut wrong = Vec::new();
    for example in EXAMPLES {
        let checked = check(example.program, &options);
        if checked.accepted() != example.loads {
            let messages: Vec<&str> = checked
                .diagnostics
                .iter()
                .map(|diagnostic| diagnostic.message.as_str())
                .collect();
            wrong.push(format!("{}\n{}\n{messages:?}", example.source, example.program));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(EXAMPLES.len() > 35);
}
