/* player DATA SCENE draws one of the scenes of scenes.h, which a test wrote as calls of OpenGL: plain EGL, no window, and in
 * a scene no other words than OpenGL's and those below. What is looked at is written into the working folder. */
#define GL_GLEXT_PROTOTYPES
#define DEPTH_BITS 24
#include "context.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What pointers of the calls lead to: texts of programs, vertices, texels. */
static unsigned char *data;
static const unsigned char zeros[1 << 24];
/* Names that OpenGL gives; framebuffer 0 is the scene's own. */
static GLuint framebuffers[8], feedbacks[8], other;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

/* Ends with the call that is an error, and with what is wrong with a program. */
static void check(const char *call) {
    GLenum error = glGetError();
    if (!error)
        return;
    char text[999];
    snprintf(text, sizeof text, "error %#x %s", error, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    fail(call, text);
}

#define DO(call) (call, check(#call))
#define OFFSET(bytes) ((const void *)(size_t)(bytes))

static void complete(void) {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        fail("glCheckFramebufferStatus", "not complete");
}

static void perspective(double degrees, double aspect, double near, double far) {
    double top = near * tan(degrees * acos(-1) / 360);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glFrustum(-top * aspect, top * aspect, -top, top, near, far);
    glMatrixMode(GL_MODELVIEW);
}

static void cross(const double *a, const double *b, double *to) {
    for (int at = 0; at < 3; at++)
        to[at] = a[(at + 1) % 3] * b[(at + 2) % 3] - a[(at + 2) % 3] * b[(at + 1) % 3];
    double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    for (int at = 0; at < 3; at++)
        to[at] /= length;
}

static void look_at(const double *eye, const double *center, const double *up) {
    double backward[3], side[3], upward[3], length = 0, columns[16] = {[15] = 1};
    for (int at = 0; at < 3; at++)
        length += (eye[at] - center[at]) * (eye[at] - center[at]);
    for (int at = 0; at < 3; at++)
        backward[at] = (eye[at] - center[at]) / sqrt(length);
    cross(up, backward, side);
    cross(backward, side, upward);
    for (int at = 0; at < 3; at++) {
        columns[4 * at] = side[at];
        columns[4 * at + 1] = upward[at];
        columns[4 * at + 2] = backward[at];
    }
    glLoadMatrixd(columns);
    glTranslated(-eye[0], -eye[1], -eye[2]);
}

/* Program matrix n becomes the modelview-projection matrix as it is now. */
static void program_matrix(int n) {
    GLfloat projection[16], modelview[16];
    glGetFloatv(GL_PROJECTION_MATRIX, projection);
    glGetFloatv(GL_MODELVIEW_MATRIX, modelview);
    glMatrixMode(GL_MATRIX0_ARB + (GLenum)n);
    glLoadMatrixf(projection);
    glMultMatrixf(modelview);
    glMatrixMode(GL_MODELVIEW);
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
        fail(name, "not written");
}

/* The framebuffer that is read, as RGBA, its lowest row first. */
static void picture(const char *name, int width, int height) {
    size_t size = 4 * (size_t)width * (size_t)height;
    void *pixels = malloc(size);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    write_file(name, pixels, size);
    free(pixels);
}

static void contents(const char *name, GLuint buffer, size_t size) {
    void *bytes = malloc(size);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, bytes);
    write_file(name, bytes, size);
    free(bytes);
}

static void counted(GLuint query, GLuint wanted) {
    GLuint found = 0;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &found);
    if (found != wanted)
        fail("glGetQueryObjectuiv", "another number than the scene wants");
}

#include "scenes.h"

int main(int count, char **arguments) {
    if (!open_context(SIDE))
        return 3;
    FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
    data = malloc(1 << 26);
    if (!file || fread(data, 1, 1 << 26, file) == 0)
        return 4;
    for (size_t at = 0; at < sizeof scenes / sizeof *scenes; at++)
        if (strcmp(scenes[at].name, arguments[2]) == 0) {
            scenes[at].draw();
            check("the end");
            return eglTerminate(display) ? 0 : 5;
        }
    return 4;
}
