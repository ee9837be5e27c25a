!!NVfp4.0
# Leaves: what is thin is not drawn, and what is far is thinner.
TEMP c, t;
TEX c, fragment.texcoord[0], texture[0], 2D;
MAD t.x, fragment.texcoord[1].z, program.local[0].x, program.local[0].y;
SUB.CC t.y, c.w, t.x;
KIL LT.y;
MUL result.color, c, fragment.color;
END
