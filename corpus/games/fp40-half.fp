!!ARBfp1.0
OPTION NV_fragment_program2;
# Half precision throughout, as artists' tools wrote it.
SHORT TEMP base, glow, sum;
TEX base, fragment.texcoord[0], texture[0], 2D;
TEX glow, fragment.texcoord[0], texture[1], 2D;
MULH glow, glow, program.local[0];
LRPH sum, base.w, base, glow;
MADH_SAT sum, sum, fragment.color, glow;
MOVH result.color, sum;
END
