!!NVfp4.0
# Which of three shadow maps: by depth, then one lookup each.
TEMP p, s, z;
MOV z.x, fragment.texcoord[3].z;
MUL p, fragment.texcoord[3], program.local[0];
MOV s, 1.0;
SUB.CC z.y, z.x, program.local[3].x;
IF LT.y;
  ADD p.xyz, p, program.local[1];
  TEX s, p, texture[0], 2D;
ELSE;
  SUB.CC z.y, z.x, program.local[3].y;
  IF LT.y;
    ADD p.xyz, p, program.local[2];
    TEX s, p, texture[1], 2D;
  ENDIF;
ENDIF;
SGE s.x, s.x, z.x;
MAD s.x, s.x, 0.75, 0.25;
MUL result.color, s.x, fragment.color;
END
