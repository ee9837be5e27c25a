# A Fourier transform of 4096 complex numbers: twelve passes of 2048 butterflies, sorted as they go (Stockham).
#
# Every pass reads one buffer and writes the next, so that no cache of the TMUs holds an old line; a buffer is
# 4096 real parts, then 4096 imaginary parts. Between passes the QPUs wait for each other. With t the number of a
# butterfly and m = 2^pass, it takes elements t and t + 2048, and the factor at t without its low bits below m, and
# leaves its sum at t plus that, and its difference times the factor m further on.
#
# Uniforms: vectors of this QPU in a pass, 4 * first t, 4 * distance of its vectors, first buffer, factors (2048
# cosines, then 2048 negative sines), VPM write set-up for this QPU's four rows, number of QPUs if this is the one
# that leads, else 0; then for each pass: 4 * m, store stride word, store set-up of its first row; then 0.

.set vectors, ra0
.set first,   ra1
.set apart,   ra2
.set from,    ra3
.set factors, ra4
.set vwr,     ra5
.set leader,  ra6
.set t,       ra7
.set left,    ra8
.set to,      ra9
.set m,       ra10
.set row,     ra11
.set place,   ra12
.set half,    rb0
.set imag,    rb1
.set size,    rb2
.set lane,    rb3
.set low,     rb4
.set are,     rb5
.set aim,     rb6
.set bre,     rb7
.set bim,     rb8
.set wre,     rb9
.set one,     rb10
.set nextrow, rb11
.set dre,     rb12
.set dim,     rb13

    mov vectors, unif
    mov first, unif
    mov apart, unif
    mov from, unif
    mov factors, unif
    mov vwr, unif
    mov leader, unif
    mov half, 8192                      # bytes from t to t + 2048
    mov imag, 16384                     # bytes from real to imaginary parts
    mov size, 32768                     # bytes of a buffer
    mov one, 1
    mov nextrow, 128                    # from row to row in a store set-up
    shl r0, elem_num, 2
    mov lane, r0

.macro store_row, offset
    mov -, vw_wait
    mov vw_setup, row
    add vw_addr, place, offset
    mov r0, nextrow
    add row, row, r0
.endm

# One pass; the two semaphores of one pass are not those of the next, so that nobody overtakes.
.macro pass, arrive, go
    mov m, unif
    mov vw_setup, unif
    mov row, unif
    mov t, first
    mov left, vectors
    sub low, m, one
    mov r0, size
    add to, from, r0
:1
    mov r0, t
    add r0, r0, lane
    add r1, from, r0
    mov t0s, r1 ; mov r2, r1            # a, real
    add t1s, r1, half                   # b, real
    add r1, r1, imag
    mov t0s, r1                         # a, imaginary
    add t1s, r1, half                   # b, imaginary
    not r2, low
    and r0, r0, r2
    add r0, r0, factors
    mov t0s, r0                         # cosine
    add t1s, r0, half                   # minus sine
    nop ; nop ; ldtmu0
    mov are, r4 ; nop ; ldtmu1
    mov bre, r4 ; nop ; ldtmu0
    mov aim, r4 ; nop ; ldtmu1
    mov bim, r4 ; nop ; ldtmu0
    mov wre, r4 ; nop ; ldtmu1
    mov r0, bre
    mov r1, bim
    fsub r2, are, r0
    fsub r3, aim, r1
    fadd r0, are, r0
    fadd r1, aim, r1
    mov -, vw_wait
    mov vw_setup, vwr
    mov vpm, r0                         # sums
    mov vpm, r1
    nop ; fmul r0, r2, wre
    nop ; fmul r1, r3, r4
    fsub r0, r0, r1 ; fmul r1, r3, wre
    mov vpm, r0 ; fmul r0, r2, r4
    fadd vpm, r0, r1                    # differences times factors

    mov r1, row                         # the rows go to t + (t without its low bits), and m further on
    not r2, low
    mov r0, t
    and r2, r0, r2
    add r0, r0, r2
    add place, r0, to
    nop
    mov vw_setup, row                   # real sums
    mov vw_addr, place
    mov r0, nextrow
    add row, row, r0
    store_row imag
    mov r2, m
    add place, place, r2
    mov -, vw_wait
    mov vw_setup, row
    mov vw_addr, place                  # real differences
    mov r0, nextrow
    add row, row, r0
    store_row imag
    mov row, r1

    sub.setf left, left, one
    brr.anynz -, :1b
    mov r0, apart
    add t, t, r0
    nop
    mov -, vw_wait
    mov from, to

    mov.setf r0, leader
    brr.anynz -, :2f
    nop
    nop
    nop
    srel -, arrive                      # all but the leader: say so, then wait
    brr -, :5f
    sacq -, go
    nop
    nop
:2
    sub.setf r0, r0, one                # the leader: count the others
    brr.allz -, :3f
    nop
    nop
    nop
    brr -, :2b
    sacq -, arrive
    nop
    nop
:3
    mov r0, leader
:4
    sub.setf r0, r0, one                # and let them go
    brr.allz -, :5f
    nop
    nop
    nop
    brr -, :4b
    srel -, go
    nop
    nop
:5
    nop
.endm

    mov r3, 6
    mov ra13, r3
:passes
    pass 0, 1
    pass 2, 3
    sub.setf ra13, ra13, 1
    brr.anynz -, :passes
    nop
    nop
    nop

    nop ; nop ; thrend
    nop
    nop
