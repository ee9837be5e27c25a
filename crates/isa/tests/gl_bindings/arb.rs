//! Bindings of the ARB languages.

use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::{Reason, candidates, find, generic_alias, partners};
use quadrille_isa::gl::{Binding, Family, Limit, Limits, ProgramOption, Role};

use crate::path::{binding, features, look, path, reason};

#[test]
fn arb_vertex_attributes() {
    // source: ARB_vertex_program Table X.2
    let table = [
        ("vertex.position", "(x,y,z,w)"),
        ("vertex.weight", "(w,w,w,w)"),
        ("vertex.weight[0]", "(w,w,w,w)"),
        ("vertex.normal", "(x,y,z,1)"),
        ("vertex.color", "(r,g,b,a)"),
        ("vertex.color.primary", "(r,g,b,a)"),
        ("vertex.color.secondary", "(r,g,b,a)"),
        ("vertex.fogcoord", "(f,0,0,1)"),
        ("vertex.texcoord", "(s,t,r,q)"),
        ("vertex.texcoord[7]", "(s,t,r,q)"),
        ("vertex.matrixindex", "(i,i,i,i)"),
        ("vertex.matrixindex[0]", "(i,i,i,i)"),
        ("vertex.attrib[15]", "(x,y,z,w)"),
    ];
    for (text, contents) in table {
        let row = binding("!!ARBvp1.0", text).row();
        assert_eq!(
            (row.contents, row.role, row.components()),
            (contents, Role::Attribute, 15),
            "{text}"
        );
    }
    assert_eq!(
        binding("!!ARBvp1.0", "vertex.color"),
        binding("!!ARBvp1.0", "vertex.color.primary")
    );
    assert_eq!(
        binding("!!ARBvp1.0", "vertex.texcoord"),
        binding("!!ARBvp1.0", "vertex.texcoord[0]")
    );
    assert_ne!(
        binding("!!ARBvp1.0", "vertex.color"),
        binding("!!ARBvp1.0", "vertex.color.secondary")
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "vertex.attrib"),
        (2, Reason::IndexMissing)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "vertex.weight[2]"),
        (2, Reason::NotMultipleOf(4))
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "vertex.texcoord[0..1]"),
        (2, Reason::RangeNotAllowed)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "vertex.id"),
        (0, Reason::Unavailable(Missing::Language))
    );
}

#[test]
fn arb_fragment_attributes_and_results() {
    // source: ARB_fragment_program Tables X.1 and X.3
    for (text, contents) in [
        ("fragment.color", "(r,g,b,a)"),
        ("fragment.color.primary", "(r,g,b,a)"),
        ("fragment.color.secondary", "(r,g,b,a)"),
        ("fragment.texcoord", "(s,t,r,q)"),
        ("fragment.texcoord[7]", "(s,t,r,q)"),
        ("fragment.fogcoord", "(f,0,0,1)"),
        ("fragment.position", "(x,y,z,1/w)"),
        ("result.color", "(r,g,b,a)"),
        ("result.depth", "(*,*,d,*)"),
    ] {
        assert_eq!(binding("!!ARBfp1.0", text).row().contents, contents, "{text}");
    }
    assert_eq!(binding("!!ARBfp1.0", "result.depth").row().components(), 0b100);
    let draw_buffers = Reason::Unavailable(Missing::Option(ProgramOption::ArbDrawBuffers));
    assert_eq!(reason("!!ARBfp1.0", &[], "result.color[1]"), (2, draw_buffers));
    let option = [ProgramOption::AtiDrawBuffers];
    let ati = features("!!ARBfp1.0", &option);
    let found = find(&path("result.color[1].xyz"), &ati, &Limits::DESKTOP).expect("a draw buffer");
    assert_eq!((found.first.index, found.consumed), ([1, 0, 0, 0], 3));
    let beyond = Reason::OutOfRange {
        value: 8,
        below: 8,
        limit: Some(Limit::DrawBuffers),
    };
    assert_eq!(reason("!!ARBfp1.0", &option, "result.color[8]"), (2, beyond));
    let secondary = Reason::Unavailable(Missing::Language);
    assert_eq!(
        reason("!!ARBfp1.0", &[], "result.color.secondary"),
        (2, secondary)
    );
    let facing = Reason::Unavailable(Missing::Language);
    assert_eq!(reason("!!ARBfp1.0", &[], "fragment.facing"), (0, facing));
}

