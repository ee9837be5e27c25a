!!NVfp4.0
# Four colours of a table by an index that a texture gives.
PARAM palette[4] = { program.local[0..3] };
TEMP t;
INT TEMP i;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL t.x, t.x, 3.0;
ROUND.S i.x, t.x;
MAX.S i.x, i.x, 0;
MIN.S i.x, i.x, 3;
MUL result.color, palette[i.x], fragment.color;
END
