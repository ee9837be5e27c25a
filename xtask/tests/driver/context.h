/* A context of OpenGL without a window of EGL's surfaceless platform, or in a window: of X with WITH_GLX, and on Windows. */
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <GL/gl.h>
#define LOOKUP(name) wglGetProcAddress(name)
#elif defined WITH_GLX
#include <GL/glx.h>
#define LOOKUP(name) glXGetProcAddressARB((const GLubyte *)(name))
#else
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#define LOOKUP(name) eglGetProcAddress(name)
#endif
#include <GL/glext.h>
#include <stddef.h>

/* Bits of depth that are wanted at least. */
#ifndef DEPTH_BITS
#define DEPTH_BITS 16
#endif

#ifdef _WIN32
static int open_context(int size) {
    PIXELFORMATDESCRIPTOR wanted = {.nSize = sizeof wanted, .nVersion = 1,
                                    .dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL, .iPixelType = PFD_TYPE_RGBA,
                                    .cColorBits = 24, .cDepthBits = DEPTH_BITS};
    HWND window = CreateWindowA("STATIC", "", WS_POPUP | WS_VISIBLE, 0, 0, size, size, NULL, NULL, NULL, NULL);
    HDC dc = window ? GetDC(window) : NULL;
    int format = dc ? ChoosePixelFormat(dc, &wanted) : 0;
    if (!format || !SetPixelFormat(dc, format, &wanted))
        return 0;
    HGLRC context = wglCreateContext(dc);
    return context && wglMakeCurrent(dc, context);
}
#elif defined WITH_GLX
static Display *display;
static Window window;

static int open_context(int size) {
    display = XOpenDisplay(NULL);
    int wanted[] = {GLX_RGBA, GLX_RED_SIZE, 8, GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE, 8, GLX_DEPTH_SIZE, DEPTH_BITS, None};
    XVisualInfo *visual = display ? glXChooseVisual(display, DefaultScreen(display), wanted) : NULL;
    if (!visual)
        return 0;
    XSetWindowAttributes attributes = {0};
    Window root = RootWindow(display, visual->screen);
    attributes.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
    window = XCreateWindow(display, root, 0, 0, (unsigned)size, (unsigned)size, 0, visual->depth, InputOutput,
                           visual->visual, CWColormap, &attributes);
    XMapWindow(display, window);
    GLXContext context = glXCreateContext(display, visual, NULL, True);
    return context && glXMakeCurrent(display, window, context);
}
#else
static EGLDisplay display;
static EGLSurface surface;

static int open_context(int size) {
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                       EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, DEPTH_BITS, EGL_NONE};
    EGLint sizes[] = {EGL_WIDTH, size, EGL_HEIGHT, size, EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)
        || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 0;
    surface = eglCreatePbufferSurface(display, config, sizes);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    return eglMakeCurrent(display, surface, surface, context);
}
#endif
