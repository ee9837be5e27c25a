!!NVfp5.0
# Loads of texels that tell whether these are resident.
OPTION EXT_shader_image_load_formatted;
IMAGE several[] = { image[2..4] };
INT TEMP at;
UINT TEMP n;
TEMP r, s;
TRUNC.S at, fragment.attrib[0];
MOV r, 0;
MOV s, 0;
LOADIM.U32.SPARSE n.x, at, image[0], 2D;
MOV r.x (NONRESIDENT), 1;
LOADIM.F32X4.SPARSE s, at, image[1], ARRAY2D;
MOV r.y (RESIDENT), s;
LOADIM.F32.SPARSE s.x, at, several[at.w], 3D;
MOV r.z (RESIDENT), s;
I2F.U s.y, n.x;
ADD result.color, r, s;
END
