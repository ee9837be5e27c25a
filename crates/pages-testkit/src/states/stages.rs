//! Scenes of what `!!NVgp5.0` and `!!NVfp5.0` have beside arithmetic and textures.

use super::StateScene;

/// A vertex program that gives position and colour on.
const VERTEX: &str = "[vertex program]
!!NVvp4.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END
";

/// A fragment program that gives the colour on.
const FRAGMENT: &str = "[fragment program]
!!NVfp5.0
MOV result.color, fragment.color;
END
";

fn scene(name: &'static str, [width, height]: [usize; 2], rest: &str) -> StateScene {
    let text = format!("[require]\nSIZE {width} {height}\n{rest}");
    StateScene { name, text }
}

/// source: NV_shader_atomic_counters 2.X.8 ATOMCTR: INCR adds 1, DECR subtracts 1; 16 fragments count from 10 up, and
/// from 100 down by a counter that is found at run time; what lies outside the declared range is not counted.
pub(super) fn counters() -> StateScene {
    scene(
        "counters",
        [4, 4],
        "[fragment program]
!!NVfp5.0
OPTION NV_shader_atomic_counters;
COUNTER n[] = { program.counter[0][1..2] };
TEMP r;
INT TEMP i;
ATOMCTR.INCR.U r.x, n[0];
TRUNC.S i.x, fragment.color.x;
ATOMCTR.DECR.U r.x, n[i.x];
ATOMCTR.INCR.U r.x, n[i.x + 1];
MOV result.color, 1;
END
[test]
color 1 1 1 1
buffer n data u32 5 10 100 7
bind counter 0 n
draw rect -1 -1 2 2
probe buffer n 0 u32 5 26 84 7
",
    )
}

/// source: NV_shader_atomic_int64, NV_compute_program5 2.X.8 ATOMS: eight invocations add 2^31 + 1 to a word of 64 bits, take
/// the smaller of another, and change and store smaller numbers beside them
pub(super) fn long_words() -> StateScene {
    scene(
        "words of 64 bits of a work group",
        [4, 4],
        "[compute program]
!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_int64;
GROUP_SIZE 8;
SHARED_MEMORY 32;
SHARED all[] = { program.sharedmem };
STORAGE out[] = { program.storage[0] };
LONG TEMP wide, old;
TEMP u, zero;
MOV.U zero, 0;
MUL.U u.x, invocation.localindex.x, 4;
STS.U32 zero, all[u.x];
BAR;
MOV.U64 wide.x, 0x80000001;
ATOMS.ADD.U64 old.x, wide, all[0];
ADD.U u.y, invocation.localindex.x, 1;
ATOMS.MAX.U32 u.z, u.y, all[8];
ATOMS.ADD.U32 u.z, 1, all[12];
MOV.S64 wide.x, -3;
ATOMS.MIN.S64 old.x, wide, all[16];
ADD.U u.z, invocation.localindex.x, 24;
SUB.U u.y, u.y, 1;
STS.U8 u.y, all[u.z];
BAR;
LDS.U32 zero.x, all[u.x];
STB.U32 zero.x, out[u.x];
END
[test]
buffer out size 32
bind storage 0 out
dispatch 1 1 1
probe buffer out 0 u32 8 4 8 8 4294967293 4294967295 50462976 117835012
",
    )
}

/// source: NV_geometry_shader_passthrough 2.X.7.Y: attributes that PASSTHROUGH names are copied from each vertex of the
/// primitive; what the program writes goes to all of them
pub(super) fn passed_vertices() -> StateScene {
    let rest = format!(
        "{VERTEX}[geometry program]
!!NVgp5.0
OPTION NV_geometry_program_passthrough;
PRIMITIVE_IN TRIANGLES;
PASSTHROUGH result.position;
PASSTHROUGH result.color.x;
MOV result.attrib[1], {{ 0, 0.5, 1, 1 }};
END
[fragment program]
!!NVfp5.0
ADD result.color, fragment.color.x, fragment.attrib[1];
END
[vertex data]
position/0/float/2 color/3/float/4
-1 -1 0.25 0.5 0.5 0.5
0 -1 0.25 0.5 0.5 0.5
-1 1 0.25 0.5 0.5 0.5
0 -1 0.25 0.5 0.5 0.5
0 1 0.25 0.5 0.5 0.5
-1 1 0.25 0.5 0.5 0.5
[test]
clear color 0 0 0 0
clear
draw arrays TRIANGLES 0 6
probe rect rgba (0, 0, 4, 8) (0.25, 0.75, 1, 1)
probe rgba 4 4 0 0 0 0
"
    );
    scene("vertices that are passed through", [8, 8], &rest)
}

