!!ARBfp1.0
OPTION NV_fragment_program2;
# One tap in a subroutine that is called three times.
TEMP p, t, sum;
MOV p, fragment.texcoord[0];
MOV sum, 0.0;
CAL tap;
CAL tap;
CAL tap;
MUL result.color, sum, 0.333333;
RET;
tap:
TEX t, p, texture[0], 2D;
ADD sum, sum, t;
ADD p.xy, p, program.local[0];
RET;
END
