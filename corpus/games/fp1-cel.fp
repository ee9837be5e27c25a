!!FP1.0
# Tones by comparisons.
MOVR R0, f[TEX1];
DP3R R0.x, f[TEX0], R0;
SGTR R1.x, R0.x, 0.75;
SGTR R1.y, R0.x, 0.25;
SLER R1.z, R0.x, 0.0;
SEQR R1.w, R0.x, R0.x;
ADDR R2.x, R1.x, R1.y;
MADR R2.x, R2.x, 0.4, 0.2;
MADR R2.x, -R1.z, 0.1, R2.x;
MULR o[COLR], R2.x, f[COL0];
END
