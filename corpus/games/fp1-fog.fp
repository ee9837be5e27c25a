!!FP1.0
# Exponential fog by hand.
TEX R0, f[TEX0], TEX0, 2D;
MULR R1.x, f[FOGC].x, p[0].x;
EX2R_SAT R1.x, -R1.x;
LRPR R0.xyz, R1.x, R0, p[1];
MOVR o[COLR], R0;
END
