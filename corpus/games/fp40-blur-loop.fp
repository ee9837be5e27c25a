!!ARBfp1.0
OPTION NV_fragment_program2;
# Nine taps in a row by a loop with an index.
PARAM delta = program.local[0];
TEMP sum, place, tap;
MOV sum, 0.0;
MAD place, delta, -4.0, fragment.texcoord[0];
LOOP { 9, 0, 1 };
  TEX tap, place, texture[0], 2D;
  ADD sum, sum, tap;
  ADD place, place, delta;
ENDLOOP;
MUL result.color, sum, 0.111111111;
END
