// A character of two bones a vertex, as a console game has it: the palette is indexed, the weights blend positions and
// normals, one light from a direction.
#projection matrix4 96                  ; world to clip space
#viewport vector 100                    ; half the screen, and the depth
#centre vector 101                      ; its middle
#light vector 102                       ; to the light
#ambient vector 103
#diffuse vector 104
#numbers vector 105                     ; 0, 1, 3, 765.01
// c[0] to c[95]: bones, three rows each

mul R0.x, iBackDiffuse.x, #numbers.z    ; the first bone's rows
arl A0, R0.x
dp4 R2.x, iPos, c[A0+0]
dp4 R2.y, iPos, c[A0+1]
dp4 R2.z, iPos, c[A0+2]
dp3 R3.x, iNormal, c[A0+0]
dp3 R3.y, iNormal, c[A0+1]
dp3 R3.z, iNormal, c[A0+2]
mul R0.y, iBackDiffuse.y, #numbers.z    ; the second's
arl A0, R0.y
dp4 R4.x, iPos, c[A0+0]
dp4 R4.y, iPos, c[A0+1]
dp4 R4.z, iPos, c[A0+2]
dp3 R5.x, iNormal, c[A0+0]
dp3 R5.y, iNormal, c[A0+1]
dp3 R5.z, iNormal, c[A0+2]
add R6.x, #numbers.y, -iWeight.x        ; blended
mul R2.xyz, R2, iWeight.x
mad R2.xyz, R4, R6.x, R2
mul R3.xyz, R3, iWeight.x
mad R3.xyz, R5, R6.x, R3
mov R2.w, #numbers.y
%matmul4x4 R7 R2 #projection
rcp R1.w, R7.w
mul R7.xyz, R7, R1.w
mul R7.xyz, R7, #viewport
add oPos.xyz, R7, #centre
mov oPos.w, R7.w
%norm3 R3 R3 R8
dp3 R9.x, R3, #light
max R9.x, R9.x, #numbers.x
mov R10.xyz, #ambient
mad R10.xyz, R9.x, #diffuse, R10
mul oD0.xyz, R10, iDiffuse
mov oD0.w, iDiffuse.w
mov oT0.xy, iTex0
