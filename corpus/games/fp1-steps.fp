!!FP1.0
# Three tones by comparisons, as printed comics have them.
DP3R_SAT R0.x, f[TEX1], p[0];
SGER R1.x, R0.x, 0.25;
SGTR R1.y, R0.x, 0.5;
SLTR R1.z, R0.x, 0.75;
ADDR R2.x, R1.x, R1.y;
ADDR R2.x, R2.x, -R1.z;
MADR R2.x, R2.x, 0.25, 0.5;
TEX R3, f[TEX0], TEX0, 2D;
MULR o[COLR], R3, R2.x;
END
