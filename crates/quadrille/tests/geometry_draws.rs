//! Geometry programs in draws: what they read, what they emit, what becomes of it.

mod scenes_support;

use scenes_support::{passes, problem};

/// A frame of 8 × 8 pixels, `more` requirements aside.
const START: &str = "[require]\nSIZE 8 8\n";

/// The fragment program that gives the colour on.
const COLOR: &str = "[fragment program]\n!!NVfp5.0\nMOV result.color, fragment.color;\nEND\n";

/// The vertex program that gives position and colour on.
const VERTEX: &str = "[vertex program]
!!NVvp4.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END
";

/// Positions alone.
fn data(positions: &[[f32; 2]]) -> String {
    let rows: String = positions.iter().map(|[x, y]| format!("{x} {y}\n")).collect();
    format!("[vertex data]\nposition/0/float/2\n{rows}")
}

/// source: NV_geometry_program4 2.14.6.3: EMIT adds a vertex with the results as they are; ENDPRIM begins a new
/// strip; the end of the program completes the last; a strip of too few vertices draws nothing
#[test]
fn strips_of_points() {
    passes(&format!(
        "{START}{VERTEX}[geometry program]
!!NVgp4.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 16;
ATTRIB p = vertex.position;
TEMP c;
MOV c, {{ 0, 0, 0, 1 }};
ADD result.position, p[0], c.xxxx;
MOV result.color, {{ 1, 0, 0, 1 }};
EMIT;
ADD result.position, p[0], {{ 1, 0, 0, 0 }};
MOV result.color, {{ 1, 0, 0, 1 }};
EMIT;
ADD result.position, p[0], {{ 0, 2, 0, 0 }};
MOV result.color, {{ 1, 0, 0, 1 }};
EMIT;
ADD result.position, p[0], {{ 1, 2, 0, 0 }};
MOV result.color, {{ 1, 0, 0, 1 }};
EMIT;
ENDPRIM;
# Two vertices are no triangle.
MOV result.position, {{ -1, -1, 0, 1 }};
EMIT;
MOV result.position, {{ 3, -1, 0, 1 }};
EMIT;
ENDPRIM;
ENDPRIM;
MOV result.position, {{ 0, -1, 0, 1 }};
MOV result.color, {{ 0, 1, 0, 1 }};
EMIT;
MOV result.position, {{ 1, -1, 0, 1 }};
MOV result.color, {{ 0, 1, 0, 1 }};
EMIT;
MOV result.position, {{ 0, 1, 0, 1 }};
MOV result.color, {{ 0, 1, 0, 1 }};
EMIT;
MOV result.position, {{ 1, 1, 0, 1 }};
MOV result.color, {{ 0, 1, 0, 1 }};
EMIT;
END
{COLOR}{}[test]
clear color 0 0 1 1
clear
draw arrays POINTS 0 1
probe rect rgba (0, 0, 4, 8) (1, 0, 0, 1)
probe rect rgba (4, 0, 4, 8) (0, 1, 0, 1)
",
        data(&[[-1.0, -1.0]])
    ));
}

/// source: NV_geometry_program4 2.14.6.1: vertex[0] to vertex[2] are the triangle's; Table X.2: colours of a vertex;
/// primitive.id counts from Begin, result.primid is what the fragment program reads as primitive.id
#[test]
fn vertices_and_numbers_of_triangles() {
    passes(&format!(
        "{START}[vertex program]
!!NVvp4.0
MOV result.position, vertex.position;
MOV result.attrib[2], vertex.position;
END
[geometry program]
!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 3;
ATTRIB every = vertex.position;
INT TEMP i, id;
MUL.S id.x, primitive.id.x, 10;
MOV.S i.x, 0;
REP.S {{ 3, 0, 0, 0 }};
  MOV result.position, every[i.x];
  ADD.S result.primid.x, id.x, i.x;
  MOV result.attrib[0], vertex[2].attrib[2];
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
END
[fragment program]
!!NVfp4.0
TEMP f;
I2F.S f.x, primitive.id.x;
MUL result.color.x, f.x, 0.01;
MOV result.color.yzw, fragment.attrib[0].xxyw;
END
{}[test]
draw arrays TRIANGLES 0 6
probe rgba 0 0 0.00 0.875 0.875 1
probe rgba 7 0 0.01 0.875 0.875 1
probe rgba 7 7 0.02 0.875 0.875 1
probe rgba 2 2 0.10 0.125 0.125 1
probe rgba 3 3 0.11 0.125 0.125 1
probe rgba 4 4 0.12 0.125 0.125 1
",
        data(&[
            [-0.875, -0.875],
            [0.875, -0.875],
            [0.875, 0.875],
            [-0.375, -0.375],
            [-0.125, -0.125],
            [0.125, 0.125]
        ])
    ));
}

