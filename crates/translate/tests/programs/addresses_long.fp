!!NVfp5.0
# Atomic operations on words of 64 bits at GPU addresses, beside words of 32 bits there.
OPTION NV_shader_buffer_load;
OPTION NV_shader_atomic_int64;
OPTION NV_shader_atomic_float64;
TEMP r, u;
LONG TEMP a, f;
INT LONG TEMP l;
UINT LONG TEMP m;
MOV.U64 a, 0;
PK64.U a.x, program.local[0];
MOV.U64 m, 3;
MOV.S64 l, -3;
MOV.F64 f, fragment.attrib[0];
LOAD.U32 u, a.x;
ATOM.ADD.U64 m.x, m, a.x;
ATOM.MIN.S64 l.x, l, a.x;
ATOM.MAX.U64 m.y, m, a.x;
ATOM.XOR.U64 m.z, m, a.x;
ATOM.EXCH.U64 m.x, m, a.x;
ATOM.CSWAP.U64 m.x, m, a.x;
ATOM.ADD.F64 f.x, f, a.x;
ATOM.ADD.U32 u.x, u, a.x;
STORE.U64 m.x, a.x;
I2F.U64 r, m;
MOV result.color, r;
END
