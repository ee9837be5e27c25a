/* Runs examples/qpu/reduce.qasm on the QPUs of a Raspberry Pi 1 to 3: sixteen floats go in, their sum comes out.
 *
 *     quadrille qpu asm examples/qpu/reduce.qasm --form c --name program --output program.h
 *     cc -o launch examples/qpu/launch.c -I. && sudo ./launch
 *
 * It needs /dev/vcio (the firmware's mailbox) and /dev/mem, and firmware that still offers the calls for QPUs. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program.h"

/* Tags of the firmware's property interface. */
enum { ALLOCATE = 0x3000c, LOCK = 0x3000d, UNLOCK = 0x3000e, RELEASE = 0x3000f, EXECUTE = 0x30011, ENABLE = 0x30012 };
/* Memory that the processor's caches do not hold, on a Raspberry Pi 2 and 3; 12 on a Raspberry Pi 1. */
enum { UNCACHED = 4 };

static int mailbox;

/* One call with up to four words; the first word of its answer. */
static uint32_t call(uint32_t tag, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t words[] __attribute__((aligned(16))) = { 0, 0, tag, 16, 16, a, b, c, d, 0 };
    words[0] = sizeof words;
    if (ioctl(mailbox, _IOWR(100, 0, char *), words) < 0)
        perror("mailbox");
    return words[5];
}

/* What lies in memory that both processors see. */
struct shared {
    uint32_t code[sizeof program / 4];
    float numbers[16], sums[16];
    uint32_t uniforms[2];
    uint32_t control[2]; /* The addresses of the uniforms and of the code: one pair for each QPU. */
};

/* The bus address of a part of it. */
#define AT(part) (bus + (uint32_t)offsetof(struct shared, part))

int main(void)
{
    mailbox = open("/dev/vcio", 0);
    int memory = open("/dev/mem", O_RDWR | O_SYNC);
    if (mailbox < 0 || memory < 0)
        return perror("launch"), 1;
    call(ENABLE, 1, 0, 0, 0);
    uint32_t handle = call(ALLOCATE, sizeof(struct shared), 4096, UNCACHED, 0);
    uint32_t bus = call(LOCK, handle, 0, 0, 0);

    /* The two highest bits of a bus address choose a view of the caches; the rest is where the bytes are. */
    struct shared *shared =
        mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory, (off_t)(bus & 0x3fffffff));
    if (shared == MAP_FAILED)
        return perror("mmap"), 1;
    memcpy(shared->code, program, sizeof program);
    for (int i = 0; i < 16; i++)
        shared->numbers[i] = (float)i;
    shared->uniforms[0] = AT(numbers);
    shared->uniforms[1] = AT(sums);
    shared->control[0] = AT(uniforms);
    shared->control[1] = AT(code);

    /* One QPU; the last two words: do not leave the caches as they are, and milliseconds to wait. 0 says that the program
     * ended in time. */
    uint32_t late = call(EXECUTE, 1, AT(control), 0, 1000);
    if (late)
        printf("the program did not end\n");
    else
        printf("the sum is %g\n", shared->sums[0]);

    munmap(shared, sizeof *shared);
    call(UNLOCK, handle, 0, 0, 0);
    call(RELEASE, handle, 0, 0, 0);
    call(ENABLE, 0, 0, 0, 0);
    return late != 0;
}