/// source: NV_gpu_program5 2.X.3.2: primitive.invocation is 0 on the first invocation, one on the second, and so
/// forth; 2.X.7.Y: the output of an invocation comes before that of the next
#[test]
fn invocations_in_order() {
    passes(&format!(
        "{START}{VERTEX}[geometry program]
!!NVgp5.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
INVOCATIONS 4;
TEMP at;
I2F.S at.x, primitive.invocation.x;
MAD at, at.x, {{ 0.25, 0, 0, 0 }}, {{ -0.875, -0.875, 0, 1 }};
MOV result.position, at;
MOV result.color, {{ 1, 1, 1, 1 }};
EMIT;
# All invocations draw this pixel; the last is seen.
MOV result.position, {{ 0.875, 0.875, 0, 1 }};
I2F.S at.x, primitive.invocation.x;
MUL result.color, at.x, 0.25;
EMIT;
END
{COLOR}{}[test]
draw arrays POINTS 0 1
probe rect rgba (0, 0, 4, 1) (1, 1, 1, 1)
probe rgba 4 0 0 0 0 0
probe rgba 7 7 0.75 0.75 0.75 0.75
",
        data(&[[0.0, 0.0]])
    ));
}

/// source: NV_geometry_program4 2.6.1 and 2.14.6.1: of a line with neighbours vertex[1] and vertex[2] are the ends,
/// of a triangle vertex[0], vertex[2] and vertex[4] the corners; without a geometry program the neighbours are
/// ignored
#[test]
fn neighbours() {
    let program = |input: &str, a: u32, b: u32| {
        format!(
            "[geometry program]
!!NVgp4.0
PRIMITIVE_IN {input};
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
MOV result.position, vertex[{a}].position;
MOV result.color, {{ 1, 1, 0, 1 }};
EMIT;
MOV result.position, vertex[{b}].position;
MOV result.color, {{ 0, 1, 1, 1 }};
EMIT;
END
"
        )
    };
    let row: Vec<[f32; 2]> = (0..8).map(|x| [-0.875 + 0.25 * x as f32, -0.875]).collect();
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}{}[test]
clear color 0 0 0 0
draw arrays LINE_STRIP_ADJACENCY 2 4
probe rgba 2 0 1 1 0 1
probe rgba 5 0 0 1 1 1
clear
disable GEOMETRY_PROGRAM_NV
draw arrays LINES_ADJACENCY 0 4
probe rgba 0 0 0 0 0 0
probe rgba 1 0 1 1 1 1
probe rgba 3 0 0 0 0 0
",
        program("LINES_ADJACENCY", 0, 3),
        data(&row)
    ));
    passes(&format!(
        "{START}{VERTEX}{}{COLOR}{}[test]
draw arrays GL_TRIANGLE_STRIP_ADJACENCY 0 6
probe rgba 3 0 1 1 0 1
probe rgba 5 0 0 1 1 1
",
        // Table X.1, the only triangle: the neighbour across 3/1 is vertex 4, the one across 2/3 vertex 6.
        program("TRIANGLES_ADJACENCY", 5, 3),
        data(&row)
    ));
}

/// source: NV_gpu_program5 2.14.6.1: a geometry program may take patches, whose vertices primitive.vertexcount
/// counts; EMITS: stream 0 alone is drawn
#[test]
fn patches_and_streams() {
    passes(&format!(
        "{START}{VERTEX}[geometry program]
!!NVgp5.0
PRIMITIVE_IN PATCHES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
TEMP c;
I2F.S c.x, primitive.vertexcount.x;
MUL c, c.x, 0.1;
MOV result.position, vertex[4].position;
MOV result.color, c;
EMITS {{ 0, 0, 0, 0 }}.x;
MOV result.position, vertex[0].position;
MOV result.color, c;
EMITS {{ 1, 0, 0, 0 }}.x;
END
{COLOR}{}[test]
patch parameter vertices 5
draw arrays PATCHES 0 5
probe rgba 4 4 0.5 0.5 0.5 0.5
probe rgba 0 0 0 0 0 0
",
        data(&[
            [-0.875, -0.875],
            [0.0, 0.0],
            [0.0, 0.0],
            [0.0, 0.0],
            [0.125, 0.125]
        ])
    ));
}

