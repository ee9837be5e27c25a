!!ARBfp1.0
OPTION NV_fragment_program;
# Two scrolling maps make a normal, and the normal looks up what lies below.
TEMP a, b, n, under, sky;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[0], 2D;
ADDR n, a, b;
ADDR n.xyz, n, -1.0;
MADR a.xy, n, program.local[0].x, fragment.texcoord[2];
TEX under, a, texture[1], 2D;
DP3R n.w, n, n;
RSQR n.w, n.w;
MULR n.xyz, n, n.w;
DP3R_SAT b.x, n, program.local[1];
SUBR b.x, 1.0, b.x;
MULR b.y, b.x, b.x;
MOVR sky, program.local[2];
LRP result.color, b.y, sky, under;
END
