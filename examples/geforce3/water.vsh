// Waves, as a console game has them: two sines by their series move the surface, its normal follows, and the reflected
// view looks a cube map up.
#projection matrix4 96
#viewport vector 100
#centre vector 101
#camera vector 102
#wave1 vector 103                       ; direction x and z, phase, height
#wave2 vector 104
#series vector 105                      ; -1/6, 1/120, -1/5040, 1
#turn vector 106                        ; 1 / 2 pi, 2 pi, pi, 0
#numbers vector 107                     ; 0, 1, 2, 0.5

mul R0.xy, iPos.xz, #wave1              ; the first wave's angle
add R0.z, R0.x, R0.y
add R0.z, R0.z, #wave1.z
mul R0.z, R0.z, #turn.x
expp R0.y, R0.z                         ; the part of a turn, from -pi to pi
mov R10.y, #turn.y
mad R0.x, R0.y, R10.y, -#turn.z
mul R1.x, R0.x, R0.x                    ; its sine
mov R2.x, #series.z
mad R2.x, R2.x, R1.x, #series.y
mad R2.x, R2.x, R1.x, #series.x
mad R2.x, R2.x, R1.x, #series.w
mul R2.x, R2.x, R0.x
mul R3.xy, iPos.xz, #wave2              ; the second's
add R3.z, R3.x, R3.y
add R3.z, R3.z, #wave2.z
mul R3.z, R3.z, #turn.x
expp R3.y, R3.z
mad R3.x, R3.y, R10.y, -#turn.z
mul R4.x, R3.x, R3.x
mov R5.x, #series.z
mad R5.x, R5.x, R4.x, #series.y
mad R5.x, R5.x, R4.x, #series.x
mad R5.x, R5.x, R4.x, #series.w
mul R5.x, R5.x, R3.x
mov R6, iPos                            ; both together
mad R6.y, R2.x, #wave1.w, R6.y
mad R6.y, R5.x, #wave2.w, R6.y
mul R7.xz, R2.x, #wave1.xxyy            ; the slope
mad R7.xz, R5.x, #wave2.xxyy, R7
mov R7.y, #numbers.y
%norm3 R7 R7 R8
add R8.xyz, #camera, -R6                ; the view, reflected
%norm3 R8 R8 R9
dp3 R9.x, R7, R8
mul R9.x, R9.x, #numbers.z
mad oT1.xyz, R9.x, R7, -R8
add R9.w, #numbers.y, -R9.x
mul oD0.xyz, iDiffuse, R9.w
mov oD0.w, iDiffuse.w
%matmul4x4 R11 R6 #projection
rcp R1.w, R11.w
mul R11.xyz, R11, R1.w
mul R11.xyz, R11, #viewport
add oPos.xyz, R11, #centre
mov oPos.w, R11.w
mov oT0.xy, iTex0
