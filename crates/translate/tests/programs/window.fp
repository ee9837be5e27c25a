!!ARBfp1.0
# Window positions by the other conventions, and what options of NV_fragment_program2 bring.
OPTION ARB_fragment_coord_origin_upper_left;
OPTION ARB_fragment_coord_pixel_center_integer;
OPTION NV_fragment_program2;
TEMP a;
MUL a, fragment.position, 0.01;
REP 3;
  ADDC a, a, fragment.facing.x;
  BRK (GT.x);
ENDREP;
LOOP {2, 1, 1};
  ADD a, a, fragment.texcoord[A0.x];
ENDLOOP;
MOV result.color, a;
END
