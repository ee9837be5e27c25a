!!NVfp4.0
# A sky: three colours by height, and a sun.
TEMP d, c, s;
NRM d.xyz, fragment.texcoord[0];
MUL.SAT c.w, d.y, 2.0;
LRP c.xyz, c.w, program.local[0], program.local[1];
DP3.SAT s.x, d, program.local[2];
POW s.y, s.x, program.local[2].w;
MAD.SAT c.xyz, s.y, program.local[3], c;
MOV c.w, 1.0;
MOV result.color, c;
END
