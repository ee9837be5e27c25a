!!ARBfp1.0
# Tangent-space bump mapping with a specular lookup.
OPTION ARB_precision_hint_fastest;
OPTION ARB_fragment_program_shadow;

ATTRIB coord = fragment.texcoord[0];
PARAM scale = { 2.0, 2, 2., -1.5e0 };
PARAM colors[3] = { { 0, 0, .5 }, program.env[0..1] };
OUTPUT color = result.color;
TEMP normal, light, R0;

TEX normal, coord, texture[0], 2D;
MAD normal.xyz, normal, scale.x, -1.0;          # to -1..1
DP3_SAT light, normal, fragment.texcoord[1];
MAD_SAT R0, light.x, colors[1], colors[0].wzyx;
TXP light, fragment.texcoord[2], texture[1], SHADOW2D;
SWZ R0, R0, x, -y, 0, 1;
KIL -R0.x;
MUL color, R0, light;
END
