!!FP1.0
# A slide projector on a wall that the base texture covers.
TEX R0, f[TEX0], TEX0, 2D;
TXP R1, f[TEX1], TEX1, 2D;
SGTR R2.x, f[TEX1].w, 0.0;
MULR R1.xyz, R1, R2.x;
MADR_SAT R0.xyz, R1, R0, R0;
MOVR o[COLR], R0;
END
