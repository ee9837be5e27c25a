# The Mandelbrot set: for every pixel the number of steps until |z| exceeds 2, a word a pixel.
#
# Uniforms: rows of this QPU, vectors of a row, steps at most, real part of the left column, imaginary part of the
# first row, distance of columns, distance of this QPU's rows, address of its first row, bytes from one of its rows
# to the next, its row of the VPM.

.set rows,  ra0
.set wide,  ra1
.set most,  ra2
.set left,  ra3
.set imag,  ra4
.set step,  ra5
.set down,  ra6
.set out,   ra7
.set pitch, ra8
.set at,    ra9
.set count, ra10
.set todo,  ra11
.set real,  ra12
.set vwr,   rb1
.set vdw,   rb2
.set four,  rb4
.set across, rb5
.set cr,    ra14
.set left_steps, ra13

    mov rows, unif
    mov wide, unif
    mov most, unif
    mov left, unif
    mov imag, unif
    mov step, unif
    mov down, unif
    mov out, unif
    mov pitch, unif
    mov r0, unif
    mov r1, vpm_setup(1, 1, h32(0))
    add vwr, r1, r0
    shl r0, r0, 7
    mov r1, vdw_setup_0(1, 16, dma_h32(0, 0))
    add vdw, r1, r0
    mov four, 4.0
    itof r0, elem_num
    fmul r1, step, 16.0
    mov across, r1                      # from vector to vector
    fmul r0, r0, step
    fadd real, left, r0                 # real parts of the first vector

:row
    mov todo, wide
    mov at, out
    mov cr, real
:vector
    mov r1, imag                        # z = c
    mov r0, cr
    mov count, 0
    mov left_steps, most
:step
    fmul r2, r0, r0                     # squares
    fmul r3, r1, r1
    nop ; fmul r1, r0, r1               # zr * zi
    fsub r0, r2, r3
    fadd r2, r2, r3                     # |z| squared
    fsub.setf -, four, r2
    fadd r0, r0, cr
    nop ; fmul r1, r1, 2.0
    add.ifnn count, count, 1            # elements that are outside keep their number
    brr.alln -, :done
    fadd r1, r1, imag
    sub.setf left_steps, left_steps, 1
    nop
    brr.anynz -, :step
    nop
    nop
    nop
:done
    mov vw_setup, vwr
    mov vpm, count
    mov vw_setup, vdw
    mov vw_addr, at
    mov -, vw_wait
    sub.setf todo, todo, 1
    mov r0, 64
    brr.anynz -, :vector
    add at, at, r0
    mov r0, across
    fadd cr, cr, r0
    sub.setf rows, rows, 1
    mov r0, down
    brr.anynz -, :row
    fadd imag, imag, r0
    mov r0, pitch
    add out, out, r0
    nop ; nop ; thrend
    nop
    nop
