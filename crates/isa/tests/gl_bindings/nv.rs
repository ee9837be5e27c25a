//! Bindings of the NV languages.

use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::{BaseType, Reason, find};
use quadrille_isa::gl::{Limits, ProgramOption};

use crate::path::{binding, features, look, path, reason};

#[test]
fn relative_attributes_belong_to_their_options() {
    // source: NV_vertex_program3 2.14.3.1, NV_fragment_program2 3.11.3.1
    let third = features("!!ARBvp1.0", &[ProgramOption::NvVertexProgram3]);
    for text in [
        "vertex.texcoord[A0.x]",
        "vertex.attrib[A0.x]",
        "result.texcoord[A0.x]",
    ] {
        let found = find(&path(text), &third, &Limits::DESKTOP).expect(text);
        assert_eq!(found.dynamic, Some(2));
        assert_eq!(reason("!!ARBvp1.0", &[], text), (2, Reason::RelativeNotAllowed));
    }
    let second = features("!!ARBfp1.0", &[ProgramOption::NvFragmentProgram2]);
    assert!(find(&path("fragment.texcoord[A0.x]"), &second, &Limits::DESKTOP).is_ok());
    assert!(find(&path("fragment.facing"), &second, &Limits::DESKTOP).is_ok());
}

#[test]
fn geometry_and_tessellation_prefixes() {
    // source: NV_geometry_program4 2.X.3.2, NV_tessellation_program5 2.X.3.2, examples of legal bindings
    let every = look("!!NVgp4.0", "vertex.position").unwrap();
    assert!(every.every_vertex());
    let second = look("!!NVgp4.0", "vertex[2].position").unwrap();
    assert_eq!((second.first.index, second.every_vertex()), ([0, 2, 0, 0], false));
    assert_eq!(second.first.to_string(), "vertex[2].position");
    let coordinates = look("!!NVgp4.0", "vertex[1].texcoord[1..4]").unwrap();
    assert_eq!(
        (coordinates.count, coordinates.along, coordinates.first.index),
        (4, 2, [0, 1, 1, 0])
    );
    let output = look("!!NVtcp5.0", "vertex.out[2].position").unwrap();
    assert_eq!(
        (output.first.index, output.first.to_string()),
        ([1, 2, 0, 0], "vertex.out[2].position".into())
    );
    assert_eq!(
        look("!!NVtcp5.0", "vertex.in[2].position").unwrap().first.index,
        [0, 2, 0, 0]
    );
    let array = look("!!NVtcp5.0", "vertex.out.attrib[0..1]").unwrap();
    assert_eq!((array.count, array.every_vertex()), (2, true));
    assert_eq!(
        reason("!!NVtep5.0", &[], "vertex.out[2].position").1,
        Reason::Unavailable(Missing::Stage)
    );
    assert_eq!(
        reason("!!NVgp4.0", &[], "vertex.in[2].position").1,
        Reason::Unavailable(Missing::Language)
    );
    assert_eq!(
        reason("!!NVgp4.0", &[], "vertex[A0.x].texcoord[1]"),
        (1, Reason::RelativeNotAllowed)
    );
    assert!(look("!!NVtcp5.0", "primitive.out.tessouter[3]").is_ok());
    assert_eq!(
        reason("!!NVtcp5.0", &[], "primitive.in.tessouter[3]").1,
        Reason::Unavailable(Missing::Stage)
    );
    let beyond = Reason::OutOfRange {
        value: 2,
        below: 2,
        limit: None,
    };
    assert_eq!(reason("!!NVtep5.0", &[], "primitive.tessinner[2]"), (2, beyond));
    assert!(look("!!NVtep5.0", "vertex.tesscoord").is_ok());
    assert_eq!(
        reason("!!NVtcp5.0", &[], "vertex.tesscoord").1,
        Reason::Unavailable(Missing::Stage)
    );
    assert_eq!(
        look("!!NVtep5.0", "primitive.in.id").unwrap().first,
        look("!!NVtep5.0", "primitive.id").unwrap().first
    );
}

#[test]
fn buffers_and_units() {
    // source: NV_parameter_buffer_object 2.14.1, NV_gpu_program5 Tables X.12.1 and X.12.2
    let element = look("!!NVvp4.0", "program.buffer[1][5]").unwrap();
    assert_eq!((element.first.index, element.array), ([1, 5, 0, 0], false));
    let some = look("!!NVvp4.0", "program.buffer[1][5..8]").unwrap();
    assert_eq!(
        (some.count, some.along, some.buffers, some.countable),
        (4, 1, None, true)
    );
    let whole = look("!!NVvp4.0", "program.buffer[1]").unwrap();
    assert_eq!(
        (whole.count, whole.whole),
        (Limits::DESKTOP.parameter_buffer_words, true)
    );
    let many = look("!!NVvp5.0", "program.buffer[1..3][5..8]").unwrap();
    assert_eq!(
        (many.buffers, many.count, many.first.index),
        (Some(3), 4, [1, 5, 0, 0])
    );
    assert_eq!(
        reason("!!NVvp4.0", &[], "program.buffer[1..3][0]"),
        (2, Reason::RangeNotAllowed)
    );
    assert_eq!(look("!!NVfp5.0", "texture[2..5]").unwrap().count, 4);
    assert_eq!(
        binding("!!ARBfp1.0", "texture"),
        binding("!!ARBfp1.0", "texture[0]")
    );
    assert_eq!(reason("!!NVfp5.0", &[], "image"), (1, Reason::IndexMissing));
    let storage = Missing::Option(ProgramOption::NvShaderStorageBuffer);
    assert_eq!(
        reason("!!NVfp5.0", &[], "program.storage[0][4]"),
        (0, Reason::Unavailable(storage))
    );
    let bindless = features("!!NVfp5.0", &[ProgramOption::NvBindlessTexture]);
    assert_eq!(
        find(&path("handle(D0.x)"), &bindless, &Limits::DESKTOP)
            .unwrap()
            .consumed,
        2
    );
}

#[test]
fn base_types_are_those_of_the_tables() {
    // source: NV_vertex_program4 2.X.3.2: bindings are floating-point but for the identifiers and generics
    for (text, base) in [
        ("vertex.position", BaseType::Float),
        ("vertex.id", BaseType::Signed),
        ("vertex.instance", BaseType::Signed),
        ("vertex.attrib[1]", BaseType::Any),
        ("program.local[1]", BaseType::Any),
        ("state.fog.color", BaseType::Float),
    ] {
        assert_eq!(binding("!!NVvp4.0", text).row().base, base, "{text}");
    }
}
