/* Calls of the entry points of NVIDIA's programs through libEGL, in a context without a window: what they give, the errors
 * that the specifications ask for, and callers that mean harm. Prints a line for each thing that is not as it has to be. */
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 8
#define FUNCTIONS(X) \
    X(PFNGLBINDPROGRAMNVPROC, BindProgramNV) X(PFNGLLOADPROGRAMNVPROC, LoadProgramNV) \
    X(PFNGLGENPROGRAMSNVPROC, GenProgramsNV) X(PFNGLDELETEPROGRAMSNVPROC, DeleteProgramsNV) \
    X(PFNGLISPROGRAMNVPROC, IsProgramNV) X(PFNGLEXECUTEPROGRAMNVPROC, ExecuteProgramNV) \
    X(PFNGLPROGRAMPARAMETER4FNVPROC, ProgramParameter4fNV) X(PFNGLPROGRAMPARAMETER4DVNVPROC, ProgramParameter4dvNV) \
    X(PFNGLPROGRAMPARAMETERS4FVNVPROC, ProgramParameters4fvNV) \
    X(PFNGLGETPROGRAMPARAMETERFVNVPROC, GetProgramParameterfvNV) \
    X(PFNGLGETPROGRAMPARAMETERDVNVPROC, GetProgramParameterdvNV) \
    X(PFNGLGETPROGRAMIVNVPROC, GetProgramivNV) X(PFNGLGETPROGRAMSTRINGNVPROC, GetProgramStringNV) \
    X(PFNGLTRACKMATRIXNVPROC, TrackMatrixNV) X(PFNGLGETTRACKMATRIXIVNVPROC, GetTrackMatrixivNV) \
    X(PFNGLREQUESTRESIDENTPROGRAMSNVPROC, RequestResidentProgramsNV) \
    X(PFNGLAREPROGRAMSRESIDENTNVPROC, AreProgramsResidentNV) \
    X(PFNGLVERTEXATTRIB4FNVPROC, VertexAttrib4fNV) X(PFNGLVERTEXATTRIB4UBNVPROC, VertexAttrib4ubNV) \
    X(PFNGLVERTEXATTRIBS2FVNVPROC, VertexAttribs2fvNV) X(PFNGLVERTEXATTRIBPOINTERNVPROC, VertexAttribPointerNV) \
    X(PFNGLGETVERTEXATTRIBFVNVPROC, GetVertexAttribfvNV) X(PFNGLGETVERTEXATTRIBIVNVPROC, GetVertexAttribivNV) \
    X(PFNGLGETVERTEXATTRIBPOINTERVNVPROC, GetVertexAttribPointervNV) \
    X(PFNGLPROGRAMNAMEDPARAMETER4FNVPROC, ProgramNamedParameter4fNV) \
    X(PFNGLPROGRAMNAMEDPARAMETER4DVNVPROC, ProgramNamedParameter4dvNV) \
    X(PFNGLGETPROGRAMNAMEDPARAMETERFVNVPROC, GetProgramNamedParameterfvNV) \
    X(PFNGLPROGRAMLOCALPARAMETERI4INVPROC, ProgramLocalParameterI4iNV) \
    X(PFNGLGETPROGRAMLOCALPARAMETERIIVNVPROC, GetProgramLocalParameterIivNV) \
    X(PFNGLPROGRAMENVPARAMETERI4UIVNVPROC, ProgramEnvParameterI4uivNV) \
    X(PFNGLGETPROGRAMENVPARAMETERIUIVNVPROC, GetProgramEnvParameterIuivNV) \
    X(PFNGLNAMEDPROGRAMLOCALPARAMETERI4IEXTPROC, NamedProgramLocalParameterI4iEXT) \
    X(PFNGLNAMEDPROGRAMSTRINGEXTPROC, NamedProgramStringEXT) \
    X(PFNGLGETNAMEDPROGRAMIVEXTPROC, GetNamedProgramivEXT) \
    X(PFNGLBINDBUFFERBASENVPROC, BindBufferBaseNV) X(PFNGLBINDBUFFERRANGENVPROC, BindBufferRangeNV) \
    X(PFNGLPROGRAMBUFFERPARAMETERSFVNVPROC, ProgramBufferParametersfvNV) \
    X(PFNGLGETINTEGERINDEXEDVEXTPROC, GetIntegerIndexedvEXT) \
    X(PFNGLPROGRAMSUBROUTINEPARAMETERSUIVNVPROC, ProgramSubroutineParametersuivNV) \
    X(PFNGLBINDPROGRAMARBPROC, BindProgramARB) X(PFNGLPROGRAMSTRINGARBPROC, ProgramStringARB) \
    X(PFNGLGETPROGRAMIVARBPROC, GetProgramivARB) X(PFNGLGETPROGRAMSTRINGARBPROC, GetProgramStringARB) \
    X(PFNGLPROGRAMLOCALPARAMETER4FARBPROC, ProgramLocalParameter4fARB) \
    X(PFNGLBINDBUFFERPROC, BindBuffer) X(PFNGLBUFFERDATAPROC, BufferData)

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

