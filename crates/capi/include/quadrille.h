/* libquadrille: reads GPU programs in the OpenGL assembly languages, says what is wrong with them, translates
 * them for the machines of today, and runs them.
 *
 * Written by `cargo xtask gen` from crates/capi. The page on it is docs/c.md.
 *
 * What holds for every function:
 *
 * - A pointer is NULL only where that is said; any other points to what its type says, which stays as it is until
 *   the function returns. NULL where it is not allowed is answered with QUADRILLE_STATUS_INVALID_ARGUMENT;
 *   with a length or a count of 0 it is an empty text or array, and as the name of a text it is `program`.
 * - Strings that are given end with 0 and are UTF-8; texts of programs are bytes with a length.
 * - Objects that a function hands out are given back to the `_free` of their type, once. What a function returns
 *   by a pointer to const belongs to the object that it was asked of, and lives as long.
 * - Nothing is kept between calls but in objects. Programs, translations and evaluations may be used by many
 *   threads at once; options and inputs as well, as long as none is setting them.
 * - No function ends the process, prints, or opens a file.
 *
 * Numbers that stand for an enum are uint32_t in parameters, so that a wrong one is an error and nothing worse.
 */


#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The version of this header; quadrille_version() is that of the library. */
#define QUADRILLE_VERSION "0.1.0"

/**
 * How many constants the machine has. c[0] of OpenGL is number 96, c[0] of the Xbox's compilers is its first.
 */
#define QUADRILLE_GF3_CONSTANTS 192

/**
 * How many attributes, and how many outputs.
 */
#define QUADRILLE_GF3_REGISTERS 16

/**
 * What a function answers. Everything but QUADRILLE_STATUS_OK leaves no half-made object behind.
 */
typedef enum {
  /**
   * Done.
   */
  QUADRILLE_STATUS_OK = 0,
  /**
   * The program breaks a rule, or the target does not support it: the object is there and its diagnostics tell.
   */
  QUADRILLE_STATUS_REJECTED = 1,
  /**
   * A pointer is NULL that may not be, a number is none of its enum, a length or a part exceeds the text, or
   * a program of another stage is given.
   */
  QUADRILLE_STATUS_INVALID_ARGUMENT = 2,
  /**
   * There is nothing of that name.
   */
  QUADRILLE_STATUS_UNKNOWN_NAME = 3,
  /**
   * The run did not come to its end: the object is there and tells why.
   */
  QUADRILLE_STATUS_STOPPED = 4,
  /**
   * A defect of the library. The process goes on, and so may the caller.
   */
  QUADRILLE_STATUS_INTERNAL = 5,
} QuadrilleStatus;

/**
 * How bad it is.
 */
typedef enum {
  /**
   * Worth knowing; nothing is wrong.
   */
  QUADRILLE_SEVERITY_NOTE = 0,
  /**
   * Accepted, yet likely a mistake or not portable.
   */
  QUADRILLE_SEVERITY_WARNING = 1,
  /**
   * Rejected.
   */
  QUADRILLE_SEVERITY_ERROR = 2,
} QuadrilleSeverity;

/**
 * Who may apply a fix.
 */
typedef enum {
  /**
   * A tool: it says what the program was written for, and nothing else.
   */
  QUADRILLE_FIX_GRADE_CERTAIN = 0,
  /**
   * A person: it is the likeliest of what may have been meant.
   */
  QUADRILLE_FIX_GRADE_MAYBE = 1,
} QuadrilleFixGrade;

/**
 * What becomes of a program on a driver.
 */
typedef enum {
  /**
   * It loads.
   */
  QUADRILLE_DRIVER_OUTCOME_LOADS = 0,
  /**
   * It loads, and may mean something else there.
   */
  QUADRILLE_DRIVER_OUTCOME_DIFFERS = 1,
  /**
   * It does not load.
   */
  QUADRILLE_DRIVER_OUTCOME_FAILS = 2,
} QuadrilleDriverOutcome;

/**
 * Why a driver does not load a program.
 */
typedef enum {
  /**
   * It loads.
   */
  QUADRILLE_FAILURE_CAUSE_NONE = 0,
  /**
   * The driver does not have the extension that brings the header.
   */
  QUADRILLE_FAILURE_CAUSE_HEADER = 1,
  /**
   * The driver does not take an option.
   */
  QUADRILLE_FAILURE_CAUSE_OPTION = 2,
  /**
   * The driver does not take a form that the specifications have.
   */
  QUADRILLE_FAILURE_CAUSE_FORM = 3,
  /**
   * The program breaks a rule.
   */
  QUADRILLE_FAILURE_CAUSE_RULE = 4,
} QuadrilleFailureCause;

/**
 * The stage that a program is for.
 */
typedef enum {
  /**
   * Vertex programs.
   */
  QUADRILLE_STAGE_VERTEX = 0,
  /**
   * Fragment programs.
   */
  QUADRILLE_STAGE_FRAGMENT = 1,
  /**
   * Geometry programs.
   */
  QUADRILLE_STAGE_GEOMETRY = 2,
  /**
   * Tessellation control programs.
   */
  QUADRILLE_STAGE_TESSELLATION_CONTROL = 3,
  /**
   * Tessellation evaluation programs.
   */
  QUADRILLE_STAGE_TESSELLATION_EVALUATION = 4,
  /**
   * Compute programs.
   */
  QUADRILLE_STAGE_COMPUTE = 5,
  /**
   * Vertex state programs.
   */
  QUADRILLE_STAGE_VERTEX_STATE = 6,
  /**
   * A text whose header is of no language.
   */
  QUADRILLE_STAGE_NONE = 7,
} QuadrilleStage;

/**
 * How a run ended.
 */
typedef enum {
  /**
   * All launches came to their end.
   */
  QUADRILLE_QPU_END_FINISHED = 0,
  /**
   * The instructions that it was given were used up.
   */
  QUADRILLE_QPU_END_BUDGET = 1,
  /**
   * All QPUs wait for each other.
   */
  QUADRILLE_QPU_END_DEADLOCK = 2,
  /**
   * It was stopped.
   */
  QUADRILLE_QPU_END_STOPPED = 3,
} QuadrilleQpuEnd;

/**
 * Whose habits beyond the specifications are admitted, as warnings.
 */
