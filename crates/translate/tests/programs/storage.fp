!!NVfp5.0
# Storage buffers: loads, stores and atomic operations of every size, at addresses that are found at run time.
OPTION NV_shader_storage_buffer;
STORAGE all[] = { program.storage[0] };
STORAGE some[] = { program.storage[1][16..63] };
STORAGE both[] = { program.storage[2..3] };
STORAGE signs[] = { program.storage[4] };
INT TEMP i;
TEMP r, s;
TRUNC.S i, fragment.attrib[0];
LDB.F32X4 r, all[i.x + 16];
LDB.F32 s, all[4];
ADD r, r, s;
LDB.U32X2 s, some[i.y];
LDB.S8 s.z, all[i.x];
LDB.U16 s.w, both[1][i.x + 2];
LDB.U32 s.y, both[i.z][12];
I2F.S s, s;
ADD r, r, s;
STB.F32X4 r, all[32];
STB.F32X2 r, both[i.z][i.x];
TRUNC.U s, r;
STB.U8 s, some[i.x];
STB.S16 s, all[34];
STB.U32 s, all[i.y];
MEMBAR;
ATOMB.ADD.U32 s.x, s, all[0];
ATOMB.MIN.S32 s.y, s, signs[i.x];
ATOMB.CSWAP.U32 s.z, s, both[i.z][8];
ATOMB.EXCH.U32 s.w, s, some[4];
ATOMB.XOR.U32 s.w, s, all[i.x];
LDB.COH.U32 s.x, all[8];
I2F.U s, s;
ADD result.color, r, s;
END
