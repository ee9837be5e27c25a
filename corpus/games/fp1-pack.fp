!!FP1.0
# Two halves in one register, taken out again.
TEX R0, f[TEX0], TEX0, 2D;
PK2H R1.x, R0;
UP2H R2.xy, R1.x;
MULR o[COLR], R2.xyxy, f[COL0];
END
