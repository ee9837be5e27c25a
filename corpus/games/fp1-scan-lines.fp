!!FP1.0
# The dark lines of a tube, by the row of the window.
TEX R0, f[TEX0], TEX0, RECT;
MULR R1.x, f[WPOS].y, 0.5;
FRCR R1.x, R1.x;
SUBRC R1.y, R1.x, 0.5;
MULR R0.xyz (LT.y), R0, p[0].x;
MOVR o[COLR], R0;
END
