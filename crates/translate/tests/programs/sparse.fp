!!NVfp5.0
# Lookups that tell whether their texels are resident.
FLAT ATTRIB flat = fragment.attrib[2];
ATTRIB place = fragment.texcoord[0];
INT TEMP o;
TEMP a, sum;
TRUNC.S o, flat;
MOV a, 0.25;
ADD a (NONRESIDENT), a, 1.0;
TEX.SPARSE sum, place, texture[0], 2D;
MOV sum (NONRESIDENT), 0.5;
TXB.SPARSE a, place, texture[1], 3D;
IF RESIDENT;
ADD sum, sum, a;
ENDIF;
TXL.SPARSE a, place, texture[2], ARRAY2D, (1, -1);
ADD sum (RESIDENT), sum, a;
TXP.SPARSE a, place, texture[3], SHADOW2D;
ADD sum (RESIDENT), sum, a;
TXF.SPARSE a, o, texture[0], 2D, (1, 2);
ADD sum (RESIDENT), sum, a;
TXG.SPARSE a, place, texture[0].y, 2D, offset(o);
ADD sum (RESIDENT), sum, a;
TXG.SPARSE a, place, texture[3], SHADOW2D;
ADD sum (RESIDENT), sum, a;
TXD.SPARSE.LODCLAMP a, place, flat, flat, texture[0], 2D;
ADD sum (RESIDENT), sum, a;
TEX.SPARSE.LODCLAMP a, place, flat, texture[4], CUBE;
ADD sum (RESIDENT), sum, a;
TEX.SPARSE a, place, flat, texture[5], SHADOWARRAYCUBE;
ADD result.color (RESIDENT), sum, a;
END