/// source: NV_tessellation_program5 2.X.2, 2.X.5: control programs run in step, and vertex.out reads what the invocations
/// of a patch have written before
pub(super) fn read_back() -> StateScene {
    let rest = "[vertex program]
!!NVvp5.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END
[tessellation control program]
!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB in = vertex.in.position;
ATTRIB tint = vertex.in.color;
ATTRIB out = vertex.out.position;
INT TEMP i;
TEMP a;
MOV.S i, primitive.invocation.x;
MOV result.position, in[i.x];
MUL result.attrib[0], tint[i.x], 0.5;
SUB.S i.y, 3, i.x;
MOV a, out[i.y];
ADD result.color, vertex.out[0].attrib[0], vertex.out[3].attrib[0];
MOV result.position, a;
MOV result.patch.tessouter[0], 1;
MOV result.patch.tessouter[1], 1;
MOV result.patch.tessouter[2], 1;
MOV result.patch.tessouter[3], 1;
MOV result.patch.tessinner[0], 1;
MOV result.patch.tessinner[1], 1;
MOV a.x, primitive.out.tessinner[1].x;
MUL result.patch.attrib[0], a.x, { 0, 0, 0.5, 0 };
END
[tessellation evaluation program]
!!NVtep5.0
TESS_MODE QUADS;
TEMP low, high;
LRP low, vertex.tesscoord.x, vertex[1].position, vertex[0].position;
LRP high, vertex.tesscoord.x, vertex[3].position, vertex[2].position;
LRP result.position, vertex.tesscoord.y, high, low;
ADD result.color, vertex[0].color, primitive.patch.attrib[0];
END
[fragment program]
!!NVfp5.0
MOV result.color, fragment.color;
END
[vertex data]
position/0/float/2 color/3/float/4
-1 -1 1 0 0 1
0 -1 0 0 0 0
-1 1 0 0 0 0
0 1 0 0.5 0 1
[test]
clear color 0 0 0 0
clear
patch parameter vertices 4
draw arrays PATCHES 0 4
probe rect rgba (0, 0, 4, 8) (0.5, 0.25, 0.5, 1)
probe rgba 4 4 0 0 0 0
";
    scene("what invocations of a patch read", [8, 8], rest)
}

/// source: NV_gpu_program5 2.X.8.Z EMITS: the operand chooses the stream; stream 0 alone is drawn
pub(super) fn streams() -> StateScene {
    let rest = format!(
        "{VERTEX}[geometry program]
!!NVgp5.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 4;
ATTRIB p = vertex.position;
TEMP a;
INT TEMP s;
MOV a, p[0];
MOV result.position, a;
MOV result.color, {{ 1, 0.5, 0, 1 }};
EMITS 0;
ADD a.x, a.x, 0.25;
MOV result.position, a;
MOV result.color, {{ 0, 0, 1, 1 }};
EMITS 1;
ADD a.x, a.x, 0.25;
MOV result.position, a;
MOV result.color, {{ 0, 1, 0, 1 }};
SGT a.z, a.x, 0.5;
TRUNC.S s.x, a.z;
EMITS s.x;
END
{FRAGMENT}[vertex data]
position/0/float/2
-0.875 -0.875
0.125 0.125
[test]
clear color 0 0 0 0
clear
draw arrays POINTS 0 2
probe rgba 0 0 1 0.5 0 1
probe rgba 1 0 0 0 0 0
probe rgba 2 0 0 1 0 1
probe rgba 4 4 1 0.5 0 1
probe rgba 5 4 0 0 0 0
probe rgba 6 4 0 0 0 0
"
    );
    scene("streams", [8, 8], &rest)
}
