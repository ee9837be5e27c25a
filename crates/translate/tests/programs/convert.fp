!!NVfp5.0
# Conversions between formats, with every way to round.
TEMP a, b, c, h;
INT TEMP n;
UINT TEMP u;
CVT.F32.S32 a, fragment.attrib[0];
CVT.S8.F32.SAT n, fragment.attrib[1];
CVT.U8.F32 u.xy, fragment.attrib[1];
CVT.F16.F32 h.z, fragment.attrib[1];
CVT.F16.F32.FLR.CC h.w, fragment.attrib[1];
CVT.F32.F16 b (LT.w), h;
CVT.F32.U32.CEIL c, u;
CVT.F32.S32.FLR c.x, n;
CVT.S32.F32.TRUNC n.x, a;
CVT.U16.S32.SAT u.x, n;
CVT.U32.F32.SAT u.y, b;
CVT.S64.F32 n.y, b;
CVT.F16.F32.CEIL h.x, b;
CVT.F16.U32.TRUNC h.y, u;
CVT.F32.S16 c.z, n;
CVT.S32.U8.SAT n.z, u;
I2F.U a, u;
MAD result.color, a, b, c;
END
