/* Draws a square with a vertex and a fragment program, whose files are the arguments ("-" for none), into 16x16 pixels of a
 * context without a window, and prints errors and pixels. Programs of NVIDIA's own entry points are loaded by those. */
#ifdef WITH_GLX
#include <GL/glx.h>
#define LOOKUP(name) glXGetProcAddressARB((const GLubyte *)(name))
#else
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#define LOOKUP(name) eglGetProcAddress(name)
#endif
#include <GL/glext.h>
#include <stdio.h>
#include <string.h>

#define SIZE 16

#ifdef WITH_GLX
static int open_context(void) {
    Display *display = XOpenDisplay(NULL);
    int wanted[] = {GLX_RGBA, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, None};
    XVisualInfo *visual = display ? glXChooseVisual(display, DefaultScreen(display), wanted) : NULL;
    if (!visual)
        return 0;
    XSetWindowAttributes attributes = {0};
    Window root = RootWindow(display, visual->screen);
    attributes.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
    Window window = XCreateWindow(display, root, 0, 0, SIZE, SIZE, 0, visual->depth, InputOutput, visual->visual,
                                  CWColormap, &attributes);
    XMapWindow(display, window);
    GLXContext context = glXCreateContext(display, visual, NULL, True);
    return context && glXMakeCurrent(display, window, context);
}
#else
static int open_context(void) {
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                       EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE};
    EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)
        || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 0;
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    return eglMakeCurrent(display, surface, surface, context);
}
#endif

static PFNGLBINDPROGRAMARBPROC bind;
static PFNGLPROGRAMSTRINGARBPROC load;
static PFNGLLOADPROGRAMNVPROC load_nv;
static PFNGLPROGRAMENVPARAMETER4FARBPROC environment;
static PFNGLPROGRAMLOCALPARAMETER4FARBPROC local;
static PFNGLGETPROGRAMIVARBPROC get_program;
static PFNGLGETPROGRAMSTRINGARBPROC get_string;

static char text[1 << 16];

static void program(GLenum target, const char *file, GLuint name) {
    FILE *opened = fopen(file, "rb");
    if (!opened)
        return;
    size_t length = fread(text, 1, sizeof text - 1, opened);
    fclose(opened);
    text[length] = 0;
    if (strncmp(text, "!!FP1.0", 7) == 0)
        target = GL_FRAGMENT_PROGRAM_NV;
    if (strncmp(text, "!!ARB", 5) != 0) {
        load_nv(target, name, (GLsizei)length, (const GLubyte *)text);
        bind(target, name);
    } else {
        bind(target, name);
        load(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)length, text);
    }
    GLint position = 0, given = 0, bound = 0;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    printf("load %u: error %#x, position %d, string %s\n", name, glGetError(), position,
           position < 0 ? "-" : (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
    GLenum arb = target == GL_FRAGMENT_PROGRAM_NV ? GL_FRAGMENT_PROGRAM_ARB : target;
    get_program(arb, GL_PROGRAM_LENGTH_ARB, &given);
    get_program(arb, GL_PROGRAM_BINDING_ARB, &bound);
    static char back[1 << 16];
    if (position < 0 && given < (GLint)sizeof back) {
        get_string(arb, GL_PROGRAM_STRING_ARB, back);
        printf("bound %d, text %s\n", bound, memcmp(text, back, length) == 0 ? "the same" : "another");
    }
    if (position < 0)
        glEnable(target);
}

int main(int count, char **arguments) {
    if (count != 3 || !open_context())
        return 3;
    bind = (PFNGLBINDPROGRAMARBPROC)LOOKUP("glBindProgramARB");
    load = (PFNGLPROGRAMSTRINGARBPROC)LOOKUP("glProgramStringARB");
    load_nv = (PFNGLLOADPROGRAMNVPROC)LOOKUP("glLoadProgramNV");
    environment = (PFNGLPROGRAMENVPARAMETER4FARBPROC)LOOKUP("glProgramEnvParameter4fARB");
    local = (PFNGLPROGRAMLOCALPARAMETER4FARBPROC)LOOKUP("glProgramLocalParameter4fARB");
    get_program = (PFNGLGETPROGRAMIVARBPROC)LOOKUP("glGetProgramivARB");
    get_string = (PFNGLGETPROGRAMSTRINGARBPROC)LOOKUP("glGetProgramStringARB");
    program(GL_VERTEX_PROGRAM_ARB, arguments[1], 5);
    program(GL_FRAGMENT_PROGRAM_ARB, arguments[2], 6);
    GLubyte texels[4 * 4 * 4];
    for (int at = 0; at < 64; at++)
        texels[at] = (GLubyte)(at * 37);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glViewport(0, 0, SIZE, SIZE);
    glMatrixMode(GL_PROJECTION);
    glScalef(0.875f, 0.875f, 1);
    glMatrixMode(GL_MATRIX0_ARB + 1);
    glTranslatef(0.25f, 0.5f, 0.75f);
    glMatrixMode(GL_MODELVIEW);
    glClear(GL_COLOR_BUFFER_BIT);
    environment(GL_VERTEX_PROGRAM_ARB, 3, 0.5f, 0.25f, 0.125f, 1);
    for (int draw = 0; draw < 2; draw++) {
        /* Parameters change from one draw to the next, for halves of the picture. */
        local(GL_FRAGMENT_PROGRAM_ARB, 1, draw ? 0.25f : 0.75f, 0.5f, draw ? 1 : 0.125f, 1);
        float left = draw ? 0 : -1, right = draw ? 1 : 0;
        glBegin(GL_QUADS);
        for (int corner = 0; corner < 4; corner++) {
            float x = corner == 1 || corner == 2 ? right : left, y = corner >= 2 ? 1 : -1;
            glColor4f(x * 0.5f + 0.5f, y * 0.5f + 0.5f, 0.25f, 1);
            glTexCoord2f(x * 0.5f + 0.5f, y * 0.5f + 0.5f);
            glVertex2f(x, y);
        }
        glEnd();
    }
    GLint used = -1;
    glGetIntegerv(GL_CURRENT_PROGRAM, &used);
    GLubyte pixels[SIZE * SIZE * 4];
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    printf("drawn: error %#x, used %d\npixels ", glGetError(), used);
    for (size_t at = 0; at < sizeof pixels; at++)
        printf("%02x", at % 4 == 3 ? 255 : pixels[at]);
    printf("\n");
    printf("%s\n", strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_fragment_program2") ? "NV" : "ARB");
    return 0;
}
