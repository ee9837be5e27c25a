!!FP1.0
# Phong with half registers.
DEFINE shine = { 16, 0.5, 2, -1 };
TEX H0, f[TEX0], TEX0, 2D;
TEX H1, f[TEX0], TEX1, 2D;
MADH H1.xyz, H1, shine.z, shine.w;
DP3H H1.w, H1, H1;
RSQH H1.w, H1.w;
MULH H1.xyz, H1, H1.w;
DP3H_SAT H2.x, H1, f[TEX1];
DP3H_SAT H2.y, H1, f[TEX2];
POWH H2.y, H2.y, shine.x;
MULH H0.xyz, H0, H2.x;
MADH o[COLH].xyz, H2.y, shine.y, H0;
MOVH o[COLH].w, f[COL0].w;
END
