!!FP1.0
# From one picture to the next where a mask says.
TEX R0, f[TEX0], TEX0, 2D;
TEX R1, f[TEX0], TEX1, 2D;
TEX R2, f[TEX0], TEX2, 2D;
SUBR R3.x, p[0].x, R2.x;
MULR_SAT R3.x, R3.x, p[0].y;
LRPR o[COLR], R3.x, R1, R0;
END
