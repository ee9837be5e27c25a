/* OpenGL without a window, found when the program runs: EGL's surfaceless platform, or OSMesa where there is no
 * EGL. What is declared here is what the example calls (gl.xml, egl.xml, Mesa's osmesa.h). An engine has its own
 * loader; nothing of this is needed to use libquadrille.
 */
#ifndef EXAMPLE_OPENGL_H
#define EXAMPLE_OPENGL_H

#include <dlfcn.h>
#include <stddef.h>

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;

enum {
    GL_TRIANGLES = 0x0004, GL_DEPTH_BUFFER_BIT = 0x0100, GL_COLOR_BUFFER_BIT = 0x4000, GL_CULL_FACE = 0x0B44,
    GL_DEPTH_TEST = 0x0B71, GL_TEXTURE_2D = 0x0DE1, GL_UNSIGNED_BYTE = 0x1401, GL_UNSIGNED_SHORT = 0x1403,
    GL_FLOAT = 0x1406, GL_RGBA = 0x1908, GL_LINEAR = 0x2601, GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801, GL_TEXTURE0 = 0x84C0, GL_ARRAY_BUFFER = 0x8892,
    GL_ELEMENT_ARRAY_BUFFER = 0x8893, GL_STATIC_DRAW = 0x88E4, GL_FRAGMENT_SHADER = 0x8B30,
    GL_VERTEX_SHADER = 0x8B31, GL_COMPILE_STATUS = 0x8B81, GL_LINK_STATUS = 0x8B82
};

/* The functions: result, name, parameters. */
#define GL_FUNCTIONS(X) \
    X(void, ActiveTexture, (GLenum)) \
    X(void, AttachShader, (GLuint, GLuint)) \
    X(void, BindBuffer, (GLenum, GLuint)) \
    X(void, BindTexture, (GLenum, GLuint)) \
    X(void, BindVertexArray, (GLuint)) \
    X(void, BufferData, (GLenum, ptrdiff_t, const void *, GLenum)) \
    X(void, Clear, (GLbitfield)) \
    X(void, ClearColor, (float, float, float, float)) \
    X(void, CompileShader, (GLuint)) \
    X(GLuint, CreateProgram, (void)) \
    X(GLuint, CreateShader, (GLenum)) \
    X(void, DeleteProgram, (GLuint)) \
    X(void, DeleteShader, (GLuint)) \
    X(void, DrawElements, (GLenum, GLsizei, GLenum, const void *)) \
    X(void, Enable, (GLenum)) \
    X(void, EnableVertexAttribArray, (GLuint)) \
    X(void, GenBuffers, (GLsizei, GLuint *)) \
    X(void, GenTextures, (GLsizei, GLuint *)) \
    X(void, GenVertexArrays, (GLsizei, GLuint *)) \
    X(void, GetProgramInfoLog, (GLuint, GLsizei, GLsizei *, char *)) \
    X(void, GetProgramiv, (GLuint, GLenum, GLint *)) \
    X(void, GetShaderInfoLog, (GLuint, GLsizei, GLsizei *, char *)) \
    X(void, GetShaderiv, (GLuint, GLenum, GLint *)) \
    X(GLint, GetUniformLocation, (GLuint, const char *)) \
    X(void, LinkProgram, (GLuint)) \
    X(void, ReadPixels, (GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *)) \
    X(void, ShaderSource, (GLuint, GLsizei, const char *const *, const GLint *)) \
    X(void, TexImage2D, (GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *)) \
    X(void, TexParameteri, (GLenum, GLenum, GLint)) \
    X(void, Uniform1i, (GLint, GLint)) \
    X(void, Uniform4fv, (GLint, GLsizei, const float *)) \
    X(void, UseProgram, (GLuint)) \
    X(void, VertexAttribPointer, (GLuint, GLint, GLenum, unsigned char, GLsizei, const void *)) \
    X(void, Viewport, (GLint, GLint, GLsizei, GLsizei))

