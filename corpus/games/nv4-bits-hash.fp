!!NVfp4.0
# Noise by a hash of bits, which no float holds.
UINT TEMP h;
TEMP c;
FLR.U h.xy, fragment.position;
MUL.U h.x, h.x, 374761393;
MAD.U h.x, h.y, 668265263, h.x;
SHR.U h.y, h.x, 13;
XOR.U h.x, h.x, h.y;
AND.U h.x, h.x, 255;
I2F.U c.x, h.x;
MUL result.color, c.x, 0.00390625;
END
