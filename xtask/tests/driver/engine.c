/* What an engine of its time draws in a frame: a torus from buffers, lit per pixel, a cube by immediate mode that is blended
 * over it, and an overlay of fixed function from a display list, each with its own state. The first argument is the family
 * of its programs, which all mean the same: "arb", "options" (ARB programs with NVIDIA's options) or "nvidia" (LoadProgramNV,
 * tracked matrices, parameters by number and by name). The second is the picture that it writes. */
#include "context.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 128
#define RINGS 24
#define SIDES 16

enum { TORUS_VP = 11, TORUS_FP, CUBE_VP, CUBE_FP };

struct family {
    const char *name, *torus_vp, *torus_fp, *cube_vp, *cube_fp;
};

/* c[0..3] and the state's matrix are the model-view-projection; c[4] the direction to the light, c[5] of the half vector. */
static const struct family families[] = {
    {"arb",
     "!!ARBvp1.0\n"
     "PARAM mvp[4] = { state.matrix.mvp };\n"
     "DP4 result.position.x, mvp[0], vertex.position;\n"
     "DP4 result.position.y, mvp[1], vertex.position;\n"
     "DP4 result.position.z, mvp[2], vertex.position;\n"
     "DP4 result.position.w, mvp[3], vertex.position;\n"
     "MOV result.texcoord[0], vertex.texcoord[0];\n"
     "MOV result.texcoord[1], vertex.normal;\n"
     "MOV result.color, vertex.color;\n"
     "END\n",
     "!!ARBfp1.0\n"
     "PARAM light = program.local[0];\n"
     "PARAM shine = program.local[1];\n"
     "TEMP n, d, h, t, lit, bright;\n"
     "DP3 n.w, fragment.texcoord[1], fragment.texcoord[1];\n"
     "RSQ n.w, n.w;\n"
     "MUL n.xyz, fragment.texcoord[1], n.w;\n"
     "DP3 d.x, n, light;\n"
     "DP3 h.x, n, shine;\n"
     "TEX t, fragment.texcoord[0], texture[0], 2D;\n"
     "MAX lit, d.x, 0.125;\n"
     "MUL h.x, h.x, h.x;\n"
     "MUL h.x, h.x, h.x;\n"
     "MUL h.x, h.x, h.x;\n"
     "MAD bright, t, lit, h.x;\n"
     "MUL lit, t, lit;\n"
     "CMP result.color, d.x, lit, bright;\n"
     "END\n",
     "!!ARBvp1.0\n"
     "PARAM mvp[4] = { state.matrix.mvp };\n"
     "PARAM tint = program.env[6];\n"
     "DP4 result.position.x, mvp[0], vertex.position;\n"
     "DP4 result.position.y, mvp[1], vertex.position;\n"
     "DP4 result.position.z, mvp[2], vertex.position;\n"
     "DP4 result.position.w, mvp[3], vertex.position;\n"
     "MUL result.color, vertex.color, tint;\n"
     "MOV result.texcoord[0], vertex.texcoord[0];\n"
     "END\n",
     "!!ARBfp1.0\n"
     "PARAM tint = program.local[0];\n"
     "TEMP s;\n"
     "MUL s, fragment.texcoord[0], 4;\n"
     "FRC s, s;\n"
     "SUB s.x, s.x, s.y;\n"
     "CMP result.color, s.x, fragment.color, tint;\n"
     "END\n"},
    {"options",
     "!!ARBvp1.0\n"
     "OPTION NV_vertex_program2;\n"
     "PARAM mvp[4] = { state.matrix.mvp };\n"
     "CAL transformed;\n"
     "MOV result.texcoord[0], vertex.texcoord[0];\n"
     "MOV result.texcoord[1], vertex.normal;\n"
     "MOV result.color, vertex.color;\n"
     "BRA done;\n"
     "transformed:\n"
     "DP4 result.position.x, mvp[0], vertex.position;\n"
     "DP4 result.position.y, mvp[1], vertex.position;\n"
     "DP4 result.position.z, mvp[2], vertex.position;\n"
     "DP4 result.position.w, mvp[3], vertex.position;\n"
     "RET;\n"
     "done:\n"
     "END\n",
     "!!ARBfp1.0\n"
     "OPTION NV_fragment_program2;\n"
     "PARAM light = program.local[0];\n"
     "PARAM shine = program.local[1];\n"
     "TEMP n, d, h, t, lit;\n"
     "NRM n.xyz, fragment.texcoord[1];\n"
     "DP3C d.x, n, light;\n"
     "TEX t, fragment.texcoord[0], texture[0], 2D;\n"
     "MAX lit, d.x, 0.125;\n"
     "MUL lit, t, lit;\n"
     "IF GE.x;\n"
     "DP3 h.x, n, shine;\n"
     "REP 3;\n"
     "MUL h.x, h.x, h.x;\n"
     "ENDREP;\n"
     "ADD lit, lit, h.x;\n"
     "ENDIF;\n"
     "MOV result.color, lit;\n"
     "END\n",
     "!!ARBvp1.0\n"
     "OPTION NV_vertex_program3;\n"
     "PARAM mvp[4] = { state.matrix.mvp };\n"
     "PARAM tint = program.env[6];\n"
     "ADDRESS a;\n"
     "DP4 result.position.x, mvp[0], vertex.position;\n"
     "DP4 result.position.y, mvp[1], vertex.position;\n"
     "DP4 result.position.z, mvp[2], vertex.position;\n"
     "DP4 result.position.w, mvp[3], vertex.position;\n"
     "MUL result.color, vertex.color, tint;\n"
     "MOV result.texcoord[0], vertex.texcoord[0];\n"
     "END\n",
     "!!ARBfp1.0\n"
     "OPTION NV_fragment_program;\n"
     "PARAM tint = program.local[0];\n"
     "TEMP s;\n"
     "MUL s, fragment.texcoord[0], 4;\n"
     "FRC s, s;\n"
     "SUBC s.x, s.x, s.y;\n"
     "MOV result.color, tint;\n"
     "MOV result.color (LT.x), fragment.color;\n"
     "END\n"},
    {"nvidia",
     "!!VP1.0\n"
     "DP4 o[HPOS].x, c[0], v[OPOS];\n"
     "DP4 o[HPOS].y, c[1], v[OPOS];\n"
     "DP4 o[HPOS].z, c[2], v[OPOS];\n"
     "DP4 o[HPOS].w, c[3], v[OPOS];\n"
     "MOV o[TEX0], v[TEX0];\n"
     "MOV o[TEX1], v[NRML];\n"
     "MOV o[COL0], v[COL0];\n"
     "END\n",
     "!!FP1.0\n"
     "DECLARE light;\n"
     "DECLARE shine;\n"
     "DP3R R0.w, f[TEX1], f[TEX1];\n"
     "RSQR R0.w, R0.w;\n"
     "MULR R0.xyz, f[TEX1], R0.w;\n"
     "DP3RC R1.x, R0, light;\n"
     "DP3R R2.x, R0, shine;\n"
     "TEX R3, f[TEX0], TEX0, 2D;\n"
     "MAXR R4, R1.x, 0.125;\n"
     "MULR R2.x, R2.x, R2.x;\n"
     "MULR R2.x, R2.x, R2.x;\n"
     "MULR R2.x, R2.x, R2.x;\n"
     "MULR o[COLR], R3, R4;\n"
     "MADR o[COLR](GE.x), R3, R4, R2.x;\n"
     "END\n",
     "!!VP2.0\n"
     "CAL transformed;\n"
     "MUL o[COL0], v[COL0], c[6];\n"
     "MOV o[TEX0], v[TEX0];\n"
     "BRA done;\n"
     "transformed:\n"
     "DP4 o[HPOS].x, c[0], v[OPOS];\n"
     "DP4 o[HPOS].y, c[1], v[OPOS];\n"
     "DP4 o[HPOS].z, c[2], v[OPOS];\n"
     "DP4 o[HPOS].w, c[3], v[OPOS];\n"
     "RET;\n"
     "done: END\n",
     "!!FP1.0\n"
     "DECLARE tint;\n"
     "MULR R0, f[TEX0], {4, 4, 4, 4};\n"
     "FRCR R0, R0;\n"
     "SUBRC R0.x, R0.x, R0.y;\n"
     "MOVR o[COLR], tint;\n"
     "MOVR o[COLR](LT.x), f[COL0];\n"
     "END\n"},
};

