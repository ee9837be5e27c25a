!!NVfp5.0
# Memory by GPU addresses: every size of number, atomic operations.
OPTION NV_shader_buffer_load;
TEMP r, u, m;
LONG TEMP a;
MOV.U64 a, 0;
PK64.U a.x, program.local[0];
LOAD.U32 u, a.x;
LOAD.S8 m, a.x;
LOAD.F32X4 r, a.x;
LOAD.U16 m, a.x;
STORE.U32 u, a.x;
STORE.U8 u, a.x;
STORE.F32X2 r, a.x;
ATOM.ADD.U32 u.x, u, a.x;
ATOM.MAX.S32 m.x, u, a.x;
ATOM.CSWAP.U32 u.y, u, a.x;
MEMBAR;
I2F.U u, u;
ADD r, r, u;
MOV result.color, r;
END