typedef enum {
  /**
   * Nobody's: the specification's word.
   */
  QUADRILLE_DIALECT_STRICT = 0,
  /**
   * What NVIDIA's drivers let through.
   */
  QUADRILLE_DIALECT_NVIDIA = 1,
  /**
   * What Apple's drivers let through.
   */
  QUADRILLE_DIALECT_APPLE = 2,
  /**
   * What Mesa lets through.
   */
  QUADRILLE_DIALECT_MESA = 3,
} QuadrilleDialect;

/**
 * What is done about special values: infinities, NaN, zeros, numbers on an edge.
 */
typedef enum {
  /**
   * They are what the source language says, as far as the target can compute them.
   */
  QUADRILLE_SEMANTICS_EXACT = 0,
  /**
   * They are what the target's own operations make of them.
   */
  QUADRILLE_SEMANTICS_FAST = 1,
} QuadrilleSemantics;

/**
 * How parameters reach the shader.
 */
typedef enum {
  /**
   * Uniforms of their own.
   */
  QUADRILLE_PACKING_PLAIN = 0,
  /**
   * One uniform block with the std140 layout.
   */
  QUADRILLE_PACKING_BLOCK = 1,
  /**
   * Push constants.
   */
  QUADRILLE_PACKING_PUSH_CONSTANTS = 2,
} QuadrillePacking;

/**
 * The vertex arrays that shaders of the compatibility profile read.
 */
typedef enum {
  /**
   * Those that the program names.
   */
  QUADRILLE_VERTEX_ATTRIBUTES_AS_NAMED = 0,
  /**
   * Generic ones, by number, for engines that call VertexAttribPointer.
   */
  QUADRILLE_VERTEX_ATTRIBUTES_GENERIC = 1,
  /**
   * Conventional ones, wherever a number has one.
   */
  QUADRILLE_VERTEX_ATTRIBUTES_CONVENTIONAL = 2,
} QuadrilleVertexAttributes;

/**
 * How the result of a depth comparison fills four components, which in OpenGL is DEPTH_TEXTURE_MODE.
 */
typedef enum {
  /**
   * (r, r, r, 1)
   */
  QUADRILLE_DEPTH_MODE_LUMINANCE = 0,
  /**
   * (r, r, r, r)
   */
  QUADRILLE_DEPTH_MODE_INTENSITY = 1,
  /**
   * (0, 0, 0, r)
   */
  QUADRILLE_DEPTH_MODE_ALPHA = 2,
  /**
   * (r, 0, 0, 1)
   */
  QUADRILLE_DEPTH_MODE_RED = 3,
} QuadrilleDepthMode;

/**
 * How a report is written.
 */
typedef enum {
  /**
   * A line for each program and problem, and a summary.
   */
  QUADRILLE_REPORT_FORMAT_TEXT = 0,
  /**
   * One object: the programs and the summary.
   */
  QUADRILLE_REPORT_FORMAT_JSON = 1,
  /**
   * SARIF 2.1.0, for code scanning.
   */
  QUADRILLE_REPORT_FORMAT_SARIF = 2,
  /**
   * The XML of JUnit, for continuous integration.
   */
  QUADRILLE_REPORT_FORMAT_JUNIT = 3,
  /**
   * The summary alone, a line.
   */
  QUADRILLE_REPORT_FORMAT_SUMMARY = 4,
} QuadrilleReportFormat;

/**
 * How programs are judged: dialect, limits, stage, and whether advice is given.
 */
typedef struct QuadrilleCheckOptions QuadrilleCheckOptions;

/**
 * What a run gave. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleEvaluation QuadrilleEvaluation;

/**
 * A text with the fixes that leave nothing open. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleFixed QuadrilleFixed;

/**
 * State of the fixed function, or why a text is none. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleFixedFunction QuadrilleFixedFunction;

/**
 * A program in words of the GeForce 3. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleGf3Program QuadrilleGf3Program;

/**
 * What a program is given for one run.
 */
typedef struct QuadrilleInputs QuadrilleInputs;

/**
 * A program as a driver takes it. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleOnDriver QuadrilleOnDriver;

/**
 * A program with the verdict on it. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleProgram QuadrilleProgram;

/**
 * A program in words of the QPU. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleQpuProgram QuadrilleQpuProgram;

/**
 * What a run took and found. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleQpuRun QuadrilleQpuRun;

/**
 * A report on many programs. Whoever adds to one or writes it is alone with it.
 */
typedef struct QuadrilleReport QuadrilleReport;

/**
 * What programs are translated to, and how.
 */
typedef struct QuadrilleTranslateOptions QuadrilleTranslateOptions;

/**
 * A shader, or why there is none. It never changes: any number of threads may use it.
 */
typedef struct QuadrilleTranslation QuadrilleTranslation;

/**
 * A result of a program.
 */
typedef struct {
  /**
   * What the program calls it, such as "result.position".
   */
  const char *name;
  /**
   * Its components as floats.
   */
  float values[4];
  /**
   * The bits of its components, for integers.
   */
  uint32_t bits[4];
  /**
   * The components that the program writes: bit 0 for x.
   */
  uint32_t written;
} QuadrilleResult;

/**
 * A place in a text.
 */
typedef struct {
  /**
   * The first byte.
   */
  size_t start;
  /**
   * One after the last byte.
   */
  size_t end;
  /**
   * The line of the first byte, from 1.
   */
  uint32_t line;
  /**
   * The column of the first byte in characters, from 1.
   */
  uint32_t column;
} QuadrillePlace;

/**
 * What a run gave. It lives as long as the evaluation.
 */
typedef struct {
  /**
   * Results, in the order of the program.
   */
  const QuadrilleResult *results;
  /**
   * Length of `results`.
   */
  size_t result_count;
  /**
   * Whether KIL discarded the fragment.
   */
  bool killed;
  /**
   * Why the run did not come to its end, or which name the program does not read; empty if all is well.
   */
  const char *problem;
  /**
   * Where it was stopped, in the text that the program was checked in; 0 if all is well.
   */
  QuadrillePlace place;
} QuadrilleOutputs;

/**
 * A part of a text, in bytes.
 */
typedef struct {
  /**
   * The first byte.
   */
  size_t start;
  /**
   * One after the last byte.
   */
  size_t end;
} QuadrilleSpan;

/**
 * A constant that the caller fills.
 */
