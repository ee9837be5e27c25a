!!FP1.0
# A stencil by a texture.
TEX R0, f[TEX0], TEX0, 2D;
SUBRC RC.x, R0.x, 0.5;
KIL LT.x;
MULR R0, R0, f[COL0];
MOVR o[COLR], R0;
END
