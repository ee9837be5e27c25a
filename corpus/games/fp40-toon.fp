!!ARBfp1.0
OPTION NV_fragment_program2;
# Three tones by nested branches, and an outline.
TEMP n, tone, c;
NRM n.xyz, fragment.texcoord[1];
DP3 tone.x, n, program.local[0];
DP3 tone.y, n, program.local[1];
SUBC c.x, tone.x, 0.8;
IF GT.x;
  MOV tone.z, 1.0;
ELSE;
  SUBC c.x, tone.x, 0.3;
  IF GT.x;
    MOV tone.z, 0.7;
  ELSE;
    MOV tone.z, 0.35;
  ENDIF;
ENDIF;
SUBC c.x, tone.y, 0.2;
MOV tone.z (LT.x), 0.0;
MUL result.color, tone.z, program.local[2];
END
