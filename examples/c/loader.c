/* What a loader does between a game and its driver: NVIDIA's programs go in, programs that every driver takes come out.
 *
 *     cc loader.c $(pkg-config --cflags --libs quadrille) -o loader
 *     ./loader flag.vp arbvp1
 */
#include "file.h"
#include <quadrille.h>
#include <string.h>

/* What programs become: "arbvp1", or "glsl120-compat". */
static const char *wanted;

/* The driver's own glProgramStringARB, which a loader looks up; this one shows what it is given. */
static void driver_program_string(unsigned target, unsigned format, int length, const void *text)
{
    (void)target;
    (void)format;
    fwrite(text, 1, (size_t)length, stdout);
}

/* What the game calls as glProgramStringARB, or glLoadProgramNV. */
static void program_string(unsigned target, unsigned format, int length, const void *text)
{
    QuadrilleTranslation *replacement = NULL;

    if (quadrille_replace(text, (size_t)length, wanted, &replacement) == QUADRILLE_STATUS_OK)
        length = (int)strlen(text = quadrille_translation_text(replacement));
    driver_program_string(target, format, length, text);
    quadrille_translation_free(replacement);
}

int main(int argc, char **argv)
{
    size_t length;
    char *text;

    if (argc != 3) {
        fprintf(stderr, "usage: loader FILE TARGET\n");
        return 2;
    }
    text = read_file(argv[1], &length);
    if (!text) {
        perror(argv[1]);
        return 2;
    }
    wanted = argv[2];
    program_string(0x8620, 0x8875, (int)length, text); /* VERTEX_PROGRAM_ARB, PROGRAM_FORMAT_ASCII_ARB */
    free(text);
    return 0;
}
