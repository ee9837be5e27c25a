!!ARBfp1.0
OPTION NV_fragment_program2;
# Brushed metal: sine of an angle between tangent and half vector.
TEMP t, h, a;
NRM t.xyz, fragment.texcoord[1];
NRM h.xyz, fragment.texcoord[2];
DP3 a.x, t, h;
MAD a.y, -a.x, a.x, 1.0;
RSQ a.z, |a.y|;
MUL a.y, a.y, a.z;
POW a.y, a.y, 24.0;
SLT a.w, 0.0, fragment.texcoord[2].z;
MUL a.y, a.y, a.w;
MAD_SAT result.color, a.y, program.local[0], fragment.color;
END
