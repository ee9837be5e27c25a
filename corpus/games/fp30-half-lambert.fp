!!ARBfp1.0
OPTION NV_fragment_program;
# Light that wraps around, in half precision.
SHORT TEMP n, d, base;
TEX base, fragment.texcoord[0], texture[0], 2D;
TEX n, fragment.texcoord[0], texture[1], 2D;
MADH n.xyz, n, 2.0, -1.0;
DP3H d.x, n, program.local[0];
MADH d.x, d.x, 0.5, 0.5;
MULH d.x, d.x, d.x;
MULH base.xyz, base, d.x;
MOVH result.color, base;
END
