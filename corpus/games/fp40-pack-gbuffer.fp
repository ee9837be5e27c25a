!!ARBfp1.0
OPTION NV_fragment_program;
# A normal through a packed word and back, as a buffer of one channel would keep it.
TEMP n, word, back;
TEX n, fragment.texcoord[0], texture[0], 2D;
PK4UB word.x, n;
UP4UB back, word.x;
MAD back, back, 2.0, -1.0;
DP3 back.w, back, back;
RSQ back.w, back.w;
MUL result.color.xyz, back, back.w;
MOV result.color.w, n.w;
END
