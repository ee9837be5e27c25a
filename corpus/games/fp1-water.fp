!!FP1.0
# Two moving bump maps, a projected mirror.
DECLARE tint = { 0.2, 0.4, 0.5, 1.0 };
ADDR R0, f[TEX0], p[0];
ADDR R1, f[TEX0], -p[0];
TEX R0, R0, TEX0, 2D;
TEX R1, R1, TEX0, 2D;
ADDR R0.xy, R0, R1;
MADR R1, R0, p[1].x, f[TEX1];
TXP R2, R1, TEX1, 2D;
MOVR R3, tint;
LRPR R2, p[1].y, R2, R3;
MOVR o[COLR], R2;
END
