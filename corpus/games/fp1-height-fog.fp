!!FP1.0
# Fog that lies in a valley.
TEX R0, f[TEX0], TEX0, 2D;
ADDR R1.x, p[0].x, -f[TEX1].y;
MULR_SAT R1.x, R1.x, p[0].y;
MULR R1.y, f[FOGC].x, p[0].z;
EX2R R1.y, -R1.y;
SUBR R1.y, 1.0, R1.y;
MULR R1.x, R1.x, R1.y;
LRPR R0.xyz, R1.x, p[1], R0;
MOVR o[COLR], R0;
END
