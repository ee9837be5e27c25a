!!NVfp4.0
# Distance to the nearest of nine points by two loops.
TEMP cell, best, p, d, r;
INT TEMP i;
MUL p.xy, fragment.texcoord[0], 4.0;
FLR cell.xy, p;
SUB p.xy, p, cell;
MOV best.x, 8.0;
MOV.S i.y, -1;
REP.S 3;
  MOV.S i.x, -1;
  REP.S 3;
    I2F d.xy, i;
    ADD r.xy, cell, d;
    DP2 r.z, r, { 12.9898, 78.233, 0, 0 };
    FRC r.xy, r.z;
    MUL r.z, r.z, 3.7;
    FRC r.y, r.z;
    ADD d.xy, d, r;
    SUB d.xy, d, p;
    DP2 d.z, d, d;
    MIN best.x, best.x, d.z;
    ADD.S i.x, i.x, 1;
  ENDREP;
  ADD.S i.y, i.y, 1;
ENDREP;
MUL.SAT result.color, best.x, fragment.color;
END
