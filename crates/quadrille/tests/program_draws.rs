//! What programs in draws and dispatches are told besides parameters: subroutines, handles, state programs,
//! instances, samples; and attributes at other places.

mod scenes_support;

use scenes_support::{passes, problem};

const START: &str = "[require]\nSIZE 8 8\n";

/// source: NV_gpu_program5 2.X.3.9 and CALI: a subroutine parameter holds the number of a function of its type,
/// and is set for each stage (ProgramSubroutineParametersuivNV); function 0 before
#[test]
fn subroutines() {
    let scene = |test: &str| {
        format!(
            "{START}[fragment program]
!!NVfp5.0
SUBROUTINETYPE tint {{ red, green }};
SUBROUTINE tint chosen = program.subroutine[1];
main:
MOV result.color, {{ 0, 0, 0, 1 }};
CALI chosen;
RET;
red SUBROUTINENUM(0):
MOV result.color.x, 1;
RET;
green SUBROUTINENUM(1):
MOV result.color.y, 1;
RET;
END
[test]
{test}"
        )
    };
    passes(&scene(
        "draw rect -1 -1 2 2
probe all rgba 1 0 0 1
subroutine fp 1 green
draw rect -1 -1 2 2
probe all rgba 0 1 0 1
subroutine fp 1 red
draw rect -1 -1 2 2
probe all rgba 1 0 0 1
",
    ));
    assert!(problem(&scene("subroutine fp 1 blue\n")).contains("cannot hold `blue`"));
    assert!(problem(&scene("subroutine fp 0 red\n")).contains("subroutine parameter 0"));
    assert!(problem(&scene("subroutine gp 1 red\n")).contains("no program"));
    passes(
        "[compute program]
!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1 1 1;
STORAGE out[] = { program.storage[0] };
SUBROUTINETYPE number { one, two };
SUBROUTINE number chosen = program.subroutine[0];
TEMP n;
main:
CALI chosen;
STB.U32 n, out[0];
RET;
one SUBROUTINENUM(0):
MOV.U n.x, 1;
RET;
two SUBROUTINENUM(1):
MOV.U n.x, 2;
RET;
END
[test]
buffer out size 4
bind storage 0 out
subroutine cp 0 two
dispatch 1 1 1
probe buffer out 0 u32 2
",
    );
}

/// source: NV_bindless_texture 2.X.4.4: `handle(…)` names a texture or image by 64 bits in place of a unit; the
/// handle stands for its texture whatever is bound later
#[test]
fn handles() {
    passes(&format!(
        "{START}[fragment program]
!!NVfp5.0
OPTION NV_bindless_texture;
LONG TEMP h;
PK64.U h.x, program.local[0];
TEX result.color, fragment.texcoord[0], handle(h.x), 2D;
END
[test]
texture rgbw 3 (2,2)
parameter local_fp 0 handle texture 3
texture checkerboard 3 0 (2,2) (0,0,0,0) (0,0,0,0)
draw rect tex -1 -1 2 2 0 0 1 1
probe rgba 0 0 1 0 0 1
probe rgba 7 0 0 1 0 1
probe rgba 0 7 0 0 1 1
probe rgba 7 7 1 1 1 1
parameter local_fp 0 handle texture 3
draw rect tex -1 -1 2 2 0 0 1 1
probe all rgba 0 0 0 0
"
    ));
    passes(
        "[compute program]
!!NVcp5.0
OPTION NV_bindless_texture;
OPTION NV_parameter_buffer_object2;
GROUP_SIZE 2 2 1;
CBUFFER handles[] = { program.buffer[0] };
LONG TEMP h;
TEMP at, value;
MOV.U at, invocation.localid;
MAD.U value.x, at.y, 2, at.x;
ADD.U value.x, value.x, 7;
LDC.U64 h.x, handles[0];
STOREIM.U32 handle(h.x), value, at, 2D;
END
[test]
texture empty 0 2D (2,2) GL_R32UI
bind image 0 texture 0 WRITE_ONLY GL_R32UI
buffer handles data u32 0 0
bind buffer_cp 0 handles
buffer handles handle image 0
bind buffer_cp 0 handles
dispatch 1 1 1
buffer texels image 0
probe buffer texels 0 u32 7 8 9 10
",
    );
}

/// source: NV_vertex_program 2.14.4: ExecuteProgramNV loads its four floats into v[0], and the program writes c[n];
/// it is an error to write what a matrix is tracked into
#[test]
fn vertex_state_programs() {
    let scene = "[require]
SIZE 8 8
[vertex state program]
!!VSP1.0
MUL c[10], v[0], v[0];
MOV R0, c[10];
ADD c[11], R0, v[0];
END
[vertex program]
!!VP1.0
MOV o[HPOS], v[OPOS];
MOV o[COL0], c[11];
END
[test]
execute (0.5, 0.25, 0, 0.5)
draw rect -1 -1 2 2
probe all rgba 0.75 0.3125 0 0.75
execute (0.25, 0.5, 0, 0.5)
draw rect -1 -1 2 2
probe all rgba 0.3125 0.75 0 0.75
";
    passes(scene);
    assert!(problem("[test]\nexecute (0, 0, 0, 0)\n").contains("no [vertex state program]"));
}

