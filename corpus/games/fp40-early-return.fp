!!ARBfp1.0
OPTION NV_fragment_program2;
# Shadowed pixels are done at once.
TEMP s, c, d;
TEX s, fragment.texcoord[1], texture[1], 2D;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c, c, program.local[0];
MOV result.color, c;
SUBC s.x, s.x, fragment.texcoord[1].z;
RET (LT.x);
DP3_SAT d.x, fragment.texcoord[2], program.local[1];
MAD_SAT result.color.xyz, d.x, program.local[2], c;
END
