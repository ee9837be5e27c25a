// Two lamps and fog, as a console game has them: each lamp fades with its distance and has a highlight.
#projection matrix4 96
#viewport vector 100
#centre vector 101
#camera vector 102
#lamp1 vector 103                       ; place; w is the sharpness of its highlight
#colour1 vector 104
#lamp2 vector 105
#colour2 vector 106
#fading vector 107                      ; constant, linear, quadratic
#ambient vector 108
#fog vector 109                         ; end, 1 / (end - start)
#numbers vector 110                     ; 0, 1

%matmul4x4 R0 iPos #projection
rcp R1.w, R0.w
mul R2.xyz, R0, R1.w
mul R2.xyz, R2, #viewport
add oPos.xyz, R2, #centre
mov oPos.w, R0.w
add R3.x, #fog.x, -R0.w
mul oFog.x, R3.x, #fog.y

add R4.xyz, #camera, -iPos
%norm3 R4 R4 R5
add R6.xyz, #lamp1, -iPos               ; the first lamp
dp3 R6.w, R6, R6
rsq R7.w, R6.w
mul R6.xyz, R6, R7.w
dst R7.xyz, R6.w, R7.w
dp3 R7.x, R7, #fading
rcp R7.x, R7.x
add R8.xyz, R6, R4
%norm3 R8 R8 R5
dp3 R9.x, iNormal, R6
dp3 R9.y, iNormal, R8
mov R9.w, #lamp1.w
lit R9, R9
mul R9.yz, R9, R7.x
mov R10.xyz, #ambient
mad R10.xyz, R9.y, #colour1, R10
mul R11.xyz, R9.z, #colour1
add R6.xyz, #lamp2, -iPos               ; the second
dp3 R6.w, R6, R6
rsq R7.w, R6.w
mul R6.xyz, R6, R7.w
dst R7.xyz, R6.w, R7.w
dp3 R7.x, R7, #fading
rcp R7.x, R7.x
add R8.xyz, R6, R4
%norm3 R8 R8 R5
dp3 R9.x, iNormal, R6
dp3 R9.y, iNormal, R8
mov R9.w, #lamp2.w
lit R9, R9
mul R9.yz, R9, R7.x
mad R10.xyz, R9.y, #colour2, R10
mad oD1.xyz, R9.z, #colour2, R11
mul oD0.xyz, R10, iDiffuse
mov oD0.w, iDiffuse.w
mov oT0.xy, iTex0
