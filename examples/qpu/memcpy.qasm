# Memory to memory through the VPM, in any mode that the set-up words can say.
#
# Uniforms: load pitch word, load set-up, source, vectors, QPU read set-up, QPU write set-up, store stride word,
# store set-up, destination. With no vectors the block goes straight from the load to the store; else the QPU reads
# that many vectors from where the load put them and writes them to where the store takes them from.

    mov vr_setup, unif
    mov vr_setup, unif
    mov vr_addr, unif
    mov.setf r1, unif                   # vectors
    mov r2, unif
    mov r3, unif
    mov -, vr_wait
    brr.allz -, :store
    nop
    nop
    nop
    mov vr_setup, r2
    mov vw_setup, r3
:vector
    sub.setf r1, r1, 1
    mov r0, vpm
    mov vpm, r0
    brr.anynz -, :vector
    nop
    nop
    nop
:store
    mov vw_setup, unif
    mov vw_setup, unif
    mov vw_addr, unif
    mov -, vw_wait
    nop ; nop ; thrend
    nop
    nop
