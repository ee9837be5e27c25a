!!ARBfp1.0
OPTION NV_fragment_program2;
# Sharp or blurred by the depth; taps in a subroutine.
TEMP c, z, place, sum, radius;
TEX z, fragment.texcoord[0], texture[1], 2D;
SUB radius.x, z.x, program.local[0].x;
MULC radius.x, |radius.x|, program.local[0].y;
TEX sum, fragment.texcoord[0], texture[0], 2D;
SUBC radius.y, radius.x, 0.1;
IF GT.y;
  MAD place.xy, radius.x, { 0.5, 0.5, 0, 0 }, fragment.texcoord[0];
  CAL tap;
  MAD place.xy, radius.x, { -0.5, 0.5, 0, 0 }, fragment.texcoord[0];
  CAL tap;
  MAD place.xy, radius.x, { 0.5, -0.5, 0, 0 }, fragment.texcoord[0];
  CAL tap;
  MUL sum, sum, 0.25;
ENDIF;
MOV result.color, sum;
RET;
tap:
TEX c, place, texture[0], 2D;
ADD sum, sum, c;
RET;
END
