!!NVfp4.0
# Carry, overflow and what is made of them.
INT TEMP a, b;
UINT TEMP u, v;
TEMP f;
TRUNC.S a, fragment.attrib[0];
TRUNC.S b, fragment.attrib[1];
TRUNC.U v, fragment.attrib[1];
TRUNC.U u, fragment.attrib[0];
ADD.S.CC0 a, a, b;
MOV.S a.x (CF0.y), b;
SUB.U.CC1 u, u, v;
MOV.S b (AB1), a;
ADD.S.CC0 a.xy, a, {1,2,3,4};
IF OF0.x;
MOV.S b, a;
ENDIF;
MOV.F.CC0 f, fragment.attrib[0];
MOV.U u (NOF0.x), v;
MOV.S a (NSF0.x), b;
MAD.U.CC1 u, -u, v, u;
IF BLE1;
KIL SF1;
ENDIF;
SAD.U.CC0 u (LE1), u, v, u;
IF NCF0.x;
I2F.S f, b;
ENDIF;
ADD.S.CC1 a, -a, b;
MOV.S b (GT1.x), a;
SUB.S.CC1 a.x (LT1.y), a, -b;
I2F.U f.x (GE1.xyzw), u;
ADD result.color, f, 1;
END
