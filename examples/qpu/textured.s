; A fragment shader that shows a texture, in the words in which a page on the chip published it, with what they
; lacked: digits, a third varying that was taken by mistake, the wait for the scoreboard, the thread end.
; `quadrille qpu explain` names their fields.
;
; Varyings: S, T. Uniforms: two configuration words.

.word 0x203E3037, 0x100049E0 ; r0 = S * W, and C comes to r5
.word 0x213E3177, 0x11024821 ; r0 = S * W + C, r1 = T * W
.word 0x019E7340, 0x10020E67 ; T * W + C to the unit, with configuration word 0
.word 0x159E7000, 0x10020E27 ; S to the unit, with configuration word 1: the look-up begins
.word 0x009E7000, 0xA00009E7 ; its result to r4
.word 0x159E7900, 0x40020BA7 ; wait for earlier fragments of these pixels, and write the colour
.word 0x009E7000, 0x300009E7 ; thread end, with two instructions after it
.word 0x009E7000, 0x100009E7
.word 0x009E7000, 0x100009E7
