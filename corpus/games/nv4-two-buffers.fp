!!NVfp4.0
OPTION ARB_draw_buffers;
# Colour and normal to two buffers.
TEMP n;
NRM n.xyz, fragment.texcoord[1];
MAD n.xyz, n, 0.5, 0.5;
MOV n.w, fragment.position.z;
TEX result.color[0], fragment.texcoord[0], texture[0], 2D;
MOV result.color[1], n;
END
