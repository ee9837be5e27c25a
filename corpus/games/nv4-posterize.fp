!!NVfp4.0
# As few levels as an old palette has.
TEMP c;
INT TEMP i;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c, c, 7.0;
ROUND.S i, c;
MAX.S i, i, 0;
MIN.S i, i, 7;
I2F c, i;
MUL result.color, c, 0.142857;
END
