//! What declarations of the NV languages become in a program: slots, indices, layouts, subroutines.
//!
//! source: the invariants that `quadrille-program` states of its types, and NV_gpu_program4 2.X.3, 2.X.4.2.

use quadrille_base::Id;
use quadrille_check::{Options, check};
use quadrille_isa::gl::{Binding, Family};
use quadrille_program::layout::{
    Geometry, InputPrimitive, OutputPrimitive, Passthrough, Tessellation, TessellationMode,
    TessellationSpacing,
};
use quadrille_program::print::{print, same};
use quadrille_program::{BufferElement, File, Layout, ParameterSource, Program, Register};

fn program(text: &str) -> Program {
    let checked = check(text, &Options::default());
    let messages: Vec<&str> = checked.diagnostics.iter().map(|d| d.message.as_str()).collect();
    checked.program.unwrap_or_else(|| panic!("{messages:?}\n{text}"))
}

/// The first operand of an instruction.
fn operand(program: &Program, at: usize) -> Register {
    let instruction = program.instructions().iter().nth(at).expect("an instruction");
    instruction.operands[0].register
}

/// Where an instruction writes.
fn result(program: &Program, at: usize) -> Register {
    let instruction = program.instructions().iter().nth(at).expect("an instruction");
    let destination = instruction.destination.expect("a destination");
    destination.register.expect("a register")
}

#[test]
fn a_binding_has_one_slot_inside_and_outside_arrays() {
    let program = program(
        "!!NVvp4.0\nINT TEMP i;\nMOV result.texcoord[1], vertex.attrib[2];\n\
         ATTRIB a[] = { vertex.attrib[1..3] };\nOUTPUT o[] = { result.texcoord[0..2] };\n\
         MOV o[i.x + 1], a[i.y + 2];\nMOV o[1], a[1];\nEND\n",
    );
    let numbers = |variables: &[quadrille_program::Variable]| -> Vec<u32> {
        variables
            .iter()
            .map(|variable| variable.binding.index[0])
            .collect()
    };
    assert_eq!(numbers(program.attributes()), [1, 2, 3]);
    assert_eq!(numbers(program.results()), [0, 1, 2]);
    // `attrib[2]` and `texcoord[1]`, named directly and as elements.
    assert_eq!(operand(&program, 0), Register::fixed(File::Attribute, 1));
    assert_eq!(operand(&program, 2), Register::fixed(File::Attribute, 1));
    assert_eq!(result(&program, 0), Register::fixed(File::Result, 1));
    assert_eq!(result(&program, 2), Register::fixed(File::Result, 1));
    let (read, written) = (operand(&program, 1), result(&program, 1));
    let (from, to) = (
        read.relative.expect("an index"),
        written.relative.expect("an index"),
    );
    assert_eq!(
        (read.slot, from.first, from.length, from.index.component),
        (2, 0, 3, 1)
    );
    assert_eq!(
        (written.slot, to.first, to.length, to.index.component),
        (1, 0, 3, 0)
    );
    assert_eq!(
        (from.index.file, to.index.file),
        (File::Temporary, File::Temporary)
    );
}

#[test]
fn a_vertex_is_the_outer_index() {
    let program = program(
        "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nINT TEMP i;\n\
         ATTRIB p = vertex.position;\nATTRIB q = vertex[2].position;\nATTRIB t[] = { vertex.texcoord[0..3] };\n\
         MOV result.position, vertex[1].position;\nMOV result.position, q;\nMOV result.position, p[i.x + 2];\n\
         MOV result.position, t[i.x][i.y + 1];\nMOV result.position, t[2][3];\nEND\n",
    );
    // All of one attribute of every vertex is one slot.
    let every = |variable: &quadrille_program::Variable| variable.binding.index[1] == Binding::EVERY;
    assert!(program.attributes().iter().all(every));
    assert_eq!(program.attributes().len(), 5);
    let outer = |at: usize| operand(&program, at).outer.expect("a vertex");
    assert_eq!((outer(0).number, outer(0).index, outer(0).count), (1, None, 3));
    assert_eq!((outer(1).number, outer(1).index), (2, None));
    assert_eq!(operand(&program, 0).slot, operand(&program, 1).slot);
    assert_eq!(outer(2).number, 2);
    assert_eq!(outer(2).index.expect("an index").component, 0);
    let both = operand(&program, 3);
    let inner = both.relative.expect("an index");
    assert_eq!((inner.index.component, inner.length), (1, 4));
    assert_eq!(both.slot as u32, inner.first + 1);
    assert_eq!(
        (outer(4).number, operand(&program, 4).slot as u32),
        (2, inner.first + 3)
    );
    assert_eq!(outer(4).stride, 0);
}

