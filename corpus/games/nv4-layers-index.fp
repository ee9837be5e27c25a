!!NVfp4.0
# Colours of a table by the layer that a texture names; two with a fall of light.
PARAM table[6] = { program.local[0..5] };
TEMP t, c;
INT TEMP i;
TEX t, fragment.texcoord[0], texture[0], 2D;
MUL t.x, t.x, 5.0;
FLR.S i.x, |t.x|;
MIN.S i.x, i.x, 5;
MOV c, table[i.x];
SEQ.S i.y, i.x, 2;
I2F t.y, i.y;
MAD c.xyz, -t.y, 0.25, c;
MUL result.color, c, fragment.color;
END
