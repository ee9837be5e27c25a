!!ARBfp1.0
OPTION NV_fragment_program2;
# A dissolve that only burns where it was switched on.
TEMP noise, c, t;
TEX c, fragment.texcoord[0], texture[0], 2D;
MOVC t.x, program.local[0].x;
IF GT.x;
  TEX noise, fragment.texcoord[0], texture[1], 2D;
  SUB noise.x, noise.x, program.local[0].y;
  KIL noise.x;
  SUBC t.y, noise.x, 0.1;
  MOV c.xyz (LT.y), { 1.0, 0.5, 0.0, 0 };
ENDIF;
MOV result.color, c;
END
