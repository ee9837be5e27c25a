// Light for a bump map, as a console game has it: the direction to a lamp in the space of the surface, with the lamp's
// distance, and the half vector beside it.
#projection matrix4 96
#viewport vector 100
#centre vector 101
#lamp vector 102                        ; in the object's space; w is one through its reach
#camera vector 103
#numbers vector 104                     ; 0, 1, 0.5, 2

%matmul4x4 R0 iPos #projection
rcp R1.w, R0.w
mul R0.xyz, R0, R1.w
mul R0.xyz, R0, #viewport
add oPos.xyz, R0, #centre
mov oPos.w, R0.w

mov R2.xyz, iNormal                     ; the third axis of the surface is across the other two
mul R3.xyz, R2.yzxw, iTex1.zxyw
mad R3.xyz, -R2.zxyw, iTex1.yzxw, R3
add R4.xyz, #lamp, -iPos                ; to the lamp, in that space
dp3 R5.x, R4, iTex1
dp3 R5.y, R4, R3
dp3 R5.z, R4, R2
dp3 R6.x, R5, R5
rsq R6.w, R6.x
mul R5.xyz, R5, R6.w
mov R7.z, #numbers.z
mad oD0.xyz, R5, R7.z, #numbers.z       ; as a colour
rcp R6.y, R6.w
mad R6.z, -R6.y, #lamp.w, #lamp.w       ; how much of it comes here
max oD0.w, R6.z, #numbers.x
add R8.xyz, #camera, -iPos              ; halfway to the camera
dp3 R9.x, R8, iTex1
dp3 R9.y, R8, R3
dp3 R9.z, R8, R2
dp3 R10.x, R9, R9
rsq R10.w, R10.x
mul R9.xyz, R9, R10.w
add R9.xyz, R9, R5
dp3 R11.x, R9, R9
rsq R11.w, R11.x
mul R9.xyz, R9, R11.w
mad oD1.xyz, R9, R7.z, #numbers.z
mov oT0.xy, iTex0
mov oT1.xy, iTex0