static void load(GLenum target, GLuint name, const char *text) {
    LoadProgramNV(target, name, (GLsizei)strlen(text), (const GLubyte *)text);
}

static void clear(void) {
    glClear(GL_COLOR_BUFFER_BIT);
}

static void square(void) {
    glBegin(GL_QUADS);
    glVertex2f(-1, -1);
    glVertex2f(1, -1);
    glVertex2f(1, 1);
    glVertex2f(-1, 1);
    glEnd();
}

static long pixel(void) {
    GLubyte rgba[4] = {0};
    glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    return (long)rgba[0] << 16 | (long)rgba[1] << 8 | rgba[2];
}

static const char transform[] = "!!VP1.0\nDP4 o[HPOS].x, c[0], v[OPOS];\nDP4 o[HPOS].y, c[1], v[OPOS];\n"
                                "DP4 o[HPOS].z, c[2], v[OPOS];\nDP4 o[HPOS].w, c[3], v[OPOS];\nADD o[COL0], v[COL0], c[4];\nEND";
static const char normalize[] = "!!VSP1.0\nMUL R0, c[5], v[0].x;\nMOV c[4], R0;\nEND";
static const char named[] = "!!FP1.0\nDECLARE color = {1, 0, 0, 1};\nMOVR R0, color;\nADDR o[COLR], R0, p[1];\nEND";
static const char integers[] = "!!NVfp4.0\nPARAM p = program.local[2];\nTEMP t;\nADD.S t, p, {1, 2, 3, 4};\nI2F t, t;\n"
                               "MUL result.color, t, 0.0039215686274509803;\nEND\n";
static const char buffers[] = "!!NVfp4.0\nBUFFER4 rows[] = { program.buffer[1] };\nMOV result.color, rows[1];\nEND\n";

