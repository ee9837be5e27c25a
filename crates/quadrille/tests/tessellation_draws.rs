//! Tessellation programs in draws: patches, levels, what each vertex reads, what becomes of it.

mod scenes_support;

use scenes_support::{passes, problem};

const START: &str = "[require]\nSIZE 8 8\n";

const VERTEX: &str = "[vertex program]
!!NVvp5.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
MOV result.id.x, vertex.id.x;
END
";

const COLOR: &str = "[fragment program]\n!!NVfp5.0\nMOV result.color, fragment.color;\nEND\n";

/// An evaluation program that spreads a quadrilateral over its patch of four corners and shows `color`.
fn quads(color: &str) -> String {
    format!(
        "[tessellation evaluation program]
!!NVtep5.0
TESS_MODE QUADS;
TEMP low, high;
LRP low, vertex.tesscoord.x, vertex[1].position, vertex[0].position;
LRP high, vertex.tesscoord.x, vertex[3].position, vertex[2].position;
LRP result.position, vertex.tesscoord.y, high, low;
{color}
END
"
    )
}

/// source: ARB_tessellation_shader 2.X.2: without a control program the levels are those of PatchParameterfv, one at
/// first, and a level of zero discards the patch; figure X.1: tesscoord is (0,0) to (1,1) from corner to corner
#[test]
fn default_levels() {
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}[test]
clear color 0 0 0 0
draw rect patch -1 -1 2 2
probe rgba 0 0 0.0625 0.0625 0.1 0.1
probe rgba 7 3 0.9375 0.4375 0.1 0.1
clear
patch parameter default level outer 7 3 2.5 1
patch parameter default level inner 5 4
draw rect patch -1 -1 2 2
probe rgba 0 0 0.0625 0.0625 0.5 0.25
probe rgba 7 3 0.9375 0.4375 0.5 0.25
clear
patch parameter default level outer 7 3 0 1
draw rect patch -1 -1 2 2
probe all rgba 0 0 0 0
",
        quads(
            "MOV result.color.xy, vertex.tesscoord;
MUL result.color.z, primitive.tessinner[0].x, 0.1;
MUL result.color.w, primitive.tessouter[2].x, 0.1;"
        )
    ));
}

/// source: NV_tessellation_program5 2.X.2: the control program runs once for each vertex of the patch that goes out,
/// reads all that come in, and gives levels and attributes of the patch; primitive.vertexcount is the size of the
/// patch that comes in; vertex.out reads what its invocations have written
#[test]
fn control_programs() {
    passes(&format!(
        "{START}{VERTEX}[tessellation control program]
!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB position = vertex.in.position;
ATTRIB made = vertex.out.position;
INT TEMP i;
TEMP count;
MOV.S i.x, primitive.invocation.x;
MOV result.position, position[i.x];
MOV result.patch.tessouter[0], 2;
MOV result.patch.tessouter[1], 2;
MOV result.patch.tessouter[2], 2;
MOV result.patch.tessouter[3], 2;
MOV result.patch.tessinner[0], 2;
MOV result.patch.tessinner[1], 2;
I2F.S count, primitive.vertexcount.x;
MUL count, count, 0.1;
MOV result.patch.attrib[3], count;
# The corner across, which another invocation made.
SUB.S i.x, 3, i.x;
MOV result.attrib[0], made[i.x];
END
{}{COLOR}[test]
draw rect patch -1 -1 2 2
probe all rgba 0.4 1 1 0.4
",
        quads(
            "MOV result.color.xw, primitive.patch.attrib[3];
MOV result.color.y, vertex[0].attrib[0].x;
MOV result.color.z, vertex[2].attrib[0].x;"
        )
    ));
}

/// source: ARB_tessellation_shader 2.6.1: patches of v vertices, left-over vertices are ignored; 2.X.2.1: (0,1,0) is
/// the second vertex of a triangle; primitive.id counts patches, also for fragments
#[test]
fn triangles_and_numbers() {
    passes(&format!(
        "{START}{VERTEX}[tessellation evaluation program]
!!NVtep5.0
TESS_MODE TRIANGLES;
TESS_SPACING FRACTIONAL_ODD;
TEMP p;
MUL p, vertex.tesscoord.x, vertex[0].position;
MAD p, vertex.tesscoord.y, vertex[1].position, p;
MAD p, vertex.tesscoord.z, vertex[2].position, p;
MOV result.position, p;
MOV result.color, vertex.tesscoord;
END
[fragment program]
!!NVfp5.0
TEMP n;
I2F.S n.x, primitive.id.x;
MOV result.color, fragment.color;
MUL result.color.w, n.x, 0.5;
END
[vertex data]
position/0/float/2
-1 -1
-1 3
3 -1
-1 -1
-1 7
7 -1
-1 -1
[test]
patch parameter default level outer 3 2 4 0
patch parameter default level inner 5.5 0
patch parameter vertices 3
draw arrays PATCHES 0 3
# u = 1 − v − w; pixel (x, y) is at v = (y + ½)/16, w = (x + ½)/16.
probe rgba 0 0 0.9375 0.03125 0.03125 0
probe rgba 6 2 0.4375 0.15625 0.40625 0
draw arrays PATCHES 0 7
probe rgba 6 2 0.71875 0.078125 0.203125 0.5
"
    ));
}

