!!ARBfp1.0
OPTION NV_fragment_program2;
# Leaves: nothing is drawn where alpha is low, and a far leaf fades.
TEMP leaf, fade;
TEX leaf, fragment.texcoord[0], texture[0], 2D;
SUBC fade.x, leaf.w, program.local[0].x;
KIL LT.x;
MUL fade.y, fragment.position.z, program.local[0].y;
SUBC fade.z, fade.y, 1.0;
MOV leaf.w (GT.z), 0.5;
MUL_SAT result.color, leaf, fragment.color;
END