#define X(result, name, parameters) static result (*gl##name) parameters;
GL_FUNCTIONS(X)
#undef X

typedef void (*gl_function)(void);
typedef gl_function (*gl_finder)(const char *);

/* A function of a library; NULL if it is missing. */
static gl_function gl_symbol(void *library, const char *name)
{
    gl_function function = NULL;

    *(void **)&function = dlsym(library, name);
    return function;
}

static int gl_load(gl_finder find)
{
#define X(result, name, parameters) \
    if (!(gl##name = (result (*) parameters)find("gl" #name))) \
        return 0;
    GL_FUNCTIONS(X)
#undef X
    return 1;
}

static int gl_open_egl(int width, int height)
{
    static const int wanted[] = { 0x3033, 1, 0x3040, 8, 0x3024, 8, 0x3023, 8, 0x3022, 8, 0x3021, 8,
                                  0x3025, 24, 0x3038 };
    static const int version[] = { 0x3098, 3, 0x30FB, 3, 0x3038 };
    const int size[] = { 0x3057, width, 0x3056, height, 0x3038 };
    void *library = dlopen("libEGL.so.1", RTLD_NOW), *display, *config = NULL, *surface, *context;
    int count = 0;
#define EGL(result, name, parameters) result (*name) parameters = (result (*) parameters)gl_symbol(library, "egl" #name)
    if (!library)
        return 0;
    EGL(void *, GetPlatformDisplay, (unsigned, void *, const ptrdiff_t *));
    EGL(unsigned, Initialize, (void *, int *, int *));
    EGL(unsigned, BindAPI, (unsigned));
    EGL(unsigned, ChooseConfig, (void *, const int *, void **, int, int *));
    EGL(void *, CreatePbufferSurface, (void *, void *, const int *));
    EGL(void *, CreateContext, (void *, void *, void *, const int *));
    EGL(unsigned, MakeCurrent, (void *, void *, void *, void *));
    EGL(gl_function, GetProcAddress, (const char *));
#undef EGL
    if (!GetPlatformDisplay || !Initialize || !BindAPI || !ChooseConfig || !CreatePbufferSurface || !CreateContext
        || !MakeCurrent || !GetProcAddress)
        return 0;
    display = GetPlatformDisplay(0x31DD, NULL, NULL);
    if (!display || !Initialize(display, NULL, NULL) || !BindAPI(0x30A2)
        || !ChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 0;
    surface = CreatePbufferSurface(display, config, size);
    context = CreateContext(display, config, NULL, version);
    return surface && context && MakeCurrent(display, surface, surface, context) && gl_load(GetProcAddress);
}

static int gl_open_osmesa(int width, int height, void *pixels)
{
    static const int wanted[] = { 0x22, 0x1908, 0x30, 24, 0x33, 0x34, 0x36, 3, 0x37, 3, 0 };
    void *library = dlopen("libOSMesa.so.8", RTLD_NOW), *context;
    void *(*create)(const int *, void *);
    unsigned char (*make_current)(void *, void *, GLenum, GLsizei, GLsizei);
    gl_finder find;

    if (!library)
        return 0;
    create = (void *(*)(const int *, void *))gl_symbol(library, "OSMesaCreateContextAttribs");
    make_current = (unsigned char (*)(void *, void *, GLenum, GLsizei, GLsizei))gl_symbol(library, "OSMesaMakeCurrent");
    find = (gl_finder)gl_symbol(library, "OSMesaGetProcAddress");
    if (!create || !make_current || !find)
        return 0;
    context = create(wanted, NULL);
    return context && make_current(context, pixels, GL_UNSIGNED_BYTE, width, height) && gl_load(find);
}

/* Makes a context of OpenGL 3.3 current; `pixels` has four bytes a pixel and outlives it. 0 if there is none. */
static int gl_open(int width, int height, void *pixels)
{
    return gl_open_egl(width, height) || gl_open_osmesa(width, height, pixels);
}

#endif