static PFNGLBINDPROGRAMARBPROC bind;
static PFNGLBINDPROGRAMNVPROC bind_nv;
static PFNGLPROGRAMSTRINGARBPROC load;
static PFNGLLOADPROGRAMNVPROC load_nv;
static PFNGLPROGRAMENVPARAMETER4FVARBPROC environment;
static PFNGLPROGRAMLOCALPARAMETER4FVARBPROC local;
static PFNGLPROGRAMPARAMETER4FVNVPROC parameter;
static PFNGLPROGRAMNAMEDPARAMETER4FVNVPROC named;
static PFNGLTRACKMATRIXNVPROC track;
static PFNGLGENBUFFERSARBPROC gen_buffers;
static PFNGLBINDBUFFERARBPROC bind_buffer;
static PFNGLBUFFERDATAARBPROC buffer_data;

static const struct family *family;
static int is_nvidia;

static void program(GLenum target, GLuint name, const char *text) {
    if (is_nvidia) {
        load_nv(target == GL_FRAGMENT_PROGRAM_ARB ? GL_FRAGMENT_PROGRAM_NV : target, name, (GLsizei)strlen(text),
                (const GLubyte *)text);
    } else {
        bind(target, name);
        load(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    }
    GLint position;
    glGetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
    if (position != -1) {
        printf("program %u: %s\n", name, (const char *)glGetString(GL_PROGRAM_ERROR_STRING_ARB));
        exit(1);
    }
}

static void use(GLuint vertex, GLuint fragment) {
    if (is_nvidia) {
        bind_nv(GL_VERTEX_PROGRAM_NV, vertex);
        bind_nv(GL_FRAGMENT_PROGRAM_NV, fragment);
        glEnable(GL_VERTEX_PROGRAM_NV);
        glEnable(GL_FRAGMENT_PROGRAM_NV);
    } else {
        bind(GL_VERTEX_PROGRAM_ARB, vertex);
        bind(GL_FRAGMENT_PROGRAM_ARB, fragment);
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
    }
}

/* A parameter of the fragment program that is bound. */
static void fragment_value(GLuint program_name, GLuint index, const char *name, const GLfloat *value) {
    if (is_nvidia)
        named(program_name, (GLsizei)strlen(name), (const GLubyte *)name, value);
    else
        local(GL_FRAGMENT_PROGRAM_ARB, index, value);
}

struct vertex {
    GLfloat position[3], normal[3], coordinate[2];
};

static void make_torus(void) {
    static struct vertex vertices[(RINGS + 1) * (SIDES + 1)];
    static GLushort indices[RINGS * SIDES * 6];
    for (int ring = 0; ring <= RINGS; ring++)
        for (int side = 0; side <= SIDES; side++) {
            float a = (float)ring * 6.2831853f / RINGS, b = (float)side * 6.2831853f / SIDES;
            struct vertex *one = &vertices[ring * (SIDES + 1) + side];
            float normal[3] = {cosf(a) * cosf(b), sinf(a) * cosf(b), sinf(b)};
            float center[3] = {cosf(a), sinf(a), 0};
            for (int at = 0; at < 3; at++) {
                one->normal[at] = normal[at];
                one->position[at] = center[at] + 0.45f * normal[at];
            }
            one->coordinate[0] = (float)ring / RINGS * 6;
            one->coordinate[1] = (float)side / SIDES * 2;
        }
    int count = 0;
    for (int ring = 0; ring < RINGS; ring++)
        for (int side = 0; side < SIDES; side++) {
            GLushort a = (GLushort)(ring * (SIDES + 1) + side), b = (GLushort)(a + SIDES + 1);
            GLushort quad[6] = {a, b, (GLushort)(b + 1), a, (GLushort)(b + 1), (GLushort)(a + 1)};
            memcpy(indices + count, quad, sizeof quad);
            count += 6;
        }
    GLuint buffers[2];
    gen_buffers(2, buffers);
    bind_buffer(GL_ARRAY_BUFFER_ARB, buffers[0]);
    buffer_data(GL_ARRAY_BUFFER_ARB, sizeof vertices, vertices, GL_STATIC_DRAW_ARB);
    bind_buffer(GL_ELEMENT_ARRAY_BUFFER_ARB, buffers[1]);
    buffer_data(GL_ELEMENT_ARRAY_BUFFER_ARB, sizeof indices, indices, GL_STATIC_DRAW_ARB);
    glVertexPointer(3, GL_FLOAT, sizeof(struct vertex), (void *)0);
    glNormalPointer(GL_FLOAT, sizeof(struct vertex), (void *)12);
    glTexCoordPointer(2, GL_FLOAT, sizeof(struct vertex), (void *)24);
}

static void draw_torus(void) {
    static const GLfloat light[4] = {0.48f, 0.6f, 0.64f, 0}, shine[4] = {0.28f, 0.36f, 0.89f, 0};
    use(TORUS_VP, TORUS_FP);
    fragment_value(TORUS_FP, 0, "light", light);
    fragment_value(TORUS_FP, 1, "shine", shine);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glDrawElements(GL_TRIANGLES, RINGS * SIDES * 6, GL_UNSIGNED_SHORT, (void *)0);
    glDisableClientState(GL_VERTEX_ARRAY);
    glDisableClientState(GL_NORMAL_ARRAY);
    glDisableClientState(GL_TEXTURE_COORD_ARRAY);
}

static void draw_cube(int which) {
    static const GLfloat tints[2][4] = {{1, 0.25f, 0.125f, 0.5f}, {0.125f, 0.75f, 1, 0.75f}};
    static const GLfloat colors[2][4] = {{1, 1, 0.5f, 1}, {0.5f, 1, 0.5f, 0.5f}};
    use(CUBE_VP, CUBE_FP);
    fragment_value(CUBE_FP, 0, "tint", tints[which]);
    if (is_nvidia)
        parameter(GL_VERTEX_PROGRAM_NV, 6, colors[which]);
    else
        environment(GL_VERTEX_PROGRAM_ARB, 6, colors[which]);
    glPushAttrib(GL_ENABLE_BIT | GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_CULL_FACE);
    glBegin(GL_QUADS);
    for (int face = 0; face < 6; face++)
        for (int corner = 0; corner < 4; corner++) {
            float u = corner == 1 || corner == 2 ? 1.0f : -1.0f, v = corner >= 2 ? 1.0f : -1.0f, w = face % 2 ? 1.0f : -1.0f;
            float point[3];
            point[face / 2] = w * 0.4f;
            point[(face / 2 + 1) % 3] = u * w * 0.4f;
            point[(face / 2 + 2) % 3] = v * 0.4f;
            glColor4f(u * 0.25f + 0.75f, v * 0.25f + 0.5f, 0.5f, 0.75f);
            glTexCoord2f(u * 0.5f + 0.5f, v * 0.3125f + 0.375f);
            glVertex3fv(point);
        }
    glEnd();
    glPopAttrib();
}

static GLuint overlay(void) {
    GLuint list = glGenLists(1);
    glNewList(list, GL_COMPILE);
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    glMatrixMode(GL_PROJECTION);
    glPushMatrix();
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glLoadIdentity();
    glColor4f(0.125f, 0.5f, 0.25f, 1);
    glRectf(-1, -1, 1, -0.875f);
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0, 0);
    glVertex2f(-0.96875f, -0.71875f);
    glColor3f(0, 1, 0);
    glVertex2f(-0.78125f, -0.71875f);
    glColor3f(0, 0, 1);
    glVertex2f(-0.875f, -0.53125f);
    glEnd();
    glPopMatrix();
    glMatrixMode(GL_PROJECTION);
    glPopMatrix();
    glPopAttrib();
    glEndList();
    return list;
}

