!!NVfp5.0
# Atomic operations on words of 64 bits, beside words of 32 bits of the same buffer.
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_int64;
STORAGE words[] = { program.storage[0] };
STORAGE signed[] = { program.storage[1] };
INT TEMP i;
INT LONG TEMP l;
UINT LONG TEMP m;
TEMP r;
TRUNC.S i, fragment.attrib[0];
TRUNC.U64 m, fragment.attrib[1];
TRUNC.S64 l, fragment.attrib[1];
ATOMB.ADD.U64 m.x, m, words[0];
ATOMB.MIN.U64 m.y, m, words[i.x];
ATOMB.MAX.S64 l.x, l, words[8];
ATOMB.AND.U64 m.x, m, words[16];
ATOMB.OR.U64 m.x, m, words[16];
ATOMB.XOR.U64 m.z, m, words[i.x + 8];
ATOMB.EXCH.U64 m.x, m, words[16];
ATOMB.CSWAP.U64 m.x, m, words[24];
ATOMB.MIN.S64 l.x, l, signed[0];
ATOMB.MAX.S64 l.y, l, signed[i.x];
LDB.S32 i.x, words[40];
I2F.U64 r, m;
MOV result.color, r;
END