/// source: NV_vertex_program4 2.X.3.2: vertex.id is the number in the arrays; vertex.instance counts the instances of
/// a draw (EXT_draw_instanced); NV_geometry_program4: primitive.id begins anew with each
#[test]
fn vertices_instances_and_primitives() {
    passes(&format!(
        "{START}[vertex program]
!!NVvp4.0
TEMP n;
I2F.S n.x, vertex.instance.x;
I2F.S n.y, vertex.id.x;
MUL n, n, 0.25;
MOV result.position, vertex.position;
ADD result.position.y, vertex.position.y, n.x;
MUL result.color, n.xyxy, {{ 1, 0.5, 0, 0 }};
END
[fragment program]
!!NVfp4.0
TEMP p;
I2F.S p.x, primitive.id.x;
MOV result.color, fragment.color;
MUL result.color.z, p.x, 0.25;
END
[vertex data]
position/0/float/2
9 9
-0.875 -0.875
-0.625 -0.875
-0.375 -0.875
[test]
draw arrays instanced POINTS 1 3 4
probe rgba 0 0 0.0 0.125 0.00 0
probe rgba 1 0 0.0 0.250 0.25 0
probe rgba 2 0 0.0 0.375 0.50 0
probe rgba 0 1 0.25 0.125 0.00 0
probe rgba 2 3 0.75 0.375 0.50 0
probe rgba 0 4 0 0 0 0
"
    ));
    passes(&format!(
        "{START}[vertex program]
!!NVvp4.0
TEMP n;
I2F.S n.x, vertex.instance.x;
MAD result.position, n.x, {{ 1, 0, 0, 0 }}, vertex.position;
MOV result.color, vertex.color;
END
[test]
draw instanced rect 2 -1 -1 0.5 2
probe rect rgba (0, 0, 2, 8) (1, 1, 1, 1)
probe rect rgba (2, 0, 2, 8) (0, 0, 0, 0)
probe rect rgba (4, 0, 2, 8) (1, 1, 1, 1)
"
    ));
}

/// source: NV_gpu_program5 2.X.3.2: LONG ATTRIB variables have components of 64 bits; 1 + 2⁻³⁰ − 1 is 2⁻³⁰ there, and 0
/// in 32 bits
#[test]
fn long_attributes() {
    passes(&format!(
        "{START}[vertex program]
!!NVvp5.0
LONG ATTRIB a = vertex.attrib[3];
LONG TEMP r, small;
TEMP color;
MOV.F64 r, a;
ADD.F64 r, r, {{ 9.31322574615478515625e-10, 0, 0, 0 }};
SUB.F64 r, r, {{ 1, 0, 0, 0 }};
MUL.F64 r, r, {{ 536870912.0, 1, 1, 1 }};
CVT.F32.F64 color, r;
MOV result.color, color;
MOV result.position, vertex.position;
END
[test]
attrib 3 (1, 0.25, 0.5, 1)
draw rect -1 -1 2 2
probe all rgba 0.5 0.25 0.5 1
"
    ));
}

/// source: NV_texture_multisample and NV_gpu_program5 TXFMS: the fourth coordinate chooses the sample
#[test]
fn samples_of_texels() {
    passes(&format!(
        "{START}[fragment program]
!!NVfp5.0
INT TEMP at;
ROUND.S at, program.local[0];
TXFMS result.color, at, texture[1], 2DMS;
END
[test]
texture multisample 1 (2,2) (1,0,0,1) (0,1,0,1) (0,0,1,1) (1,1,0,1)
draw rect -1 -1 2 2
probe all rgba 1 0 0 1
parameter local_fp 0 (1,1,0,3)
draw rect -1 -1 2 2
probe all rgba 1 1 0 1
"
    ));
}

