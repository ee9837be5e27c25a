!!NVfp4.0
# A shadow that the hardware compares, softened at its end.
TEMP s, f, c;
TXP s, fragment.texcoord[2], texture[1], SHADOW2D;
MAD.SAT f.x, fragment.fogcoord.x, -0.02, 1.5;
LRP s.x, f.x, s.x, 1.0;
TEX c, fragment.texcoord[0], texture[0], 2D;
MAD c.xyz, c, s.x, 0.125;
MOV result.color, c;
END
