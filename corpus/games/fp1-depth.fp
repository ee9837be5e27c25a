!!FP1.0
# A depth of its own.
TEX R0, f[TEX0], TEX0, 2D;
MADR R1.z, R0.w, p[0].x, f[WPOS].z;
MOVR o[DEPR].z, R1.z;
MULR R0, R0, f[COL0];
MOVR o[COLR], R0;
END
