!!ARBfp1.0
OPTION NV_fragment_program;
# Old photographs: tone, grain and a dark rim.
TEMP c, v, g;
TEX c, fragment.texcoord[0], texture[0], 2D;
DP3 v.x, c, { 0.3, 0.59, 0.11, 0 };
MUL c.xyz, v.x, { 1.2, 1.0, 0.8, 0 };
TEX g, fragment.texcoord[1], texture[1], 2D;
MAD c.xyz, g.x, 0.125, c;
MAD v.xy, fragment.texcoord[0], 2.0, -1.0;
MUL v.zw, v.xxxy, v.xxxy;
ADD v.z, v.z, v.w;
SUBC v.z, v.z, 1.0;
MAD_SAT v.w, -v.z, 0.5, 1.0;
MUL c.xyz (GT.z), c, v.w;
MOV c.w, 1.0;
MOV result.color, c;
END
