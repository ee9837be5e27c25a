!!ARBfp1.0
OPTION NV_fragment_program2;
# Noise of a small texture, stronger in the dark.
TEMP c, g, l;
TEX c, fragment.texcoord[0], texture[0], 2D;
MAD g.xy, fragment.texcoord[0], program.local[0], program.local[0].zwzw;
TEX g, g, texture[1], 2D;
DP3 l.x, c, { 0.3, 0.59, 0.11 };
SUB l.y, 1.0, l.x;
MAD g.x, g.x, 2.0, -1.0;
MUL g.x, g.x, l.y;
MAD_SAT c.xyz, g.x, program.local[1].x, c;
MOV result.color, c;
END