/* source: NV_vertex_program, chapters 2.14 and 6.1.13, and "Errors" */
static void vertex_programs(void) {
    GLuint names[2] = {0};
    GenProgramsNV(2, names);
    EXPECT(names[0] != 0 && names[1] != names[0], 1);
    EXPECT(IsProgramNV(names[0]), 0);
    load(GL_VERTEX_PROGRAM_NV, names[0], transform);
    FINE;
    EXPECT(IsProgramNV(names[0]), 1);
    BindProgramNV(GL_VERTEX_PROGRAM_NV, names[0]);
    glEnable(GL_VERTEX_PROGRAM_NV);
    EXPECT(glIsEnabled(GL_VERTEX_PROGRAM_NV), 1);
    TrackMatrixNV(GL_VERTEX_PROGRAM_NV, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV);
    GLint tracked = 0;
    GetTrackMatrixivNV(GL_VERTEX_PROGRAM_NV, 0, GL_TRACK_MATRIX_NV, &tracked);
    EXPECT(tracked, GL_MODELVIEW_PROJECTION_NV);
    ProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 4, 0.2f, 0, 0, 0);
    FINE;
    /* The attribute of a colour by its number. */
    VertexAttrib4fNV(3, 0.4f, 0.2f, 0, 1);
    clear();
    square();
    EXPECT(pixel(), 0x993300);
    /* A tracked matrix takes part: what is drawn beside the pixel does not change it. */
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glTranslatef(4, 0, 0);
    clear();
    square();
    EXPECT(pixel(), 0);
    glPopMatrix();
    GLfloat current[4] = {0};
    GetVertexAttribfvNV(3, GL_CURRENT_ATTRIB_NV, current);
    EXPECT(current[0] == 0.4f, 1);
    VertexAttrib4ubNV(3, 0, 255, 0, 255);
    clear();
    square();
    EXPECT(pixel(), 0x33ff00);
    /* Arrays by numbers, before conventional ones. */
    static const GLfloat places[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const GLubyte colors[] = {0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255};
    VertexAttribPointerNV(0, 2, GL_FLOAT, 0, places);
    VertexAttribPointerNV(3, 4, GL_UNSIGNED_BYTE, 0, colors);
    glEnableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV);
    glEnableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV);
    EXPECT(glIsEnabled(GL_VERTEX_ATTRIB_ARRAY3_NV), 1);
    GLint size = 0;
    GetVertexAttribivNV(0, GL_ATTRIB_ARRAY_SIZE_NV, &size);
    EXPECT(size, 2);
    void *pointer = NULL;
    GetVertexAttribPointervNV(0, GL_ATTRIB_ARRAY_POINTER_NV, &pointer);
    EXPECT(pointer == (void *)places, 1);
    clear();
    glDrawArrays(GL_QUADS, 0, 4);
    EXPECT(pixel(), 0x3300ff);
    glDisableClientState(GL_VERTEX_ATTRIB_ARRAY0_NV);
    glDisableClientState(GL_VERTEX_ATTRIB_ARRAY3_NV);
    FINE;
    /* A program of the state. */
    load(GL_VERTEX_STATE_PROGRAM_NV, names[1], normalize);
    FINE;
    static const GLdouble five[4] = {0.25, 0.5, 0.125, 0};
    ProgramParameter4dvNV(GL_VERTEX_PROGRAM_NV, 5, five);
    ExecuteProgramNV(GL_VERTEX_STATE_PROGRAM_NV, names[1], (const GLfloat[]){2, 0, 0, 0});
    GLdouble computed[4] = {0};
    GetProgramParameterdvNV(GL_VERTEX_PROGRAM_NV, 4, GL_PROGRAM_PARAMETER_NV, computed);
    EXPECT(computed[0] == 0.5 && computed[1] == 1 && computed[2] == 0.25, 1);
    GLint number = 0;
    GetProgramivNV(names[1], GL_PROGRAM_TARGET_NV, &number);
    EXPECT(number, GL_VERTEX_STATE_PROGRAM_NV);
    GetProgramivNV(names[0], GL_PROGRAM_LENGTH_NV, &number);
    EXPECT(number, strlen(transform));
    char text[sizeof transform] = {0};
    GetProgramStringNV(names[0], GL_PROGRAM_STRING_NV, (GLubyte *)text);
    EXPECT(memcmp(text, transform, strlen(transform)), 0);
    EXPECT(AreProgramsResidentNV(2, names, NULL), 1);
    FINE;

    BindProgramNV(GL_VERTEX_PROGRAM_NV, names[1]);
    ERROR(GL_INVALID_OPERATION);
    load(GL_VERTEX_PROGRAM_NV, names[1], transform);
    ERROR(GL_INVALID_OPERATION);
    load(GL_VERTEX_PROGRAM_NV, 0, transform);
    ERROR(GL_INVALID_VALUE);
    load(GL_VERTEX_PROGRAM_NV, names[0], "!!VP1.0\nMOV o[HPOS], v[OPOS]\nEND");
    ERROR(GL_INVALID_OPERATION);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_NV, &number);
    EXPECT(number > 0, 1);
    ProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 0, 0, 0, 0, 0);
    ERROR(GL_INVALID_OPERATION);
    ProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 256, 0, 0, 0, 0);
    ERROR(GL_INVALID_VALUE);
    ProgramParameter4fNV(GL_FRAGMENT_PROGRAM_NV, 4, 0, 0, 0, 0);
    ERROR(GL_INVALID_ENUM);
    TrackMatrixNV(GL_VERTEX_PROGRAM_NV, 2, GL_MODELVIEW, GL_IDENTITY_NV);
    ERROR(GL_INVALID_VALUE);
    VertexAttribPointerNV(1, 3, GL_UNSIGNED_BYTE, 0, colors);
    ERROR(GL_INVALID_OPERATION);
    GetVertexAttribfvNV(0, GL_CURRENT_ATTRIB_NV, current);
    ERROR(GL_INVALID_VALUE);
    ExecuteProgramNV(GL_VERTEX_STATE_PROGRAM_NV, names[0], current);
    ERROR(GL_INVALID_OPERATION);
    GetProgramivNV(4711, GL_PROGRAM_LENGTH_NV, &number);
    ERROR(GL_INVALID_OPERATION);
    glBegin(GL_POINTS);
    load(GL_VERTEX_PROGRAM_NV, names[0], transform);
    glEnd();
    ERROR(GL_INVALID_OPERATION);

    /* Deleted while it is bound: the fixed functions draw. */
    DeleteProgramsNV(2, names);
    EXPECT(IsProgramNV(names[0]), 0);
    glGetIntegerv(GL_VERTEX_PROGRAM_BINDING_NV, &number);
    EXPECT(number, 0);
    glDisable(GL_VERTEX_PROGRAM_NV);
    TrackMatrixNV(GL_VERTEX_PROGRAM_NV, 0, GL_NONE, GL_IDENTITY_NV);
    FINE;
}

