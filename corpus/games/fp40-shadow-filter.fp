!!ARBfp1.0
OPTION NV_fragment_program2;
# Four taps of a shadow map by hand, in a subroutine.
PARAM texel = program.local[0];
TEMP place, depth, lit, base;
MOV lit, 0.0;
RCP place.w, fragment.texcoord[2].w;
MUL place.xyz, fragment.texcoord[2], place.w;
CAL tap;
ADD place.x, place.x, texel.x;
CAL tap;
ADD place.y, place.y, texel.y;
CAL tap;
SUB place.x, place.x, texel.x;
CAL tap;
MUL lit.x, lit.x, 0.25;
TEX base, fragment.texcoord[0], texture[0], 2D;
MAD lit.x, lit.x, 0.75, 0.25;
MUL result.color, base, lit.x;
RET;
tap:
TEX depth, place, texture[3], 2D;
SGE depth.x, depth.x, place.z;
ADD lit.x, lit.x, depth.x;
RET;
END
