!!NVfp4.1
# Texels of layers, without other vectors of two integers.
TEMP t;
TXF t.z, fragment.texcoord[0], texture[10], ARRAY2D;
MOV result.color, t.z;
END
