/* Every way to draw and to dispatch, with translated programs between vertices and fragments: what is drawn is what the driver
 * draws with shaders of the application that do the same. Parameter buffers and subroutines of these stages; lists. */
#define FUNCTIONS(X) \
    X(PFNGLBINDPROGRAMARBPROC, BindProgramARB) X(PFNGLPROGRAMSTRINGARBPROC, ProgramStringARB) \
    X(PFNGLPROGRAMLOCALPARAMETER4FARBPROC, ProgramLocalParameter4fARB) \
    X(PFNGLBINDBUFFERBASENVPROC, BindBufferBaseNV) X(PFNGLBINDBUFFERRANGENVPROC, BindBufferRangeNV) \
    X(PFNGLBINDBUFFEROFFSETNVPROC, BindBufferOffsetNV) \
    X(PFNGLPROGRAMBUFFERPARAMETERSFVNVPROC, ProgramBufferParametersfvNV) \
    X(PFNGLPROGRAMBUFFERPARAMETERSIIVNVPROC, ProgramBufferParametersIivNV) \
    X(PFNGLPROGRAMBUFFERPARAMETERSIUIVNVPROC, ProgramBufferParametersIuivNV) \
    X(PFNGLPROGRAMSUBROUTINEPARAMETERSUIVNVPROC, ProgramSubroutineParametersuivNV) \
    X(PFNGLGETPROGRAMSUBROUTINEPARAMETERUIVNVPROC, GetProgramSubroutineParameteruivNV) \
    X(PFNGLPATCHPARAMETERIPROC, PatchParameteri) X(PFNGLPATCHPARAMETERFVPROC, PatchParameterfv) \
    X(PFNGLPROGRAMLOCALPARAMETERI4INVPROC, ProgramLocalParameterI4iNV) X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute) \
    X(PFNGLDISPATCHCOMPUTEINDIRECTPROC, DispatchComputeIndirect) \
    X(PFNGLDISPATCHCOMPUTEGROUPSIZEARBPROC, DispatchComputeGroupSizeARB) \
    X(PFNGLMEMORYBARRIERPROC, MemoryBarrier) X(PFNGLBINDBUFFERPROC, BindBuffer) X(PFNGLBUFFERDATAPROC, BufferData) \
    X(PFNGLGETBUFFERSUBDATAPROC, GetBufferSubData) X(PFNGLBINDBUFFERBASEPROC, BindBufferBase) \
    X(PFNGLMULTIDRAWARRAYSPROC, MultiDrawArrays) X(PFNGLMULTIDRAWELEMENTSPROC, MultiDrawElements) \
    X(PFNGLMULTIDRAWELEMENTSBASEVERTEXPROC, MultiDrawElementsBaseVertex) \
    X(PFNGLDRAWRANGEELEMENTSPROC, DrawRangeElements) X(PFNGLDRAWELEMENTSBASEVERTEXPROC, DrawElementsBaseVertex) \
    X(PFNGLDRAWRANGEELEMENTSBASEVERTEXPROC, DrawRangeElementsBaseVertex) \
    X(PFNGLDRAWARRAYSINSTANCEDPROC, DrawArraysInstanced) X(PFNGLDRAWELEMENTSINSTANCEDPROC, DrawElementsInstanced) \
    X(PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXPROC, DrawElementsInstancedBaseVertex) \
    X(PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEPROC, DrawArraysInstancedBaseInstance) \
    X(PFNGLDRAWELEMENTSINSTANCEDBASEINSTANCEPROC, DrawElementsInstancedBaseInstance) \
    X(PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXBASEINSTANCEPROC, DrawElementsInstancedBaseVertexBaseInstance) \
    X(PFNGLDRAWARRAYSINDIRECTPROC, DrawArraysIndirect) X(PFNGLDRAWELEMENTSINDIRECTPROC, DrawElementsIndirect) \
    X(PFNGLMULTIDRAWARRAYSINDIRECTPROC, MultiDrawArraysIndirect) \
    X(PFNGLMULTIDRAWELEMENTSINDIRECTPROC, MultiDrawElementsIndirect) \
    X(PFNGLMULTIDRAWARRAYSINDIRECTCOUNTARBPROC, MultiDrawArraysIndirectCountARB) \
    X(PFNGLMULTIDRAWELEMENTSINDIRECTCOUNTARBPROC, MultiDrawElementsIndirectCountARB) \
    X(PFNGLGENTRANSFORMFEEDBACKSPROC, GenTransformFeedbacks) X(PFNGLBINDTRANSFORMFEEDBACKPROC, BindTransformFeedback) \
    X(PFNGLBEGINTRANSFORMFEEDBACKPROC, BeginTransformFeedback) X(PFNGLENDTRANSFORMFEEDBACKPROC, EndTransformFeedback) \
    X(PFNGLTRANSFORMFEEDBACKVARYINGSPROC, TransformFeedbackVaryings) \
    X(PFNGLDRAWTRANSFORMFEEDBACKPROC, DrawTransformFeedback) \
    X(PFNGLDRAWTRANSFORMFEEDBACKINSTANCEDPROC, DrawTransformFeedbackInstanced) \
    X(PFNGLCREATESHADERPROC, CreateShader) X(PFNGLSHADERSOURCEPROC, ShaderSource) \
    X(PFNGLCOMPILESHADERPROC, CompileShader) X(PFNGLCREATEPROGRAMPROC, CreateProgram) \
    X(PFNGLATTACHSHADERPROC, AttachShader) X(PFNGLLINKPROGRAMPROC, LinkProgram) \
    X(PFNGLGETPROGRAMIVPROC, GetProgramiv) X(PFNGLGETPROGRAMINFOLOGPROC, GetProgramInfoLog) \
    X(PFNGLUSEPROGRAMPROC, UseProgram)

