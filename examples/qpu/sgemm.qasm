# C = A * B in single precision, on any number of QPUs: tiles of 32 rows and 16 columns.
#
# A lies in panels of 32 rows, column after column, so that the uniform queue reads a panel from end to end:
# each product takes its factor of A straight from a uniform, and its sixteen factors of B from a TMU.
#
# Uniforms: address of this QPU's first tile, tiles, columns of A (k), bytes of a row of B, VPM write set-up, VDW
# set-up and VDW stride for this QPU's four rows, bytes of four rows of C, number of QPUs if this is the one that
# reports, else 0. A tile is four words in memory: panel of A, column of B, corner of C, address of the next tile;
# sixteen words are read.

.set tile,     ra16
.set tiles,    ra17
.set depth,    ra18
.set vpmrow,   ra19
.set storerow, ra20
.set stride,   ra21
.set report,   ra22
.set corner,   ra23
.set bytes,    ra24
.set rowbytes, rb17
.set one,      rb16

    mov tile, unif
    mov tiles, unif
    mov depth, unif
    mov rowbytes, unif
    mov vpmrow, unif
    mov storerow, unif
    mov stride, unif
    mov bytes, unif
    mov report, unif
    mov one, 1

:tile
    shl r0, elem_num, 2
    add t0s, tile, r0                   # the description of the tile, a word an element
    shl r0, elem_num, 2
    mov r3, rowbytes ; nop ; ldtmu0     # r3: from row to row of B
    mov r1, r4
    mov unif_addr, r1                   # element 0: the panel of A
    mov r5rep, r1 << 1                 # element 1: the column of B
    add r2, r0, r5
    mov t0s, r2                         # ask for the first row
    mov r5rep, r1 << 2                 # element 2: the corner of C
    mov corner, r5 ; mov r5rep, r1 << 3
    mov tile, r5                        # element 3: the next tile
    mov ra0, 0 ; mov rb0, 0
    mov ra1, 0 ; mov rb1, 0
    mov ra2, 0 ; mov rb2, 0
    mov ra3, 0 ; mov rb3, 0
    mov ra4, 0 ; mov rb4, 0
    mov ra5, 0 ; mov rb5, 0
    mov ra6, 0 ; mov rb6, 0
    mov ra7, 0 ; mov rb7, 0
    mov ra8, 0 ; mov rb8, 0
    mov ra9, 0 ; mov rb9, 0
    mov ra10, 0 ; mov rb10, 0
    mov ra11, 0 ; mov rb11, 0
    mov ra12, 0 ; mov rb12, 0
    mov ra13, 0 ; mov rb13, 0
    mov ra14, 0 ; mov rb14, 0
    mov ra15, 0 ; mov rb15, 0
    mov r1, depth

:k
    sub.setf r1, r1, one ; nop ; ldtmu0
    add.ifnz r2, r2, r3                 # the last turn asks for its own row again
    mov t0s, r2 ; fmul r0, r4, unif
    fadd ra0, ra0, r0 ; fmul r0, r4, unif
    fadd ra1, ra1, r0 ; fmul r0, r4, unif
    fadd ra2, ra2, r0 ; fmul r0, r4, unif
    fadd ra3, ra3, r0 ; fmul r0, r4, unif
    fadd ra4, ra4, r0 ; fmul r0, r4, unif
    fadd ra5, ra5, r0 ; fmul r0, r4, unif
    fadd ra6, ra6, r0 ; fmul r0, r4, unif
    fadd ra7, ra7, r0 ; fmul r0, r4, unif
    fadd ra8, ra8, r0 ; fmul r0, r4, unif
    fadd ra9, ra9, r0 ; fmul r0, r4, unif
    fadd ra10, ra10, r0 ; fmul r0, r4, unif
    fadd ra11, ra11, r0 ; fmul r0, r4, unif
    fadd ra12, ra12, r0 ; fmul r0, r4, unif
    fadd ra13, ra13, r0 ; fmul r0, r4, unif
    fadd ra14, ra14, r0 ; fmul r0, r4, unif
    fadd ra15, ra15, r0 ; fmul r0, r4, unif
    fadd rb0, rb0, r0 ; fmul r0, r4, unif
    fadd rb1, rb1, r0 ; fmul r0, r4, unif
    fadd rb2, rb2, r0 ; fmul r0, r4, unif
    fadd rb3, rb3, r0 ; fmul r0, r4, unif
    fadd rb4, rb4, r0 ; fmul r0, r4, unif
    fadd rb5, rb5, r0 ; fmul r0, r4, unif
    fadd rb6, rb6, r0 ; fmul r0, r4, unif
    fadd rb7, rb7, r0 ; fmul r0, r4, unif
    fadd rb8, rb8, r0 ; fmul r0, r4, unif
    fadd rb9, rb9, r0 ; fmul r0, r4, unif
    fadd rb10, rb10, r0 ; fmul r0, r4, unif
    fadd rb11, rb11, r0 ; fmul r0, r4, unif
    fadd rb12, rb12, r0 ; fmul r0, r4, unif
    brr.anynz -, :k
    fadd rb13, rb13, r0 ; fmul r0, r4, unif
    fadd rb14, rb14, r0 ; fmul r0, r4, unif
    fadd rb15, rb15, r0

    nop ; nop ; ldtmu0                  # the row asked for once too often

.macro rows4, a, b, c, d
    mov -, vw_wait
    mov vw_setup, vpmrow
    mov vpm, a
    mov vpm, b
    mov vpm, c
    mov vpm, d
    read mutex
    mov vw_setup, stride
    mov vw_setup, storerow
    mov vw_addr, corner
    add corner, corner, r3
    mov mutex, 0
.endm

    mov r3, bytes
    rows4 ra0, ra1, ra2, ra3
    rows4 ra4, ra5, ra6, ra7
    rows4 ra8, ra9, ra10, ra11
    rows4 ra12, ra13, ra14, ra15
    rows4 rb0, rb1, rb2, rb3
    rows4 rb4, rb5, rb6, rb7
    rows4 rb8, rb9, rb10, rb11
    rows4 rb12, rb13, rb14, rb15

    sub.setf tiles, tiles, 1
    brr.anynz -, :tile
    nop
    nop
    nop

    mov -, vw_wait

    # Everyone but the reporter counts up; the reporter takes all counts and wakes the host.
    mov.setf r0, report
    brr.anyz -, :count
    nop
    nop
    nop
:wait
    sub.setf r0, r0, one
    brr.allz -, :all
    nop
    nop
    nop
    brr -, :wait
    sacq -, 0
    nop
    nop
:all
    mov interrupt, 1
    brr -, :end
    nop
    nop
    nop
:count
    srel -, 0
:end
    nop ; nop ; thrend
    nop
    nop
