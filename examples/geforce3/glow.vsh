// A thing that glows at its rim, as a console game has it: the position to the screen, the normal against the view,
// the glow added to the vertex colour.
#projection matrix4 96                  ; to clip space
#world matrix4 100                      ; to the world, for normals and for the view
#camera vector 104                      ; where the camera is, in the world
#viewport vector 105                    ; half the screen, and the depth
#centre vector 106                      ; its middle
#glow vector 107                        ; the colour of the rim; w is its sharpness
#numbers vector 108                     ; 0, 1, 0.5, 0

%matmul4x4 R0 iPos #projection
rcp R1.w, R0.w                          ; divided by w and moved to the viewport
mul R0.xyz, R0, R1.w
mul R0.xyz, R0, #viewport
add oPos.xyz, R0, #centre
mov oPos.w, R0.w

%matmul4x4 R2 iPos #world
add R3.xyz, #camera, -R2                ; the view
%norm3 R3 R3 R4
dp3 R5.x, iNormal, #world[0]
dp3 R5.y, iNormal, #world[1]
dp3 R5.z, iNormal, #world[2]
%norm3 R5 R5 R4
dp3 R6.x, R5, R3                        ; 1 where it faces us, 0 at the rim
max R6.x, R6.x, -R6.x
add R6.y, #numbers.y, -R6.x
mov R6.x, R6.y
mov R6.w, #glow.w
lit R7.z, R6                            ; to the power of the sharpness
mad oD0.xyz, R7.z, #glow, iDiffuse
mov oD0.w, iDiffuse.w
mov oT0.xy, iTex0
