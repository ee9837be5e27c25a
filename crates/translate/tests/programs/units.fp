!!NVfp5.0
# Arrays of texture units, chosen by constants and by numbers that are found at run time.
TEXTURE surfaces[] = { texture[0..2] };
TEXTURE depths[] = { texture[3..4] };
TEXTURE grids[] = { texture[5..6] };
TEXTURE layers[] = { texture[7..8] };
TEXTURE cubes[] = { texture[9..10] };
TEXTURE only = texture[11];
FLAT ATTRIB which = fragment.attrib[2];
ATTRIB place = fragment.texcoord[0];
TEMP a, sum;
INT TEMP n;
TRUNC.S n, which;
TEX sum, place, surfaces[n.x], 2D; # the surface
TXB a, place, surfaces[n.y + 1], 2D;
ADD sum, sum, a;
TXP a.xy, place, surfaces[n.x + 2], 2D;
ADD sum, sum, a;
TXL a, place, surfaces[n.x], 2D, (1, -1);
ADD sum, sum, a;
TXD a, place, which, sum, surfaces[n.x], 2D;
ADD sum, sum, a;
TEX a, place, surfaces[1], 2D;
ADD sum, sum, a;
TEX a, place, depths[n.y], SHADOW2D;
ADD sum, sum, a;
TXF.S n.w, n, grids[n.z], 2D;
I2F.S a, n;
ADD sum, sum, a;
TEX a, place, layers[n.z], ARRAY2D;
ADD sum, sum, a;
TEX a, place, cubes[n.z], CUBE;
ADD sum, sum, a;
TXQ n.xy, n, cubes[n.x], CUBE;
I2F.S a, n;
ADD sum, sum, a;
TEX a, place, only, 3D;
ADD result.color, sum, a;
END
