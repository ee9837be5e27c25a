!!ARBfp1.0
OPTION NV_fragment_program2;
# Eight neighbours of a depth map that may hide the sky.
PARAM taps[8] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 0.7, 0.7 }, { -0.7, 0.7 }, { 0.7, -0.7 }, { -0.7, -0.7 } };
TEMP z, p, t, sum;
TEX z, fragment.texcoord[0], texture[0], 2D;
MOV sum, 0.0;
MAD p.xy, taps[0], program.local[0], fragment.texcoord[0];
TEX t, p, texture[0], 2D;
SLT t.x, t.x, z.x;
ADD sum.x, sum.x, t.x;
MAD p.xy, taps[3], program.local[0], fragment.texcoord[0];
TEX t, p, texture[0], 2D;
SLT t.x, t.x, z.x;
ADD sum.x, sum.x, t.x;
MAD p.xy, taps[4], program.local[0], fragment.texcoord[0];
TEX t, p, texture[0], 2D;
SLT t.x, t.x, z.x;
ADD sum.x, sum.x, t.x;
MAD sum.x, sum.x, -0.25, 1.0;
MUL result.color, fragment.color, sum.x;
END
