!!FP1.0
# The curve of an arcade board's monitor, a channel each.
TEX R0, f[TEX0], TEX0, RECT;
MAXR R0.xyz, R0, p[0].w;
POWR R1.x, R0.x, p[0].x;
POWR R1.y, R0.y, p[0].y;
POWR R1.z, R0.z, p[0].z;
MOVR R1.w, R0.w;
MOVR o[COLR], R1;
END
