!!ARBfp1.0
OPTION NV_fragment_program2;
# Division by a homogeneous coordinate, where it is not nothing.
TEMP p, q;
MOVC q.w, fragment.texcoord[0].w;
MOV p, 0.0;
IF NE.w;
  DIV p.xyz, fragment.texcoord[0], fragment.texcoord[0].w;
ENDIF;
MUL_SAT result.color, p, fragment.color;
END
