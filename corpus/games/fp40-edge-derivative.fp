!!ARBfp1.0
OPTION NV_fragment_program2;
# Width of a line from derivatives.
TEMP d, w;
DDX d.x, fragment.texcoord[0].x;
DDY d.y, fragment.texcoord[0].x;
ADD w.x, |d.x|, |d.y|;
RCP w.x, w.x;
MUL_SAT w.x, w.x, fragment.texcoord[0].x;
MUL result.color, fragment.color, w.x;
END