#include "stages.h"

/* Vertices are moved by their instance, and primitives coloured by their number. */
static const char vertex[] =
    "!!NVvp4.0\nTEMP p;\nI2F p, vertex.instance.x;\nMAD result.position, p, {0.5, 0.25, 0, 0}, vertex.position;\n"
    "MOV result.color, vertex.color;\nEND\n";
static const char vertex_glsl[] =
    "#version 400 compatibility\nvoid main() {\n    gl_Position = float(gl_InstanceID) * vec4(0.5, 0.25, 0.0, 0.0) + gl_Vertex;\n"
    "    gl_FrontColor = gl_Color;\n}\n";
static const char fragment_glsl[] = "#version 400 compatibility\nvoid main() {\n    gl_FragColor = gl_Color;\n}\n";
static const char geometry[] =
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
    "ATTRIB place = vertex.position;\nATTRIB given = vertex.color;\nTEMP color, id;\nINT TEMP i;\nMOV.S i.x, 0;\n"
    "I2F id, primitive.id.x;\nREP.S { 3, 0, 0, 0 };\nMOV result.position, place[i.x];\n"
    "MAD color, id, {0, 0.2, 0.4, 0}, given[i.x];\nADD result.color, color, program.local[0];\nEMIT;\nADD.S i.x, i.x, 1;\n"
    "ENDREP;\nEND\n";
static const char geometry_glsl[] =
    "#version 400 compatibility\nlayout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\nvoid main() {\n"
    "    for (int i = 0; i < 3; i++) {\n        gl_Position = gl_in[i].gl_Position;\n"
    "        gl_FrontColor = gl_in[i].gl_FrontColor + float(gl_PrimitiveIDIn) * vec4(0.0, 0.2, 0.4, 0.0);\n"
    "        EmitVertex();\n    }\n}\n";
static const char control[] =
    "!!NVtcp5.0\nVERTICES_OUT 3;\nATTRIB places = vertex.in.position;\nATTRIB colors = vertex.in.color;\nINT TEMP i;\n"
    "MOV.S i.x, primitive.invocation;\nMOV result.position, places[i.x];\nMOV result.color, colors[i.x];\n"
    "MOV result.patch.tessouter[0], 2;\nMOV result.patch.tessouter[1], 3;\nMOV result.patch.tessouter[2], 4;\n"
    "MOV result.patch.tessinner[0], 3;\nEND\n";
static const char control_glsl[] =
    "#version 400 compatibility\nlayout(vertices = 3) out;\nvoid main() {\n"
    "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
    "    gl_out[gl_InvocationID].gl_FrontColor = gl_in[gl_InvocationID].gl_FrontColor;\n"
    "    gl_TessLevelOuter[0] = 2.0;\n    gl_TessLevelOuter[1] = 3.0;\n    gl_TessLevelOuter[2] = 4.0;\n"
    "    gl_TessLevelInner[0] = 3.0;\n}\n";
/* Coordinates are bent, so that levels are seen. */
static const char evaluation[] =
    "!!NVtep5.0\nTESS_MODE TRIANGLES;\nTEMP p, c;\nMUL c, vertex.tesscoord, vertex.tesscoord;\n"
    "MUL p, vertex.in[0].position, c.x;\nMAD p, vertex.in[1].position, c.y, p;\n"
    "MAD p, vertex.in[2].position, c.z, p;\nMOV result.position, p;\n"
    "MAD result.color, vertex.tesscoord.xyzx, {0.5, 0.5, 0.5, 0}, vertex.in[0].color;\nEND\n";
static const char evaluation_glsl[] =
    "#version 400 compatibility\nlayout(triangles, equal_spacing, ccw) in;\nvoid main() {\n"
    "    vec3 c = gl_TessCoord * gl_TessCoord;\n"
    "    gl_Position = gl_in[0].gl_Position * c.x + gl_in[1].gl_Position * c.y + gl_in[2].gl_Position * c.z;\n"
    "    gl_FrontColor = gl_in[0].gl_FrontColor + vec4(0.5, 0.5, 0.5, 0.0) * gl_TessCoord.xyzx;\n}\n";

