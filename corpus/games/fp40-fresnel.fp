!!ARBfp1.0
OPTION NV_fragment_program2;
# Glass: more of the sky at flat angles.
TEMP n, v, r, f, sky, under;
NRM n.xyz, fragment.texcoord[1];
NRM v.xyz, fragment.texcoord[2];
RFL r.xyz, n, v;
TEX sky, r, texture[0], CUBE;
TEX under, fragment.texcoord[0], texture[1], 2D;
DP3_SAT f.x, n, v;
SUB f.x, 1.0, f.x;
POW f.y, f.x, program.local[0].x;
MAD_SAT f.y, f.y, program.local[0].y, program.local[0].z;
LRP result.color, f.y, sky, under;
END
