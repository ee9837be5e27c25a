!!FP1.0
# Sums in fixed point, as the register combiners had them.
TEX H0, f[TEX0], TEX0, 2D;
TEX H1, f[TEX1], TEX1, 2D;
ADDX H2, H0, H1;
ADDX_SAT H2, H2, -0.5;
MADX H3, H2, f[COL0], H1;
MOVX o[COLH], H3;
END
