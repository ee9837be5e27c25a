!!ARBfp1.0
OPTION NV_fragment_program2;
# A map of gloss and strength; nothing is computed where there is no strength.
TEMP spec, n, h, s, base;
TEX base, fragment.texcoord[0], texture[0], 2D;
TEX spec, fragment.texcoord[0], texture[2], 2D;
MOV s, 0.0;
MOVC h.w, spec.x;
IF GT.w;
  NRM n.xyz, fragment.texcoord[1];
  NRM h.xyz, fragment.texcoord[2];
  DP3_SAT s.x, n, h;
  MAD s.y, spec.y, 60.0, 4.0;
  POW s.x, s.x, s.y;
  MUL s.x, s.x, spec.x;
ENDIF;
MAD_SAT result.color, base, fragment.color, s.x;
END
