!!NVfp4.0
# A floor of squares without a texture.
TEMP p, c;
INT TEMP i;
MUL p.xy, |fragment.texcoord[0]|, 8.0;
FLR.S i.xy, p;
ADD.S i.x, i.x, i.y;
AND.S i.x, i.x, 1;
I2F c.x, i.x;
LRP c, c.x, program.local[0], program.local[1];
MUL result.color, c, fragment.color;
END