typedef struct {
  /**
   * Its number in the words, below QUADRILLE_GF3_CONSTANTS.
   */
  uint32_t number;
  /**
   * What it is in the OpenGL program, such as "state.matrix.mvp.row[0]".
   */
  const char *name;
} QuadrilleGf3Binding;

/**
 * A second place that helps to understand the first.
 */
typedef struct {
  /**
   * Where.
   */
  QuadrillePlace place;
  /**
   * What is to be seen there.
   */
  const char *text;
} QuadrilleLabel;

/**
 * A replacement that removes the problem.
 */
typedef struct {
  /**
   * Who may apply it.
   */
  QuadrilleFixGrade grade;
  /**
   * What to replace; start and end are equal to insert.
   */
  QuadrillePlace place;
  /**
   * What the replacement does, in a few words.
   */
  const char *title;
  /**
   * The new text.
   */
  const char *replacement;
} QuadrilleFix;

/**
 * One problem at one place. All strings end with 0 and are UTF-8.
 */
typedef struct {
  /**
   * How bad it is.
   */
  QuadrilleSeverity severity;
  /**
   * The name of the rule that is broken: `quadrille explain NAME` has its page.
   */
  const char *rule;
  /**
   * One lower-case sentence without a full stop.
   */
  const char *message;
  /**
   * A few words about the marked text; may be empty.
   */
  const char *hint;
  /**
   * Where to look.
   */
  QuadrillePlace place;
  /**
   * Other places.
   */
  const QuadrilleLabel *labels;
  /**
   * Length of `labels`.
   */
  size_t label_count;
  /**
   * Further sentences.
   */
  const char *const *notes;
  /**
   * Length of `notes`.
   */
  size_t note_count;
  /**
   * A remedy; NULL where none is known.
   */
  const QuadrilleFix *fix;
} QuadrilleDiagnostic;

/**
 * The words of a GeForce 3 vertex program, their text, what they read and write, and its problems. It lives as long as
 * the program.
 */
typedef struct {
  /**
   * Whether it is accepted.
   */
  bool accepted;
  /**
   * Whether it writes constants, so that its vertices run one after another.
   */
  bool writes_constants;
  /**
   * The attributes that it reads, a bit each.
   */
  uint32_t inputs;
  /**
   * The outputs that it writes, a bit each.
   */
  uint32_t outputs;
  /**
   * Its words, four numbers each as the machine stores them; the last has the final bit.
   */
  const uint32_t *words;
  /**
   * Length of `words`, in words of four numbers.
   */
  size_t word_count;
  /**
   * Constants that the caller fills, of a program that was OpenGL's.
   */
  const QuadrilleGf3Binding *bindings;
  /**
   * Length of `bindings`.
   */
  size_t binding_count;
  /**
   * The machine text of the words.
   */
  const char *text;
  /**
   * All problems, sorted by place.
   */
  const QuadrilleDiagnostic *diagnostics;
  /**
   * Length of `diagnostics`.
   */
  size_t diagnostic_count;
} QuadrilleGf3View;

/**
 * An attribute of many vertices.
 */
typedef struct {
  /**
   * Four components for each vertex, or four for all of them, as bits; NULL for (0, 0, 0, 1).
   */
  const uint32_t *quads;
  /**
   * Whether there are four for each vertex.
   */
  bool varies;
} QuadrilleGf3Stream;

/**
 * Says whether a run is to end now, as when its time is up. `context` is what quadrille_inputs_set_stop was given.
 */
typedef bool (*QuadrilleStop)(void *context);

/**
 * Whether a driver loads a program, why it does not, and all problems. It lives as long as its object.
 */
typedef struct {
  /**
   * What becomes of it.
   */
  QuadrilleDriverOutcome outcome;
  /**
   * Why it does not load.
   */
  QuadrilleFailureCause cause;
  /**
   * The name of the cause: an extension without "GL_", an option, or a rule; empty if it loads.
   */
  const char *cause_name;
  /**
   * How many limits of the hardware it exceeds though it loads.
   */
  size_t native_excess;
  /**
   * All that there is to say of it, sorted by place.
   */
  const QuadrilleDiagnostic *diagnostics;
  /**
   * Length of `diagnostics`.
   */
  size_t diagnostic_count;
} QuadrilleDriverVerdict;

/**
 * Whether a program is accepted, its stage and header, its problems, and what GL answers to its load. It lives as long
 * as the program.
 */
typedef struct {
  /**
   * Whether it is accepted.
   */
  bool accepted;
  /**
   * Its stage; QUADRILLE_STAGE_NONE if its header is unknown.
   */
  QuadrilleStage stage;
  /**
   * Its header, such as "!!ARBvp1.0"; empty if it is unknown.
   */
  const char *header;
  /**
   * All problems, sorted by place.
   */
  const QuadrilleDiagnostic *diagnostics;
  /**
   * Length of `diagnostics`.
   */
  size_t diagnostic_count;
  /**
   * What GL's PROGRAM_ERROR_POSITION_ARB is: a byte of the program, or -1.
   */
  int64_t error_position;
  /**
   * What GL's PROGRAM_ERROR_STRING_ARB is.
   */
  const char *error_string;
} QuadrilleVerdict;

/**
 * The words of a QPU program, their text in assembly, and its problems. It lives as long as the program.
 */
typedef struct {
  /**
   * Whether it was assembled. What the rules of the guide say does not change it.
   */
  bool accepted;
  /**
   * Its words.
   */
  const uint64_t *words;
  /**
   * Length of `words`.
   */
  size_t word_count;
  /**
   * The text of the words in assembly.
   */
  const char *text;
  /**
   * Errors of the text or, for what was assembled, what the rules of the guide say. The places of the latter count
   * eight bytes a word.
   */
  const QuadrilleDiagnostic *diagnostics;
  /**
   * Length of `diagnostics`.
   */
  size_t diagnostic_count;
} QuadrilleQpuView;

/**
 * Memory that a program works on.
 */
typedef struct {
  /**
   * What uniforms call it, after an @.
   */
  const char *name;
  /**
   * Its bytes, which a run changes.
   */
  uint8_t *bytes;
  /**
   * Length of `bytes`.
   */
  size_t length;
} QuadrilleQpuBuffer;

/**
 * What a run took and found. It lives as long as the run.
 */
