/* Geometry, tessellation and compute programs by NVIDIA's entry points, over a driver that has shaders of these stages alone:
 * what they draw and compute, what is kept of them, and the errors of the specifications. Expected values are sums by hand. */
#include <pthread.h>

#define FUNCTIONS(X) \
    X(PFNGLBINDPROGRAMARBPROC, BindProgramARB) X(PFNGLPROGRAMSTRINGARBPROC, ProgramStringARB) \
    X(PFNGLDELETEPROGRAMSARBPROC, DeleteProgramsARB) X(PFNGLISPROGRAMARBPROC, IsProgramARB) \
    X(PFNGLGENPROGRAMSARBPROC, GenProgramsARB) \
    X(PFNGLGETPROGRAMIVARBPROC, GetProgramivARB) X(PFNGLGETPROGRAMSTRINGARBPROC, GetProgramStringARB) \
    X(PFNGLPROGRAMLOCALPARAMETER4FARBPROC, ProgramLocalParameter4fARB) \
    X(PFNGLPROGRAMLOCALPARAMETER4FVARBPROC, ProgramLocalParameter4fvARB) \
    X(PFNGLPROGRAMENVPARAMETER4DARBPROC, ProgramEnvParameter4dARB) \
    X(PFNGLPROGRAMENVPARAMETERS4FVEXTPROC, ProgramEnvParameters4fvEXT) \
    X(PFNGLGETPROGRAMENVPARAMETERDVARBPROC, GetProgramEnvParameterdvARB) \
    X(PFNGLGETPROGRAMLOCALPARAMETERFVARBPROC, GetProgramLocalParameterfvARB) \
    X(PFNGLPROGRAMLOCALPARAMETERI4INVPROC, ProgramLocalParameterI4iNV) \
    X(PFNGLGETPROGRAMLOCALPARAMETERIIVNVPROC, GetProgramLocalParameterIivNV) \
    X(PFNGLNAMEDPROGRAMSTRINGEXTPROC, NamedProgramStringEXT) \
    X(PFNGLNAMEDPROGRAMLOCALPARAMETER4FEXTPROC, NamedProgramLocalParameter4fEXT) \
    X(PFNGLGETNAMEDPROGRAMLOCALPARAMETERFVEXTPROC, GetNamedProgramLocalParameterfvEXT) \
    X(PFNGLGETNAMEDPROGRAMIVEXTPROC, GetNamedProgramivEXT) \
    X(PFNGLPROGRAMVERTEXLIMITNVPROC, ProgramVertexLimitNV) \
    X(PFNGLBINDBUFFERBASENVPROC, BindBufferBaseNV) \
    X(PFNGLPROGRAMBUFFERPARAMETERSFVNVPROC, ProgramBufferParametersfvNV) \
    X(PFNGLPATCHPARAMETERIPROC, PatchParameteri) X(PFNGLPATCHPARAMETERFVPROC, PatchParameterfv) \
    X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute) X(PFNGLMEMORYBARRIERPROC, MemoryBarrier) \
    X(PFNGLBINDBUFFERPROC, BindBuffer) X(PFNGLBUFFERDATAPROC, BufferData) \
    X(PFNGLGETBUFFERSUBDATAPROC, GetBufferSubData) X(PFNGLBINDBUFFERBASEPROC, BindBufferBase) \
    X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers) X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer) \
    X(PFNGLFRAMEBUFFERTEXTUREEXTPROC, FramebufferTextureEXT) \
    X(PFNGLFRAMEBUFFERTEXTUREFACEEXTPROC, FramebufferTextureFaceEXT) \
    X(PFNGLFRAMEBUFFERTEXTURELAYEREXTPROC, FramebufferTextureLayerEXT) \
    X(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus) X(PFNGLTEXIMAGE3DPROC, TexImage3D)

#include "stages.h"

static const char geometry[] =
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
    "ATTRIB place = vertex.position;\nATTRIB given = vertex.color;\n"
    "PARAM tint = program.local[1];\nBUFFER4 rows[] = { program.buffer[2] };\nTEMP color;\nINT TEMP i;\nMOV.S i.x, 0;\n"
    "REP.S { 3, 0, 0, 0 };\nMOV result.position, place[i.x];\nADD color, given[i.x], tint;\n"
    "ADD color, color, program.env[2];\nADD result.color, color, rows[1];\nEMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nEND\n";
