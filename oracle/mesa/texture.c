/* Records what Mesa's llvmpipe gives for texture lookups of ARB fragment programs, as lines of text.
 *
 *     cc texture.c -o record -lEGL -lGL -lm && ./record > texture.txt
 *
 * Texels are the bytes of `texel_byte` below; every lookup draws one point with its own texture coordinates into
 * a buffer of floats. Coordinates keep away from the seams of texels, where a rounding decides. */
#define GL_GLEXT_PROTOTYPES
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 64, LOOKUPS = 24 };

static const struct { const char *name; GLenum target; int sizes[3]; int faces; } targets[] = {
    {"1D", GL_TEXTURE_1D, {5, 1, 1}, 1},
    {"2D", GL_TEXTURE_2D, {5, 4, 1}, 1},
    {"3D", GL_TEXTURE_3D, {5, 4, 3}, 1},
    {"RECT", GL_TEXTURE_RECTANGLE_ARB, {5, 4, 1}, 1},
    {"CUBE", GL_TEXTURE_CUBE_MAP, {4, 4, 1}, 6},
};
static const struct { const char *name; GLenum mode; } wraps[] = {
    {"REPEAT", GL_REPEAT},
    {"CLAMP", GL_CLAMP},
    {"CLAMP_TO_EDGE", GL_CLAMP_TO_EDGE},
    {"CLAMP_TO_BORDER", GL_CLAMP_TO_BORDER},
    {"MIRRORED_REPEAT", GL_MIRRORED_REPEAT},
    {"MIRROR_CLAMP", GL_MIRROR_CLAMP_EXT},
    {"MIRROR_CLAMP_TO_EDGE", GL_MIRROR_CLAMP_TO_EDGE_EXT},
    {"MIRROR_CLAMP_TO_BORDER", GL_MIRROR_CLAMP_TO_BORDER_EXT},
};
static const struct { const char *name; GLenum function; } functions[] = {
    {"LEQUAL", GL_LEQUAL}, {"GEQUAL", GL_GEQUAL}, {"LESS", GL_LESS},     {"GREATER", GL_GREATER},
    {"EQUAL", GL_EQUAL},   {"NOTEQUAL", GL_NOTEQUAL}, {"ALWAYS", GL_ALWAYS}, {"NEVER", GL_NEVER},
};

static uint8_t texel_byte(uint32_t x, uint32_t y, uint32_t z, uint32_t component) {
    return (uint8_t)((x * 67 + y * 131 + z * 29 + component * 83 + x * y * 17) % 256);
}

static uint32_t state = 1;

static uint32_t random_below(uint32_t limit) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

/* From -3 to 3 in steps of 1/64, a little moved: seams of 3, 4 and 5 texels stay 1/1000 away. */
static float random_coordinate(void) { return ((int)random_below(384) - 192) / 64.0f + 0.0021f; }

static void program(const char *target) {
    char text[128];
    snprintf(text, sizeof text, "!!ARBfp1.0\n%sTEX result.color, fragment.texcoord[0], texture[0], %s;\nEND",
             strncmp(target, "SHADOW", 6) ? "" : "OPTION ARB_fragment_program_shadow;\n", target);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
}

static void filters(GLenum target, GLenum filter, GLenum mode) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, (GLint)mode);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, (GLint)mode);
    if (target == GL_TEXTURE_3D || target == GL_TEXTURE_CUBE_MAP)
        glTexParameteri(target, GL_TEXTURE_WRAP_R, (GLint)mode);
}

/* Draws a point for each lookup and prints its coordinates and result after `head`. */
static void record(const char *head, float coordinates[LOOKUPS][3]) {
    float colors[LOOKUPS][4];
    glBegin(GL_POINTS);
    for (int i = 0; i < LOOKUPS; i++) {
        glTexCoord3fv(coordinates[i]);
        glVertex2f(i + 0.5f, 0.5f);
    }
    glEnd();
    glReadPixels(0, 0, LOOKUPS, 1, GL_RGBA, GL_FLOAT, colors);
    for (int i = 0; i < LOOKUPS; i++)
        printf("%s %.9g %.9g %.9g = %.9g %.9g %.9g %.9g\n", head, coordinates[i][0], coordinates[i][1],
               coordinates[i][2], colors[i][0], colors[i][1], colors[i][2], colors[i][3]);
}