typedef struct {
  /**
   * How it ended.
   */
  QuadrilleQpuEnd end;
  /**
   * Instructions that were executed.
   */
  uint64_t instructions;
  /**
   * Clocks until the last launch ended.
   */
  uint64_t clocks;
  /**
   * What the emulator found wrong, a sentence each; or why it did not begin.
   */
  const char *const *findings;
  /**
   * Length of `findings`.
   */
  size_t finding_count;
} QuadrilleQpuOutcome;

/**
 * An input or an output of a shader.
 */
typedef struct {
  /**
   * Its name in the shader, such as "v_texcoord0".
   */
  const char *name;
  /**
   * Its type, such as "vec4".
   */
  const char *type_name;
  /**
   * What it is in the program, such as "fragment.texcoord[0]".
   */
  const char *binding;
  /**
   * The components that are used, such as "xy".
   */
  const char *components;
  /**
   * Its location; -1 where the shading language names the variable itself.
   */
  int32_t location;
} QuadrilleVariable;

/**
 * A uniform of a shader, or a member of its block.
 */
typedef struct {
  /**
   * Its name in the shader, such as "u_fragment_local".
   */
  const char *name;
  /**
   * The type of an element, such as "vec4".
   */
  const char *type_name;
  /**
   * The length of an array; 0 for what is none.
   */
  uint32_t length;
  /**
   * Its first byte in a block with the std140 layout, or in push constants.
   */
  uint32_t offset;
  /**
   * What each element is in the program, such as "program.local[1]" or "state.matrix.mvp.row[0]"; NULL for one
   * that the program does not read.
   */
  const char *const *elements;
  /**
   * Length of `elements`; 1 for what is no array.
   */
  size_t element_count;
  /**
   * The four components that it has until it is set, which DECLARE of !!FP1.0 gives it; NULL for none.
   */
  const float *initial;
} QuadrilleParameter;

/**
 * A texture of a shader.
 */
typedef struct {
  /**
   * Its name in the shader, such as "texture0".
   */
  const char *name;
  /**
   * Its target in the program: "1D", "2D", "3D", "CUBE", "RECT", "SHADOW2D" and so on.
   */
  const char *target;
  /**
   * The unit that the program reads.
   */
  uint32_t unit;
  /**
   * Its binding number.
   */
  uint32_t binding;
} QuadrilleTexture;

/**
 * A program parameter buffer of a shader, a uniform block with the std140 layout.
 */
typedef struct {
  /**
   * Its name in the shader, such as "u_vertex_buffer0".
   */
  const char *name;
  /**
   * The type of an element, "vec4" or "uvec4".
   */
  const char *type_name;
  /**
   * How many elements it has.
   */
  uint32_t length;
  /**
   * The n of the program's program.buffer[n].
   */
  uint32_t buffer;
  /**
   * Its binding number.
   */
  uint32_t binding;
} QuadrilleBuffer;

/**
 * A storage buffer of a shader, or a buffer of atomic counters, which is one there: an array of words, as long as the buffer
 * that is bound.
 */
typedef struct {
  /**
   * Its name in the shader, such as "u_fragment_storage0" or "u_fragment_counters0".
   */
  const char *name;
  /**
   * The type of a word, "uint" or "int".
   */
  const char *type_name;
  /**
   * The n of the program's program.storage[n] or program.counter[n], which all stages share.
   */
  uint32_t buffer;
  /**
   * Its binding number.
   */
  uint32_t binding;
} QuadrilleStorageBuffer;

/**
 * An image of a shader.
 */
typedef struct {
  /**
   * Its name in the shader, such as "u_fragment_image0".
   */
  const char *name;
  /**
   * Its target in the program: "1D", "2D", "3D", "CUBE", "RECT", "BUFFER" and so on.
   */
  const char *target;
  /**
   * The type of a texel, "vec4", "ivec4" or "uvec4".
   */
  const char *type_name;
  /**
   * The format to bind the texture's level with, such as "r32ui"; NULL for the texture's own.
   */
  const char *format;
  /**
   * "read-only", "write-only" or "read-write".
   */
  const char *access;
  /**
   * The image unit of the program.
   */
  uint32_t unit;
  /**
   * Its binding number.
   */
  uint32_t binding;
} QuadrilleImage;

/**
 * A function that a subroutine parameter may choose.
 */
typedef struct {
  /**
   * The integer uniform that chooses it, such as "u_fragment_subroutine0".
   */
  const char *parameter;
  /**
   * The subroutine type.
   */
  const char *type_name;
  /**
   * The function's label in the program.
   */
  const char *function;
  /**
   * The value of the uniform that chooses it.
   */
  uint32_t number;
} QuadrilleSubroutine;

/**
 * What a shader gets and gives. It comes by a pointer alone, and may gain members at its end.
 */
typedef struct {
  /**
   * The stage.
   */
  QuadrilleStage stage;
  /**
   * Attributes, or what the vertex shader hands on.
   */
  const QuadrilleVariable *inputs;
  /**
   * Length of `inputs`.
   */
  size_t input_count;
  /**
   * What the shader hands on, or its colours and depth.
   */
  const QuadrilleVariable *outputs;
  /**
   * Length of `outputs`.
   */
  size_t output_count;
  /**
   * Uniforms, or the members of the block.
   */
  const QuadrilleParameter *parameters;
  /**
   * Length of `parameters`.
   */
  size_t parameter_count;
  /**
   * Textures.
   */
  const QuadrilleTexture *textures;
  /**
   * Length of `textures`.
   */
  size_t texture_count;
  /**
   * Program parameter buffers.
   */
  const QuadrilleBuffer *buffers;
  /**
   * Length of `buffers`.
   */
  size_t buffer_count;
  /**
   * Storage buffers.
   */
  const QuadrilleStorageBuffer *storages;
  /**
   * Length of `storages`.
   */
  size_t storage_count;
  /**
   * Images.
   */
  const QuadrilleImage *images;
  /**
   * Length of `images`.
   */
  size_t image_count;
  /**
   * The functions that subroutine parameters may choose.
   */
  const QuadrilleSubroutine *subroutines;
  /**
   * Length of `subroutines`.
   */
  size_t subroutine_count;
  /**
   * The GL state that the program reads, such as "state.matrix.mvp.row[0]".
   */
  const char *const *state;
  /**
   * Length of `state`.
   */
  size_t state_count;
  /**
   * The name of the block; NULL if there is none.
   */
  const char *block_name;
  /**
   * Its binding number.
   */
  uint32_t block_binding;
  /**
   * Where parameters end in a block or in push constants: a multiple of 16 bytes.
   */
  uint32_t size;
  /**
   * All of this and more as JSON: extensions, options, and what the program calls its parts.
   */
  const char *json;
  /**
   * Buffers of atomic counters: storage buffers whose binding numbers are theirs.
   */
  const QuadrilleStorageBuffer *counters;
  /**
   * Length of `counters`.
   */
  size_t counter_count;
} QuadrilleReflection;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * New options: strict, with the limits of a desktop driver. Given back to quadrille_check_options_free.
 */
