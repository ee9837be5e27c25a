!!ARBfp1.0
OPTION NV_fragment_program2;
# A road with puddles: rough where dry, a mirror where wet.
TEMP road, wet, sky, p;
TEX road, fragment.texcoord[0], texture[0], 2D;
MULC_SAT wet.x, road.w, program.local[0].x;
MUL road.xyz, road, fragment.color;
IF GT.x;
  RCP p.w, fragment.texcoord[1].w;
  MUL p.xy, fragment.texcoord[1], p.w;
  MAD p.xy, road, program.local[0].y, p;
  TEX sky, p, texture[1], 2D;
  LRP road.xyz, wet.x, sky, road;
ENDIF;
MOV result.color, road;
END