static void record_filters(int at) {
    GLenum target = targets[at].target;
    const int *sizes = targets[at].sizes;
    uint8_t bytes[5 * 4 * 3 * 4];
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    for (int face = 0; face < targets[at].faces; face++) {
        uint8_t *byte = bytes;
        for (int z = 0; z < sizes[2]; z++)
            for (int y = 0; y < sizes[1]; y++)
                for (int x = 0; x < sizes[0]; x++)
                    for (int component = 0; component < 4; component++)
                        *byte++ = texel_byte(x, y, z + face, component);
        if (target == GL_TEXTURE_1D)
            glTexImage1D(target, 0, GL_RGBA8, sizes[0], 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
        else if (target == GL_TEXTURE_3D)
            glTexImage3D(target, 0, GL_RGBA8, sizes[0], sizes[1], sizes[2], 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
        else
            glTexImage2D(target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : target, 0, GL_RGBA8,
                         sizes[0], sizes[1], 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    }
    const float border[4] = {0.125f, 0.75f, 1.0f, 0.5f};
    glTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, border);
    program(targets[at].name);
    for (int wrap = 0; wrap < 8; wrap++) {
        if (target == GL_TEXTURE_RECTANGLE_ARB && (wrap < 1 || wrap > 3)) continue;
        /* llvmpipe clamps cube maps to the edge, whatever the mode says. */
        if (target == GL_TEXTURE_CUBE_MAP && wraps[wrap].mode != GL_CLAMP_TO_EDGE) continue;
        for (int linear = 0; linear < 2; linear++) {
            float coordinates[LOOKUPS][3];
            char head[64];
            filters(target, linear ? GL_LINEAR : GL_NEAREST, wraps[wrap].mode);
            for (int i = 0; i < LOOKUPS; i++)
                for (int axis = 0; axis < 3; axis++)
                    coordinates[i][axis] =
                        random_coordinate() * (target == GL_TEXTURE_RECTANGLE_ARB && axis < 2 ? sizes[axis] : 1);
            snprintf(head, sizeof head, "filter %s %s %s", targets[at].name, wraps[wrap].name,
                     linear ? "LINEAR" : "NEAREST");
            record(head, coordinates);
        }
    }
}

static void record_comparisons(void) {
    float depths[4][5];
    GLuint texture;
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 5; x++) depths[y][x] = texel_byte(x, y, 0, 0) % 5 / 4.0f;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 5, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    program("SHADOW2D");
    for (int function = 0; function < 8; function++)
        for (int linear = 0; linear < 2; linear++) {
            float coordinates[LOOKUPS][3];
            char head[64];
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, (GLint)functions[function].function);
            filters(GL_TEXTURE_2D, linear ? GL_LINEAR : GL_NEAREST, GL_CLAMP_TO_EDGE);
            for (int i = 0; i < LOOKUPS; i++) {
                coordinates[i][0] = random_coordinate();
                coordinates[i][1] = random_coordinate();
                coordinates[i][2] = random_below(9) / 8.0f;
            }
            snprintf(head, sizeof head, "compare %s %s", functions[function].name, linear ? "LINEAR" : "NEAREST");
            record(head, coordinates);
        }
}

/* One pixel of a quad whose s and t grow by given steps for a pixel to the right and one up: steps, then level. */
static void record_levels(void) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int level = 0; level < 9; level++) {
        static uint8_t bytes[256 * 256 * 4];
        int size = 256 >> level;
        memset(bytes, level * 20, (size_t)(size * size * 4));
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    }
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    program("2D");
    for (int i = 0; i < 60; i++) {
        float steps[4], color[4];
        for (int step = 0; step < 4; step++) steps[step] = ((int)random_below(2000) - 1000) / 100.0f / 256;
        if (i < 20) steps[1] = steps[2] = 0;
        glBegin(GL_QUADS);
        for (int corner = 0; corner < 4; corner++) {
            float x = corner == 1 || corner == 2 ? WIDTH : 0, y = corner > 1 ? WIDTH : 0;
            glTexCoord2f(steps[0] * x + steps[2] * y, steps[1] * x + steps[3] * y);
            glVertex2f(x, y);
        }
        glEnd();
        glReadPixels(20, 20, 1, 1, GL_RGBA, GL_FLOAT, color);
        printf("level %.9g %.9g %.9g %.9g = %.0f\n", steps[0], steps[1], steps[2], steps[3], color[0] * 255 / 20);
    }
}

int main(void) {
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config;
    EGLint count;
    GLuint buffer, picture, fragment;
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    eglChooseConfig(display, wanted, &config, 1, &count);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                        eglCreateContext(display, config, EGL_NO_CONTEXT, NULL))) {
        fprintf(stderr, "no OpenGL context without a surface\n");
        return 1;
    }
    glGenTextures(1, &picture);
    glBindTexture(GL_TEXTURE_2D, picture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, WIDTH, WIDTH, 0, GL_RGBA, GL_FLOAT, NULL);
    glGenFramebuffers(1, &buffer);
    glBindFramebuffer(GL_FRAMEBUFFER, buffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture, 0);
    glViewport(0, 0, WIDTH, WIDTH);
    glMatrixMode(GL_PROJECTION);
    glOrtho(0, WIDTH, 0, WIDTH, -1, 1);
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE);
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE);
    glGenProgramsARB(1, &fragment);
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, fragment);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);

    printf("# source: %s, %s, recorded by texture.c beside this file\n", glGetString(GL_RENDERER),
           glGetString(GL_VERSION));
    printf("# filter TARGET WRAP FILTER s t r = r g b a\n# compare FUNCTION FILTER s t reference = r g b a\n");
    printf("# level ds/dx dt/dx ds/dy dt/dy = level, of a texture of 256 by 256\n");
    for (int at = 0; at < 5; at++) record_filters(at);
    record_comparisons();
    record_levels();
    return 0;
}
