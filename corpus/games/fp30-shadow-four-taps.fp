!!ARBfp1.0
OPTION NV_fragment_program;
# Four taps of a shadow map, each compared.
TEMP p, z, s;
MULR p.xyz, fragment.texcoord[1], 1.0;
TEX z, p, texture[1], 2D;
SGER s.x, z.x, p.z;
ADDR p.xy, p, program.local[0];
TEX z, p, texture[1], 2D;
SGER s.y, z.x, p.z;
ADDR p.xy, p, program.local[0].zwzw;
TEX z, p, texture[1], 2D;
SGER s.z, z.x, p.z;
ADDR p.xy, p, program.local[1];
TEX z, p, texture[1], 2D;
SGER s.w, z.x, p.z;
DP4R s.x, s, 0.25;
MULR result.color, s.x, fragment.color;
END
