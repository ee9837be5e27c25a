!!NVfp4.0
# An arcade's screen: every other line is darker, a mask of three colours.
TEMP c, m;
INT TEMP p, q;
TEX c, fragment.texcoord[0], texture[0], 2D;
FLR.S p.xy, |fragment.position|;
AND.S.CC q.x, p.y, 1;
MUL c.xyz (NE.x), c, 0.6;
MOD.S q.y, p.x, 3;
SEQ.S q.z, q.y, 0;
SEQ.S q.w, q.y, 1;
I2F m.zw, q;
MAD m.x, -m.z, 0.2, 0.9;
MAD m.y, -m.w, 0.2, 0.9;
MUL c.xy, c, m;
MOV result.color, c;
END
