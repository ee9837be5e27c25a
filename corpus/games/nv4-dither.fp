!!NVfp4.0
# Ordered dither by bits of the window's place.
TEMP c, t;
INT TEMP p, b;
FLR.S p.xy, fragment.position;
AND.S b.xy, p, 3;
SHL.S b.z, b.y, 2;
OR.S b.w, b.z, b.x;
I2F t.x, b.w;
MAD t.x, t.x, 0.0625, 0.03125;
MUL c, fragment.color, 8.0;
FRC t.yzw, c.xxyz;
FLR c, c;
SGE t.yzw, t, t.x;
ADD c.xyz, c, t.yzww;
MUL result.color, c, 0.125;
END