/// source: NV_geometry_program4 2.14.6.4: once VERTICES_OUT vertices are emitted, further EMITs may have no effect;
/// here they have none, so that an endless loop ends by its budget and takes no room
#[test]
fn no_more_than_vertices_out() {
    passes(&format!(
        "{START}{VERTEX}[geometry program]
!!NVgp4.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 2;
TEMP at;
MOV at, {{ -0.875, -0.875, 0, 1 }};
REP {{ 5, 0, 0, 0 }};
  MOV result.position, at;
  MOV result.color, {{ 1, 1, 1, 1 }};
  EMIT;
  ADD at.x, at.x, 0.25;
ENDREP;
END
{COLOR}{}[test]
draw arrays POINTS 0 1
probe rect rgba (0, 0, 2, 1) (1, 1, 1, 1)
probe rgba 2 0 0 0 0 0
",
        data(&[[0.0, 0.0]])
    ));
}

/// source: NV_geometry_shader_passthrough 2.X.7.Y: attributes that PASSTHROUGH names are copied from each vertex of
/// the primitive; what the program writes goes to all of them
#[test]
fn vertices_that_pass_through() {
    passes(&format!(
        "{START}{VERTEX}[geometry program]
!!NVgp5.0
OPTION NV_geometry_program_passthrough;
PRIMITIVE_IN TRIANGLES;
PASSTHROUGH result.position;
MOV result.color, {{ 0, 0.5, 1, 1 }};
END
{COLOR}[test]
draw rect -1 -1 1 2
probe rect rgba (0, 0, 4, 8) (0, 0.5, 1, 1)
probe rgba 4 4 0 0 0 0
"
    ));
}

/// source: NV_geometry_program4 2.X.3.2: without a vertex program attributes come from fixed-function processing,
/// clip distances among them, and instances are drawn one after another (EXT_draw_instanced)
#[test]
fn fixed_function_vertices() {
    passes(&format!(
        "{START}[geometry program]
!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
ATTRIB p = vertex.position;
ATTRIB c = vertex.color;
ATTRIB t = vertex.texcoord[1];
ATTRIB d = vertex.clip[2];
INT TEMP i;
MOV.S i.x, 0;
REP.S {{ 3, 0, 0, 0 }};
  MOV result.position, p[i.x];
  MOV result.color.x, c[i.x].x;
  MOV result.color.y, t[i.x].x;
  MOV result.color.z, d[i.x].x;
  MOV result.color.w, c[i.x].w;
  EMIT;
  ADD.S i.x, i.x, 1;
ENDREP;
END
{COLOR}[test]
color 0.25 0 0 1
texcoord 1 (0.5, 0, 0, 1)
clipplane 2 0 0 0 0.75
enable CLIP_PLANE2
draw rect -1 -1 2 2
probe all rgba 0.25 0.5 0.75 1
"
    ));
}

/// source: NV_geometry_program4, Errors: a mode that is incompatible with the input primitive type of the geometry
/// program; ARB_tessellation_shader: patches without a program that takes them
#[test]
fn modes_that_do_not_fit() {
    let program = "[geometry program]
!!NVgp4.0
PRIMITIVE_IN LINES;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 1;
EMIT;
END
";
    let draws = |program: &str, test: &str| problem(&format!("{START}{program}[test]\n{test}\n"));
    assert!(draws(program, "draw rect 0 0 1 1").contains("PRIMITIVE_IN"));
    assert!(draws("", "draw rect patch 0 0 1 1").contains("patches need"));
    let patches = program.replace("gp4", "gp5").replace("LINES", "PATCHES");
    let zero = format!(
        "{}[test]\npatch parameter vertices 0\ndraw arrays PATCHES 0 1\n",
        data(&[[0.0, 0.0]])
    );
    assert!(problem(&format!("{START}{patches}{zero}")).contains("a patch of 0 vertices"));
}