#define FIND(variable, name) \
    if (!(variable = (void *)LOOKUP(name))) { \
        printf("no " name "\n"); \
        return 1; \
    }

int main(int count, char **arguments) {
    for (size_t at = 0; count == 3 && at < sizeof families / sizeof *families; at++)
        if (strcmp(families[at].name, arguments[1]) == 0)
            family = &families[at];
    if (!family)
        return 2;
    if (!open_context(SIZE))
        return 3;
    is_nvidia = strcmp(family->name, "nvidia") == 0;
    FIND(bind, "glBindProgramARB")
    FIND(load, "glProgramStringARB")
    FIND(environment, "glProgramEnvParameter4fvARB")
    FIND(local, "glProgramLocalParameter4fvARB")
    if (is_nvidia) {
        FIND(bind_nv, "glBindProgramNV")
        FIND(load_nv, "glLoadProgramNV")
        FIND(parameter, "glProgramParameter4fvNV")
        FIND(named, "glProgramNamedParameter4fvNV")
        FIND(track, "glTrackMatrixNV")
    }
    FIND(gen_buffers, "glGenBuffersARB")
    FIND(bind_buffer, "glBindBufferARB")
    FIND(buffer_data, "glBufferDataARB")
    program(GL_VERTEX_PROGRAM_ARB, TORUS_VP, family->torus_vp);
    program(GL_FRAGMENT_PROGRAM_ARB, TORUS_FP, family->torus_fp);
    program(GL_VERTEX_PROGRAM_ARB, CUBE_VP, family->cube_vp);
    program(GL_FRAGMENT_PROGRAM_ARB, CUBE_FP, family->cube_fp);
    if (is_nvidia)
        track(GL_VERTEX_PROGRAM_NV, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV);
    GLubyte texels[8 * 8 * 4];
    for (int at = 0; at < 64; at++) {
        GLubyte texel[4] = {(GLubyte)(at * 3 + 60), (GLubyte)(((at ^ (at >> 3)) & 1) * 120 + 80), (GLubyte)(250 - at * 2), 255};
        memcpy(texels + at * 4, texel, 4);
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    make_torus();
    GLuint list = overlay();
    glViewport(0, 0, SIZE, SIZE);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.125f, 0.125f, 0.25f, 1);
    /* Two frames: what is kept from the first must not change the second. */
    for (int frame = 0; frame < 2; frame++) {
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-1, 1, -1, 1, 2, 10);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0, 0, -4);
        glRotatef(40 + 20 * (float)frame, 1, 0.5f, 0);
        draw_torus();
        for (int which = 0; which < 2; which++) {
            glPushMatrix();
            glTranslatef(which ? 0.9f : -0.5f, which ? -0.6f : 0.3f, 0.5f);
            draw_cube(which);
            glPopMatrix();
        }
        glCallList(list);
    }
    static GLubyte pixels[SIZE * SIZE * 3];
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    GLenum error = glGetError();
    if (error)
        printf("error %#x\n", error);
    FILE *picture = fopen(arguments[2], "wb");
    if (!picture)
        return 1;
    fprintf(picture, "P6\n%d %d\n255\n", SIZE, SIZE);
    for (int row = SIZE; row--;)
        fwrite(pixels + row * SIZE * 3, 3, SIZE, picture);
    fclose(picture);
    return error != 0;
}