static GLuint shaders(const char *control_text, const char *evaluation_text, const char *geometry_text) {
    const struct {
        GLenum kind;
        const char *text;
    } all[] = {{GL_VERTEX_SHADER, vertex_glsl}, {GL_TESS_CONTROL_SHADER, control_text},
               {GL_TESS_EVALUATION_SHADER, evaluation_text}, {GL_GEOMETRY_SHADER, geometry_text},
               {GL_FRAGMENT_SHADER, fragment_glsl}};
    GLuint program = CreateProgram();
    for (int at = 0; at < 5; at++) {
        if (!all[at].text)
            continue;
        GLuint shader = CreateShader(all[at].kind);
        ShaderSource(shader, 1, &all[at].text, NULL);
        CompileShader(shader);
        AttachShader(program, shader);
    }
    if (!evaluation_text && !geometry_text)
        TransformFeedbackVaryings(program, 1, (const char *[]){"gl_Position"}, GL_INTERLEAVED_ATTRIBS);
    LinkProgram(program);
    GLint linked = 0;
    GetProgramiv(program, GL_LINK_STATUS, &linked);
    char log[2000] = "";
    GetProgramInfoLog(program, sizeof log, NULL, log);
    if (!linked) {
        printf("%s\n", log);
        failures++;
    }
    return program;
}

/* Four triangles of different colours in the left half. */
static const GLfloat places[] = {-1, -1, -0.2f, -1, -1, -0.2f, -0.9f, 0, -0.1f, 0, -0.1f, 0.9f,
                                 -0.5f, -0.6f, -0.1f, -0.6f, -0.3f, -0.1f, -1, 0.3f, -0.4f, 0.5f, -0.7f, 1};
static const GLfloat colors[] = {0.1f, 0, 0, 0.2f, 0.1f, 0, 0.1f, 0, 0.3f, 0.3f, 0, 0.1f, 0.1f, 0.1f, 0.1f, 0.4f, 0, 0,
                                 0.1f, 0.3f, 0, 0.3f, 0, 0, 0.2f, 0.2f, 0.1f, 0.1f, 0.1f, 0, 0, 0.3f, 0.2f, 0.2f, 0, 0.1f};
static const GLushort numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 1, 5};
static GLenum mode;
static GLuint feedback;

/* Commands in the buffer of indirect draws: of arrays, of elements, and a count. */
static const GLuint commands[] = {3, 2, 3, 0, 6, 1, 6, 0, 0, 0, 6, 2, 3, 0, 0, 3, 1, 12, 0, 1, 2};
#define AT(word) ((const void *)(sizeof(GLuint) * (word)))
#define ELEMENT(number) ((const void *)(sizeof(GLushort) * (number)))

#define DRAWS(X) \
    X(glDrawArrays(mode, 3, 6)) X(glDrawElements(mode, 12, GL_UNSIGNED_SHORT, ELEMENT(3))) \
    X(glBegin(mode); for (int at = 0; at < 9; at++) glArrayElement(at); glEnd()) \
    X(MultiDrawArrays(mode, (const GLint[]){0, 6}, (const GLsizei[]){3, 6}, 2)) \
    X(MultiDrawElements(mode, (const GLsizei[]){6, 3}, GL_UNSIGNED_SHORT, (const void *[]){ELEMENT(3), ELEMENT(12)}, 2)) \
    X(MultiDrawElementsBaseVertex(mode, (const GLsizei[]){3, 3}, GL_UNSIGNED_SHORT, \
                                  (const void *[]){ELEMENT(0), ELEMENT(12)}, 2, (const GLint[]){6, 2})) \
    X(DrawRangeElements(mode, 0, 11, 9, GL_UNSIGNED_SHORT, ELEMENT(3))) \
    X(DrawElementsBaseVertex(mode, 6, GL_UNSIGNED_SHORT, ELEMENT(0), 3)) \
    X(DrawRangeElementsBaseVertex(mode, 0, 5, 6, GL_UNSIGNED_SHORT, ELEMENT(0), 6)) \
    X(DrawArraysInstanced(mode, 0, 9, 3)) X(DrawElementsInstanced(mode, 6, GL_UNSIGNED_SHORT, ELEMENT(6), 2)) \
    X(DrawElementsInstancedBaseVertex(mode, 6, GL_UNSIGNED_SHORT, ELEMENT(0), 2, 3)) \
    X(DrawArraysInstancedBaseInstance(mode, 3, 6, 2, 1)) \
    X(DrawElementsInstancedBaseInstance(mode, 6, GL_UNSIGNED_SHORT, ELEMENT(3), 2, 1)) \
    X(DrawElementsInstancedBaseVertexBaseInstance(mode, 3, GL_UNSIGNED_SHORT, ELEMENT(0), 2, 6, 1)) \
    X(DrawArraysIndirect(mode, AT(0))) X(DrawElementsIndirect(mode, GL_UNSIGNED_SHORT, AT(10))) \
    X(MultiDrawArraysIndirect(mode, AT(0), 2, 0)) X(MultiDrawElementsIndirect(mode, GL_UNSIGNED_SHORT, AT(10), 2, 20)) \
    X(MultiDrawArraysIndirectCountARB(mode, AT(0), sizeof(GLuint) * 20, 2, 16)) \
    X(MultiDrawElementsIndirectCountARB(mode, GL_UNSIGNED_SHORT, AT(10), sizeof(GLuint) * 20, 2, 20)) \
    X(DrawTransformFeedback(mode, feedback)) X(DrawTransformFeedbackInstanced(mode, feedback, 2))

