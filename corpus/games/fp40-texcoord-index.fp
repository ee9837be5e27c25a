!!ARBfp1.0
OPTION NV_fragment_program2;
# Four layers, each with coordinates of its own.
TEMP sum, layer;
MOV sum, 0.0;
LOOP { 4, 0, 1 };
  TEX layer, fragment.texcoord[A0.x], texture[0], 2D;
  MAD sum, layer, 0.25, sum;
ENDLOOP;
MOV result.color, sum;
END