QuadrilleCheckOptions *quadrille_check_options_new(void);

/**
 * Ends options. NULL is allowed.
 */
void quadrille_check_options_free(QuadrilleCheckOptions *options);

/**
 * Chooses a dialect, a QuadrilleDialect.
 */
QuadrilleStatus quadrille_check_options_set_dialect(QuadrilleCheckOptions *options, uint32_t dialect);

/**
 * Takes a set of limits: "desktop" (the default), "minimum", "g80", "fermi" or "unlimited".
 */
QuadrilleStatus quadrille_check_options_set_limits(QuadrilleCheckOptions *options, const char *preset);

/**
 * Sets one limit, such as "fragment-temporaries".
 */
QuadrilleStatus quadrille_check_options_set_limit(QuadrilleCheckOptions *options,
                                                  const char *name,
                                                  uint32_t value);

/**
 * Asks for programs of one stage, a QuadrilleStage: the header of another is then an error. Any stage is taken
 * otherwise, which QUADRILLE_STAGE_NONE asks for again.
 */
QuadrilleStatus quadrille_check_options_set_stage(QuadrilleCheckOptions *options,
                                                  uint32_t wanted);

/**
 * Asks for advice on accepted programs, which is not given otherwise: notes and warnings on what is legal and nearly
 * always not meant.
 */
QuadrilleStatus quadrille_check_options_set_advice(QuadrilleCheckOptions *options,
                                                   bool on);

/**
 * Runs an accepted program once, with test textures whose texel at (s, t, r) is (s, t, r, 1) with whole parts
 * taken off. A fragment program runs as a quad of four equal fragments. NULL inputs are the default.
 *
 * With QUADRILLE_STATUS_OK, QUADRILLE_STATUS_STOPPED and QUADRILLE_STATUS_UNKNOWN_NAME `evaluation` gets an object
 * that is given back to quadrille_evaluation_free; otherwise NULL.
 */
QuadrilleStatus quadrille_evaluate(const QuadrilleProgram *program,
                                   const QuadrilleInputs *inputs,
                                   QuadrilleEvaluation **evaluation);

/**
 * What a run gave; NULL for NULL.
 */
const QuadrilleOutputs *quadrille_evaluation_outputs(const QuadrilleEvaluation *evaluation);

/**
 * Ends an evaluation. NULL is allowed.
 */
void quadrille_evaluation_free(QuadrilleEvaluation *evaluation);

/**
 * Applies the fixes of grade QUADRILLE_FIX_GRADE_CERTAIN to a program: to `length` bytes of text, or to the `part` of
 * them that a span from quadrille_split names; NULL for all. The rest of the text is kept, bytes of comments too. NULL
 * options are the default.
 *
 * With QUADRILLE_STATUS_OK, whether there was anything to fix or not, `fixed` gets an object that is given back to
 * quadrille_fixed_free; otherwise NULL. What is wrong with the program still, quadrille_check says.
 */
QuadrilleStatus quadrille_fix(const QuadrilleCheckOptions *options,
                              const char *source,
                              size_t length,
                              const QuadrilleSpan *part,
                              QuadrilleFixed **fixed);

/**
 * The text, with a 0 behind its last byte. It lives as long as the object. NULL for NULL.
 */
const char *quadrille_fixed_text(const QuadrilleFixed *fixed);

/**
 * The number of bytes of the text; 0 for NULL.
 */
size_t quadrille_fixed_length(const QuadrilleFixed *fixed);

/**
 * The number of fixes in the text; 0 for NULL.
 */
size_t quadrille_fixed_count(const QuadrilleFixed *fixed);

/**
 * Ends it. NULL is allowed.
 */
void quadrille_fixed_free(QuadrilleFixed *fixed);

/**
 * Reads state of the fixed function from JSON, whose form docs/translate.md has: which paths are taken, and no values.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `state` gets an object that is given back to
 * quadrille_fixed_function_free; otherwise NULL.
 */
QuadrilleStatus quadrille_fixed_function_read(const char *json,
                                              size_t length,
                                              QuadrilleFixedFunction **state);

/**
 * Why a text is no state, with line and column; empty if it is. It lives as long as the object. NULL for NULL.
 */
const char *quadrille_fixed_function_problem(const QuadrilleFixedFunction *state);

/**
 * Ends state. NULL is allowed.
 */
void quadrille_fixed_function_free(QuadrilleFixedFunction *state);

/**
 * Translates a vertex or fragment program with the fixed function as its other half; NULL for a program gives
 * both halves of the fixed function. What the state asks of shaders besides (alpha test, flat colours, two faces, clip
 * planes) is done as if the options said it.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED both translations get an object that is given back to
 * quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems; where
 * the state is, the report of both is quadrille_fixed_function_problem.
 */
QuadrilleStatus quadrille_translate_fixed_function(const QuadrilleFixedFunction *state,
                                                   const QuadrilleProgram *program,
                                                   const QuadrilleTranslateOptions *options,
                                                   QuadrilleTranslation **vertex_translation,
                                                   QuadrilleTranslation **fragment_translation);

/**
 * Assembles machine text in the names of the Xbox ("MOV oPos, v0"), or with `gl` of NV_vertex_program, whose programs
 * reach their own 96 constants only. `name` is what messages call the text.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
 * quadrille_gf3_program_free; otherwise NULL.
 */
QuadrilleStatus quadrille_gf3_assemble(const char *name,
                                       const char *source,
                                       size_t length,
                                       bool gl,
                                       QuadrilleGf3Program **program);

