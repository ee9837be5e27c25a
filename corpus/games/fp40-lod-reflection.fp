!!ARBfp1.0
OPTION NV_fragment_program2;
# A rough mirror: the level of the cube map is the roughness.
TEMP n, e, r, c;
NRM n.xyz, fragment.texcoord[1];
NRM e.xyz, fragment.texcoord[2];
RFL r.xyz, n, e;
MOV r.w, program.local[0].x;
TXL c, r, texture[2], CUBE;
MUL result.color, c, fragment.color;
END
