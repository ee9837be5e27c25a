!!ARBfp1.0
OPTION NV_fragment_program2;
# Steps through a height map until the ray is below it.
TEMP p, h;
MOV p, fragment.texcoord[0];
REP { 6, 0, 0 };
  TEX h, p, texture[0], 2D;
  SUBC h.y, p.z, h.x;
  BRK (LT.y);
  ADD p.xyz, p, program.local[0];
ENDREP;
TEX h, p, texture[1], 2D;
MUL result.color, h, fragment.color;
END
