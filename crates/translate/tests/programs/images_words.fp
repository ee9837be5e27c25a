!!NVfp5.0
# Images that the smaller languages hold: read or written, or of one word.
IMAGE from = image[0];
INT TEMP at;
TEMP r, s;
TRUNC.S at, fragment.attrib[0];
LOADIM.F32X4 r, at, from, 2D;
LOADIM.F32 s, at, image[1], 2D;
ADD r, r, s;
STOREIM.F32 image[1], r, at, 2D;
STOREIM.U32X4 image[2], r, at, 3D;
MOV result.color, r;
END
