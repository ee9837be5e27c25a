!!NVfp4.0
# A kernel of nine taps: weights by the place of the tap.
TEMP sum, tap, place, w;
INT TEMP i, j, k;
MOV sum, 0.0;
MOV.S j.x, -1;
REP.S 3;
  MOV.S i.x, -1;
  REP.S 3;
    I2F place.x, i.x;
    I2F place.y, j.x;
    MAD place.xy, place, program.local[0], fragment.texcoord[0];
    TEX tap, place, texture[0], 2D;
    OR.S.CC k.x, i.x, j.x;
    MOV w.x, -0.125;
    MOV w.x (EQ.x), 2.0;
    MAD sum, tap, w.x, sum;
    ADD.S i.x, i.x, 1;
  ENDREP;
  ADD.S j.x, j.x, 1;
ENDREP;
MOV.SAT result.color, sum;
END
