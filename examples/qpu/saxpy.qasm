# y = a * x + y, sixteen floats at a time.
#
# Any number of QPUs: each takes every n-th vector. Uniforms: vectors of this QPU, a, address of its first
# vector of x, of y, bytes from one of its vectors to the next, its row of the VPM.

    mov ra0, unif                       # vectors left
    mov rb1, unif                       # a
    mov ra2, unif                       # x
    mov ra3, unif                       # y
    mov rb4, unif                       # step
    mov r0, unif                        # row of the VPM
    shl r1, elem_num, 2                 # bytes to this element
    add ra2, ra2, r1
    add r2, ra3, r1
    mov ra5, r2                         # y, element by element
    mov r1, vpm_setup(1, 1, h32(0))
    add rb6, r1, r0                     # write row r0
    shl r0, r0, 7                       # Y begins at bit 7 of a store set-up
    mov r1, vdw_setup_0(1, 16, dma_h32(0, 0))
    add rb7, r1, r0                     # store row r0

:next
    mov t0s, ra2                        # ask for x and y
    mov t1s, ra5
    sub.setf ra0, ra0, 1
    add ra2, ra2, rb4
    add ra5, ra5, rb4 ; nop ; ldtmu0
    fmul r0, r4, rb1 ; nop ; ldtmu1     # a * x
    fadd r0, r0, r4 ; mov vw_setup, rb6
    mov vpm, r0                         # a * x + y
    mov -, vw_wait                      # the row was read before the last wait ended
    mov vw_setup, rb7
    mov vw_addr, ra3                    # store the row
    brr.anynz -, :next
    add ra3, ra3, rb4
    mov -, vw_wait                      # the row is free again
    nop

    nop ; nop ; thrend
    nop
    nop
