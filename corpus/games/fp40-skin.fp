!!ARBfp1.0
OPTION NV_fragment_program2;
# Skin: red light goes further below it.
TEMP n, l, d, c;
TEX c, fragment.texcoord[0], texture[0], 2D;
NRM n.xyz, fragment.texcoord[1];
NRM l.xyz, fragment.texcoord[2];
DP3 d.x, n, l;
MAD_SAT d.y, d.x, 0.5, 0.5;
MAX d.x, d.x, 0.0;
SUB d.z, d.y, d.x;
MUL d.z, d.z, c.w;
MAD_SAT d.xyz, d.z, program.local[0], d.x;
MUL c.xyz, c, d;
MOV result.color, c;
END
