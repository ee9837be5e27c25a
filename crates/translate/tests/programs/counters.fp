!!NVfp5.0
OPTION NV_shader_atomic_counters;
COUNTER one = program.counter[0][3];
COUNTER some[4] = { program.counter[0][4..7] };
COUNTER rest[] = { program.counter[1] };
INT TEMP at;
TEMP r, all;
TRUNC.S at, fragment.position;
ATOMCTR.INCR all.x, one;
ATOMCTR.DECR.U r.x, some[1];
ADD.U all.x, all, r;
ATOMCTR.GET.U r.x, some[at.x];
ADD.U all.x, all, r;
ATOMCTR.INCR.U r, rest[at.y + 2];
ADD.U all, all, r;
I2F.U result.color, all;
END