/* source: NV_fragment_program, NV_gpu_program4, NV_parameter_buffer_object */
static void fragment_programs(void) {
    load(GL_FRAGMENT_PROGRAM_NV, 10, named);
    BindProgramNV(GL_FRAGMENT_PROGRAM_NV, 10);
    glEnable(GL_FRAGMENT_PROGRAM_NV);
    ProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_NV, 1, 0, 0.2f, 0, 0);
    clear();
    square();
    EXPECT(pixel(), 0xff3300);
    ProgramNamedParameter4fNV(10, 5, (const GLubyte *)"color", 0, 0, 1, 1);
    clear();
    square();
    EXPECT(pixel(), 0x0033ff);
    GLfloat color[4] = {0};
    GetProgramNamedParameterfvNV(10, 5, (const GLubyte *)"color", color);
    EXPECT(color[2] == 1, 1);
    FINE;
    ProgramNamedParameter4fNV(10, 5, (const GLubyte *)"other", 0, 0, 1, 1);
    ERROR(GL_INVALID_VALUE);

    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 11);
    ProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(integers), integers);
    FINE;
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    ProgramLocalParameterI4iNV(GL_FRAGMENT_PROGRAM_ARB, 2, 9, 18, -1, 0);
    GLint words[4] = {0};
    GetProgramLocalParameterIivNV(GL_FRAGMENT_PROGRAM_ARB, 2, words);
    EXPECT(words[2], -1);
    clear();
    square();
    EXPECT(pixel(), 0x0a1402);
    NamedProgramLocalParameterI4iEXT(11, GL_FRAGMENT_PROGRAM_ARB, 2, 0, 0, 0, 0);
    clear();
    square();
    EXPECT(pixel(), 0x010203);
    GLint number = 0;
    GetProgramivARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_INSTRUCTIONS_ARB, &number);
    EXPECT(number, 3);
    GetNamedProgramivEXT(11, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_LENGTH_ARB, &number);
    EXPECT(number, strlen(integers));
    FINE;

    NamedProgramStringEXT(12, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(buffers), buffers);
    FINE;
    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 12);
    static const GLfloat rows[8] = {1, 1, 1, 1, 0.2f, 0.4f, 0.6f, 1};
    BindBuffer(GL_ARRAY_BUFFER, 20);
    BufferData(GL_ARRAY_BUFFER, sizeof rows, rows, GL_STATIC_DRAW);
    BindBufferBaseNV(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 1, 20);
    FINE;
    clear();
    square();
    EXPECT(pixel(), 0x336699);
    ProgramBufferParametersfvNV(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 1, 5, 1, (const GLfloat[]){0.8f});
    clear();
    square();
    EXPECT(pixel(), 0x33cc99);
    GetIntegerIndexedvEXT(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 1, &number);
    EXPECT(number, 20);
    FINE;
    ProgramBufferParametersfvNV(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 1, 8, 1, rows);
    ERROR(GL_INVALID_VALUE);
    BindBufferRangeNV(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 1, 20, 4, 4);
    ERROR(GL_INVALID_VALUE);

    /* A list that chooses the program itself, played where another is bound. */
    glNewList(1, GL_COMPILE);
    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 12);
    square();
    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 11);
    glEndList();
    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 10);
    clear();
    glCallList(1);
    EXPECT(pixel(), 0x33cc99);
    glPushAttrib(GL_ENABLE_BIT);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glColor3f(1, 0, 0);
    clear();
    square();
    EXPECT(pixel(), 0xff0000);
    glPopAttrib();
    clear();
    square();
    EXPECT(pixel(), 0x010203);
    FINE;
}