static const char vertex[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\n"
                             "MUL result.color, vertex.color, {0.5, 1, 1, 1};\nEND\n";
static const char fragment[] = "!!ARBfp1.0\nSUB result.color, 1, fragment.color;\nEND\n";
static const char fragment_nv[] = "!!NVfp4.0\nTEMP c;\nMOV c, fragment.color;\nSWZ c, c, y, x, z, w;\n"
                                  "MOV result.color, c;\nEND\n";
/* Nothing comes in, and the texture coordinate is the geometry program's own. */
static const char constant[] =
    "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 4;\n"
    "MOV result.color, {1, 1, 0.6, 1};\nMOV result.texcoord[0], {0.75, 0.25, 0, 1};\n"
    "MOV result.position, {-1, -1, 0, 1};\nEMIT;\n"
    "MOV result.color, {1, 1, 0.6, 1};\nMOV result.texcoord[0], {0.75, 0.25, 0, 1};\n"
    "MOV result.position, {1, -1, 0, 1};\nEMIT;\n"
    "MOV result.color, {1, 1, 0.6, 1};\nMOV result.texcoord[0], {0.75, 0.25, 0, 1};\n"
    "MOV result.position, {-1, 1, 0, 1};\nEMIT;\n"
    "MOV result.color, {1, 1, 0.6, 1};\nMOV result.texcoord[0], {0.75, 0.25, 0, 1};\n"
    "MOV result.position, {1, 1, 0, 1};\nEMIT;\nEND\n";
static const char layers[] =
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
    "ATTRIB place = vertex.position;\nATTRIB given = vertex.color;\nINT TEMP i;\nMOV.S i.x, 0;\n"
    "REP.S { 3, 0, 0, 0 };\nMOV result.position, place[i.x];\nMOV result.color, given[i.x];\n"
    "MOV.S result.layer.x, 1;\nEMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nEND\n";

/* source: NV_geometry_program4, 2.14.6, "Errors" and "New State" */
static void geometry_programs(void) {
    GLuint names[2] = {0};
    GenProgramsARB(2, names);
    load(GL_GEOMETRY_PROGRAM_NV, names[0], geometry);
    FINE;
    EXPECT(IsProgramARB(names[0]), 1);
    EXPECT(glIsEnabled(GL_GEOMETRY_PROGRAM_NV), 0);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    EXPECT(glIsEnabled(GL_GEOMETRY_PROGRAM_NV), 1);
    GLint number = 0;
    glGetIntegerv(GL_GEOMETRY_PROGRAM_NV, &number);
    EXPECT(number, 1);
    GLubyte texels[64] = {0};
    BindBuffer(GL_ARRAY_BUFFER, 20);
    static const GLfloat rows[8] = {1, 1, 1, 1, 0, 0, 0.4f, 0};
    BufferData(GL_ARRAY_BUFFER, sizeof rows, rows, GL_STATIC_DRAW);
    BindBufferBaseNV(GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, 2, 20);
    FINE;
    /* Fixed functions on both sides. */
    glColor3f(0.2f, 0, 0);
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x330066);
    ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, 0, 0.2f, 0, 0);
    ProgramEnvParameter4dARB(GL_GEOMETRY_PROGRAM_NV, 2, 0.2, 0, 0, 0);
    clear();
    triangle(GL_TRIANGLE_FAN);
    EXPECT(pixel(8), 0x663366);
    ProgramBufferParametersfvNV(GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, 2, 6, 1, (const GLfloat[]){0.6f});
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x663399);
    FINE;
    /* Lit vertices: the ambient light of the scene alone, 0.2 of a material that is the colour. */
    glEnable(GL_LIGHTING);
    glEnable(GL_COLOR_MATERIAL);
    glColor3f(1, 0, 1);
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x6633cc);
    glDisable(GL_LIGHTING);
    glDisable(GL_COLOR_MATERIAL);
    glColor3f(0.2f, 0, 0);
    /* Programs that the driver takes: before it and behind it. */
    load(GL_VERTEX_PROGRAM_ARB, 101, vertex);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    ProgramEnvParameters4fvEXT(GL_GEOMETRY_PROGRAM_NV, 2, 1, (const GLfloat[]){0.3f, 0, 0, 0});
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x663399);
    load(GL_FRAGMENT_PROGRAM_ARB, 102, fragment);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x99cc66);
    /* One that it does not take. */
    load(GL_FRAGMENT_PROGRAM_ARB, 103, fragment_nv);
    FINE;
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x336699);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    /* A texture by coordinates that the geometry program alone gives: the right one of two texels. */
    load(GL_GEOMETRY_PROGRAM_NV, names[1], constant);
    FINE;
    texels[1] = texels[4] = texels[5] = 255;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    for (int program = 0; program < 2; program++) {
        if (program)
            glEnable(GL_VERTEX_PROGRAM_ARB);
        clear();
        glBegin(GL_POINTS);
        glVertex2f(0, 0);
        glEnd();
        EXPECT(pixel(8), 0xffff99);
        glEnable(GL_TEXTURE_2D);
        clear();
        glBegin(GL_POINTS);
        glVertex2f(0, 0);
        glEnd();
        EXPECT(pixel(8), 0xffff00);
        glDisable(GL_TEXTURE_2D);
    }
    glDisable(GL_VERTEX_PROGRAM_ARB);
    FINE;
    /* Layers of a texture. */
    GLuint texture = 0, framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, SIZE, SIZE, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GenFramebuffers(1, &framebuffer);
    BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    FramebufferTextureEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    EXPECT(CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    load(GL_GEOMETRY_PROGRAM_NV, 30, layers);
    clear();
    triangle(GL_TRIANGLES);
    for (int layer = 0; layer < 2; layer++) {
        FramebufferTextureLayerEXT(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
        EXPECT(pixel(8), layer ? 0x330000 : 0);
    }
    BindFramebuffer(GL_FRAMEBUFFER, 0);
    FINE;
    /* The enable is pushed with others; lists keep what they are given. */
    glPushAttrib(GL_ENABLE_BIT);
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x330000);
    glPopAttrib();
    EXPECT(glIsEnabled(GL_GEOMETRY_PROGRAM_NV), 1);
    glNewList(1, GL_COMPILE);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, names[0]);
    ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, 0, 0.4f, 0, 0);
    triangle(GL_TRIANGLES);
    glEndList();
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_BINDING_ARB, &number);
    EXPECT(number, 30);
    clear();
    glCallList(1);
    EXPECT(pixel(8), 0x806699);
    FINE;

    /* What is asked. */
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_BINDING_ARB, &number);
    EXPECT(number, names[0]);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_GEOMETRY_INPUT_TYPE_EXT, &number);
    EXPECT(number, GL_TRIANGLES);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_GEOMETRY_OUTPUT_TYPE_EXT, &number);
    EXPECT(number, GL_TRIANGLE_STRIP);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_MAX_PROGRAM_OUTPUT_VERTICES_NV, &number);
    EXPECT(number >= 256, 1);
    ProgramVertexLimitNV(GL_GEOMETRY_PROGRAM_NV, 6);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_GEOMETRY_VERTICES_OUT_EXT, &number);
    EXPECT(number, 6);
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(8), 0x806699);
    static char text[sizeof geometry];
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_LENGTH_ARB, &number);
    EXPECT(number, strlen(geometry));
    GetProgramStringARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_STRING_ARB, text);
    EXPECT(memcmp(text, geometry, strlen(geometry)), 0);
    GLdouble environment[4] = {0};
    GetProgramEnvParameterdvARB(GL_GEOMETRY_PROGRAM_NV, 2, environment);
    EXPECT(environment[0] == 0.3f, 1);
    ProgramLocalParameterI4iNV(GL_GEOMETRY_PROGRAM_NV, 5, -1, 2, 3, 4);
    GLint words[4] = {0};
    GetProgramLocalParameterIivNV(GL_GEOMETRY_PROGRAM_NV, 5, words);
    EXPECT(words[0] == -1 && words[3] == 4, 1);
    NamedProgramLocalParameter4fEXT(names[1], GL_GEOMETRY_PROGRAM_NV, 3, 1, 2, 3, 4);
    GLfloat local[4] = {0};
    GetNamedProgramLocalParameterfvEXT(names[1], GL_GEOMETRY_PROGRAM_NV, 3, local);
    EXPECT(local[3] == 4, 1);
    GetProgramLocalParameterfvARB(GL_GEOMETRY_PROGRAM_NV, 3, local);
    EXPECT(local[3] == 0, 1);
    GetNamedProgramivEXT(names[1], GL_GEOMETRY_PROGRAM_NV, GL_GEOMETRY_VERTICES_OUT_EXT, &number);
    EXPECT(number, 4);
    FINE;

    /* Errors. */
    clear();
    triangle(GL_LINES);
    ERROR(GL_INVALID_OPERATION);
    EXPECT(pixel(8), 0);
    while (glGetError())
        ;
    ProgramVertexLimitNV(GL_GEOMETRY_PROGRAM_NV, 0);
    ERROR(GL_INVALID_VALUE);
    ProgramVertexLimitNV(GL_VERTEX_PROGRAM_ARB, 3);
    ERROR(GL_INVALID_ENUM);
    BindProgramARB(GL_VERTEX_PROGRAM_ARB, names[0]);
    ERROR(GL_INVALID_OPERATION);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 101);
    ERROR(GL_INVALID_OPERATION);
    ProgramStringARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, 9, "!!NVgp4.0");
    ERROR(GL_INVALID_OPERATION);
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &number);
    EXPECT(number >= 0, 1);
    ProgramStringARB(GL_GEOMETRY_PROGRAM_NV, 0, 9, "!!NVgp4.0");
    ERROR(GL_INVALID_ENUM);
    ProgramStringARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, -1, geometry);
    ERROR(GL_INVALID_VALUE);
    ProgramStringARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, 5, NULL);
    ERROR(GL_INVALID_VALUE);
    ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1u << 30, 0, 0, 0, 0);
    ERROR(GL_INVALID_VALUE);
    ProgramEnvParameters4fvEXT(GL_GEOMETRY_PROGRAM_NV, 0, -1, NULL);
    ERROR(GL_INVALID_VALUE);
    ProgramLocalParameter4fvARB(GL_GEOMETRY_PROGRAM_NV, 0, NULL);
    GetProgramLocalParameterfvARB(GL_GEOMETRY_PROGRAM_NV, 0, NULL);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_LENGTH_ARB, NULL);
    FINE;
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, 0x1234, &number);
    ERROR(GL_INVALID_ENUM);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 99);
    clear();
    triangle(GL_TRIANGLES);
    while (glGetError())
        EXPECT(pixel(8), 0);
    glBegin(GL_POINTS);
    while (glGetError())
        ;
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    FINE;
    glBegin(GL_POINTS);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, names[0]);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    glEnd();
    ERROR(GL_INVALID_OPERATION);
    EXPECT(glIsEnabled(GL_GEOMETRY_PROGRAM_NV), 0);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, names[0]);
    DeleteProgramsARB(2, names);
    EXPECT(IsProgramARB(names[0]), 0);
    GetProgramivARB(GL_GEOMETRY_PROGRAM_NV, GL_PROGRAM_BINDING_ARB, &number);
    EXPECT(number, 0);
    FINE;
}

