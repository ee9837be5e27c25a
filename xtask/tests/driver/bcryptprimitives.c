/* bcryptprimitives.dll for Wines that do not have it: the one function that Rust's library takes from it. */
#include <stddef.h>

int __stdcall SystemFunction036(void *bytes, unsigned long count);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, size_t count) {
    return SystemFunction036(bytes, (unsigned long)count);
}
