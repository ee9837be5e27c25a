// Position to clip space, normal to eye space, one directional light with a specular term, one point light
// with distance attenuation, and a texture coordinate: 30 words.
DP4 oPos.x, v0, c[96]
DP4 oPos.y, v0, c[97]
DP4 oPos.z, v0, c[98]
DP4 oPos.w, v0, c[99]
DP3 R0.x, v2, c[100]
DP3 R0.y, v2, c[101]
DP3 R0.z, v2, c[102]
DP3 R0.w, R0, R0
RSQ R0.w, R0.w
MUL R0.xyz, R0, R0.w
DP3 R1.x, R0, c[104]
DP3 R1.y, R0, c[105]
MOV R1.w, c[106].w
LIT R2, R1
MUL R3.xyz, R2.y, c[107]
MAD R3.xyz, R2.z, c[108], R3
DP4 R4.x, v0, c[109]
DP4 R4.y, v0, c[110]
DP4 R4.z, v0, c[111]
ADD R5.xyz, c[112], -R4
DP3 R5.w, R5, R5
RSQ R6.x, R5.w
MUL R5.xyz, R5, R6.x
DP3 R7.x, R0, R5
DST R8, R5.w, R6.x
DP3 R7.y, R8, c[113]
MUL R7.x, R7.x, R7.y
MAX R7.x, R7.x, c[114].x
MAD oD0.xyz, R7.x, c[115], R3
MOV oT0.xy, v2
