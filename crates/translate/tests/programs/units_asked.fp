!!NVfp5.0
# Of arrays of texture units, what few targets have: gathers, levels, offsets that are found at run time, residency.
TEXTURE surfaces[] = { texture[0..2] };
TEXTURE plain[] = { texture[3..4] };
TEXTURE samples[] = { texture[5..6] };
TEXTURE words[] = { texture[7..8] };
TEXTURE skies[] = { texture[9..10] };
FLAT ATTRIB which = fragment.attrib[2];
ATTRIB place = fragment.texcoord[0];
TEMP a, sum;
INT TEMP n;
TRUNC.S n, which;
TXG sum, place, surfaces[n.x].y, 2D;
TXGO a.xz, place, n, n.yxzw, surfaces[n.x], 2D;
ADD sum, sum, a;
LOD a, place, surfaces[n.y], 2D;
ADD sum, sum, a;
TEX a, place, surfaces[n.x], 2D, offset(n);
ADD sum, sum, a;
TXL a, place, surfaces[n.x], 2D, offset(n);
ADD sum, sum, a;
TEX.SPARSE a, place, surfaces[n.x], 2D;
ADD sum (RESIDENT), sum, a;
TXL.SPARSE a, place, surfaces[n.x], 2D;
ADD sum (RESIDENT), sum, a;
TXFMS a, n, samples[n.x], 2DMS;
ADD sum, sum, a;
TXF a, n, words[n.x], BUFFER;
ADD sum, sum, a;
TEX a, place, which, skies[n.y], SHADOWARRAYCUBE;
ADD sum, sum, a;
TEX a, place, plain[n.w], RECT;
ADD result.color, sum, a;
END
