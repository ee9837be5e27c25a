!!NVfp4.0
# Bumps with light from generic attributes.
ATTRIB st = fragment.attrib[0];
ATTRIB light = fragment.attrib[1];
ATTRIB eye = fragment.attrib[2];
TEMP base, n, l, h, d;
TEX base, st, texture[0], 2D;
TEX n, st, texture[1], 2D;
MAD n.xyz, n, 2.0, -1.0;
NRM n.xyz, n;
NRM l.xyz, light;
NRM h.xyz, eye;
ADD h.xyz, h, l;
NRM h.xyz, h;
DP3.SAT d.x, n, l;
DP3.SAT d.y, n, h;
POW d.y, d.y, program.local[0].w;
MAD base.xyz, base, d.x, program.local[1];
MAD.SAT result.color.xyz, program.local[0], d.y, base;
MOV result.color.w, base.w;
END
