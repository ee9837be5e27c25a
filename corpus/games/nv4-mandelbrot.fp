!!NVfp4.0
# Sixteen rounds, left when the number runs away.
TEMP c, z, t;
MAD c.xy, fragment.texcoord[0], 1.5, -0.25;
MOV z, 0.0;
MOV t, 0.0;
REP.S 16;
  MUL t.x, z.x, z.x;
  MUL t.y, z.y, z.y;
  ADD t.z, t.x, t.y;
  SUB.CC t.z, t.z, 4.0;
  BRK (GT.z);
  MUL z.y, z.y, z.x;
  MAD z.y, z.y, 2.0, c.y;
  SUB z.x, t.x, t.y;
  ADD z.x, z.x, c.x;
  ADD z.z, z.z, 0.0625;
ENDREP;
MOV result.color, z.z;
END
