!!FP1.0
# Four taps towards the middle of the picture.
ADDR R0.xy, p[0], -f[TEX0];
TEX R1, f[TEX0], TEX0, 2D;
MADR R2.xy, R0, 0.05, f[TEX0];
TEX R3, R2, TEX0, 2D;
ADDR R1, R1, R3;
MADR R2.xy, R0, 0.1, f[TEX0];
TEX R3, R2, TEX0, 2D;
ADDR R1, R1, R3;
MADR R2.xy, R0, 0.15, f[TEX0];
TEX R3, R2, TEX0, 2D;
ADDR R1, R1, R3;
MULR o[COLR], R1, 0.25;
END
