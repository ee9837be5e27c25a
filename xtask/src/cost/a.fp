!!ARBfp1.0
PARAM tint = program.local[0];
PARAM more = program.env[0];
TEMP s;
MUL s, fragment.texcoord[0], 4;
FRC s, s;
MAD s.x, s.x, more.x, -s.y;
CMP result.color, s.x, fragment.color, tint;
END
