!!FP1.0
# A mirror in tangent space.
TEX R0, f[TEX0], TEX0, 2D;
MADR R0.xyz, R0, 2.0, -1.0;
DP3R R1.x, f[TEX1], R0;
DP3R R1.y, f[TEX2], R0;
DP3R R1.z, f[TEX3], R0;
MOVR R2.x, f[TEX1].w;
MOVR R2.y, f[TEX2].w;
MOVR R2.z, f[TEX3].w;
RFLR R3.xyz, R1, R2;
TEX R4, R3, TEX3, CUBE;
LRPR R4, p[0].x, R4, f[COL0];
MOVR o[COLR], R4;
END
