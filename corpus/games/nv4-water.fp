!!NVfp4.0
# A sea: two maps of waves, a reflection, and foam where it is shallow.
TEMP a, b, n, r, deep, c;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[0], 2D;
ADD n.xyz, a, b;
SUB n.xyz, n, 1.0;
NRM n.xyz, n;
RFL r.xyz, n, fragment.texcoord[2];
TEX c, r, texture[1], CUBE;
MOV deep.x, fragment.texcoord[3].x;
SUB.CC deep.y, program.local[0].x, deep.x;
IF GT.y;
  MAD.SAT c.xyz, deep.y, program.local[1], c;
ENDIF;
MUL result.color, c, fragment.color;
END
