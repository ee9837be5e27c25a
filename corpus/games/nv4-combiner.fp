!!NVfp4.0
# An arcade board's two combiners, which a switch of the state chooses between.
TEMP a, b, c;
TEX a, fragment.texcoord[0], texture[0], 2D;
TEX b, fragment.texcoord[1], texture[1], 2D;
MOV.CC c.x, program.local[0].x;
IF GT.x;
  MUL c, a, b;
  ADD.SAT c, c, c;
ELSE;
  LRP c, b.w, b, a;
ENDIF;
MUL c, c, fragment.color;
ADD.SAT c.xyz, c, fragment.color.secondary;
MOV result.color, c;
END
