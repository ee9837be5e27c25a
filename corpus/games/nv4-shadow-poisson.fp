!!NVfp4.0
# Taps on a disc around the place in a shadow map.
PARAM disc[4] = { { 0.3, 0.1 }, { -0.2, 0.4 }, { -0.4, -0.3 }, { 0.1, -0.5 } };
TEMP p, z, s;
INT TEMP i;
MOV s, 0.0;
MOV.S i.x, 0;
REP.S 4;
  MAD p.xy, disc[i.x], program.local[0].x, fragment.texcoord[1];
  TEX z, p, texture[1], 2D;
  SGE z.x, z.x, fragment.texcoord[1].z;
  MAD s.x, z.x, 0.25, s.x;
  ADD.S i.x, i.x, 1;
ENDREP;
MAD s.x, s.x, 0.75, 0.25;
MUL result.color, s.x, fragment.color;
END
