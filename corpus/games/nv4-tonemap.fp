!!NVfp4.0
# Exposure and gamma, with a curve chosen by a parameter.
TEMP c, l, m;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c.xyz, c, program.local[0].x;
DP3 l.x, c, { 0.2126, 0.7152, 0.0722, 0 };
MOV.CC m.x, program.local[0].y;
IF GT.x;
  ADD l.y, l.x, 1.0;
  RCP l.y, l.y;
  MUL c.xyz, c, l.y;
ELSE;
  MUL c.xyz, c, -1.442695;
  EX2 m.x, c.x;
  EX2 m.y, c.y;
  EX2 m.z, c.z;
  SUB c.xyz, 1.0, m;
ENDIF;
MAX c.xyz, c, 0.001;
POW result.color.x, c.x, 0.4545;
POW result.color.y, c.y, 0.4545;
POW result.color.z, c.z, 0.4545;
MOV result.color.w, 1.0;
END
