!!ARBfp1.0
OPTION NV_fragment_program2;
# Corners of the picture grow dark.
TEMP c, d;
TEX c, fragment.texcoord[0], texture[0], 2D;
SUB d.xy, fragment.texcoord[0], 0.5;
DP2 d.x, d, d;
MAD_SAT d.x, d.x, program.local[0].x, 1.0;
MUL c.xyz, c, d.x;
MOV result.color, c;
END
