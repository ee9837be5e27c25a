/* Mends a program file: prints it with the fixes that leave nothing open, and on standard error what is left for a
 * person, with advice.
 *
 *     cc fix.c $(pkg-config --cflags --libs quadrille) -o fix
 *     ./fix old.vp > new.vp
 */
#include "file.h"
#include <quadrille.h>

/* Says what there is to say of a mended program; the number of its errors. */
static int tell(const char *path, const QuadrilleFixed *fixed)
{
    QuadrilleCheckOptions *options = quadrille_check_options_new();
    QuadrilleProgram *program;
    const QuadrilleVerdict *verdict;
    int errors = 0;
    size_t i;

    quadrille_check_options_set_advice(options, true);
    quadrille_check(options, path, quadrille_fixed_text(fixed), quadrille_fixed_length(fixed), NULL, &program);
    verdict = quadrille_program_verdict(program);
    for (i = 0; verdict && i < verdict->diagnostic_count; i++) {
        const QuadrilleDiagnostic *found = &verdict->diagnostics[i];
        errors += found->severity == QUADRILLE_SEVERITY_ERROR;
        fprintf(stderr, "%s:%u: %s [%s]\n", path, (unsigned)found->place.line, found->message, found->rule);
        if (found->fix)
            fprintf(stderr, "    %s? `%s`\n", found->fix->title, found->fix->replacement);
    }
    quadrille_program_free(program);
    quadrille_check_options_free(options);
    return errors;
}

int main(int argc, char **argv)
{
    size_t length;
    char *text;
    QuadrilleFixed *fixed;
    int errors;

    if (argc != 2) {
        fprintf(stderr, "usage: fix FILE\n");
        return 2;
    }
    text = read_file(argv[1], &length);
    if (!text) {
        perror(argv[1]);
        return 2;
    }
    if (quadrille_fix(NULL, text, length, NULL, &fixed) != QUADRILLE_STATUS_OK)
        return 2;
    fprintf(stderr, "%s: %u fixed\n", argv[1], (unsigned)quadrille_fixed_count(fixed));
    fwrite(quadrille_fixed_text(fixed), 1, quadrille_fixed_length(fixed), stdout);
    errors = tell(argv[1], fixed);
    quadrille_fixed_free(fixed);
    free(text);
    return errors > 0;
}
