/* A small engine: loads a folder of .vfp files, each with a vertex and a fragment program, draws a sphere with
 * each pair, and writes the picture.
 *
 *     cc engine.c $(pkg-config --cflags --libs quadrille) -ldl -lm -o engine
 *     ./engine ../vfp picture.ppm
 *
 * What an engine did with GL's assembly programs and what it does now stand side by side in `bind`: the calls
 * glProgramEnvParameter4fv and glProgramLocalParameter4fv become uniforms by the names of the reflection, and the
 * matrices that GL kept are the engine's own. The exit status is 77 where there is no OpenGL 3.3.
 */
#include "file.h"
#include "opengl.h"
#include <dirent.h>
#include <math.h>
#include <quadrille.h>
#include <string.h>

enum { TILE = 160, ACROSS = 3, MOST = 64, SLICES = 48, STACKS = 24, TEXELS = 64, NO_OPENGL = 77 };

/* A vertex, and where the programs find it: vertex.position, vertex.color, vertex.attrib[8] to [11]. */
typedef struct Vertex {
    float position[4], color[4], texcoord[4], tangent[4], bitangent[4], normal[4];
} Vertex;

static const struct { GLuint location; size_t offset; } layout[] = {
    { 0, offsetof(Vertex, position) }, { 3, offsetof(Vertex, color) },      { 8, offsetof(Vertex, texcoord) },
    { 9, offsetof(Vertex, tangent) },  { 10, offsetof(Vertex, bitangent) }, { 11, offsetof(Vertex, normal) },
};

/* What the engine knows, by the names that the programs use. */
static const struct { const char *name; float value[4]; } known[] = {
    /* The rows of the projection: the camera looks along -z from (0, 0, 3). */
    { "state.matrix.mvp.row[0]", { 2.5f, 0, 0, 0 } },
    { "state.matrix.mvp.row[1]", { 0, 2.5f, 0, 0 } },
    { "state.matrix.mvp.row[2]", { 0, 0, -1.2222222f, 1.4444444f } },
    { "state.matrix.mvp.row[3]", { 0, 0, -1, 3 } },
    { "state.light[0].position", { 2, 2, 3, 1 } },
    { "program.env[0]", { 2, 2, 3, 1 } },          /* where the light is */
    { "program.env[1]", { 0, 0, 3, 1 } },          /* where the viewer is */
    { "program.env[2]", { 0.6f, 0, 0, 0 } },       /* seconds */
    { "program.local[0]", { 1, 0.9f, 0.8f, 1 } },  /* colour of the material */
    { "program.local[1]", { 0.7f, 0.7f, 0.8f, 24 } } /* colour and exponent of the highlight */
};

/* The value of something that a program reads; 0 if the engine does not know it. */
static int value_of(const char *name, float value[4])
{
    size_t i;

    memset(value, 0, 4 * sizeof *value);
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name) == 0) {
            memcpy(value, known[i].value, 4 * sizeof *value);
            return 1;
        }
    }
    return 0;
}

/* Sets the uniforms of one shader of a linked program. */
static void bind(GLuint program, const QuadrilleReflection *shader)
{
    size_t i, element;

    for (i = 0; i < shader->parameter_count; i++) {
        const QuadrilleParameter *parameter = &shader->parameters[i];
        float values[256][4];
        size_t count = parameter->element_count < 256 ? parameter->element_count : 256;

        for (element = 0; element < count; element++) {
            const char *name = parameter->elements[element];
            memset(values[element], 0, sizeof values[element]);
            if (name && !value_of(name, values[element]))
                fprintf(stderr, "the engine has no %s\n", name);
        }
        glUniform4fv(glGetUniformLocation(program, parameter->name), (GLsizei)count, values[0]);
    }
    for (i = 0; i < shader->texture_count; i++)
        glUniform1i(glGetUniformLocation(program, shader->textures[i].name), (GLint)shader->textures[i].unit);
}

static GLuint compile(GLenum stage, const QuadrilleTranslation *translation)
{
    const char *text = quadrille_translation_text(translation);
    GLuint shader = glCreateShader(stage);
    GLint done = 0;
    char log[2000];

    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (!done) {
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s\n", log, text);
        glDeleteShader(shader);
        return 0;
    }
    return shader;
}

