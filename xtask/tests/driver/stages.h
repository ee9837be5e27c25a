/* What programs of C about other stages share: a context of EGL's surfaceless platform, the functions that FUNCTIONS(X) names,
 * expectations, and a triangle. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 16

#define DECLARE(type, name) static type name;
FUNCTIONS(DECLARE)

static int failures;

static void expect(int line, long given, long wanted, const char *what) {
    if (given != wanted) {
        printf("line %d: %s is %#lx, not %#lx\n", line, what, given, wanted);
        failures++;
    }
}
#define EXPECT(given, wanted) expect(__LINE__, (long)(given), (long)(wanted), #given)
#define ERROR(wanted) expect(__LINE__, glGetError(), wanted, "the error")
#define FINE ERROR(GL_NO_ERROR)

static EGLDisplay display;
static EGLConfig config;
static EGLContext first;

static int open_first(void) {
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE};
    EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)
        || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 0;
#define FIND(type, name) name = (type)eglGetProcAddress("gl" #name);
    FUNCTIONS(FIND)
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    first = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (!eglMakeCurrent(display, surface, surface, first))
        return 0;
    glViewport(0, 0, SIZE, SIZE);
    return 1;
}

static int close_first(void) {
    eglDestroyContext(display, first);
    eglTerminate(display);
    printf("%d failures\n", failures);
    return failures ? 1 : 0;
}

static void load(GLenum target, GLuint name, const char *text) {
    BindProgramARB(target, name);
    ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
}

static void clear(void) {
    glClear(GL_COLOR_BUFFER_BIT);
}

static void triangle(GLenum mode) {
    glBegin(mode);
    glVertex2f(-1, -1);
    glVertex2f(3, -1);
    glVertex2f(-1, 3);
    glEnd();
}

static long pixel(int x) {
    GLubyte rgba[4] = {0};
    glReadPixels(x, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    return (long)rgba[0] << 16 | (long)rgba[1] << 8 | rgba[2];
}
