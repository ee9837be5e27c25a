!!NVfp4.0
# A ring of taps as wide as the circle of confusion.
TEMP z, r, p, t, sum;
TEX z, fragment.texcoord[0], texture[1], 2D;
SUB z.y, z.x, program.local[0].x;
MUL.SAT r.x, |z.y|, program.local[0].y;
MUL r.x, r.x, program.local[0].z;
TEX sum, fragment.texcoord[0], texture[0], 2D;
MAD p.xy, { 1, 0 }, r.x, fragment.texcoord[0];
TEX t, p, texture[0], 2D;
ADD sum, sum, t;
MAD p.xy, { -0.5, 0.866 }, r.x, fragment.texcoord[0];
TEX t, p, texture[0], 2D;
ADD sum, sum, t;
MAD p.xy, { -0.5, -0.866 }, r.x, fragment.texcoord[0];
TEX t, p, texture[0], 2D;
ADD sum, sum, t;
MUL result.color, sum, 0.25;
END
