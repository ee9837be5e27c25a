!!NVfp5.0
OPTION NV_bindless_texture;
# Textures that are named by handles: of attributes, of parameters, put together of words.
PARAM words = program.local[0];
FLAT ATTRIB flat = fragment.attrib[2];
ATTRIB place = fragment.texcoord[0];
LONG TEMP h, sums;
UINT TEMP w;
TEMP a, sum;
INT TEMP n;
TRUNC.S n, place;
PK64.U h, words;
TEX sum, place, handle(h.x), 2D; # by a handle
TXL a, place, handle(h.y), CUBE;
ADD sum, sum, a;
TXF.S n, n, handle(h.x), ARRAY2D;
I2F.S a, n;
ADD sum, sum, a;
TXQ n, n, handle(h.x), 3D;
I2F.S a, n;
ADD sum, sum, a;
MOV.U w, flat;
PK64.U h, w;
ADD.U64 sums.x, h.x, h.y;
TEX a.x, place, handle(sums.x), SHADOW2D;
ADD sum, sum, a;
TXP a, place, texture[3], 2D;
TXG a, place, handle(h.x).y, 2D;
ADD result.color, sum, a;
END