static void call(int which) {
    int at = 0;
#define CASE(draw) \
    if (which == at++) { \
        draw; \
    }
    DRAWS(CASE)
}

#define NAME(draw) #draw,
static const char *const names[] = {DRAWS(NAME)};
#define DRAW_COUNT ((int)(sizeof names / sizeof *names))

static void drawn(int which, GLubyte *pixels) {
    clear();
    call(which);
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

/* source: the driver's own shaders, which do the same */
static void all_draws(GLuint own) {
    for (int which = 0; which < DRAW_COUNT; which++) {
        GLubyte wanted[SIZE * SIZE * 4], given[SIZE * SIZE * 4];
        UseProgram(own);
        drawn(which, wanted);
        GLenum error = glGetError();
        UseProgram(0);
        drawn(which, given);
        int black = 0, apart = 0;
        for (int at = 0; at < SIZE * SIZE * 4; at += 4) {
            black += !(wanted[at] | wanted[at + 1] | wanted[at + 2]);
            for (int part = 0; part < 3; part++)
                apart += abs(wanted[at + part] - given[at + part]) > 1;
        }
        if (error || black > SIZE * SIZE - 8 || apart || glGetError()) {
            printf("%#x: %s: error %#x, %d black, %d apart\n", mode, names[which], error, black, apart);
            failures++;
        }
    }
}

static void prepare_arrays(void) {
    BindBuffer(GL_ARRAY_BUFFER, 1);
    BufferData(GL_ARRAY_BUFFER, sizeof places, places, GL_STATIC_DRAW);
    glVertexPointer(2, GL_FLOAT, 0, NULL);
    BindBuffer(GL_ARRAY_BUFFER, 2);
    BufferData(GL_ARRAY_BUFFER, sizeof colors, colors, GL_STATIC_DRAW);
    glColorPointer(3, GL_FLOAT, 0, NULL);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 3);
    BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof numbers, numbers, GL_STATIC_DRAW);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    BindBuffer(GL_DRAW_INDIRECT_BUFFER, 4);
    BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof commands, commands, GL_STATIC_DRAW);
    BindBuffer(GL_PARAMETER_BUFFER_ARB, 4);
    /* Six vertices are recorded, so that DrawTransformFeedback draws as many. */
    GLuint plain = shaders(NULL, NULL, NULL);
    UseProgram(plain);
    GenTransformFeedbacks(1, &feedback);
    BindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
    BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, 5);
    BufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL, GL_STATIC_COPY);
    BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 5);
    BeginTransformFeedback(GL_TRIANGLES);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    EndTransformFeedback();
    BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
    UseProgram(0);
    FINE;
}

static const char compute[] =
    "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 2;\nSTORAGE data[] = { program.storage[2] };\n"
    "BUFFER add[] = { program.buffer[1] };\nSUBROUTINETYPE Kind { once, twice };\n"
    "SUBROUTINE Kind chosen = program.subroutine[0];\nTEMP at, value;\nmain:\nMUL.U at.x, invocation.globalid.x, 4;\n"
    "LDB.U32 value.x, data[at.x];\nCALI chosen;\nADD.U value.x, value.x, add[0].x;\nSTB.U32 value.x, data[at.x];\nRET;\n"
    "once SUBROUTINENUM(0):\nMUL.U value.x, value.x, 10;\nRET;\n"
    "twice SUBROUTINENUM(1):\nMUL.U value.x, value.x, 100;\nRET;\nEND\n";

