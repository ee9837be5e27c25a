!!NVcp5.0
# The dispatch says how large a work group is.
OPTION NV_shader_storage_buffer;
OPTION ARB_compute_variable_group_size;
STORAGE words[] = { program.storage[2] };
UINT TEMP u;
MUL.U u.x, invocation.groupsize.x, invocation.groupsize.y;
MAD.U u.x, u.x, invocation.groupid.x, invocation.localindex.x;
SHL.U u.y, u.x, 2;
STB.U32 u.x, words[u.y];
END
