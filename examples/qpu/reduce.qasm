# The sum of sixteen floats, in every element, by rotation: 1, 2, 4, then 8 places.
#
# Uniforms: address of sixteen floats, address for the sixteen sums.

    mov r0, unif
    shl r1, elem_num, 2
    add t0s, r0, r1
    mov ra0, unif
    nop ; nop ; ldtmu0
    mov r0, r4
    nop                                 # an accumulator is not rotated right after it was written
    mov r1, r0 << 1
    fadd r0, r0, r1
    nop
    mov r1, r0 << 2
    fadd r0, r0, r1
    nop
    mov r1, r0 << 4
    fadd r0, r0, r1
    nop
    mov r1, r0 << 8
    fadd r0, r0, r1

    mov vw_setup, vpm_setup(1, 1, h32(0))
    mov vpm, r0
    mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
    mov vw_addr, ra0
    mov -, vw_wait

    nop ; nop ; thrend
    nop
    nop
