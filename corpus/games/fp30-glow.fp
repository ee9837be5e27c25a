!!ARBfp1.0
OPTION NV_fragment_program;
# What is bright enough glows.
TEMP c, l;
TEX c, fragment.texcoord[0], texture[0], 2D;
DP3R l.x, c, { 0.3, 0.59, 0.11 };
SUBRC l.y, l.x, program.local[0].x;
MOVR c.xyz (LT.y), 0.0;
MULR result.color, c, program.local[0].y;
END
