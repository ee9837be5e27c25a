!!NVfp4.0
# Bright parts of seven taps with weights from a table.
PARAM weights[7] = { { 0.05, 0, 0, 0 }, { 0.1, 0, 0, 0 }, { 0.2, 0, 0, 0 }, { 0.3, 0, 0, 0 }, { 0.2, 0, 0, 0 }, { 0.1, 0, 0, 0 }, { 0.05, 0, 0, 0 } };
TEMP sum, place, tap, x;
INT TEMP i;
MOV sum, 0.0;
MOV.S i.x, 0;
REP.S 7;
  I2F x.x, i.x;
  SUB x.x, x.x, 3.0;
  MAD place, program.local[0], x.x, fragment.texcoord[0];
  TEX tap, place, texture[0], 2D;
  SUB.SAT tap, tap, program.local[1];
  MAD sum, tap, weights[i.x].x, sum;
  ADD.S i.x, i.x, 1;
ENDREP;
MOV result.color, sum;
END
