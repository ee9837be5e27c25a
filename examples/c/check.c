/* Checks program files, each with one program or several, and prints what is wrong as a compiler does.
 *
 *     cc check.c $(pkg-config --cflags --libs quadrille) -o check
 *     ./check light.vfp water.vfp
 */
#include "file.h"
#include <quadrille.h>

static const char *const severities[] = { "note", "warning", "error" };

/* Checks one program of a text; whether it is accepted. */
static int check(const char *path, const char *text, size_t length, const QuadrilleSpan *part)
{
    QuadrilleProgram *program;
    QuadrilleStatus status = quadrille_check(NULL, path, text, length, part, &program);
    const QuadrilleVerdict *verdict = quadrille_program_verdict(program);
    size_t i;

    if (!verdict) {
        fprintf(stderr, "%s: %s\n", path, quadrille_status_text(status));
        return 0;
    }
    for (i = 0; i < verdict->diagnostic_count; i++) {
        const QuadrilleDiagnostic *found = &verdict->diagnostics[i];
        printf("%s:%u:%u: %s: %s [%s]\n", path, (unsigned)found->place.line, (unsigned)found->place.column,
               severities[found->severity], found->message, found->rule);
        if (found->fix)
            printf("    %s: `%s`\n", found->fix->title, found->fix->replacement);
    }
    if (verdict->accepted)
        printf("%s: %s accepted\n", path, verdict->header);
    else
        printf("%s: rejected, PROGRAM_ERROR_POSITION_ARB is %ld\n", path, (long)verdict->error_position);
    quadrille_program_free(program);
    return status == QUADRILLE_STATUS_OK;
}

int main(int argc, char **argv)
{
    int failed = 0, i;

    for (i = 1; i < argc; i++) {
        size_t length, count, at;
        char *text = read_file(argv[i], &length);
        QuadrilleSpan *parts;

        if (!text) {
            perror(argv[i]);
            return 2;
        }
        quadrille_split(text, length, NULL, 0, &count);
        if (count < 2) {
            failed |= !check(argv[i], text, length, NULL);
        } else if ((parts = malloc(count * sizeof *parts)) != NULL) {
            quadrille_split(text, length, parts, count, &count);
            for (at = 0; at < count; at++)
                failed |= !check(argv[i], text, length, &parts[at]);
            free(parts);
        }
        free(text);
    }
    return failed;
}
