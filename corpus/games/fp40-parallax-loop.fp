!!ARBfp1.0
OPTION NV_fragment_program2;
# Relief by eight steps through a height map, left where the surface is met.
TEMP eye, place, height, step, color, last;
NRM eye.xyz, fragment.texcoord[1];
MOV place, fragment.texcoord[0];
MOV place.z, 1.0;
MUL step.xyz, eye, { 0.01, 0.01, -0.125, 0 };
REP 8;
  TEX height, place, texture[1], 2D;
  SUBC last.x, place.z, height.w;
  BRK (LT.x);
  ADD place.xyz, place, step;
ENDREP;
TEX color, place, texture[0], 2D;
MUL result.color, color, fragment.color;
END
