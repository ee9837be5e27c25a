!!NVfp5.0
# What threads of a group tell each other.
OPTION NV_shader_thread_group;
OPTION NV_shader_thread_shuffle;
TEMP r, s;
INT TEMP i;
UINT TEMP u;
MOV r, fragment.texcoord[0];
TRUNC.S i, r;
TRUNC.U u, r;
TGALL r.x, r;
TGANY.S i.y, i;
TGEQ.U u.z, u;
TGBALLOT u, r;
MOV.U.CC u.x, fragment.threadid;
SHFIDX.U u.xy, u, u.y, { 31, 0, 0, 0 };
SHFUP.S i, i, u.x, 0;
SHFDOWN.F r.xyz (NE.x), r, u.z, { 0x181f, 0, 0, 0 };
SHFXOR.F s, r, { 1, 0, 0, 0 }, { 31, 0, 0, 0 };
QSWZ0 r, r, s;
QSWZ3 r, r, s;
QSWZX r.xy, r, s;
QSWZY r, r, s.x;
AND.U u.x, fragment.threadeqmask, fragment.threadltmask;
OR.U u.x, u, fragment.threadlemask;
XOR.U u.x, u, fragment.threadgtmask;
ADD.U u.x, u, fragment.threadgemask;
I2F.U s, u;
ADD result.color, r, s;
END
