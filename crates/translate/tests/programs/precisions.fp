!!FP1.0
# Precisions, condition codes, packing, derivatives.
DEFINE half = 0.5;
DECLARE tint;
MOVR R1, f[COL1];
ADDR R0, f[COL0], R1;
MULH H1, R0, half;
MULX_SAT H2, R0, tint;
MADC R3, R0, H1, H2;
MOVR R4 (GT.x), R3;
MOVR R4.xy (NE), R0;
KIL LT.xyzw;
TEX R5, f[TEX0], TEX0, 2D;
TXP R6, f[TEX1], TEX1, CUBE;
TXD R7, f[TEX0], R0, R3, TEX2, 2D;
DDX R8, R5;
DDY R9.xy, R5;
PK2H R10.x, R0;
UP2H R11, R10.x;
PK4UB R10.y, R0;
UP4UB R12, R10.y;
PK4B R10.z, R0;
UP4B R12.xz, R10.z;
PK2US R10.w, R0;
UP2US R13, R10.w;
RFL R14.xyz, R0, R3;
X2D R15, R0, R3, R4;
LRP R16, R0, R3, R4;
POW R17.x, R0.x, R0.y;
LIT R18, R0;
SNE R19, R0, R3;
STR R20, R0, R0;
MOVR o[COLR], R3;
MOVR o[DEPR].z, R0.x;
END
