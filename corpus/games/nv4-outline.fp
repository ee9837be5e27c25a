!!NVfp4.0
# An edge where depths of four neighbours differ, offsets of a rectangle texture.
TEMP a, b, e;
TEX a.x, fragment.position, texture[0], RECT, (1, 0);
TEX a.y, fragment.position, texture[0], RECT, (-1, 0);
TEX a.z, fragment.position, texture[0], RECT, (0, 1);
TEX a.w, fragment.position, texture[0], RECT, (0, -1);
SUB b.xy, a.xzxz, a.ywyw;
DP2 e.x, b, b;
SGT e.x, e.x, 0.01;
LRP result.color, e.x, program.local[0], fragment.color;
END
