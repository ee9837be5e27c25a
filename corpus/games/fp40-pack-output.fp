!!ARBfp1.0
OPTION NV_fragment_program;
# Two halves in the bits of one float: only a float buffer keeps them.
TEMP c;
TEX c, fragment.texcoord[0], texture[0], 2D;
PK2H result.color.x, c;
END
