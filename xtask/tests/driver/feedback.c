/* Transform feedback of programs by NVIDIA's entry points, over a driver that records what shaders give: what is recorded of
 * each stage, and the errors. Expected values are sums by hand.
 * source: NV_transform_feedback, NV_transform_feedback2 */
#define FUNCTIONS(X) \
    X(PFNGLBINDPROGRAMARBPROC, BindProgramARB) X(PFNGLPROGRAMSTRINGARBPROC, ProgramStringARB) \
    X(PFNGLBINDBUFFERPROC, BindBuffer) X(PFNGLBUFFERDATAPROC, BufferData) \
    X(PFNGLGETBUFFERSUBDATAPROC, GetBufferSubData) X(PFNGLBINDBUFFERBASENVPROC, BindBufferBaseNV) \
    X(PFNGLBINDBUFFEROFFSETNVPROC, BindBufferOffsetNV) X(PFNGLCLAMPCOLORARBPROC, ClampColorARB) \
    X(PFNGLTRANSFORMFEEDBACKATTRIBSNVPROC, TransformFeedbackAttribsNV) \
    X(PFNGLBEGINTRANSFORMFEEDBACKNVPROC, BeginTransformFeedbackNV) \
    X(PFNGLENDTRANSFORMFEEDBACKNVPROC, EndTransformFeedbackNV) \
    X(PFNGLPAUSETRANSFORMFEEDBACKNVPROC, PauseTransformFeedbackNV) \
    X(PFNGLRESUMETRANSFORMFEEDBACKNVPROC, ResumeTransformFeedbackNV) \
    X(PFNGLGENTRANSFORMFEEDBACKSNVPROC, GenTransformFeedbacksNV) \
    X(PFNGLBINDTRANSFORMFEEDBACKNVPROC, BindTransformFeedbackNV) \
    X(PFNGLDELETETRANSFORMFEEDBACKSNVPROC, DeleteTransformFeedbacksNV) \
    X(PFNGLPATCHPARAMETERIPROC, PatchParameteri)

#include "stages.h"

#define COUNT(list) ((GLsizei)(sizeof(list) / sizeof *(list) / 3))
#define NUMBERS 32

/* Nothing but these numbers is in the buffers that are recorded to. */
static void fresh(void) {
    static GLfloat none[NUMBERS];
    for (int at = 0; at < NUMBERS; at++)
        none[at] = -7;
    for (GLuint buffer = 1; buffer < 3; buffer++) {
        BindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, buffer - 1, buffer);
        BufferData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, sizeof none, none, GL_DYNAMIC_READ);
    }
    FINE;
}

static void are(int line, GLuint buffer, const GLfloat *wanted, int count) {
    GLfloat found[NUMBERS];
    BindBuffer(GL_ARRAY_BUFFER, buffer);
    GetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof found, found);
    for (int at = 0; at < NUMBERS; at++) {
        GLfloat number = at < count ? wanted[at] : -7;
        if (found[at] != number) {
            printf("line %d: number %d of buffer %u is %g, not %g\n", line, at, buffer, found[at], number);
            failures++;
        }
    }
}
#define ARE(buffer, ...) \
    are(__LINE__, buffer, (const GLfloat[]){__VA_ARGS__}, (int)(sizeof(const GLfloat[]){__VA_ARGS__} / sizeof(GLfloat)))

static void points(int count) {
    glBegin(GL_POINTS);
    for (int at = 0; at < count; at++)
        glVertex4f((GLfloat)at * 0.5f, 0.25f, 0, 1);
    glEnd();
}

static void recorded(int count) {
    BeginTransformFeedbackNV(GL_POINTS);
    points(count);
    EndTransformFeedbackNV();
    FINE;
}

static void fixed_function(void) {
    static const GLint list[] = {GL_POSITION, 4, 0, GL_PRIMARY_COLOR, 4, 0, GL_TEXTURE_COORD_NV, 2, 1};
    TransformFeedbackAttribsNV(COUNT(list), list, GL_INTERLEAVED_ATTRIBS_NV);
    FINE;
    GLint number = 0;
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_ATTRIBS_NV, &number);
    EXPECT(number, 3);
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_MODE_NV, &number);
    EXPECT(number, GL_INTERLEAVED_ATTRIBS_NV);
    glMatrixMode(GL_PROJECTION);
    glScalef(0.5f, 2, 1);
    glColor4f(0.25f, 0.5f, 2, 1);
    glMultiTexCoord4f(GL_TEXTURE1, 3, 4, 5, 6);
    fresh();
    recorded(2);
    /* Colours are recorded as they are clamped. */
    ARE(1, 0, 0.5f, 0, 1, 0.25f, 0.5f, 1, 1, 3, 4, 0.25f, 0.5f, 0, 1, 0.25f, 0.5f, 1, 1, 3, 4);
    ClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE);
    fresh();
    recorded(1);
    ARE(1, 0, 0.5f, 0, 1, 0.25f, 0.5f, 2, 1, 3, 4);
    /* Behind it, fragments are the fixed function's again. */
    clear();
    glColor3f(0, 0, 1);
    triangle(GL_TRIANGLES);
    EXPECT(pixel(12), 0x0000ff);
    ClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_TRUE);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
}

