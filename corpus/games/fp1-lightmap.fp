!!FP1.0
# A wall with its light map, twice as bright.
TEX R0, f[TEX0], TEX0, 2D;
TEX R1, f[TEX1], TEX1, 2D;
MULR R0, R0, R1;
ADDR_SAT o[COLR], R0, R0;
END