/* Pointers to nothing, lengths and numbers that are none. */
static void hostile(void) {
    LoadProgramNV(GL_VERTEX_PROGRAM_NV, 1, 10, NULL);
    ERROR(GL_INVALID_VALUE);
    LoadProgramNV(GL_VERTEX_PROGRAM_NV, 1, -1, (const GLubyte *)transform);
    ERROR(GL_INVALID_VALUE);
    ProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, -5, transform);
    ERROR(GL_INVALID_VALUE);
    ProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, 0, "");
    ERROR(GL_INVALID_OPERATION);
    DeleteProgramsNV(-1, NULL);
    ERROR(GL_INVALID_VALUE);
    RequestResidentProgramsNV(-1, NULL);
    ERROR(GL_INVALID_VALUE);
    EXPECT(AreProgramsResidentNV(-1, NULL, NULL), 0);
    ERROR(GL_INVALID_VALUE);
    ProgramParameters4fvNV(GL_VERTEX_PROGRAM_NV, 0, -1, NULL);
    ERROR(GL_INVALID_VALUE);
    ProgramParameters4fvNV(GL_VERTEX_PROGRAM_NV, 1, 0x7fffffff, NULL);
    ERROR(GL_INVALID_VALUE);
    VertexAttribs2fvNV(0, -1, NULL);
    ERROR(GL_INVALID_VALUE);
    ProgramNamedParameter4fNV(1, -1, NULL, 0, 0, 0, 0);
    ERROR(GL_INVALID_VALUE);
    GetProgramParameterfvNV(GL_VERTEX_PROGRAM_NV, 0, GL_PROGRAM_PARAMETER_NV, NULL);
    GetProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, NULL);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, NULL);
    ExecuteProgramNV(GL_VERTEX_STATE_PROGRAM_NV, 1, NULL);
    FINE;
    ProgramSubroutineParametersuivNV(GL_VERTEX_PROGRAM_NV, -1, NULL);
    ERROR(GL_INVALID_VALUE);
    size_t large = 1 << 20;
    char *text = malloc(large);
    memset(text, '{', large);
    memcpy(text, "!!NVvp4.0\n", 10);
    ProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)large, text);
    ERROR(GL_INVALID_OPERATION);
    free(text);
}

static EGLDisplay display;
static EGLConfig config;
static EGLContext first;

static void *other_thread(void *unused) {
    (void)unused;
    /* Without a context nothing happens. */
    load(GL_FRAGMENT_PROGRAM_NV, 10, named);
    BindProgramNV(GL_FRAGMENT_PROGRAM_NV, 10);
    DeleteProgramsNV(1, &(GLuint){10});
    eglBindAPI(EGL_OPENGL_API);
    EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, first, NULL);
    if (!eglMakeCurrent(display, surface, surface, context)) {
        EXPECT(eglGetError(), EGL_SUCCESS);
        return NULL;
    }
    glViewport(0, 0, SIZE, SIZE);
    /* What is shared is here; bindings are not. */
    EXPECT(IsProgramNV(12), 1);
    BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 11);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    for (int round = 0; round < 50; round++) {
        clear();
        square();
    }
    EXPECT(pixel(), 0x010203);
    /* One goes that is bound on the other thread, and one that is bound here. */
    DeleteProgramsNV(2, (const GLuint[]){10, 11});
    FINE;
    /* source: NV_fragment_program, "Errors": no draw with a program that does not exist */
    clear();
    square();
    ERROR(GL_INVALID_OPERATION);
    /* The context stays current as the thread ends. */
    return NULL;
}

int main(void) {
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_NONE};
    EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLint count = 0;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API)
        || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return 3;
#define FIND(type, name) name = (type)eglGetProcAddress("gl" #name);
    FUNCTIONS(FIND)
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    first = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (!eglMakeCurrent(display, surface, surface, first))
        return 3;
    glViewport(0, 0, SIZE, SIZE);
    vertex_programs();
    fragment_programs();
    hostile();
    pthread_t thread;
    pthread_create(&thread, NULL, other_thread, NULL);
    for (int round = 0; round < 50; round++)
        square();
    pthread_join(thread, NULL);
    clear();
    square();
    FINE;
    /* Destroyed while it is current, then the display, then the process: whatever order an application takes. */
    eglDestroyContext(display, first);
    square();
    eglTerminate(display);
    void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (library) {
        dlclose(library);
        dlclose(library);
    }
    printf("%d failures\n", failures);
    return failures ? 1 : 0;
}