/* One that the driver takes, too. */
static const char vertex[] = "!!ARBvp1.0\nADD result.position, vertex.position, {0.5, 0, 0, 0};\n"
                             "MOV result.color.secondary, {0.125, 0.25, 0.5, 1};\n"
                             "MOV result.color, {0, 1, 0, 1};\nMOV result.texcoord[0], {9, 8, 7, 6};\nEND\n";

static void vertex_program(void) {
    static const GLint list[] = {GL_POSITION, 2, 0, GL_SECONDARY_COLOR_NV, 3, 0};
    load(GL_VERTEX_PROGRAM_ARB, 1, vertex);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    TransformFeedbackAttribsNV(COUNT(list), list, GL_SEPARATE_ATTRIBS_NV);
    fresh();
    recorded(2);
    ARE(1, 0.5f, 0.25f, 1, 0.25f);
    ARE(2, 0.125f, 0.25f, 0.5f, 0.125f, 0.25f, 0.5f);
    /* From a byte on. */
    fresh();
    BindBufferOffsetNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, 1, 8);
    recorded(1);
    ARE(1, -7, -7, 0.5f, 0.25f);
    /* Quadrilaterals are two triangles each. */
    static const GLint place[] = {GL_POSITION, 1, 0};
    TransformFeedbackAttribsNV(COUNT(place), place, GL_INTERLEAVED_ATTRIBS_NV);
    fresh();
    BeginTransformFeedbackNV(GL_TRIANGLES);
    glBegin(GL_QUADS);
    for (int at = 0; at < 4; at++)
        glVertex2f(0, 0);
    glEnd();
    EndTransformFeedbackNV();
    FINE;
    ARE(1, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f);
    /* Of arrays, vertices have numbers. */
    static const GLint number[] = {GL_VERTEX_ID_NV, 1, 0};
    static const GLfloat places[8] = {0};
    GLint found[NUMBERS];
    TransformFeedbackAttribsNV(COUNT(number), number, GL_INTERLEAVED_ATTRIBS_NV);
    fresh();
    glEnableClientState(GL_VERTEX_ARRAY);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexPointer(2, GL_FLOAT, 0, places);
    BeginTransformFeedbackNV(GL_POINTS);
    glDrawArrays(GL_POINTS, 2, 2);
    EndTransformFeedbackNV();
    glDisableClientState(GL_VERTEX_ARRAY);
    FINE;
    BindBuffer(GL_ARRAY_BUFFER, 1);
    GetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof found, found);
    EXPECT(found[0] == 2 && found[1] == 3, 1);
    /* Behind it, programs are the driver's again. */
    clear();
    triangle(GL_TRIANGLES);
    EXPECT(pixel(12), 0x00ff00);
}

static const char geometry[] =
    "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 2;\nTEMP p;\nMOV p, vertex[0].position;\n"
    "MOV result.position, p;\nMOV result.attrib[2], {1, 2, 3, 4};\nCAL emit;\nMUL p, p, 2;\n"
    "MOV result.position, p;\nMOV result.attrib[2], {5, 6, 7, 8};\nCAL emit;\nRET;\nemit:\nEMIT;\nRET;\nEND\n";
/* The middle of a patch is a third of each corner. */
static const char evaluation[] =
    "!!NVtep5.0\nTESS_MODE TRIANGLES;\nTESS_POINT_MODE;\nTEMP p;\n"
    "MUL p, vertex.in[0].position, vertex.tesscoord.x;\nMAD p, vertex.in[1].position, vertex.tesscoord.y, p;\n"
    "MAD result.position, vertex.in[2].position, vertex.tesscoord.z, p;\nMOV result.attrib[1], 3;\nRET;\nEND\n";

static void other_stages(void) {
    static const GLint list[] = {GL_GENERIC_ATTRIB_NV, 3, 2, GL_SKIP_COMPONENTS1_NV, 0, 0, GL_POSITION, 1, 0};
    load(GL_GEOMETRY_PROGRAM_NV, 2, geometry);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    TransformFeedbackAttribsNV(COUNT(list), list, GL_INTERLEAVED_ATTRIBS_NV);
    fresh();
    recorded(1);
    ARE(1, 1, 2, 3, -7, 0.5f, 5, 6, 7, -7, 1);
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    static const GLint of_patch[] = {GL_GENERIC_ATTRIB_NV, 1, 1};
    load(GL_TESS_EVALUATION_PROGRAM_NV, 3, evaluation);
    glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
    TransformFeedbackAttribsNV(COUNT(of_patch), of_patch, GL_INTERLEAVED_ATTRIBS_NV);
    PatchParameteri(GL_PATCH_VERTICES, 3);
    fresh();
    BeginTransformFeedbackNV(GL_POINTS);
    triangle(GL_PATCHES);
    EndTransformFeedbackNV();
    FINE;
    ARE(1, 3, 3, 3);
    glDisable(GL_TESS_EVALUATION_PROGRAM_NV);
}

