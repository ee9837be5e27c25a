!!FP1.0
# Bumpy reflection.
TEX R0, f[TEX0], TEX0, 2D;
MADR R0.xyz, R0, 2.0, -1.0;
RFLR R1.xyz, R0, f[TEX1];
TEX R2, R1, TEX2, CUBE;
DP3R R3.x, R0, f[TEX1];
ADDR_SAT R3.x, 1.0, -R3.x;
POWR R3.x, R3.x, 5.0;
MULR R2, R2, R3.x;
MOVR o[COLR], R2;
END
