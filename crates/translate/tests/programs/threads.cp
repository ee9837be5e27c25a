!!NVcp5.0
# Threads of a group in a work group.
OPTION NV_shader_storage_buffer;
OPTION NV_shader_thread_group;
OPTION NV_shader_thread_shuffle;
GROUP_SIZE 32;
STORAGE out[] = { program.storage[0] };
UINT TEMP u, v;
MUL.U v.x, invocation.localindex, 8;
MOV.U u.x, invocation.threadid;
TGBALLOT.U u.y, u;
STB.U32X2 u, out[v.x];
SHFXOR.U u.xy, u, 1, { 31, 0, 0, 0 };
STB.U32X2 u, out[v.x + 256];
END
