!!FP1.0
# Several textures by the old combiners' rules.
TEX R0, f[TEX0], TEX0, 2D;
TEX R1, f[TEX1], TEX1, 2D;
TEX R2, f[TEX2], TEX2, CUBE;
LRPR R0, R1.w, R1, R0;
MADR_SAT R0.xyz, R2, f[COL1], R0;
DP4R R3.x, R0, 0.25;
SUBRC RC.x, R3.x, p[0].x;
MULR R0.xyz (GT.x), R0, p[1];
MULR o[COLR], R0, f[COL0];
END