/**
 * Takes `count` words of four numbers each, as a game gives them to the machine; with `gl` they reach the 96 constants of
 * OpenGL only. What is behind the first word with the final bit is left out.
 *
 * With QUADRILLE_STATUS_OK `program` gets an object that is given back to quadrille_gf3_program_free. Words that the
 * machine does not define, or that have no final bit, are QUADRILLE_STATUS_INVALID_ARGUMENT.
 */
QuadrilleStatus quadrille_gf3_from_words(const uint32_t *words,
                                         size_t count,
                                         bool gl,
                                         QuadrilleGf3Program **program);

/**
 * The words that a vertex program of OpenGL becomes, with the constants that it needs.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `words` gets an object that is given back to
 * quadrille_gf3_program_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
 */
QuadrilleStatus quadrille_gf3_lower(const QuadrilleProgram *program,
                                    QuadrilleGf3Program **words);

/**
 * The words of a program, what they read and write, and its problems; NULL for NULL.
 */
const QuadrilleGf3View *quadrille_gf3_program_view(const QuadrilleGf3Program *program);

/**
 * All diagnostics of a program as people read them; empty if there are none. NULL for NULL.
 */
const char *quadrille_gf3_program_report(const QuadrilleGf3Program *program);

/**
 * Ends a program. NULL is allowed.
 */
void quadrille_gf3_program_free(QuadrilleGf3Program *program);

/**
 * Writes the constants that a program of OpenGL's brought along, of four components each as bits, to their numbers among
 * the QUADRILLE_GF3_CONSTANTS of `constants`; others stay as they are.
 */
QuadrilleStatus quadrille_gf3_program_set_constants(const QuadrilleGf3Program *program,
                                                    uint32_t *constants);

/**
 * Runs one vertex. All numbers are the bits of four components: QUADRILLE_GF3_CONSTANTS constants, which only a program
 * that writes constants changes, and QUADRILLE_GF3_REGISTERS attributes and outputs. Outputs that it does not write are
 * (0, 0, 0, 1). Nothing is copied and nothing allocated.
 */
QuadrilleStatus quadrille_gf3_run(const QuadrilleGf3Program *program,
                                  uint32_t *constants,
                                  const uint32_t *inputs,
                                  uint32_t *outputs);

/**
 * Runs `count` vertices of a program that writes no constants: the same bits as one after another. `inputs` has
 * QUADRILLE_GF3_REGISTERS streams; `outputs` as many pointers, each NULL or to four numbers for each vertex.
 */
QuadrilleStatus quadrille_gf3_run_batch(const QuadrilleGf3Program *program,
                                        const uint32_t *constants,
                                        const QuadrilleGf3Stream *inputs,
                                        size_t count,
                                        uint32_t *const *outputs);

/**
 * New inputs: attributes are (0, 0, 0, 1), parameters 0. Given back to quadrille_inputs_free.
 */
QuadrilleInputs *quadrille_inputs_new(void);

/**
 * Ends inputs. NULL is allowed.
 */
void quadrille_inputs_free(QuadrilleInputs *inputs);

/**
 * Sets four floats: an attribute ("vertex.position", "fragment.color"), a parameter ("program.local[3]") or state
 * ("state.matrix.mvp.row[0]"). Whether the program reads it is seen when it runs.
 */
QuadrilleStatus quadrille_inputs_set(QuadrilleInputs *inputs,
                                     const char *name,
                                     const float *values);

/**
 * The same with the bits of four components, of any type.
 */
QuadrilleStatus quadrille_inputs_set_bits(QuadrilleInputs *inputs, const char *name, const uint32_t *words);

/**
 * Stops a run after this many instructions, whatever work they come to; otherwise it is 4 million.
 */
QuadrilleStatus quadrille_inputs_set_budget(QuadrilleInputs *inputs, uint64_t instructions);

/**
 * Stops a run after this many units of work: an instruction is 32 at least, and one for each invocation that executes
 * it. It holds beside quadrille_inputs_set_budget if it is set after that.
 */
QuadrilleStatus quadrille_inputs_set_work(QuadrilleInputs *inputs,
                                          uint64_t units);

/**
 * The most memory that a run takes for registers and inputs, in bytes; otherwise it is 512 MiB. A run that takes more
 * does not begin.
 */
QuadrilleStatus quadrille_inputs_set_memory(QuadrilleInputs *inputs,
                                            uint64_t bytes);

/**
 * Stops a run when `stop` returns true: it is called with `context` every few milliseconds, by the thread that runs
 * the program. Both must stay as long as a run with these inputs may call them. A NULL function takes it back.
 */
QuadrilleStatus quadrille_inputs_set_stop(QuadrilleInputs *inputs,
                                          QuadrilleStop stop,
                                          void *context);

/**
 * The name of a driver, counted from 0: "mesa" and so on; NULL after the last.
 */
const char *quadrille_driver_name(size_t index);

/**
 * Judges a program as a driver loads it, by the driver's limits and habits: `length` bytes of text, or the `part` of
 * them that a span from quadrille_split names; NULL for all. `name` is what messages call the text; it is not opened.
 *
 * With QUADRILLE_STATUS_OK, whatever becomes of the program, `judged` gets an object that is given back to
 * quadrille_on_driver_free; otherwise NULL.
 */
QuadrilleStatus quadrille_judge(const char *driver,
                                const char *name,
                                const char *source,
                                size_t length,
                                const QuadrilleSpan *part,
                                QuadrilleOnDriver **judged);

/**
 * Whether the driver loads the program, and why not; NULL for NULL.
 */
const QuadrilleDriverVerdict *quadrille_on_driver_verdict(const QuadrilleOnDriver *judged);

/**
 * All of it as people read it, with source lines; empty if there is nothing to say. It lives as long as the object.
 * NULL for NULL.
 */
const char *quadrille_on_driver_report(const QuadrilleOnDriver *judged);

/**
 * Ends it. NULL is allowed.
 */
void quadrille_on_driver_free(QuadrilleOnDriver *judged);

/**
 * Checks a program: `length` bytes of text, or the `part` of them that a span from quadrille_split names; NULL
 * for all. `name` is what messages call the text; it is not opened. NULL options are the default.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
 * quadrille_program_free; otherwise NULL. The text is not needed any more afterwards. Places in diagnostics are
 * those of the whole text, the error position is that of the program.
 */
