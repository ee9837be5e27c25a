!!ARBfp1.0
OPTION NV_fragment_program2;
# The inside of a shell has a colour of its own.
TEMP c;
MOVC c.x, fragment.facing.x;
MOV c, program.local[0];
MOV c (LT.x), program.local[1];
MUL result.color, c, fragment.color;
END