static const GLuint fresh[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static void words_are(GLuint factor, GLuint add, GLuint count) {
    GLuint words[8];
    MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    GetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
    for (GLuint at = 0; at < 8; at++)
        EXPECT(words[at], at < count ? factor * (at + 1) + add : at + 1);
    BufferData(GL_SHADER_STORAGE_BUFFER, sizeof fresh, fresh, GL_DYNAMIC_COPY);
}

/* source: NV_compute_program5; ARB_compute_variable_group_size, "Errors"; ARB_shader_subroutine, "Dependencies on
 * NV_gpu_program5"; NV_parameter_buffer_object */
static void dispatches(void) {
    BindBuffer(GL_SHADER_STORAGE_BUFFER, 10);
    BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, 10);
    BufferData(GL_SHADER_STORAGE_BUFFER, sizeof fresh, fresh, GL_DYNAMIC_COPY);
    load(GL_COMPUTE_PROGRAM_NV, 60, compute);
    glEnable(GL_COMPUTE_PROGRAM_NV);
    FINE;
    static const GLuint groups[] = {9, 3, 1, 1};
    BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 11);
    BufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof groups, groups, GL_STATIC_DRAW);
    BindBuffer(GL_ARRAY_BUFFER, 12);
    BufferData(GL_ARRAY_BUFFER, 16, (const GLuint[]){5, 0, 0, 0}, GL_STATIC_DRAW);
    BindBufferBaseNV(GL_COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, 1, 12);
    DispatchComputeIndirect(4);
    FINE;
    words_are(10, 5, 6);
    ProgramBufferParametersIuivNV(GL_COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, 1, 0, 1, (const GLuint[]){7});
    ProgramSubroutineParametersuivNV(GL_COMPUTE_PROGRAM_NV, 1, (const GLuint[]){1});
    GLuint chosen = 9;
    GetProgramSubroutineParameteruivNV(GL_COMPUTE_PROGRAM_NV, 0, &chosen);
    EXPECT(chosen, 1);
    DispatchCompute(2, 1, 1);
    FINE;
    words_are(100, 7, 4);
    ProgramBufferParametersIivNV(GL_COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, 1, 0, 1, (const GLint[]){-1});
    DispatchComputeIndirect(4);
    words_are(100, 0xffffffff, 6);
    /* Where the offset is not of words, or no buffer is bound. */
    DispatchComputeIndirect(2);
    ERROR(GL_INVALID_VALUE);
    BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, 0);
    DispatchComputeIndirect(0);
    ERROR(GL_INVALID_OPERATION);
    /* The program declares the size of its groups. */
    if (strstr((const char *)glGetString(GL_EXTENSIONS), "GL_ARB_compute_variable_group_size")) {
        DispatchComputeGroupSizeARB(1, 1, 1, 2, 1, 1);
        ERROR(GL_INVALID_OPERATION);
    }
    words_are(0, 0, 0);
    glDisable(GL_COMPUTE_PROGRAM_NV);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    FINE;
}

static const char chosen_geometry[] =
    "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
    "SUBROUTINETYPE Kind { red, green };\nSUBROUTINE Kind chosen = program.subroutine[0];\n"
    "ATTRIB place = vertex.position;\nINT TEMP i;\nTEMP color;\nmain:\nMOV.S i.x, 0;\nREP.S { 3, 0, 0, 0 };\nCALI chosen;\n"
    "MOV result.color, color;\nMOV result.position, place[i.x];\nEMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nRET;\n"
    "red SUBROUTINENUM(4):\nMOV color, {1, 0, 0, 1};\nRET;\ngreen SUBROUTINENUM(7):\nMOV color, {0, 1, 0, 1};\nRET;\nEND\n";
static const char buffer_control[] =
    "!!NVtcp5.0\nVERTICES_OUT 3;\nATTRIB places = vertex.in.position;\nBUFFER levels[] = { program.buffer[3] };\n"
    "INT TEMP i;\nMOV.S i.x, primitive.invocation;\nMOV result.position, places[i.x];\n"
    "MOV result.patch.tessouter[0], levels[1].x;\nMOV result.patch.tessouter[1], levels[1].x;\n"
    "MOV result.patch.tessouter[2], levels[1].x;\nMOV result.patch.tessinner[0], levels[1].x;\nEND\n";
static const char buffer_evaluation[] =
    "!!NVtep5.0\nTESS_MODE TRIANGLES;\nBUFFER4 tint[] = { program.buffer[3] };\nTEMP p;\n"
    "MUL p, vertex.in[0].position, vertex.tesscoord.x;\nMAD p, vertex.in[1].position, vertex.tesscoord.y, p;\n"
    "MAD result.position, vertex.in[2].position, vertex.tesscoord.z, p;\nMOV result.color, tint[1];\nEND\n";