QuadrilleStatus quadrille_check(const QuadrilleCheckOptions *options,
                                const char *name,
                                const char *source,
                                size_t length,
                                const QuadrilleSpan *part,
                                QuadrilleProgram **program);

/**
 * Whether the program is accepted, and its problems; NULL for NULL.
 */
const QuadrilleVerdict *quadrille_program_verdict(const QuadrilleProgram *program);

/**
 * All diagnostics of a program as people read them, with source lines; empty if there are none. It lives as
 * long as the program. NULL for NULL.
 */
const char *quadrille_program_report(const QuadrilleProgram *program);

/**
 * Ends a program. NULL is allowed.
 */
void quadrille_program_free(QuadrilleProgram *program);

/**
 * Assembles text. `name` is what messages call it; it includes no files.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
 * quadrille_qpu_program_free; otherwise NULL.
 */
QuadrilleStatus quadrille_qpu_assemble(const char *name,
                                       const char *source,
                                       size_t length,
                                       QuadrilleQpuProgram **program);

/**
 * Takes `count` words, whatever they are: what the rules say of them are the diagnostics.
 *
 * With QUADRILLE_STATUS_OK `program` gets an object that is given back to quadrille_qpu_program_free; otherwise NULL.
 */
QuadrilleStatus quadrille_qpu_from_words(const uint64_t *words,
                                         size_t count,
                                         QuadrilleQpuProgram **program);

/**
 * The words of a program, their text, and its problems; NULL for NULL.
 */
const QuadrilleQpuView *quadrille_qpu_program_view(const QuadrilleQpuProgram *program);

/**
 * All diagnostics of a program as people read them; empty if there are none. NULL for NULL.
 */
const char *quadrille_qpu_program_report(const QuadrilleQpuProgram *program);

/**
 * Runs a program on the emulated QPUs of a Raspberry Pi, once for each of `launch_count` lists of uniforms: numbers and
 * buffers with commas between, such as "@in, @out, 16". It ends after `instructions`; 0 for 400 million. Buffers are
 * changed in place, unless it does not begin.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_STOPPED, which is for every end but QUADRILLE_QPU_END_FINISHED and for
 * a run that did not begin, `run` gets an object that is given back to quadrille_qpu_run_free; otherwise NULL.
 */
QuadrilleStatus quadrille_qpu_run(const QuadrilleQpuProgram *program,
                                  const QuadrilleQpuBuffer *buffers,
                                  size_t buffer_count,
                                  const char *const *launches,
                                  size_t launch_count,
                                  uint64_t instructions,
                                  QuadrilleQpuRun **run);

/**
 * What a run took and found; NULL for NULL.
 */
const QuadrilleQpuOutcome *quadrille_qpu_run_outcome(const QuadrilleQpuRun *run);

/**
 * Ends a run. NULL is allowed.
 */
void quadrille_qpu_run_free(QuadrilleQpuRun *run);

/**
 * Ends a program. NULL is allowed.
 */
void quadrille_qpu_program_free(QuadrilleQpuProgram *program);

/**
 * A new report for a driver, by its name. `report` gets it, with QUADRILLE_STATUS_OK; it is given back to
 * quadrille_report_free.
 */
QuadrilleStatus quadrille_report_new(const char *driver, QuadrilleReport **report);

/**
 * Adds a program that was judged for the report's driver, which may be given back afterwards; one that was judged for
 * another is answered with QUADRILLE_STATUS_INVALID_ARGUMENT. Programs of one text are added one after the other.
 */
QuadrilleStatus quadrille_report_add(QuadrilleReport *report,
                                     const QuadrilleOnDriver *judged);

/**
 * Writes a report, as a QuadrilleReportFormat says; `text` gets it. It lives until the report is written again or ends.
 */
QuadrilleStatus quadrille_report_write(QuadrilleReport *report,
                                       uint32_t format,
                                       const char **text);

/**
 * Ends a report. NULL is allowed.
 */
void quadrille_report_free(QuadrilleReport *report);

/**
 * Finds the programs in a text of several, such as a .vfp file: each from its header to its END. `count` gets
 * how many there are; the first `capacity` of them are written to `spans`, which may be NULL if `capacity` is 0.
 */
QuadrilleStatus quadrille_split(const char *source,
                                size_t length,
                                QuadrilleSpan *spans,
                                size_t capacity,
                                size_t *count);

/**
 * The status in a few words of English. Any number may be given.
 */
const char *quadrille_status_text(uint32_t status);

/**
 * Asks for an approximation of ARB programs by its name.
 */
QuadrilleStatus quadrille_translate_options_approximate(QuadrilleTranslateOptions *options,
                                                        const char *approximation);

/**
 * The limits that ARB programs must keep, by the name of a set of them; without, they may have any size.
 */
QuadrilleStatus quadrille_translate_options_set_profile(QuadrilleTranslateOptions *options,
                                                        const char *profile);

/**
 * Lets ARB programs have an option of a vendor, where their stage takes it: "NV_vertex_program2", "NV_vertex_program3",
 * "NV_fragment_program" or "NV_fragment_program2".
 */
QuadrilleStatus quadrille_translate_options_add_vendor_option(QuadrilleTranslateOptions *options,
                                                              const char *option);

/**
 * The name of a target, counted from 0: "glsl120" and so on; NULL after the last.
 */
const char *quadrille_target_name(size_t index);

/**
 * The name of an emulation, counted from 0: "rect-as-2d" and so on; NULL after the last.
 */
const char *quadrille_emulation_name(size_t index);

/**
 * The name of an approximation of ARB programs, counted from 0: "implicit-levels" and so on; NULL after the last.
 */
const char *quadrille_approximation_name(size_t index);

/**
 * The name of a set of limits of ARB programs, counted from 0: "minimum" and so on; NULL after the last.
 */
const char *quadrille_profile_name(size_t index);

/**
 * New options for a target by its name: exact, no emulations, plain uniforms where the target has them.
 * Given back to quadrille_translate_options_free.
 */
QuadrilleStatus quadrille_translate_options_new(const char *target, QuadrilleTranslateOptions **options);

/**
 * Ends options. NULL is allowed.
 */
void quadrille_translate_options_free(QuadrilleTranslateOptions *options);

/**
 * What is done about special values, a QuadrilleSemantics.
 */
QuadrilleStatus quadrille_translate_options_set_semantics(QuadrilleTranslateOptions *options,
                                                          uint32_t semantics);