#[test]
fn buffers_get_the_slots_that_are_read() {
    let program = program(
        "!!NVvp5.0\nINT TEMP i;\nBUFFER w[] = { program.buffer[0] };\n\
         BUFFER4 v[] = { program.buffer[2..3][7..9] };\nMOV result.position, w[40];\n\
         MOV result.position, v[1][2];\nMOV result.position, v[i.x][i.y + 1];\nEND\n",
    );
    let element = |slot: i32| match program.parameters()[slot as usize].source {
        ParameterSource::Buffer(element) => element,
        other => panic!("{other:?}"),
    };
    let word = BufferElement {
        buffer: 0,
        element: 40,
        vector: false,
    };
    assert_eq!(element(operand(&program, 0).slot), word);
    let vector = |buffer, element| BufferElement {
        buffer,
        element,
        vector: true,
    };
    assert_eq!(element(operand(&program, 1).slot), vector(3, 9));
    let indexed = operand(&program, 2);
    let (inner, outer) = (
        indexed.relative.expect("an index"),
        indexed.outer.expect("a buffer"),
    );
    assert_eq!(
        (inner.length, outer.count, outer.stride, outer.number),
        (3, 2, 3, 0)
    );
    for buffer in 0..2 {
        for number in 0..3 {
            let slot = inner.first + buffer * outer.stride + number;
            assert_eq!(element(slot as i32), vector(2 + buffer, 7 + number));
        }
    }
    assert_eq!(indexed.slot as u32, inner.first + 1);
    assert_eq!(program.memory().parameter_buffers, [0, 2, 3]);
}

#[test]
fn direct_uses_are_interpolated_as_declared() {
    // source: NV_fragment_program4 2.X.3.1, and its issue 3
    let program = program(
        "!!NVfp4.0\nTEMP a, b;\nMOV b, fragment.texcoord[3];\nMOV a, fragment.texcoord[1];\n\
         FLAT ATTRIB tc02[3] = { fragment.texcoord[0..2] };\nADD result.color, a, b;\nEND\n",
    );
    let flat: Vec<(u32, bool)> = program
        .attributes()
        .iter()
        .map(|attribute| (attribute.binding.index[0], attribute.interpolation.flat))
        .collect();
    assert_eq!(flat, [(0, true), (1, true), (2, true), (3, false)]);
}

#[test]
fn layouts_are_what_is_declared() {
    let geometry = program(
        "!!NVgp5.0 PRIMITIVE_IN LINES_ADJACENCY PRIMITIVE_OUT LINE_STRIP VERTICES_OUT 7 INVOCATIONS 3 END",
    );
    assert_eq!(
        *geometry.layout(),
        Layout::Geometry(Geometry {
            input: InputPrimitive::LinesAdjacency,
            output: OutputPrimitive::LineStrip,
            vertices: 7,
            invocations: 3,
            passes_through: false,
            passthrough: Vec::new(),
        })
    );
    let passes = program(
        "!!NVgp5.0\nOPTION NV_geometry_program_passthrough;\nPRIMITIVE_IN TRIANGLES;\n\
         PASSTHROUGH result.attrib[1].xy;\nPASSTHROUGH result.attrib[0..1].z;\nEND\n",
    );
    let passed = |number, mask| Passthrough {
        binding: Binding::new(Family::ResultAttrib, [number, 0, 0, 0]),
        mask,
    };
    assert_eq!(
        *passes.layout(),
        Layout::Geometry(Geometry {
            input: InputPrimitive::Triangles,
            output: OutputPrimitive::TriangleStrip,
            vertices: 3,
            invocations: 1,
            passes_through: true,
            passthrough: vec![passed(0, 0b0100), passed(1, 0b0111)],
        })
    );
    let control = program("!!NVtcp5.0 VERTICES_OUT 16; END");
    assert_eq!(*control.layout(), Layout::TessellationControl { vertices: 16 });
    let evaluation = program(
        "!!NVtep5.0 TESS_MODE QUADS TESS_SPACING FRACTIONAL_ODD TESS_VERTEX_ORDER CW TESS_POINT_MODE END",
    );
    assert_eq!(
        *evaluation.layout(),
        Layout::TessellationEvaluation(Tessellation {
            mode: TessellationMode::Quads,
            spacing: TessellationSpacing::FractionalOdd,
            clockwise: true,
            points: true,
        })
    );
    // source: NV_tessellation_program5 2.X.7, what is used where a declaration is left out
    let defaults = program("!!NVtep5.0 TESS_MODE ISOLINES END");
    assert_eq!(
        *defaults.layout(),
        Layout::TessellationEvaluation(Tessellation {
            mode: TessellationMode::Isolines,
            spacing: TessellationSpacing::Equal,
            clockwise: false,
            points: false,
        })
    );
    let compute = program("!!NVcp5.0 GROUP_SIZE 8 4 SHARED_MEMORY 100 END");
    assert_eq!(
        *compute.layout(),
        Layout::Compute {
            group_size: Some([8, 4, 1]),
            shared_bytes: 100,
        }
    );
    let variable = program("!!NVcp5.0 OPTION ARB_compute_variable_group_size; END");
    assert_eq!(
        *variable.layout(),
        Layout::Compute {
            group_size: None,
            shared_bytes: 0,
        }
    );
}

