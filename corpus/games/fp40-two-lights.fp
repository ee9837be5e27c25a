!!ARBfp1.0
OPTION NV_fragment_program2;
# Two lights and a map of their shares.
TEMP n, l, s, c, mask;
TEX c, fragment.texcoord[0], texture[0], 2D;
TEX n, fragment.texcoord[0], texture[1], 2D;
TEX mask, fragment.texcoord[0], texture[2], 2D;
MAD n.xyz, n, 2.0, -1.0;
NRM n.xyz, n;
NRM l.xyz, fragment.texcoord[1];
DP3_SAT s.x, n, l;
NRM l.xyz, fragment.texcoord[2];
DP3_SAT s.y, n, l;
MUL s.xy, s, mask;
ADD_SAT s.x, s.x, s.y;
MUL c.xyz, c, s.x;
MOV result.color, c;
END
