!!NVfp4.0
# Translucent skin: wrap lighting in two bands chosen by CMP and a signed clamp.
TEMP d, c, w;
DP3.SSAT d.x, fragment.texcoord[1], program.local[0];
MAD d.y, d.x, 0.6, 0.4;
CMP d.z, d.y, 0.0, d.y;
MUL d.w, d.z, d.z;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL w, c, d.w;
CEIL d.x, d.x;
MAD.SAT result.color, d.x, 0.125, w;
END
