!!NVfp5.0
# Atomic operations that no target has in one step.
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_fp16_vector;
STORAGE words[] = { program.storage[0] };
STORAGE halves[] = { program.storage[1] };
INT TEMP i;
TEMP r, u;
TRUNC.S i, fragment.attrib[0];
TRUNC.U u, fragment.attrib[1];
ATOMB.IWRAP.U32 r.x, u, words[0];
ATOMB.DWRAP.U32 r.y, u, words[i.x];
ATOMB.ADD.F32 r.z, fragment.color, words[8];
ATOMB.MIN.S32 r.x, i, words[12];
ATOMB.MAX.U32 r.x, u, words[16];
ATOMB.ADD.F16X2 r, fragment.color, halves[0];
ATOMB.MIN.F16X4 r, fragment.color, halves[8];
ATOMB.MAX.F16X2 r, fragment.color, halves[16];
ATOMB.EXCH.F16X4 r, fragment.color, halves[24];
MOV result.color, r;
END
