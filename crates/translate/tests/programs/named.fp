!!FP1.0
# Parameters that the application sets by name, and three precisions.
DECLARE lightColor;
DEFINE eps={0.001, 1, 2, 0.5};
TEX   R0.xyz, f[TEX0], TEX0, 2D;
MADX  H0.xyz, R0, {2, 2, 2, 1}.x, -{1}.x;
DP3X  H0.w, H0, H0;
RSQR  R1.w, |H0.w|;
DP3H H1.w, f[TEX1], f[TEX1];
RSQH H1.w, H1.w;
MULH H1.xyz, f[TEX1], H1.w;
MULR  R1.xyz, H0, R1.w;
DP3R_SAT H1.w, R1, H1;
POWR  H1.w, H1.w, {16}.x;
SGTRC HC.x, H1.w, eps.x;
MOVR  R2, {0}.x;
MULR  R2.xyz (GT.x), lightColor, H1.w;
SLTXC HC.y, R2.x, eps.w;
KIL   LT.y;
RFLR  R3.xyz, R1, f[TEX1];
TEX   R3, R3, TEX1, CUBE;
TXP   R4, f[TEX2], TEX2, 2D;
DDXR  R5, f[TEX0];
DDYR  R6, f[TEX0];
TXD   R4, f[TEX0], R5, R6, TEX3, 2D;
LRPH  H2, f[COL0], R3, R2;
PK2H  R7.x, H2.xyzw;
UP2H  R8.xy, R7.x;
X2D   R9.xy, f[TEX0], R8, {1,0,0,1};
MADR  o[COLR], H2, R4, R9.xyxy;
END