/// source: NV_tessellation_program5 2.X.7: TESS_VERTEX_ORDER decides which way triangles run, TESS_POINT_MODE draws
/// the vertices; 2.X.2, isolines: lines at v = 0 and 1/2 of two
#[test]
fn orders_points_and_lines() {
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}[test]
enable CULL_FACE
draw rect patch -1 -1 2 2
probe all rgba 0 0 0 0
disable CULL_FACE
draw rect patch -1 -1 2 2
probe all rgba 1 1 1 1
",
        quads("MOV result.color, 1;").replace("QUADS;", "QUADS;\nTESS_VERTEX_ORDER CW;")
    ));
    let dots = "-0.875 -0.875 1.5 1.5";
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}[test]
draw rect patch {dots}
probe rgba 0 0 1 1 1 1
probe rgba 6 0 1 1 1 1
probe rgba 0 6 1 1 1 1
probe rgba 6 6 1 1 1 1
probe rgba 3 3 0 0 0 0
probe rgba 3 0 0 0 0 0
",
        quads("MOV result.color, 1;").replace("QUADS;", "QUADS;\nTESS_POINT_MODE;")
    ));
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}[test]
patch parameter default level outer 2 3 0 0
draw rect patch -1 -0.875 2 2
probe rect rgba (0, 0, 7, 1) (1, 1, 1, 1)
probe rect rgba (0, 1, 8, 3) (0, 0, 0, 0)
probe rect rgba (0, 4, 7, 1) (1, 1, 1, 1)
probe rect rgba (0, 5, 8, 3) (0, 0, 0, 0)
",
        quads("MOV result.color, 1;").replace("QUADS", "ISOLINES")
    ));
}

/// source: NV_tessellation_program5: what the tessellator makes goes to the geometry program, as triangles; without
/// an evaluation program the patch does, with its levels and attributes (NV_gpu_program5 2.X.3.2)
#[test]
fn geometry_programs_behind() {
    passes(&format!(
        "{START}{VERTEX}{}[geometry program]
!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
TEMP p;
ADD p, vertex[0].position, vertex[1].position;
ADD p, p, vertex[2].position;
MUL result.position, p, 0.333333333;
MOV result.color, vertex[0].color;
EMIT;
END
{COLOR}[test]
# Two triangles, (0,0) (1,0) (1,1) and (0,0) (1,1) (0,1): their centres are at ⅔, ⅓ and ⅓, ⅔.
draw rect patch -1 -1 2 2
probe rgba 5 2 1 1 0 1
probe rgba 2 5 1 1 0 1
probe rgba 4 4 0 0 0 0
probe rgba 3 3 0 0 0 0
",
        quads("MOV result.color, { 1, 1, 0, 1 };")
    ));
    passes(&format!(
        "{START}{VERTEX}[tessellation control program]
!!NVtcp5.0
VERTICES_OUT 2;
MOV result.position, vertex[0].position;
MOV result.patch.tessouter[1], 0.25;
MOV result.patch.tessinner[1], 0.5;
MOV result.patch.attrib[0], 0.75;
END
[geometry program]
!!NVgp5.0
PRIMITIVE_IN PATCHES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
TEMP c;
I2F.S c.x, primitive.vertexcount.x;
MOV result.position, vertex[1].position;
MUL result.color.x, c.x, 0.1;
MOV result.color.y, primitive.tessouter[1].x;
MOV result.color.z, primitive.tessinner[1].x;
MOV result.color.w, primitive.patch.attrib[0].x;
EMIT;
END
{COLOR}[test]
draw rect patch -0.875 -0.875 1 1
probe rgba 0 0 0.2 0.25 0.5 0.75
"
    ));
}

/// source: NV_tessellation_program5, Errors: tessellation programs with a mode other than PATCHES
#[test]
fn modes_that_do_not_fit() {
    let scene = format!(
        "{START}{}[test]\ndraw rect 0 0 1 1\n",
        quads("MOV result.color, 1;")
    );
    assert!(problem(&scene).contains("take patches"));
}

/// A patch of many vertices through all stages at their highest levels is drawn in parts.
#[test]
fn large_levels_stay_small() {
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}[test]
patch parameter default level outer 64 64 64 64
patch parameter default level inner 64 64
draw rect patch -1 -1 2 2
probe rgba 0 0 0.0625 0.0625 0 1
probe rgba 7 7 0.9375 0.9375 0 1
",
        quads("MOV result.color, { 0, 0, 0, 1 };\nMOV result.color.xy, vertex.tesscoord;")
    ));
}
