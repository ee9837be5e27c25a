!!FP1.0
# A detail texture around grey.
TEX R0, f[TEX0], TEX0, 2D;
TEX R1, f[TEX1], TEX1, 2D;
MADR R1.xyz, R1, 2.0, -1.0;
MADR_SAT R0.xyz, R1, p[0].x, R0;
MULR o[COLR], R0, f[COL0];
END
