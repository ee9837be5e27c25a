/* Reading a whole file, for the examples. */
#ifndef EXAMPLE_FILE_H
#define EXAMPLE_FILE_H

#include <stdio.h>
#include <stdlib.h>

/* The bytes of a file and, in `length`, how many there are; NULL if it cannot be read. Given back to free. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 0, had;

    *length = 0;
    if (!file)
        return NULL;
    do {
        char *more = realloc(bytes, room += 65536);
        if (!more)
            break;
        bytes = more;
        had = fread(bytes + *length, 1, room - *length, file);
        *length += had;
    } while (had > 0);
    if (ferror(file)) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

#endif