/* Links a translated pair and sets its uniforms; 0 if the driver refuses it. */
static GLuint link_pair(const QuadrilleTranslation *vertex, const QuadrilleTranslation *fragment)
{
    GLuint first = compile(GL_VERTEX_SHADER, vertex), second = compile(GL_FRAGMENT_SHADER, fragment);
    GLuint program = glCreateProgram();
    GLint done = 0;

    if (first && second) {
        glAttachShader(program, first);
        glAttachShader(program, second);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &done);
    }
    glDeleteShader(first);
    glDeleteShader(second);
    if (!done) {
        char log[2000] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fprintf(stderr, "%s\n", log);
        glDeleteProgram(program);
        return 0;
    }
    glUseProgram(program);
    bind(program, quadrille_translation_reflection(vertex));
    bind(program, quadrille_translation_reflection(fragment));
    return program;
}

/* Loads a .vfp file: both programs checked, translated together, compiled. 0 and a message if that fails. */
static GLuint load(const char *path, const QuadrilleTranslateOptions *options)
{
    QuadrilleProgram *programs[2] = { NULL, NULL };
    QuadrilleTranslation *vertex = NULL, *fragment = NULL;
    QuadrilleSpan parts[2];
    size_t length, count = 0, i;
    char *text = read_file(path, &length);
    GLuint made = 0;

    if (text && quadrille_split(text, length, parts, 2, &count) == QUADRILLE_STATUS_OK && count == 2) {
        for (i = 0; i < 2; i++) {
            if (quadrille_check(NULL, path, text, length, &parts[i], &programs[i]) != QUADRILLE_STATUS_OK)
                fprintf(stderr, "%s", programs[i] ? quadrille_program_report(programs[i]) : path);
        }
        switch (quadrille_translate_pair(programs[0], programs[1], options, &vertex, &fragment)) {
        case QUADRILLE_STATUS_OK:
            made = link_pair(vertex, fragment);
            break;
        case QUADRILLE_STATUS_REJECTED:
            if (vertex && fragment)
                fprintf(stderr, "%s%s", quadrille_translation_report(vertex), quadrille_translation_report(fragment));
            break;
        default:
            fprintf(stderr, "%s: not a vertex program and a fragment program\n", path);
        }
    } else {
        fprintf(stderr, "%s: not two programs\n", path);
    }
    quadrille_translation_free(vertex);
    quadrille_translation_free(fragment);
    for (i = 0; i < 2; i++)
        quadrille_program_free(programs[i]);
    free(text);
    return made;
}

