!!FP1.0
# A sprite whose key colour is not drawn.
TEX R0, f[TEX0], TEX0, RECT;
ADDR R1.xyz, R0, -p[0];
DP3R R1.w, R1, R1;
SUBRC RC.x, R1.w, p[0].w;
KIL LT.x;
MULR o[COLR], R0, f[COL0];
END