/* source: ARB_shader_subroutine and NV_parameter_buffer_object, as above */
static void buffers_and_subroutines(void) {
    load(GL_GEOMETRY_PROGRAM_NV, 70, chosen_geometry);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    for (GLuint kind = 0; kind < 2; kind++) {
        ProgramSubroutineParametersuivNV(GL_GEOMETRY_PROGRAM_NV, 1, (const GLuint[]){kind ? 7 : 4});
        clear();
        triangle(GL_TRIANGLES);
        EXPECT(pixel(8), kind ? 0x00ff00 : 0xff0000);
    }
    FINE;
    ProgramSubroutineParametersuivNV(GL_GEOMETRY_PROGRAM_NV, 2, (const GLuint[]){4, 4});
    ERROR(GL_INVALID_VALUE);
    ProgramSubroutineParametersuivNV(GL_GEOMETRY_PROGRAM_NV, 1, (const GLuint[]){5});
    ERROR(GL_INVALID_OPERATION);
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    load(GL_TESS_CONTROL_PROGRAM_NV, 71, buffer_control);
    load(GL_TESS_EVALUATION_PROGRAM_NV, 72, buffer_evaluation);
    FINE;
    glEnable(GL_TESS_CONTROL_PROGRAM_NV);
    glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
    static const GLfloat rows[2][8] = {{0, 2, 0, 0, 0, 0.2f, 0.4f, 1}, {1, 1, 1, 1, 0.6f, 0.4f, 0.2f, 1}};
    for (GLuint at = 0; at < 2; at++) {
        BindBuffer(GL_ARRAY_BUFFER, 13 + at);
        BufferData(GL_ARRAY_BUFFER, sizeof rows[at], rows[at], GL_STATIC_DRAW);
    }
    BindBuffer(GL_ARRAY_BUFFER, 0);
    BindBufferBaseNV(GL_TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV, 3, 13);
    BindBufferBaseNV(GL_TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, 3, 13);
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0x003366);
    BindBufferRangeNV(GL_TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, 3, 14, 0, 32);
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0x996633);
    BindBufferOffsetNV(GL_TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, 3, 14, 0);
    ProgramBufferParametersfvNV(GL_TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, 3, 4, 1, (const GLfloat[]){0.2f});
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0x336633);
    /* A level of 0 drops the patch. */
    ProgramBufferParametersfvNV(GL_TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV, 3, 1, 1, (const GLfloat[]){0});
    clear();
    triangle(GL_PATCHES);
    EXPECT(pixel(8), 0);
    FINE;
    glDisable(GL_TESS_CONTROL_PROGRAM_NV);
    glDisable(GL_TESS_EVALUATION_PROGRAM_NV);
}

/* source: NV_geometry_program4, "Errors"; GL 2.1, 5.4: a list does what its calls do */
static void refused_lists(void) {
    static const GLfloat green[] = {0, 1, 0, 1};
    GLfloat color[4] = {0};
    glNewList(1, GL_COMPILE);
    glColor4fv(green);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle(GL_TRIANGLES);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEndList();
    glNewList(2, GL_COMPILE);
    glColor4f(1, 0, 0, 1);
    glEndList();
    for (int way = 0; way < 4; way++) {
        load(GL_GEOMETRY_PROGRAM_NV, 80, geometry);
        if (way < 2)
            BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 0);
        else
            /* Valid, and not what the triangles of the list are for. */
            load(GL_GEOMETRY_PROGRAM_NV, 81,
                 "!!NVgp4.0\nPRIMITIVE_IN LINES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
                 "MOV result.position, vertex[0].position;\nMOV result.color, 1;\nEMIT;\nEND\n");
        FINE;
        glEnable(GL_GEOMETRY_PROGRAM_NV);
        glClearColor(0, 0, 1, 1);
        glCallList(2);
        FINE;
        glGetFloatv(GL_CURRENT_COLOR, color);
        EXPECT(color[0] == 1 && color[1] == 0, 1);
        if (way % 2)
            glCallLists(1, GL_UNSIGNED_BYTE, "\1");
        else
            glCallList(1);
        ERROR(GL_INVALID_OPERATION);
        while (glGetError())
            ;
        EXPECT(pixel(4), 0x0000ff);
        glClearColor(0, 0, 0, 0);
        /* What the driver does with a colour in front of a draw that it refuses is its own. */
        glDisable(GL_GEOMETRY_PROGRAM_NV);
        GLint used = 1;
        glGetIntegerv(GL_CURRENT_PROGRAM, &used);
        EXPECT(used, 0);
        clear();
        glColor4f(1, 0, 0, 1);
        triangle(GL_TRIANGLES);
        EXPECT(pixel(8), 0xff0000);
        FINE;
    }
}

/* source: NV_geometry_program4, "Errors" */
static void modes(void) {
    static const struct {
        const char *input;
        const char *modes;
    } inputs[] = {{"POINTS", "\0"}, {"LINES", "\1\2\3"}, {"LINES_ADJACENCY", "\12\13"}, {"TRIANGLES", "\4\5\6\7\10\11"},
                  {"TRIANGLES_ADJACENCY", "\14\15"}};
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    for (int input = 0; input < 5; input++) {
        char text[400];
        snprintf(text, sizeof text,
                 "!!NVgp4.0\nPRIMITIVE_IN %s;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
                 "MOV result.position, {0, 0, 0, 1};\nMOV result.color, 1;\nEMIT;\nEND\n",
                 inputs[input].input);
        load(GL_GEOMETRY_PROGRAM_NV, 90 + (GLuint)input, text);
        FINE;
        for (GLenum one = GL_POINTS; one <= GL_TRIANGLE_STRIP_ADJACENCY; one++) {
            int fits = memchr(inputs[input].modes, (int)one, input ? strlen(inputs[input].modes) : 1) != NULL;
            clear();
            glDrawArrays(one, 0, 6);
            GLenum error = glGetError();
            int is_drawn = pixel(8) != 0;
            clear();
            glBegin(one);
            GLenum begun = 0;
            for (int at = 0; at < 6; at++)
                glArrayElement(at);
            glEnd();
            begun = glGetError();
            while (glGetError())
                ;
            if ((error != 0) == fits || is_drawn != fits || (begun != 0) == fits || (pixel(8) != 0) != fits) {
                printf("%s, mode %#x: errors %#x, %#x, drawn %d, %d\n", inputs[input].input, one, error, begun, is_drawn,
                       pixel(8) != 0);
                failures++;
            }
        }
    }
    glDisable(GL_GEOMETRY_PROGRAM_NV);
}

