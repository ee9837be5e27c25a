!!NVfp4.0
# A layer of an array of textures.
TEMP c;
TEX c, fragment.texcoord[0], texture[0], ARRAY2D;
MUL result.color, c, fragment.color;
END
