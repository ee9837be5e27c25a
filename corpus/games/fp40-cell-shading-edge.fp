!!ARBfp1.0
OPTION NV_fragment_program2;
# An edge where neighbours' depths jump.
TEMP a, b, p, c;
TEX a, fragment.texcoord[0], texture[1], 2D;
ADD p.xy, fragment.texcoord[0], program.local[0];
TEX b, p, texture[1], 2D;
SUB a.x, a.x, b.x;
SUBC a.y, |a.x|, program.local[0].z;
TEX c, fragment.texcoord[0], texture[0], 2D;
MOV c.xyz (GT.y), program.local[1];
MOV result.color, c;
END