/// source: NV_gpu_program5 2.X.8.Z IPAO: the attribute at an offset in pixels from the pixel's centre, with the
/// interpolation of its declaration otherwise; IPAC and IPAS with one sample in the middle: as it is. The texture
/// coordinate is x/8 over eight pixels, so that half a pixel is 1/16.
#[test]
fn attributes_at_other_places() {
    passes(&format!(
        "{START}[fragment program]
!!NVfp5.0
TEMP r;
IPAO r.x, fragment.texcoord[0], {{ 0.5, 0, 0, 0 }};
IPAO r.y, fragment.texcoord[0].xyxy, {{ -0.5, 0.25, 0, 0 }};
IPAC r.z, fragment.texcoord[0].x;
IPAS r.w, fragment.texcoord[0].x, 0;
MOV result.color, r;
END
[test]
draw rect tex -1 -1 2 2 0 0 1 1
probe rgba 2 1 0.375 0.21875 0.3125 0.3125
probe rgba 6 6 0.875 0.84375 0.8125 0.8125
"
    ));
    // With w of 1 and 3 at the left and right, a at the middle of the window has weight (½·1/1) / (½·1/1 + ½·1/3);
    // without perspective it is a half.
    passes(
        "[require]
SIZE 1 1
[vertex program]
!!NVvp5.0
MOV result.position, vertex.position;
MOV result.attrib[0], vertex.texcoord[0];
MOV result.attrib[1], vertex.texcoord[0];
MOV result.attrib[2], vertex.texcoord[0];
END
[fragment program]
!!NVfp5.0
NOPERSPECTIVE ATTRIB straight = fragment.attrib[1];
FLAT ATTRIB flat = fragment.attrib[2];
IPAO result.color.x, fragment.attrib[0], { 0, 0, 0, 0 };
IPAO result.color.y, straight.x, { 0, 0, 0, 0 };
IPAO result.color.z, straight.x, { 0.25, 0, 0, 0 };
IPAO result.color.w, flat.x, { 0.25, 0, 0, 0 };
END
[vertex data]
position/0/float/4 tex0/8/float/1
-1 -1 0 1  0
3 -3 0 3  1
-1 1 0 1  0
3 3 0 3  1
[test]
draw arrays TRIANGLE_STRIP 0 4
probe rgba 0 0 0.25 0.5 0.75 1
",
    );
}

/// source: GL 2.1, 3.3: all fragments of a point have the data of its vertex; 4.2.4: colours are clamped
#[test]
fn fragments_of_a_point_have_its_data_even_where_it_is_infinite() {
    passes(&format!(
        "{START}[vertex program]
!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.texcoord[0], vertex.texcoord[0];
END
[fragment program]
!!ARBfp1.0
MOV result.color, fragment.texcoord[0];
END
[vertex data]
0/float/4 8/float/4
0 0 0 1 inf -inf 3 1
[test]
pointsize 4
draw arrays GL_POINTS 0 1
probe rgba 4 4 1 0 1 1
probe rgba 2 5 1 0 1 1
"
    ));
}

/// source: ARB_vertex_shader, "New State": CURRENT_VERTEX_ATTRIB_ARB is (0,0,0,1) at first, of attributes that no
/// conventional one shares a number with too
#[test]
fn attributes_that_nothing_was_given_to() {
    for number in [1, 6, 7, 15] {
        passes(&format!(
            "{START}[vertex program]
!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.attrib[{number}];
END
[test]
clear
draw rect -1 -1 2 2
probe all rgba 0 0 0 1
"
        ));
    }
}

/// source: NV_gpu_program5 2.X.8.Z IPAO and OpenGL 2.1, equations 3.6 to 3.8: with a = 1/w at the corners and λ the
/// barycentric coordinates in the window, a value f is Σλaf / Σλa. The corners are at (−1, −1), (3, −1) and (−1, 3) with
/// w = 1, 2 and 4, λ₁ = (x + 1)/4 and λ₂ = (y + 1)/4. At the centre of pixel (1, 2) λ is 0.1875 and 0.3125, and Σλa 0.671875; a
/// quarter of a pixel to the right and as much downwards 0.21875, 0.28125 and 0.6796875.
#[test]
fn offsets_are_interpolated_with_perspective() {
    let scene = |attribute: &str, most: u32, expected: &str| {
        format!(
            "[require]\nSIZE 4 4\n[fragment program]\n!!NVfp5.0\n{attribute} place = fragment.texcoord[0];\n\
             IPAO.F result.color.xy, place, {{0.25, -0.25, 0, 0}};\nMOV result.color.zw, place.xyxy;\nEND\n\
             [vertex data]\nposition/0/float/4 texcoord/8/float/2\n-1 -1 0 1 0 0\n6 -2 0 2 {most} 0\n\
             -4 12 0 4 0 {most}\n[test]\ntolerance 0.003 0.003 0.003 0.003\ndraw arrays TRIANGLES 0 3\n\
             probe rgba 1 2 {expected}\n"
        )
    };
    // 4 · 0.21875/2 / 0.6796875, 4 · 0.28125/4 / 0.6796875, 4 · 0.1875/2 / 0.671875, 4 · 0.3125/4 / 0.671875
    passes(&scene("ATTRIB", 4, "0.643678 0.413793 0.558140 0.465116"));
    passes(&scene("NOPERSPECTIVE ATTRIB", 2, "0.4375 0.5625 0.375 0.625"));
}