/**
 * How parameters reach the shader, a QuadrillePacking.
 */
QuadrilleStatus quadrille_translate_options_set_packing(QuadrilleTranslateOptions *options, uint32_t packing);

/**
 * The vertex arrays that shaders of the compatibility profile read, a QuadrilleVertexAttributes.
 */
QuadrilleStatus quadrille_translate_options_set_attributes(QuadrilleTranslateOptions *options,
                                                           uint32_t attributes);

/**
 * How depth comparisons fill four components, a QuadrilleDepthMode.
 */
QuadrilleStatus quadrille_translate_options_set_depth_mode(QuadrilleTranslateOptions *options, uint32_t mode);

/**
 * Whether back faces take the back colours (VERTEX_PROGRAM_TWO_SIDE); they do not by default.
 */
QuadrilleStatus quadrille_translate_options_set_two_sided(QuadrilleTranslateOptions *options, bool on);

/**
 * Whether colours between the stages are clamped to [0, 1] (CLAMP_VERTEX_COLOR); they are by default.
 */
QuadrilleStatus quadrille_translate_options_set_color_clamp(QuadrilleTranslateOptions *options, bool on);

/**
 * Whether comments of the source are kept; they are by default.
 */
QuadrilleStatus quadrille_translate_options_set_comments(QuadrilleTranslateOptions *options, bool on);

/**
 * Allows an emulation by its name.
 */
QuadrilleStatus quadrille_translate_options_allow(QuadrilleTranslateOptions *options, const char *emulation);

/**
 * Gives the texture of a unit a binding number of the engine's; the rule is the unit itself.
 */
QuadrilleStatus quadrille_translate_options_bind_texture(QuadrilleTranslateOptions *options,
                                                         uint32_t unit,
                                                         uint32_t binding);

/**
 * Gives the uniform blocks of vertex and fragment shaders their binding numbers.
 */
QuadrilleStatus quadrille_translate_options_bind_blocks(QuadrilleTranslateOptions *options,
                                                        uint32_t vertex,
                                                        uint32_t fragment);

/**
 * Gives a program parameter buffer of a stage, such as QUADRILLE_STAGE_VERTEX, a binding number of the engine's.
 */
QuadrilleStatus quadrille_translate_options_bind_buffer(QuadrilleTranslateOptions *options,
                                                        uint32_t stage,
                                                        uint32_t buffer,
                                                        uint32_t binding);

/**
 * Gives a storage buffer a binding number of the engine's, the same for both stages.
 */
QuadrilleStatus quadrille_translate_options_bind_storage(QuadrilleTranslateOptions *options,
                                                         uint32_t buffer,
                                                         uint32_t binding);

/**
 * Gives a buffer of atomic counters a binding number of the engine's, one of storage buffers and the same for all stages.
 */
QuadrilleStatus quadrille_translate_options_bind_counters(QuadrilleTranslateOptions *options,
                                                          uint32_t buffer,
                                                          uint32_t binding);

/**
 * Gives an image unit a binding number of the engine's. With `converted` it is that of the image whose texels are
 * converted, where the program takes others of the unit as words.
 */
QuadrilleStatus quadrille_translate_options_bind_image(QuadrilleTranslateOptions *options,
                                                       uint32_t unit,
                                                       bool converted,
                                                       uint32_t binding);

/**
 * Names the format that an image unit has, such as "rgba8", for targets that want to know what texels are converted
 * to.
 */
QuadrilleStatus quadrille_translate_options_set_image_format(QuadrilleTranslateOptions *options,
                                                             uint32_t unit,
                                                             const char *format);

/**
 * Translates one program.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `translation` gets an object that is given back to
 * quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
 */
QuadrilleStatus quadrille_translate(const QuadrilleProgram *program,
                                    const QuadrilleTranslateOptions *options,
                                    QuadrilleTranslation **translation);

/**
 * Checks a program as NVIDIA's driver takes it and translates it to a target by its name: what a loader does that puts
 * something else into the place of a program that the machine's driver does not take.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `translation` gets an object that is given back to
 * quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
 */
QuadrilleStatus quadrille_replace(const char *source,
                                  size_t length,
                                  const char *target,
                                  QuadrilleTranslation **translation);

/**
 * Translates a vertex and a fragment program that are used together, so that their interfaces agree: what the
 * fragment program reads and the vertex program does not write is (0, 0, 0, 1), and push constants of the
 * fragment shader lie behind those of the vertex shader.
 *
 * With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED both translations get an object that is given back to
 * quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems; the
 * one that has no diagnostics may still have no shader, for want of the other.
 */
QuadrilleStatus quadrille_translate_pair(const QuadrilleProgram *vertex,
                                         const QuadrilleProgram *fragment,
                                         const QuadrilleTranslateOptions *options,
                                         QuadrilleTranslation **vertex_translation,
                                         QuadrilleTranslation **fragment_translation);

/**
 * The shader's text, which ends with 0; empty for SPIR-V. It lives as long as the translation. NULL if there is no
 * shader, and for NULL.
 */
const char *quadrille_translation_text(const QuadrilleTranslation *translation);

/**
 * The words of a SPIR-V module and, in `count`, how many there are. They live as long as the translation. NULL
 * and 0 if there are none.
 */
const uint32_t *quadrille_translation_words(const QuadrilleTranslation *translation,
                                            size_t *count);

/**
 * What the shader gets and gives. It lives as long as the translation. NULL if there is no shader, and for NULL.
 */
const QuadrilleReflection *quadrille_translation_reflection(const QuadrilleTranslation *translation);

/**
 * What the target cannot say, or the problems of a program that is itself rejected, with places in the text that the
 * program was checked in, and how many. They live as long as the translation.
 */
const QuadrilleDiagnostic *quadrille_translation_diagnostics(const QuadrilleTranslation *translation,
                                                             size_t *count);

/**
 * The same as people read it, with source lines; empty if there is nothing. NULL for NULL.
 */
const char *quadrille_translation_report(const QuadrilleTranslation *translation);

/**
 * Ends a translation. NULL is allowed.
 */
void quadrille_translation_free(QuadrilleTranslation *translation);

/**
 * The version of the library that is loaded; QUADRILLE_VERSION is that of the header.
 */
const char *quadrille_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* QUADRILLE_H */
