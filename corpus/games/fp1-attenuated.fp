!!FP1.0
# A point light whose range ends.
TEX H0, f[TEX0], TEX0, 2D;
DP3R R1.w, f[TEX1], f[TEX1];
RSQR R1.x, R1.w;
MULR R2.xyz, f[TEX1], R1.x;
DP3R_SAT R2.w, R2, f[TEX2];
MULR R1.y, R1.w, p[0].x;
SUBR_SAT R1.y, 1.0, R1.y;
MULR R2.w, R2.w, R1.y;
MULR H0.xyz, H0, R2.w;
MULR o[COLR], H0, p[1];
END
