!!ARBfp1.0
OPTION NV_fragment_program2;
# Four kinds of ground by the channels of a map, those that are there.
TEMP w, c, sum;
TEX w, fragment.texcoord[0], texture[0], 2D;
MOV sum, 0.0;
MOVC c.x, w.x;
IF GT.x;
  TEX c, fragment.texcoord[1], texture[1], 2D;
  MAD sum, c, w.x, sum;
ENDIF;
MOVC c.x, w.y;
IF GT.x;
  TEX c, fragment.texcoord[1], texture[2], 2D;
  MAD sum, c, w.y, sum;
ENDIF;
MOVC c.x, w.z;
IF GT.x;
  TEX c, fragment.texcoord[1], texture[3], 2D;
  MAD sum, c, w.z, sum;
ENDIF;
MUL result.color, sum, fragment.color;
END
