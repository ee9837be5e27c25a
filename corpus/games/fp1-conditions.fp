!!FP1.0
# Writes under a condition instead of branches.
TEX R0, f[TEX0], TEX0, 2D;
SUBRC R1.x, R0.w, p[0].x;
MOVR R2, p[1];
MULR R2 (GT.x), R0, f[COL0];
ADDRC R1.yz, R2.xxyy, -0.5;
MOVR R2.x (LT.y), 0.25;
MOVR R2.y (GE.z), R0.y;
MOVR o[COLR], R2;
END
