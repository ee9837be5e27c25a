!!NVfp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_pixel_interlock_ordered;
STORAGE s[] = { program.storage[0] };
INT TEMP at;
TEMP r;
TRUNC.S at, fragment.position;
SHL.S at.x, at.x, 2;
FSIB;
LDB.F32 r.x, s[at.x];
MAD r.x, r.x, 0.5, fragment.color.x;
STB.F32 r.x, s[at.x];
FSIE;
MOV result.color, r.x;
END
