/* Translates a program and prints the shader and what an engine binds for it.
 *
 *     cc translate.c $(pkg-config --cflags --libs quadrille) -o translate
 *     ./translate light.fp glsl-es300
 */
#include "file.h"
#include <quadrille.h>

static void print_variables(const char *title, const QuadrilleVariable *list, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        printf("%s %s %s: %s.%s at %d\n", title, list[i].type_name, list[i].name, list[i].binding,
               list[i].components, (int)list[i].location);
}

static void print_reflection(const QuadrilleReflection *shader)
{
    size_t i, element;

    print_variables("input", shader->inputs, shader->input_count);
    print_variables("output", shader->outputs, shader->output_count);
    for (i = 0; i < shader->parameter_count; i++) {
        const QuadrilleParameter *parameter = &shader->parameters[i];
        printf("parameter %s %s at byte %u:", parameter->type_name, parameter->name, (unsigned)parameter->offset);
        for (element = 0; element < parameter->element_count; element++)
            printf(" %s", parameter->elements[element] ? parameter->elements[element] : "-");
        printf("\n");
    }
    for (i = 0; i < shader->texture_count; i++)
        printf("texture %s: %s of unit %u, binding %u\n", shader->textures[i].name, shader->textures[i].target,
               (unsigned)shader->textures[i].unit, (unsigned)shader->textures[i].binding);
    for (i = 0; i < shader->buffer_count; i++)
        printf("buffer %s: program.buffer[%u], binding %u\n", shader->buffers[i].name,
               (unsigned)shader->buffers[i].buffer, (unsigned)shader->buffers[i].binding);
    for (i = 0; i < shader->storage_count; i++)
        printf("storage buffer %s: program.storage[%u], binding %u\n", shader->storages[i].name,
               (unsigned)shader->storages[i].buffer, (unsigned)shader->storages[i].binding);
    for (i = 0; i < shader->image_count; i++)
        printf("image %s: %s of unit %u as %s, binding %u\n", shader->images[i].name, shader->images[i].target,
               (unsigned)shader->images[i].unit, shader->images[i].format ? shader->images[i].format : "it is",
               (unsigned)shader->images[i].binding);
}

int main(int argc, char **argv)
{
    QuadrilleProgram *program = NULL;
    QuadrilleTranslateOptions *options = NULL;
    QuadrilleTranslation *translation = NULL;
    QuadrilleStatus status;
    size_t length;
    char *text;

    if (argc != 3) {
        size_t i;
        fprintf(stderr, "usage: translate FILE TARGET; targets are");
        for (i = 0; quadrille_target_name(i); i++)
            fprintf(stderr, " %s", quadrille_target_name(i));
        fprintf(stderr, "\n");
        return 2;
    }
    text = read_file(argv[1], &length);
    if (!text) {
        perror(argv[1]);
        return 2;
    }
    status = quadrille_check(NULL, argv[1], text, length, NULL, &program);
    if (status == QUADRILLE_STATUS_OK)
        status = quadrille_translate_options_new(argv[2], &options);
    if (status == QUADRILLE_STATUS_OK)
        status = quadrille_translate(program, options, &translation);
    if (status == QUADRILLE_STATUS_OK) {
        printf("%s\n", quadrille_translation_text(translation));
        print_reflection(quadrille_translation_reflection(translation));
    } else if (translation) {
        fprintf(stderr, "%s", quadrille_translation_report(translation));
    } else if (status == QUADRILLE_STATUS_REJECTED) {
        fprintf(stderr, "%s", quadrille_program_report(program));
    } else {
        fprintf(stderr, "%s: %s\n", argv[2], quadrille_status_text(status));
    }
    quadrille_translation_free(translation);
    quadrille_translate_options_free(options);
    quadrille_program_free(program);
    free(text);
    return status != QUADRILLE_STATUS_OK;
}