/* A sphere; how many indices it has. */
static GLsizei make_sphere(void)
{
    static Vertex vertices[(SLICES + 1) * (STACKS + 1)];
    static unsigned short indices[SLICES * STACKS * 6];
    const float turn = 6.2831853f;
    GLuint names[2], array;
    GLsizei count = 0;
    size_t i;
    int stack, slice;

    for (stack = 0; stack <= STACKS; stack++) {
        for (slice = 0; slice <= SLICES; slice++) {
            Vertex *to = &vertices[stack * (SLICES + 1) + slice];
            float s = (float)slice / SLICES, t = (float)stack / STACKS;
            float around = s * turn, down = t * turn / 2;
            float normal[4] = { sinf(down) * sinf(around), -cosf(down), sinf(down) * cosf(around), 1 };
            float tangent[4] = { cosf(around), 0, -sinf(around), 0 };
            float bitangent[4] = { cosf(down) * sinf(around), sinf(down), cosf(down) * cosf(around), 0 };
            float texcoord[4] = { s * 4, t * 2, 0, 1 };
            float color[4] = { s, t, 1 - t, 1 };

            memcpy(to->position, normal, sizeof normal);
            normal[3] = 0;
            memcpy(to->normal, normal, sizeof normal);
            memcpy(to->tangent, tangent, sizeof tangent);
            memcpy(to->bitangent, bitangent, sizeof bitangent);
            memcpy(to->texcoord, texcoord, sizeof texcoord);
            memcpy(to->color, color, sizeof color);
            if (stack < STACKS && slice < SLICES) {
                int corner = stack * (SLICES + 1) + slice, above = corner + SLICES + 1;
                int quad[6];
                quad[0] = corner, quad[1] = corner + 1, quad[2] = above;
                quad[3] = above, quad[4] = corner + 1, quad[5] = above + 1;
                for (i = 0; i < 6; i++)
                    indices[count++] = (unsigned short)quad[i];
            }
        }
    }
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(2, names);
    glBindBuffer(GL_ARRAY_BUFFER, names[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    for (i = 0; i < sizeof layout / sizeof *layout; i++) {
        glVertexAttribPointer(layout[i].location, 4, GL_FLOAT, 0, sizeof(Vertex), (char *)NULL + layout[i].offset);
        glEnableVertexAttribArray(layout[i].location);
    }
    return count;
}

/* Unit 0: tiles with joints. Unit 1: their normals, as tangent vectors in [0, 1]. */
static void make_textures(void)
{
    static unsigned char texels[2][TEXELS][TEXELS][4];
    GLuint names[2];
    int unit, x, y;

    for (y = 0; y < TEXELS; y++) {
        for (x = 0; x < TEXELS; x++) {
            unsigned char *base = texels[0][y][x], *normal = texels[1][y][x];
            int joint = x < 4 || y < 4, bright = (x < TEXELS / 2) == (y < TEXELS / 2);

            base[0] = joint ? 70 : bright ? 220 : 180;
            base[1] = joint ? 70 : bright ? 190 : 110;
            base[2] = joint ? 75 : bright ? 150 : 90;
            base[3] = joint ? 0 : 255;
            normal[0] = (unsigned char)(x == 0 || x == 4 ? 40 : x == 3 || x == TEXELS - 1 ? 215 : 128);
            normal[1] = (unsigned char)(y == 0 || y == 4 ? 40 : y == 3 || y == TEXELS - 1 ? 215 : 128);
            normal[2] = 255;
            normal[3] = 255;
        }
    }
    glGenTextures(2, names);
    for (unit = 0; unit < 2; unit++) {
        glActiveTexture((GLenum)(GL_TEXTURE0 + unit));
        glBindTexture(GL_TEXTURE_2D, names[unit]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TEXELS, TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[unit]);
    }
}

static int write_picture(const char *path, const unsigned char *pixels, int width, int height)
{
    FILE *file = fopen(path, "wb");
    int x, y;

    if (!file)
        return 0;
    fprintf(file, "P6\n%d %d\n255\n", width, height);
    for (y = height - 1; y >= 0; y--) {
        for (x = 0; x < width; x++)
            fwrite(pixels + 4 * ((size_t)y * (size_t)width + (size_t)x), 1, 3, file);
    }
    return fclose(file) == 0;
}

static int by_name(const void *first, const void *second)
{
    return strcmp(first, second);
}

/* The .vfp files of a folder, sorted; how many there are. */
static size_t list_folder(const char *folder, char names[MOST][256])
{
    DIR *open = opendir(folder);
    struct dirent *entry;
    size_t count = 0;

    while (open && count < MOST && (entry = readdir(open)) != NULL) {
        const char *end = strrchr(entry->d_name, '.');
        if (end && strcmp(end, ".vfp") == 0 && strlen(entry->d_name) < 256)
            strcpy(names[count++], entry->d_name);
    }
    if (open)
        closedir(open);
    qsort(names, count, sizeof *names, by_name);
    return count;
}

int main(int argc, char **argv)
{
    static char names[MOST][256];
    QuadrilleTranslateOptions *options = NULL;
    unsigned char *pixels;
    size_t count, i;
    GLsizei indices;
    int width, height, down, failed = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: engine FOLDER PICTURE.ppm\n");
        return 2;
    }
    count = list_folder(argv[1], names);
    down = (int)((count + ACROSS - 1) / ACROSS);
    width = TILE * ACROSS;
    height = TILE * (down ? down : 1);
    pixels = calloc((size_t)width * (size_t)height, 4);
    if (!pixels || !gl_open(width, height, pixels)) {
        fprintf(stderr, "there is no OpenGL 3.3 here\n");
        free(pixels);
        return NO_OPENGL;
    }
    if (quadrille_translate_options_new("glsl330", &options) != QUADRILLE_STATUS_OK)
        return 1;
    glClearColor(0.1f, 0.1f, 0.15f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    make_textures();
    indices = make_sphere();
    for (i = 0; i < count; i++) {
        char path[4096];
        GLuint program;

        snprintf(path, sizeof path, "%s/%s", argv[1], names[i]);
        program = load(path, options);
        printf("%s: %s\n", names[i], program ? "drawn" : "not drawn");
        failed |= !program;
        if (program) {
            glViewport((int)(i % ACROSS) * TILE, height - ((int)(i / ACROSS) + 1) * TILE, TILE, TILE);
            glDrawElements(GL_TRIANGLES, indices, GL_UNSIGNED_SHORT, NULL);
            glDeleteProgram(program);
        }
    }
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    failed |= !write_picture(argv[2], pixels, width, height);
    quadrille_translate_options_free(options);
    free(pixels);
    return failed;
}
