!!ARBfp1.0
OPTION NV_fragment_program2;
# A cross of five taps, the middle one stronger.
TEMP c, t, p;
TEX c, fragment.texcoord[0], texture[0], 2D;
MUL c, c, 5.0;
ADD p.xy, fragment.texcoord[0], program.local[0];
TEX t, p, texture[0], 2D;
SUB c, c, t;
SUB p.xy, fragment.texcoord[0], program.local[0];
TEX t, p, texture[0], 2D;
SUB c, c, t;
ADD p.xy, fragment.texcoord[0], program.local[1];
TEX t, p, texture[0], 2D;
SUB c, c, t;
SUB p.xy, fragment.texcoord[0], program.local[1];
TEX t, p, texture[0], 2D;
SUB_SAT c, c, t;
MOV result.color, c;
END
