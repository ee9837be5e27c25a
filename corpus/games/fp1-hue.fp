!!FP1.0
# Colours turned by three rows of a matrix.
TEX R0, f[TEX0], TEX0, 2D;
MOVR R0.w, 1.0;
DP4R_SAT R1.x, R0, p[0];
DP4R_SAT R1.y, R0, p[1];
DP4R_SAT R1.z, R0, p[2];
MOVR R1.w, f[COL0].w;
MOVR o[COLR], R1;
END
