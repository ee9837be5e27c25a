!!ARBfp1.0
OPTION NV_fragment_program2;
# Light only what faces it.
ATTRIB light = fragment.texcoord[2];
TEMP base, normal, l, d, h;
TEX base, fragment.texcoord[0], texture[0], 2D;
TEX normal, fragment.texcoord[0], texture[1], 2D;
MAD normal.xyz, normal, 2.0, -1.0;
NRM l.xyz, light;
DP3C d.x, normal, l;
MUL d.y, d.x, 0.25;
IF GT.x;
  NRM h.xyz, fragment.texcoord[3];
  ADD h.xyz, h, l;
  DP3 h.w, h, h;
  RSQ h.w, h.w;
  MUL h.xyz, h, h.w;
  DP3_SAT h.x, normal, h;
  POW h.x, h.x, 32.0;
  MAD base.xyz, base, d.x, h.x;
ELSE;
  MUL base.xyz, base, 0.125;
ENDIF;
MOV result.color, base;
END