#[test]
fn arb_vertex_results() {
    // source: ARB_vertex_program Table X.4; NV_vertex_program2_option 2.14.3.4
    for (text, index) in [
        ("result.color", [0, 0]),
        ("result.color.primary", [0, 0]),
        ("result.color.secondary", [0, 1]),
        ("result.color.front", [0, 0]),
        ("result.color.front.secondary", [0, 1]),
        ("result.color.back", [1, 0]),
        ("result.color.back.primary", [1, 0]),
        ("result.color.back.secondary", [1, 1]),
    ] {
        let found = binding("!!ARBvp1.0", text);
        assert_eq!(
            (found.family, &found.index[..2]),
            (Family::ResultColor, &index[..]),
            "{text}"
        );
    }
    for text in [
        "result.position",
        "result.fogcoord",
        "result.pointsize",
        "result.texcoord",
        "result.texcoord[3]",
    ] {
        binding("!!ARBvp1.0", text);
    }
    assert_eq!(
        reason("!!ARBvp1.0", &[], "result.clip[0]"),
        (0, Reason::Unavailable(Missing::Language))
    );
    let clip = features("!!ARBvp1.0", &[ProgramOption::NvVertexProgram2]);
    assert!(find(&path("result.clip[5]"), &clip, &Limits::DESKTOP).is_ok());
    let invariant = ProgramOption::ArbPositionInvariant;
    assert_eq!(
        reason("!!ARBvp1.0", &[invariant], "result.position"),
        (0, Reason::Excluded(invariant))
    );
}

#[test]
fn state_of_both_arb_languages() {
    // source: ARB_vertex_program Tables X.3.1 to X.3.8, ARB_fragment_program Tables X.2.1 to X.2.7
    for text in [
        "state.material.ambient",
        "state.material.front.diffuse",
        "state.material.back.shininess",
        "state.light[7].ambient",
        "state.light[0].spot.direction",
        "state.light[0].half",
        "state.lightmodel.ambient",
        "state.lightmodel.scenecolor",
        "state.lightmodel.front.scenecolor",
        "state.lightmodel.back.scenecolor",
        "state.lightprod[0].ambient",
        "state.lightprod[1].front.ambient",
        "state.lightprod[1].back.specular",
        "state.fog.color",
        "state.fog.params",
        "state.matrix.modelview.row[3]",
        "state.matrix.projection.inverse.row[0]",
        "state.matrix.texture[1].transpose.row[1]",
        "state.matrix.program[7].invtrans.row[2]",
        "state.matrix.palette[3].row[2]",
        "program.env[5]",
        "program.local[5]",
    ] {
        assert_eq!(binding("!!ARBvp1.0", text), binding("!!ARBfp1.0", text));
    }
    for (vertex, text) in [
        (true, "state.texgen.eye.s"),
        (true, "state.texgen[1].object.q"),
        (true, "state.clip[5].plane"),
        (true, "state.point.size"),
        (true, "state.point.attenuation"),
        (false, "state.texenv.color"),
        (false, "state.texenv[1].color"),
        (false, "state.depth.range"),
    ] {
        let (has, lacks) = if vertex {
            ("!!ARBvp1.0", "!!ARBfp1.0")
        } else {
            ("!!ARBfp1.0", "!!ARBvp1.0")
        };
        binding(has, text);
        assert_eq!(
            reason(lacks, &[], text),
            (0, Reason::Unavailable(Missing::Language)),
            "{text}"
        );
        binding("!!NVgp4.0", text);
    }
    assert_eq!(
        binding("!!ARBvp1.0", "state.material.ambient"),
        binding("!!ARBvp1.0", "state.material.front.ambient")
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.lightprod.front.ambient"),
        (2, Reason::IndexMissing)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.material.side.ambient"),
        (2, Reason::UnknownWord)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.light[0].spot"),
        (4, Reason::WordMissing)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.matrix.palette.row[0]"),
        (3, Reason::IndexMissing)
    );
}

#[test]
fn matrices_and_ranges() {
    let whole = look("!!ARBvp1.0", "state.matrix.mvp").unwrap();
    assert_eq!(
        (whole.count, whole.array, whole.whole, whole.consumed),
        (4, true, true, 3)
    );
    let rows: Vec<_> = whole.bindings().map(|row| row.matrix().unwrap().row).collect();
    assert_eq!(rows, [0, 1, 2, 3]);
    let rows = look("!!ARBfp1.0", "state.matrix.modelview[1].inverse.row[1..2]").unwrap();
    let texts: Vec<_> = rows.bindings().map(|row| row.to_string()).collect();
    assert_eq!(
        texts,
        [
            "state.matrix.modelview[1].inverse.row[1]",
            "state.matrix.modelview[1].inverse.row[2]"
        ]
    );
    let env = look("!!ARBvp1.0", "program.env[3..7]").unwrap();
    assert_eq!(
        (env.count, env.first.index[0], env.array, env.whole),
        (5, 3, true, false)
    );
    let one = look("!!ARBvp1.0", "program.local[3..3]").unwrap();
    assert_eq!((one.count, one.array), (1, true));
    let swizzled = look("!!ARBvp1.0", "vertex.texcoord[2].xy").unwrap();
    assert_eq!((swizzled.consumed, swizzled.first.index[0]), (3, 2));

    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.matrix.modelview.row[3..0]"),
        (4, Reason::RangeReversed { from: 3, to: 0 })
    );
    let row = Reason::OutOfRange {
        value: 4,
        below: 4,
        limit: None,
    };
    assert_eq!(reason("!!ARBvp1.0", &[], "state.matrix.mvp.row[4]"), (4, row));
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.matrix.mvp.row"),
        (4, Reason::IndexMissing)
    );
    let env = Reason::OutOfRange {
        value: 256,
        below: 256,
        limit: Some(Limit::VertexEnvParameters),
    };
    assert_eq!(reason("!!ARBvp1.0", &[], "program.env[0..256]"), (2, env));
    assert_eq!(
        reason("!!ARBvp1.0", &[], "program.env[]"),
        (2, Reason::IndexEmpty)
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "program.env[A0.x]"),
        (2, Reason::RelativeNotAllowed)
    );
    // Rows are an <integer>, or a range of two (<stateMatrixRow>).
    assert_eq!(
        reason("!!ARBvp1.0", &[], "state.matrix.mvp.row[A0.x]"),
        (4, Reason::RelativeNotAllowed)
    );
}