#[test]
fn subroutines_are_those_of_the_specification() {
    // source: ARB_shader_subroutine, section 2.X.5, the example of heroes
    let program = program(
        "!!NVvp5.0\nSUBROUTINETYPE Hero { superman, wolverine };\nSUBROUTINETYPE Hero { batman, robin };\n\
         SUBROUTINETYPE GothamHero { batman, robin };\nSUBROUTINE Hero anyHero = program.subroutine[0];\n\
         SUBROUTINE GothamHero gothamHero = program.subroutine[1];\n\
         batman SUBROUTINENUM(0):\nMOV result.color, 0;\nRET;\nrobin SUBROUTINENUM(1):\nRET;\n\
         superman SUBROUTINENUM(2):\nRET;\nwolverine SUBROUTINENUM(3):\nRET;\n\
         main:\nCALI anyHero;\nCALI gothamHero;\nEND\n",
    );
    let subroutines = program.subroutines();
    let types: Vec<(&str, &[u32])> = subroutines
        .types
        .iter()
        .map(|of| (of.name.as_str(), of.functions.as_slice()))
        .collect();
    assert_eq!(types, [("Hero", &[0, 1, 2, 3][..]), ("GothamHero", &[0, 1])]);
    let parameters: Vec<(u32, u32)> = subroutines
        .parameters
        .iter()
        .map(|parameter| (parameter.number, parameter.of))
        .collect();
    assert_eq!(parameters, [(0, 0), (1, 1)]);
    let functions: Vec<(&str, u32, usize)> = subroutines
        .functions
        .iter()
        .map(|function| (function.name.as_str(), function.number, function.target.index()))
        .collect();
    assert_eq!(functions[0], ("batman", 0, 0));
    assert_eq!(functions[3].0, "wolverine");
    // Each stands before the RET that is its only instruction, batman's MOV aside.
    assert!(functions.windows(2).all(|pair| pair[0].2 < pair[1].2));
}

#[test]
fn memory_that_a_program_binds_is_listed() {
    let program = program(
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_shader_atomic_counters;\nGROUP_SIZE 1;\n\
         STORAGE s[] = { program.storage[2..4] };\nSTORAGE t = program.storage[3][0];\n\
         COUNTER c = program.counter[1][0];\nCBUFFER b[] = { program.buffer[5] };\nEND\n",
    );
    assert_eq!(program.memory().storage_buffers, [2, 3, 4]);
    assert_eq!(program.memory().counter_buffers, [1]);
    assert_eq!(program.memory().parameter_buffers, [5]);
}

#[test]
fn image_units_are_those_that_are_accessed() {
    let program = program(
        "!!NVfp5.0\nIMAGE a[] = { image[2..4] };\nIMAGE unused = image[0];\nINT TEMP i;\nTEMP t;\n\
         LOADIM.U32 t, i, a[i.x], 2D;\nLOADIM.U32 t, i, image[6], 2D;\nMOV result.color, t;\nEND\n",
    );
    let units: Vec<u32> = program.images().iter().map(|image| image.unit).collect();
    assert_eq!(units, [2, 3, 4, 6]);
}

/// source: NV_gpu_program4 2.X.4.2: "the program ... specify a scalar integer operand and an optional constant
/// offset", where an operand of a geometry program is an attribute of a numbered vertex.
#[test]
fn an_attribute_of_a_numbered_vertex_is_an_index() {
    let program = |index: &str| {
        format!(
            "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nTEMP a;\n\
             PARAM c[] = {{ program.local[0..7] }};\nMOV a, c[{index}];\nMOV result.position, a;\nEMIT;\nEND\n"
        )
    };
    for (index, legal) in [
        ("vertex[0].id.x", true),
        ("vertex[0].id.x + 3", true),
        ("primitive.id.x", true),
        ("vertex[1].id.x", false),
        ("vertex[0].id", false),
        ("vertex[a.x].id.x", false),
        ("vertex[0].id.x + 8", false),
    ] {
        let text = program(index);
        let checked = check(&text, &Options::default());
        assert_eq!(checked.accepted(), legal, "{index}: {:?}", checked.diagnostics);
        let Some(program) = checked.program else { continue };
        let printed = print(&program).expect("printable");
        let again = check(&printed, &Options::default()).program;
        assert!(again.is_some_and(|again| same(&program, &again)), "{printed}");
    }
}