static void objects(void) {
    static const GLint x[] = {GL_POSITION, 1, 0}, texture[] = {GL_TEXTURE_COORD_NV, 1, 0};
    GLuint object = 0;
    TransformFeedbackAttribsNV(COUNT(x), x, GL_INTERLEAVED_ATTRIBS_NV);
    GenTransformFeedbacksNV(1, &object);
    BindTransformFeedbackNV(GL_TRANSFORM_FEEDBACK_NV, object);
    TransformFeedbackAttribsNV(COUNT(texture), texture, GL_INTERLEAVED_ATTRIBS_NV);
    fresh();
    BeginTransformFeedbackNV(GL_POINTS);
    points(1);
    /* It is one program that is recorded. */
    BindProgramARB(GL_VERTEX_PROGRAM_ARB, 0);
    points(1);
    ERROR(GL_INVALID_OPERATION);
    while (glGetError())
        ;
    BindProgramARB(GL_VERTEX_PROGRAM_ARB, 1);
    points(1);
    FINE;
    /* Other programs draw while it pauses. */
    PauseTransformFeedbackNV();
    glDisable(GL_VERTEX_PROGRAM_ARB);
    clear();
    glColor3f(1, 0, 0);
    triangle(GL_TRIANGLES);
    EXPECT(pixel(4), 0xff0000);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    ResumeTransformFeedbackNV();
    points(1);
    EndTransformFeedbackNV();
    FINE;
    ARE(1, 9, 9, 9);
    BindTransformFeedbackNV(GL_TRANSFORM_FEEDBACK_NV, 0);
    fresh();
    recorded(1);
    ARE(1, 0.5f);
    DeleteTransformFeedbacksNV(1, &object);
    FINE;
}

static void errors(void) {
    static const GLint twice[] = {GL_POSITION, 1, 0, GL_POSITION, 2, 0}, large[] = {GL_GENERIC_ATTRIB_NV, 1, 99},
                       wide[] = {GL_POSITION, 5, 0}, unknown[] = {GL_POINTS, 1, 0}, x[] = {GL_POSITION, 1, 0};
    TransformFeedbackAttribsNV(COUNT(twice), twice, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_OPERATION);
    TransformFeedbackAttribsNV(COUNT(large), large, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_VALUE);
    TransformFeedbackAttribsNV(COUNT(wide), wide, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_OPERATION);
    TransformFeedbackAttribsNV(COUNT(unknown), unknown, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_ENUM);
    TransformFeedbackAttribsNV(COUNT(x), x, GL_POINTS);
    ERROR(GL_INVALID_ENUM);
    TransformFeedbackAttribsNV(-1, x, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_VALUE);
    EndTransformFeedbackNV();
    ERROR(GL_INVALID_OPERATION);
    /* Nothing is to be recorded. */
    TransformFeedbackAttribsNV(0, NULL, GL_INTERLEAVED_ATTRIBS_NV);
    FINE;
    BeginTransformFeedbackNV(GL_POINTS);
    ERROR(GL_INVALID_OPERATION);
    TransformFeedbackAttribsNV(COUNT(x), x, GL_INTERLEAVED_ATTRIBS_NV);
    fresh();
    BeginTransformFeedbackNV(GL_POINTS);
    FINE;
    TransformFeedbackAttribsNV(COUNT(x), x, GL_INTERLEAVED_ATTRIBS_NV);
    ERROR(GL_INVALID_OPERATION);
    BeginTransformFeedbackNV(GL_POINTS);
    ERROR(GL_INVALID_OPERATION);
    points(1);
    FINE;
    glBegin(GL_LINES);
    ERROR(GL_INVALID_OPERATION);
    glEnd();
    ERROR(GL_INVALID_OPERATION);
    EndTransformFeedbackNV();
    FINE;
    ARE(1, 0.5f);
    /* A program that is not there: neither is recorded with it nor drawn. */
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 0);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    BeginTransformFeedbackNV(GL_POINTS);
    ERROR(GL_INVALID_OPERATION);
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    clear();
    triangle(GL_TRIANGLES);
    FINE;
    EXPECT(pixel(12), 0x00ff00);
}

int main(void) {
    if (!open_first())
        return 3;
    fixed_function();
    vertex_program();
    other_stages();
    objects();
    errors();
    return close_first();
}
