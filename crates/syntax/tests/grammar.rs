//! Every form of the grammars, one a line: the text, and the tree that the grammar gives it.
//!
//! In the written tree, `.a.b` is a path, `<…; …>` are the operands of an instruction, `@` marks what is
//! attached to an operand, ` .F` a modifier.

mod common;

use common::{WORDS, statement};
use quadrille_syntax::parse;

#[test]
fn instructions() {
    // source: the grammars of ARB_vertex_program, ARB_fragment_program, NV_vertex_program, NV_vertex_program2,
    // NV_fragment_program, NV_gpu_program4 and NV_gpu_program5.
    for (text, tree) in [
        ("ELSE;", "ELSE<>"),
        ("REP.S;", "REP .S<>"),
        ("MAD R0.xyz, R1, -c[2], R3.w;", "MAD<.R0.xyz; .R1; -.c[2]; .R3.w>"),
        ("MUL_SAT R0, -|R1.x|, |-R2|;", "MUL_SAT<.R0; -|.R1.x|; |-.R2|>"),
        (
            "ADD.F32.SAT R0, R1, {1,2,-3}.x;",
            "ADD .F32 .SAT<.R0; .R1; {1, 2, -3}.x>",
        ),
        ("ADD R0, 11.0.x, 2;", "ADD<.R0; 11.0.x; 2>"),
        ("ADD R0, .5, 5.;", "ADD<.R0; .5; 5.>"),
        ("ADD R0, 1e5, 1.e-3;", "ADD<.R0; 1e5; 1.e-3>"),
        ("ADD R0, +R1, 0xFf;", "ADD<.R0; +.R1; 0xFf>"),
        ("MOV o[HPOS], c[A0.x + 3];", "MOV<.o[.HPOS]; .c[.A0.x + 3]>"),
        ("MOV R0, c[A0.x-3].y;", "MOV<.R0; .c[.A0.x - 3].y>"),
        ("MOV R0, a[1][R1.w];", "MOV<.R0; .a[1][.R1.w]>"),
        ("ARL A0.x, v[0].x;", "ARL<.A0.x; .v[0].x>"),
        ("SWZ R0, R1, x, -y, 0, -1;", "SWZ<.R0; .R1; .x; -.y; 0; -1>"),
        ("TEX R0, f[TEX0], TEX0, 2D;", "TEX<.R0; .f[.TEX0]; .TEX0; .2D>"),
        (
            "TEX R0, R1, texture[0], 2D, (1,0,-2);",
            "TEX<.R0; .R1; .texture[0]; .2D; (1, 0, -2)>",
        ),
        (
            "TEX R0, R1, texture[0], 2D (1,0);",
            "TEX<.R0; .R1; .texture[0]; .2D @(1, 0)>",
        ),
        (
            "TEX R0, R1, texture[0], 2D offset(R2);",
            "TEX<.R0; .R1; .texture[0]; .2D @.offset(.R2)>",
        ),
        (
            "TEX R0, R1, t, 2D, offset (R2);",
            "TEX<.R0; .R1; .t; .2D; .offset(.R2)>",
        ),
        (
            "TXFMS R0, R1, texture[0], 2DMS;",
            "TXFMS<.R0; .R1; .texture[0]; .2DMS>",
        ),
        (
            "TEX R0, R1, texture[0], 1D_STACK;",
            "TEX<.R0; .R1; .texture[0]; .1D_STACK>",
        ),
        (
            "TXG R0, R1, texture[3].y, SHADOW2D;",
            "TXG<.R0; .R1; .texture[3].y; .SHADOW2D>",
        ),
        (
            "TEX R0, R1, handle(R2.x), 3D;",
            "TEX<.R0; .R1; .handle(.R2.x); .3D>",
        ),
        (
            "STOREIM.F image[0], R0, R1, 2D;",
            "STOREIM .F<.image[0]; .R0; .R1; .2D>",
        ),
        ("MOVC RC.xy (EQ), R0;", "MOVC<.RC.xy @(.EQ); .R0>"),
        ("MOV.CC1 R0(GT1.xyzw), R1;", "MOV .CC1<.R0 @(.GT1.xyzw); .R1>"),
        ("IF GT.x;", "IF<.GT.x>"),
        ("BRK (NE.x);", "BRK<(.NE.x)>"),
        ("KIL (LT.x);", "KIL<(.LT.x)>"),
        ("KIL -R0.x;", "KIL<-.R0.x>"),
        ("RET;", "RET<>"),
        ("BRA l (GT.x);", "BRA<.l @(.GT.x)>"),
        ("CAL l GT.x;", "CAL<.l @.GT.x>"),
        ("CALI v[2] (TR);", "CALI<.v[2] @(.TR)>"),
        (
            "MADR_SAT R0, f[TEX0], p[3], -|{1,2,3,4}.x|;",
            "MADR_SAT<.R0; .f[.TEX0]; .p[3]; -|{1, 2, 3, 4}.x|>",
        ),
        ("MEMBAR.CTA;", "MEMBAR .CTA<>"),
        ("ATOM.ADD.U32 R0.x, R1, p.x;", "ATOM .ADD .U32<.R0.x; .R1; .p.x>"),
        ("MOV\nR0\n,\nR1\n;", "MOV<.R0; .R1>"),
        ("MOV R0, # the result\n R1;", "MOV<.R0; .R1>"),
        (
            "MOV R0, state.matrix.mvp.row[3];",
            "MOV<.R0; .state.matrix.mvp.row[3]>",
        ),
        (
            "MOV R0, vertex.in[1].attrib[2].x;",
            "MOV<.R0; .vertex.in[1].attrib[2].x>",
        ),
    ] {
        assert_eq!(statement(text), tree, "{text}");
    }
}

