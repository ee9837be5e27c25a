!!NVfp4.0
# Array textures, fetches, sizes, offsets, explicit levels, interpolation.
FLAT ATTRIB flat = fragment.attrib[2];
CENTROID ATTRIB cent = fragment.texcoord[1];
TEMP a, b, c;
TEX a, fragment.texcoord[0], texture[0], ARRAY2D;
TXL b, fragment.texcoord[0], texture[1], 2D;
TXB c, cent, texture[2], 3D;
ADD a, a, b;
TEX b, fragment.texcoord[0], texture[3], SHADOWARRAY2D;
TEX b.x, fragment.texcoord[0], texture[4], SHADOWCUBE;
TEX c, fragment.texcoord[0], texture[5], 2D, (1, -2);
TXD b, fragment.texcoord[0], flat, cent, texture[1], 2D;
TXQ c, 0, texture[1], 2D;
I2F.S c, c;
MAD a, a, b, c;
TRUNC.S b, a;
TXF b, b, texture[1], 2D;
DDX c, a;
SSG c, c;
MUL.SSAT a, a, c;
DIV a, a, c.x;
MOV result.color, a;
MOV result.depth.z, b;
END
