!!FP1.0
# The environment, pushed about by two channels of a map.
TEX R0, f[TEX0], TEX0, 2D;
MADR R0.xy, R0, 2.0, -1.0;
MADR R1.xy, R0, p[0], f[TEX1];
TEX R2, R1, TEX1, 2D;
MULR o[COLR], R2, f[COL0];
END
