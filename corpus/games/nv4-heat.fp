!!NVfp4.0
# Heat haze: coordinates bent by a map, unless that would fetch what is nearer.
TEMP bend, place, z, c;
TEX bend, fragment.texcoord[1], texture[1], 2D;
MAD bend.xy, bend, 2.0, -1.0;
MAD place.xy, bend, program.local[0].x, fragment.texcoord[0];
TEX z, place, texture[2], 2D;
SUB.CC z.y, z.x, fragment.position.z;
MOV place.xy (LT.y), fragment.texcoord[0];
TEX c, place, texture[0], 2D;
MOV result.color, c;
END
