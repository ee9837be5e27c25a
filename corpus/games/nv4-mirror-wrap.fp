!!NVfp4.0
# Coordinates mirrored by hand.
TEMP p, c;
MUL p.xy, fragment.texcoord[0], 0.5;
FRC p.xy, p;
MAD p.xy, p, 2.0, -1.0;
SUB p.xy, 1.0, |p|;
TEX c, p, texture[0], 2D;
MUL result.color, c, fragment.color;
END
