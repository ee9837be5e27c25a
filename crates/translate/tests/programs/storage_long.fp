!!NVfp5.0
# Numbers of 64 bits in storage buffers.
OPTION NV_shader_storage_buffer;
STORAGE all[] = { program.storage[0] };
INT TEMP i;
LONG TEMP d, e;
TRUNC.S i, fragment.attrib[0];
LDB.F64X2 d, all[i.x];
LDB.S64 e, all[8];
ADD.F64 d, d, d;
STB.F64X4 d, all[i.y];
STB.U64 e, all[16];
STB.S64X2 e, all[i.x + 32];
MOV result.color, 1;
END