#[test]
fn limits_bound_numbers_by_language() {
    // source: ARB_vertex_program 2.14.2 <texCoordNum>, ARB_fragment_program 3.11.2 <texCoordNum>
    let mut limits = Limits::DESKTOP;
    (limits.texture_units, limits.texture_coordinates) = (4, 8);
    let look = |header, text| find(&path(text), &features(header, &[]), &limits);
    assert!(look("!!ARBvp1.0", "vertex.texcoord[4]").is_err());
    assert!(look("!!ARBfp1.0", "fragment.texcoord[4]").is_ok());
    assert!(look("!!ARBvp1.0", "state.matrix.texture[4].row[0]").is_err());
    assert!(look("!!ARBfp1.0", "state.matrix.texture[4].row[0]").is_ok());
    assert!(look("!!ARBfp1.0", "state.texenv[4].color").is_err());
    limits.vertex_units = 0;
    let look = |text| find(&path(text), &features("!!ARBvp1.0", &[]), &limits);
    assert!(look("vertex.weight").is_err(), "ARB_vertex_blend is absent");
    assert!(
        look("state.matrix.modelview").is_ok(),
        "there is always one modelview matrix"
    );
}

#[test]
fn a_stranger_is_told_its_neighbours() {
    let vertex = features("!!ARBvp1.0", &[]);
    let near = |text: &str, at| candidates(&path(text), at, &vertex, &Limits::DESKTOP);
    assert_eq!(
        reason("!!ARBvp1.0", &[], "vertex.postion"),
        (1, Reason::UnknownWord)
    );
    assert!(near("vertex.postion", 1).contains(&"position"));
    assert!(!near("vertex.postion", 1).contains(&"instance"));
    assert_eq!(
        near("verex.position", 0),
        ["program", "result", "state", "vertex"]
    );
    assert_eq!(
        near("state.lightprod[0].foo", 3),
        ["ambient", "back", "diffuse", "front", "specular"]
    );
    assert_eq!(
        near("state.matrix.mvp.foo", 3),
        ["inverse", "invtrans", "row", "transpose"]
    );
    assert_eq!(
        reason("!!ARBvp1.0", &[], "fragment.color").1,
        Reason::Unavailable(Missing::Language)
    );
    assert_eq!(
        reason("!!NVvp4.0", &[], "fragment.color").1,
        Reason::Unavailable(Missing::Stage)
    );
    assert_eq!(reason("!!ARBvp1.0", &[], "nothing"), (0, Reason::UnknownWord));
}

#[test]
fn alias_pairs() {
    // source: ARB_vertex_program Table X.2.1
    for (conventional, generic) in [
        ("vertex.position", 0),
        ("vertex.weight", 1),
        ("vertex.normal", 2),
        ("vertex.color", 3),
        ("vertex.color.secondary", 4),
        ("vertex.fogcoord", 5),
        ("vertex.texcoord", 8),
        ("vertex.texcoord[7]", 15),
    ] {
        let conventional = binding("!!ARBvp1.0", conventional);
        assert_eq!(generic_alias(conventional), Some(generic));
        let generic = Binding::new(Family::VertexAttrib, [generic, 0, 0, 0]);
        assert!(partners(generic).any(|partner| partner == conventional));
        assert!(partners(conventional).eq([generic]));
    }
    assert_eq!(generic_alias(binding("!!ARBvp1.0", "vertex.matrixindex")), None);
}

#[test]
fn an_independent_implementation_agrees() {
    let table = include_str!("../../../../oracle/bindings/arb.txt");
    let mut compared = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("three words");
        let (verdict, language, text) = (word(), word(), word());
        let features = match language {
            "vp" => features("!!ARBvp1.0", &[]),
            "fp" => features("!!ARBfp1.0", &[]),
            "fp+ARB_draw_buffers" => features("!!ARBfp1.0", &[ProgramOption::ArbDrawBuffers]),
            other => panic!("{other} is no language"),
        };
        let parts = path(text);
        let ours = find(&parts, &features, &Limits::DESKTOP).is_ok_and(|found| found.consumed == parts.len());
        assert_eq!(ours, verdict == "yes", "{line}");
        compared += 1;
    }
    assert!(compared > 1500, "{compared}");
}