static const char control[] =
    "!!NVtcp5.0\nVERTICES_OUT 3;\nATTRIB places = vertex.in.position;\nATTRIB colors = vertex.in.color;\n"
    "PARAM level = program.local[0];\nINT TEMP i;\nMOV.S i.x, primitive.invocation;\n"
    "MOV result.position, places[i.x];\nMOV result.color, colors[i.x];\n"
    "MOV result.patch.tessouter[0], level.x;\nMOV result.patch.tessouter[1], level.x;\n"
    "MOV result.patch.tessouter[2], level.x;\nMOV result.patch.tessinner[0], level.x;\nEND\n";
static const char evaluation[] =
    "!!NVtep5.0\nTESS_MODE TRIANGLES;\nTEMP p;\nMUL p, vertex.in[0].position, vertex.tesscoord.x;\n"
    "MAD p, vertex.in[1].position, vertex.tesscoord.y, p;\n"
    "MAD result.position, vertex.in[2].position, vertex.tesscoord.z, p;\n"
    "ADD result.color, vertex.in[0].color, program.local[3];\nEND\n";

/* source: NV_tessellation_program5, 2.14.6 to 2.14.8, and "Errors" */
static void tessellation_programs(void) {
    load(GL_TESS_CONTROL_PROGRAM_NV, 40, control);
    FINE;
    load(GL_TESS_EVALUATION_PROGRAM_NV, 41, evaluation);
    FINE;
    glEnable(GL_TESS_CONTROL_PROGRAM_NV);
    glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
    PatchParameteri(GL_PATCH_VERTICES, 3);
    ProgramLocalParameter4fARB(GL_TESS_CONTROL_PROGRAM_NV, 0, 2, 0, 0, 0);
    ProgramLocalParameter4fARB(GL_TESS_EVALUATION_PROGRAM_NV, 3, 0, 0.2f, 0, 0);
    glColor3f(0.4f, 0, 0.6f);
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0x663399);
    FINE;
    /* A level of 0 drops the patch. */
    ProgramLocalParameter4fARB(GL_TESS_CONTROL_PROGRAM_NV, 0, 0, 0, 0, 0);
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0);
    /* Without a control program, the levels are of the state. */
    glDisable(GL_TESS_CONTROL_PROGRAM_NV);
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0x663399);
    FINE;
    triangle(GL_TRIANGLES);
    ERROR(GL_INVALID_OPERATION);
    while (glGetError())
        ;
    GLint number = 0;
    GetProgramivARB(GL_TESS_EVALUATION_PROGRAM_NV, GL_MAX_PROGRAM_PATCH_ATTRIBS_NV, &number);
    EXPECT(number >= 30, 1);
    glDisable(GL_TESS_EVALUATION_PROGRAM_NV);
    FINE;
}

