!!NVfp4.0
# A ball drawn as a sprite, with the depth of a ball.
TEMP p, d;
MAD p.xy, fragment.texcoord[0], 2.0, -1.0;
DP2 p.w, p, p;
SUB.CC p.z, 1.0, p.w;
KIL LT.z;
RSQ d.x, p.z;
MUL p.z, p.z, d.x;
MAD result.depth.z, p.z, program.local[0].x, fragment.position.z;
DP3.SAT d.y, p, program.local[1];
MUL result.color, d.y, fragment.color;
END