/* A quadrilateral of a line with its neighbours, in a colour of a parameter buffer and integers. */
static const char line[] =
    "!!NVgp4.0\nPRIMITIVE_IN LINES_ADJACENCY;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 4;\n"
    "ATTRIB place = vertex.position;\nBUFFER4 rows[] = { program.buffer[2] };\nPARAM number = program.local[1];\n"
    "INT TEMP i;\nTEMP shade;\nI2F shade, number;\nMUL shade, shade, 0.1;\nMOV.S i.x, 0;\nREP.S { 4, 0, 0, 0 };\n"
    "MOV result.position, place[i.x];\nADD result.color, rows[1], shade;\nEMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nEND\n";
/* Four corners in their order, by levels of the state. */
static const char corners[] =
    "!!NVtep5.0\nTESS_MODE QUADS;\nTEMP a, b;\nATTRIB t = vertex.tesscoord;\n"
    "LRP a, t.x, vertex.in[1].position, vertex.in[0].position;\n"
    "LRP b, t.x, vertex.in[2].position, vertex.in[3].position;\nLRP result.position, t.y, b, a;\n"
    "LRP a, t.x, vertex.in[1].color, vertex.in[0].color;\nLRP b, t.x, vertex.in[2].color, vertex.in[3].color;\n"
    "LRP result.color, t.y, b, a;\nEND\n";

static void corner(float x, float y) {
    glColor3f(0.5f + x / 2, 0.5f + y / 2, 0.3f);
    glVertex2f(x, y);
}

/* A frame whose draws lie beside each other, each by another way to draw. */
static void frame(void) {
    load(GL_VERTEX_PROGRAM_ARB, 20, vertex);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    load(GL_GEOMETRY_PROGRAM_NV, 21, geometry);
    ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, 0.25f, 0, 0, 0);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    clear();
    glBegin(GL_TRIANGLE_STRIP);
    corner(-0.9f, 0.1f);
    corner(-0.1f, 0.1f);
    corner(-0.9f, 0.9f);
    corner(-0.1f, 0.9f);
    glEnd();
    load(GL_GEOMETRY_PROGRAM_NV, 22, line);
    static const GLfloat rows[] = {0, 0, 0, 0, 0.2f, 0.4f, 0.6f, 1}, square[] = {0.1f, 0.1f, 0.9f, 0.1f, 0.1f, 0.9f, 0.9f, 0.9f};
    BindBuffer(GL_ARRAY_BUFFER, 13);
    BufferData(GL_ARRAY_BUFFER, sizeof rows, rows, GL_STATIC_DRAW);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    BindBufferBaseNV(GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, 2, 13);
    ProgramLocalParameterI4iNV(GL_GEOMETRY_PROGRAM_NV, 1, -1, 2, 3, 0);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, square);
    glDrawElements(GL_LINES_ADJACENCY, 4, GL_UNSIGNED_BYTE, "\0\1\2\3");
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    load(GL_TESS_CONTROL_PROGRAM_NV, 23, control);
    load(GL_TESS_EVALUATION_PROGRAM_NV, 24, evaluation);
    glEnable(GL_TESS_CONTROL_PROGRAM_NV);
    glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
    PatchParameteri(GL_PATCH_VERTICES, 3);
    glBegin(GL_PATCHES);
    corner(-0.9f, -0.9f);
    corner(-0.1f, -0.9f);
    corner(-0.9f, -0.1f);
    corner(-0.1f, -0.2f);
    corner(-0.1f, -0.8f);
    corner(-0.8f, -0.1f);
    glEnd();
    glDisable(GL_TESS_CONTROL_PROGRAM_NV);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    load(GL_TESS_EVALUATION_PROGRAM_NV, 25, corners);
    PatchParameteri(GL_PATCH_VERTICES, 4);
    PatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, (const GLfloat[]){2, 3, 4, 5});
    glBegin(GL_PATCHES);
    corner(0.1f, -0.9f);
    corner(0.9f, -0.8f);
    corner(0.8f, -0.1f);
    corner(0.2f, -0.2f);
    glEnd();
    glDisable(GL_TESS_EVALUATION_PROGRAM_NV);
    BindProgramARB(GL_GEOMETRY_PROGRAM_NV, 21);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    glBegin(GL_QUADS);
    corner(-0.4f, -0.4f);
    corner(0.4f, -0.4f);
    corner(0.4f, 0.4f);
    corner(-0.4f, 0.4f);
    glEnd();
    glBegin(GL_QUAD_STRIP);
    corner(-0.8f, -0.6f);
    corner(-0.8f, 0.6f);
    corner(0.1f, -0.5f);
    corner(0.1f, 0.7f);
    corner(0.7f, -0.3f);
    corner(0.7f, 0.5f);
    glEnd();
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    load(GL_COMPUTE_PROGRAM_NV, 60, compute);
    glEnable(GL_COMPUTE_PROGRAM_NV);
    BindBuffer(GL_SHADER_STORAGE_BUFFER, 10);
    BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, 10);
    BufferData(GL_SHADER_STORAGE_BUFFER, sizeof fresh, fresh, GL_DYNAMIC_COPY);
    BindBuffer(GL_ARRAY_BUFFER, 12);
    BufferData(GL_ARRAY_BUFFER, 16, (const GLuint[]){5, 0, 0, 0}, GL_STATIC_DRAW);
    BindBuffer(GL_ARRAY_BUFFER, 0);
    BindBufferBaseNV(GL_COMPUTE_PROGRAM_PARAMETER_BUFFER_NV, 1, 12);
    ProgramSubroutineParametersuivNV(GL_COMPUTE_PROGRAM_NV, 1, (const GLuint[]){1});
    DispatchCompute(3, 1, 1);
    words_are(100, 5, 6);
    glDisable(GL_COMPUTE_PROGRAM_NV);
    triangle(GL_TRIANGLES);
    FINE;
}