static const char compute[] =
    "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 4;\nSTORAGE data[] = { program.storage[2] };\n"
    "PARAM step = program.local[1];\nTEMP at, value;\nMUL.U at.x, invocation.globalid.x, 4;\n"
    "LDB.U32 value.x, data[at.x];\nMAD.U value.x, value.x, 10, step.x;\nSTB.U32 value.x, data[at.x];\nEND\n";

/* source: NV_compute_program5 */
static void compute_programs(void) {
    load(GL_COMPUTE_PROGRAM_NV, 50, compute);
    FINE;
    glEnable(GL_COMPUTE_PROGRAM_NV);
    ProgramLocalParameterI4iNV(GL_COMPUTE_PROGRAM_NV, 1, 7, 0, 0, 0);
    GLuint words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    BindBuffer(GL_SHADER_STORAGE_BUFFER, 60);
    BufferData(GL_SHADER_STORAGE_BUFFER, sizeof words, words, GL_DYNAMIC_COPY);
    BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, 60);
    DispatchCompute(2, 1, 1);
    MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    FINE;
    GetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
    for (GLuint at = 0; at < 8; at++)
        EXPECT(words[at], 10 * (at + 1) + 7);
    BindProgramARB(GL_COMPUTE_PROGRAM_NV, 51);
    DispatchCompute(1, 1, 1);
    ERROR(GL_INVALID_OPERATION);
    glDisable(GL_COMPUTE_PROGRAM_NV);
    FINE;
}

