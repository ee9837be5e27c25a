/* What calls and draws cost the thread that makes them: lines of a name and nanoseconds, the least of several rounds. The
 * arguments are the files of a vertex and a fragment program to draw with, and of another pair. */
#include "../../tests/driver/context.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ROUNDS 15

static PFNGLBINDPROGRAMARBPROC bind;
static PFNGLPROGRAMSTRINGARBPROC load;
static PFNGLPROGRAMENVPARAMETER4FVARBPROC environment;
static PFNGLPROGRAMLOCALPARAMETER4FVARBPROC local;
static PFNGLUSEPROGRAMPROC use_program;

static const float vector[4] = {0.25f, 0.5f, 0.75f, 1};
static int turn;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void measure(const char *name, void (*call)(void), int times, int calls) {
    double least = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        for (int at = 0; at < times; at++)
            call();
        double took = (now() - start) / times / calls;
        if (took < least)
            least = took;
        glFinish();
    }
    printf("%s\t%.1f\n", name, least);
}

static void program(GLenum target, GLuint name, const char *file) {
    static char text[1 << 16];
    FILE *opened = fopen(file, "rb");
    size_t length = opened ? fread(text, 1, sizeof text, opened) : 0;
    if (opened)
        fclose(opened);
    bind(target, name);
    load(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)length, text);
    GLint position;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1)
        printf("error\t%s: %s\n", file, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
}

static void capability(void) {
    glEnable(GL_BLEND);
    glDisable(GL_BLEND);
}

static void is_enabled(void) {
    glIsEnabled(GL_BLEND);
}

static void integer(void) {
    GLint number;
    glGetIntegerv(GL_MATRIX_MODE, &number);
}

static void error(void) {
    glGetError();
}

static void same_program(void) {
    bind(GL_FRAGMENT_PROGRAM_ARB, 2);
}

static void environment_value(void) {
    environment(GL_FRAGMENT_PROGRAM_ARB, 0, vector);
}

static void no_program(void) {
    use_program(0);
}

static void nothing(void) {
    glDrawArrays(GL_TRIANGLES, 0, 0);
}

static void draw(void) {
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_parameter(void) {
    float value[4] = {(float)(turn++ & 255) / 255, 0, 0, 1};
    local(GL_FRAGMENT_PROGRAM_ARB, 0, value);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_other(void) {
    int which = turn++ & 1;
    bind(GL_VERTEX_PROGRAM_ARB, which ? 1 : 3);
    bind(GL_FRAGMENT_PROGRAM_ARB, which ? 2 : 4);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_matrix(void) {
    glTranslatef(0, 0, 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_enabled(void) {
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

int main(int count, char **files) {
    if (count != 5 || !open_context(16))
        return 3;
    bind = (PFNGLBINDPROGRAMARBPROC)LOOKUP("glBindProgramARB");
    load = (PFNGLPROGRAMSTRINGARBPROC)LOOKUP("glProgramStringARB");
    environment = (PFNGLPROGRAMENVPARAMETER4FVARBPROC)LOOKUP("glProgramEnvParameter4fvARB");
    local = (PFNGLPROGRAMLOCALPARAMETER4FVARBPROC)LOOKUP("glProgramLocalParameter4fvARB");
    use_program = (PFNGLUSEPROGRAMPROC)LOOKUP("glUseProgram");
    static const float corners[6] = {-1, -1, 1, -1, -1, 1};
    glVertexPointer(2, GL_FLOAT, 0, corners);
    glEnableClientState(GL_VERTEX_ARRAY);
    glViewport(0, 0, 1, 1);
    measure("draw, fixed function", draw, 2000, 1);
    measure("glDrawArrays of nothing, no programs", nothing, 20000, 1);
    program(GL_VERTEX_PROGRAM_ARB, 1, files[1]);
    program(GL_FRAGMENT_PROGRAM_ARB, 2, files[2]);
    program(GL_VERTEX_PROGRAM_ARB, 3, files[3]);
    program(GL_FRAGMENT_PROGRAM_ARB, 4, files[4]);
    bind(GL_VERTEX_PROGRAM_ARB, 1);
    bind(GL_FRAGMENT_PROGRAM_ARB, 2);
    measure("glEnable, glDisable", capability, 20000, 2);
    measure("glIsEnabled", is_enabled, 20000, 1);
    measure("glGetIntegerv", integer, 20000, 1);
    measure("glGetError", error, 20000, 1);
    measure("glBindProgramARB of the same", same_program, 20000, 1);
    measure("glProgramEnvParameter4fvARB", environment_value, 20000, 1);
    measure("glUseProgram(0)", no_program, 20000, 1);
    measure("draw beside programs that are not enabled", draw, 2000, 1);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    measure("glDrawArrays of nothing, with programs", nothing, 20000, 1);
    measure("draw", draw, 2000, 1);
    measure("draw, a local parameter set before", draw_parameter, 2000, 1);
    measure("draw, a matrix changed before", draw_matrix, 2000, 1);
    measure("draw, fragment programs disabled and enabled before", draw_enabled, 2000, 1);
    measure("draw, other programs bound before", draw_other, 2000, 1);
    return glGetError() != 0;
}