static void quadrilateral(GLenum one, const GLfloat (*corners)[2], int count, long left, long right) {
    for (int way = 0; way < 3; way++) {
        clear();
        glVertexPointer(2, GL_FLOAT, 0, corners);
        if (way == 0) {
            glBegin(one);
            for (int at = 0; at < count; at++)
                glVertex2fv(corners[at]);
            glEnd();
        } else if (way == 1)
            glDrawArrays(one, 0, count);
        else
            MultiDrawArrays(one, (const GLint[]){0}, &count, 1);
        FINE;
        GLubyte pixels[SIZE][SIZE][4];
        glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        int wrong = 0;
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                GLubyte *rgb = pixels[y][x];
                wrong += ((long)rgb[0] << 16 | (long)rgb[1] << 8 | rgb[2]) != (x < SIZE / 2 ? left : right);
            }
        EXPECT(wrong, 0);
    }
}

/* source: NV_geometry_program4, 2.14.6: primitives are cut into triangles, and the number of the primitive is that of the
 * quadrilateral, and 0 in a polygon */
static void quadrilaterals(void) {
    load(GL_GEOMETRY_PROGRAM_NV, 21, geometry);
    ProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, 0.2f, 0, 0, 0);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    glDisableClientState(GL_COLOR_ARRAY);
    glColor3f(0, 0, 0);
    static const GLfloat quads[8][2] = {{-1, -1}, {0, -1}, {0, 1}, {-1, 1}, {0, -1}, {1, -1}, {1, 1}, {0, 1}};
    static const GLfloat strip[6][2] = {{-1, -1}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 1}};
    static const GLfloat polygon[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {0, 1}, {-1, 1}};
    for (int turn = 0; turn < 2; turn++) {
        quadrilateral(GL_QUADS, quads, 8, 0x330000, 0x333366);
        quadrilateral(GL_QUAD_STRIP, strip, 6, 0x330000, 0x333366);
        quadrilateral(GL_POLYGON, polygon, 5, 0x330000, 0x330000);
    }
    glDisable(GL_GEOMETRY_PROGRAM_NV);
}

int main(int count, char **arguments) {
    if (!open_first())
        return 3;
    if (count > 1 && strcmp(arguments[1], "frame") == 0) {
        frame();
        return close_first();
    }
    prepare_arrays();
    load(GL_VERTEX_PROGRAM_ARB, 20, vertex);
    glEnable(GL_VERTEX_PROGRAM_ARB);
    load(GL_GEOMETRY_PROGRAM_NV, 21, geometry);
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    FINE;
    mode = GL_TRIANGLES;
    all_draws(shaders(NULL, NULL, geometry_glsl));
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    load(GL_TESS_CONTROL_PROGRAM_NV, 22, control);
    load(GL_TESS_EVALUATION_PROGRAM_NV, 23, evaluation);
    glEnable(GL_TESS_CONTROL_PROGRAM_NV);
    glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
    PatchParameteri(GL_PATCH_VERTICES, 3);
    FINE;
    mode = GL_PATCHES;
    all_draws(shaders(control_glsl, evaluation_glsl, NULL));
    /* All four at once. */
    glEnable(GL_GEOMETRY_PROGRAM_NV);
    all_draws(shaders(control_glsl, evaluation_glsl, geometry_glsl));
    glDisable(GL_GEOMETRY_PROGRAM_NV);
    glDisable(GL_TESS_CONTROL_PROGRAM_NV);
    glDisable(GL_TESS_EVALUATION_PROGRAM_NV);
    glDisable(GL_VERTEX_PROGRAM_ARB);
    FINE;
    buffers_and_subroutines();
    dispatches();
    modes();
    refused_lists();
    quadrilaterals();
    return close_first();
}