static void *other_thread(void *unused) {
    (void)unused;
    load(GL_GEOMETRY_PROGRAM_NV, 30, geometry);
    eglBindAPI(EGL_OPENGL_API);
    EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    EGLContext context = eglCreateContext(display, config, first, NULL);
    if (!eglMakeCurrent(display, surface, surface, context)) {
        EXPECT(eglGetError(), EGL_SUCCESS);
        return NULL;
    }
    glViewport(0, 0, SIZE, SIZE);
    /* What is shared is here; bindings and enables are not. */
    EXPECT(glIsEnabled(GL_GEOMETRY_PROGRAM_NV), 0);
    EXPECT(IsProgramARB(30), 1);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 30);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    for (int round = 0; round < 20; round++) {
        clear();
        triangle(GL_TRIANGLES);
        ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, (float)round, 0, 0, 0);
    }
    DeleteProgramsARB(1, (const GLuint[]){30});
    while (glGetError())
        ;
    return NULL;
}

int main(void) {
    if (!open_first())
        return 3;
    geometry_programs();
    tessellation_programs();
    compute_programs();
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 30);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    FINE;
    pthread_t thread;
    pthread_create(&thread, NULL, other_thread, NULL);
    for (int round = 0; round < 20; round++) {
        triangle(GL_TRIANGLES);
        ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, 0, (float)round, 0, 0);
    }
    pthread_join(thread, NULL);
    /* It was deleted there: nothing is drawn with it here. */
    while (glGetError())
        ;
    clear();
    triangle(GL_TRIANGLES);
    ERROR(GL_INVALID_OPERATION);
    EXPECT(pixel(8), 0);
    return close_first();
}
