!!FP1.0
# Coordinates turned by sine and cosine, X2D.
SUBR R0.xy, f[TEX0], 0.5;
MULR R0.zw, R0.xyxy, R0.xyxy;
ADDR R0.z, R0.z, R0.w;
MULR R0.z, R0.z, p[0].x;
SINR R1.y, R0.z;
COSR R1.x, R0.z;
MOVR R1.z, -R1.y;
MOVR R1.w, R1.x;
X2DR R2.xy, 0.5, R0, R1;
TEX R3, R2, TEX0, 2D;
MOVR o[COLR], R3;
END
