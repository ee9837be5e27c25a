!!NVfp5.0
# Images whose texels are converted, beside others of the same unit that are taken as words; what is left of the targets.
OPTION EXT_shader_image_load_formatted;
OPTION ARB_shader_image_size;
OPTION ARB_shader_texture_image_samples;
INT TEMP at, size;
TEMP r, s;
TRUNC.S at, fragment.attrib[0];
STOREIM.F image[0], fragment.color, at, 2D;
LOADIM.U32 r, at, image[0], 2D;
I2F.U r, r;
STOREIM.S image[1], at, at, ARRAYCUBE;
TRUNC.U s, fragment.attrib[1];
STOREIM.U image[2], s, at, BUFFER;
LOADIM.F s, at, image[3], RECT;
ADD r, r, s;
LOADIM.F32X4 s, at, image[4], 2DMS;
ADD r, r, s;
STOREIM.F32X4 image[5], r, at, ARRAY2DMS;
IMQ size, image[1], ARRAYCUBE;
I2F.S s, size;
ADD r, r, s;
IMQ size, image[6], 3D;
I2F.S s, size;
ADD r, r, s;
IMQS size.x, image[5], ARRAY2DMS;
I2F.S s.x, size.x;
ADD r.x, r.x, s.x;
MOV result.color, r;
END
