!!NVfp4.0
# Single texels by number.
INT TEMP p;
TEMP c;
FLR.S p.xy, fragment.position;
MOV.S p.zw, 0;
TXF c, p, texture[0], 2D;
MUL result.color, c, fragment.color;
END