#[test]
fn declarations() {
    // source: the same grammars, with EXT_shader_image_load_store, ARB_shader_subroutine,
    // NV_geometry_program4, NV_compute_program5, NV_shader_atomic_counters and
    // NV_geometry_shader_passthrough.
    for (text, tree) in [
        ("TEMP a, b[3], c[2][4];", "TEMP .a; .b[3]; .c[2][4]"),
        ("OPTION NV_gpu_program_fp64;", "OPTION .NV_gpu_program_fp64"),
        ("PARAM p = -3.5;", "PARAM .p = -3.5"),
        (
            "PARAM m[4] = { state.matrix.mvp.row[0..3] };",
            "PARAM .m[4] = {.state.matrix.mvp.row[0 .. 3]}",
        ),
        (
            "PARAM c[] = { {1,2}, program.env[5..6], 4 };",
            "PARAM .c[] = {{1, 2}, .program.env[5 .. 6], 4}",
        ),
        (
            "FLAT LONG ATTRIB a[2] = { fragment.attrib[0..1] };",
            "ATTRIB .FLAT .LONG .a[2] = {.fragment.attrib[0 .. 1]}",
        ),
        (
            "OUTPUT o = result.color.front.primary;",
            "OUTPUT .o = .result.color.front.primary",
        ),
        ("ALIAS n = o;", "ALIAS .n = .o"),
        (
            "BUFFER4 b[] = { program.buffer[0][1..2] };",
            "BUFFER4 .b[] = {.program.buffer[0][1 .. 2]}",
        ),
        (
            "CBUFFER b[2][] = { program.buffer[0..1] };",
            "CBUFFER .b[2][] = {.program.buffer[0 .. 1]}",
        ),
        ("DEFINE pi = 3.14;", "DEFINE .pi = 3.14"),
        ("DECLARE x;", "DECLARE .x"),
        ("DECLARE x = {1,2,3,4};", "DECLARE .x = {1, 2, 3, 4}"),
        (
            "COUNTER c = program.counter[0];",
            "COUNTER .c = .program.counter[0]",
        ),
        (
            "COUNTER c program.counter[0];",
            "COUNTER .c = .program.counter[0]",
        ),
        (
            "COUNTER c[2] { program.counter[0..1] };",
            "COUNTER .c[2] = {.program.counter[0 .. 1]}",
        ),
        ("SUBROUTINETYPE T { a, b };", "SUBROUTINETYPE .T = {.a, .b}"),
        ("SUBROUTINETYPE T { };", "SUBROUTINETYPE .T = {}"),
        (
            "SUBROUTINE T v = program.subroutine[0];",
            "SUBROUTINE T:.v = .program.subroutine[0]",
        ),
        (
            "SUBROUTINE T v[2] = { program.subroutine[0..1] };",
            "SUBROUTINE T:.v[2] = {.program.subroutine[0 .. 1]}",
        ),
        (
            "PASSTHROUGH result.position, result.attrib[0..3];",
            "PASSTHROUGH .result.position; .result.attrib[0 .. 3]",
        ),
        ("PRIMITIVE_IN TRIANGLES;", "PRIMITIVE_IN .TRIANGLES"),
        ("GROUP_SIZE 8 8 1;", "GROUP_SIZE 8; 8; 1"),
        ("GROUP_SIZE 8, 8;", "GROUP_SIZE 8; 8"),
        (
            "GROUP_SIZE 8 8 SHARED_MEMORY 64 TEMP a;",
            "GROUP_SIZE 8; 8 / SHARED_MEMORY 64 / TEMP .a",
        ),
        (
            "VERTICES_OUT 3\nMOV.F R0, R1;",
            "VERTICES_OUT 3 / MOV .F<.R0; .R1>",
        ),
        ("RESULT r = result.position;", "RESULT .r = .result.position"),
    ] {
        assert_eq!(statement(text), tree, "{text}");
    }
}

#[test]
fn labels() {
    // source: NV_vertex_program2 <vp2-instructionLabel>; ARB_shader_subroutine <instLabel>.
    assert_eq!(statement("main: RET;"), "label main / RET<>");
    assert_eq!(
        statement("batman SUBROUTINENUM(0): RET;"),
        "label batman SUBROUTINENUM=0 / RET<>"
    );
    assert_eq!(statement("FLAT: TEMP: ELSE;"), "label FLAT / label TEMP / ELSE<>");
}

#[test]
fn a_program_begins_right_after_its_header() {
    // source: ARB_vertex_program 2.14.2: parsing begins with the character after the header string.
    for (text, header) in [
        ("!!ARBvp1.0TEMP a;END", "!!ARBvp1.0"),
        ("!!ARBfp1.0#\nTEMP a;END", "!!ARBfp1.0"),
        ("!!VP2.0 TEMP a;END", "!!VP2.0"),
        ("!!NVtcp5.0\r\nTEMP a;END # end", "!!NVtcp5.0"),
    ] {
        let tree = parse(text, &WORDS);
        assert_eq!(tree.errors, [], "{text}");
        assert_eq!(tree.header.map(|header| header.text), Some(header), "{text}");
        assert_eq!(tree.statements.len(), 1, "{text}");
        assert!(tree.end.is_some(), "{text}");
    }
}
