!!NVfp4.0
# Taps along the way that a pixel has come.
TEMP v, p, t, sum;
TEX v, fragment.texcoord[0], texture[1], 2D;
MAD v.xy, v, 2.0, -1.0;
MUL v.xy, v, program.local[0].x;
MOV p, fragment.texcoord[0];
MOV sum, 0.0;
REP.S 5;
  TEX t, p, texture[0], 2D;
  ADD sum, sum, t;
  ADD p.xy, p, v;
ENDREP;
MUL result.color, sum, 0.2;
END
