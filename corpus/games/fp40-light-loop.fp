!!ARBfp1.0
OPTION NV_fragment_program2;
# Three lights whose directions come in coordinates.
TEMP n, l, sum, d;
NRM n.xyz, fragment.texcoord[0];
MOV sum, program.local[3];
LOOP { 3, 1, 1 };
  NRM l.xyz, fragment.texcoord[A0.x];
  DP3C_SAT d.x, n, l;
  MAD sum.xyz (GT.x), d.x, program.local[0], sum;
ENDLOOP;
MUL_SAT result.color, sum, fragment.color;
END
