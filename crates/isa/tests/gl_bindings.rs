//! The binding tables against the specifications' own: what each language and stage has, what it lacks, and
//! what a wrong path is told.

use quadrille_isa::gl::availability::Missing;
use quadrille_isa::gl::binding::{
    BINDINGS, BaseType, Match, Mismatch, PathPart, Reason, candidates, find, generic_alias, same_register,
};
use quadrille_isa::gl::{Binding, Family, Features, Limit, Limits, Profile, ProgramOption, Role};

/// A written path, taken apart as the parser does it: words, indices, ranges; a register in brackets is an
/// index known at run time.
fn path(text: &str) -> Vec<PathPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (inside, after) = inside.split_once(']').expect("a bracket closes");
            rest = after;
            parts.push(match inside.split_once("..") {
                Some((from, to)) => PathPart::Range(from.parse().unwrap(), to.parse().unwrap()),
                None if inside.is_empty() => PathPart::Index(None),
                None => inside
                    .parse()
                    .map_or(PathPart::Dynamic, |index| PathPart::Index(Some(index))),
            });
        } else if rest.starts_with('(') {
            rest = rest.split_once(')').expect("a parenthesis closes").1;
            parts.push(PathPart::Arguments);
        } else {
            let word = rest.strip_prefix('.').unwrap_or(rest);
            let end = word.find(['.', '[', '(']).unwrap_or(word.len());
            parts.push(PathPart::Word(&word[..end]));
            rest = &word[end..];
        }
    }
    parts
}

fn features(header: &str, options: &[ProgramOption]) -> Features {
    let features = Profile::of(header).expect("a header").features();
    options
        .iter()
        .fold(features, |features, option| features.with(*option))
}

fn look(header: &str, text: &str) -> Result<Match, Mismatch> {
    find(&path(text), &features(header, &[]), &Limits::DESKTOP)
}

fn binding(header: &str, text: &str) -> Binding {
    let found = look(header, text).unwrap_or_else(|wrong| panic!("{header} {text}: {wrong:?}"));
    assert_eq!((found.consumed, found.count), (path(text).len(), 1), "{text}");
    found.first
}

fn reason(header: &str, options: &[ProgramOption], text: &str) -> (usize, Reason) {
    let wrong = find(&path(text), &features(header, options), &Limits::DESKTOP).expect_err(text);
    (wrong.part, wrong.reason)
}

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
}

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
        assert!(same_register(
            Binding::new(Family::VertexAttrib, [generic, 0, 0, 0]),
            conventional
        ));
    }
    assert_eq!(generic_alias(binding("!!ARBvp1.0", "vertex.matrixindex")), None);
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

/// Every text that a form can be written as, with numbers 0 and 1 where they may stand.
fn texts(pattern: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let close = match first {
            '[' => rest.find(']'),
            '(' => rest.find(')'),
            '{' => rest.find('}'),
            _ => None,
        };
        let (piece, after) = match close {
            Some(close) => rest.split_at(close + 1),
            None => rest.split_at(
                rest[1..]
                    .find(['.', '[', '(', '{'])
                    .map_or(rest.len(), |at| at + 1),
            ),
        };
        let (mark, after) = match after.chars().next() {
            Some(mark @ ('?' | '*')) if close.is_some() => (mark, &after[1..]),
            _ => (' ', after),
        };
        let mut choices: Vec<String> = match first {
            '[' if piece.starts_with("[=") => vec![String::new()],
            '[' => vec!["[0]".into()],
            '{' => vec![piece[1..piece.len() - 1].split('[').next().unwrap().to_owned() + "[0]"],
            '(' if piece == "(expression)" => vec!["(x)".into()],
            '(' => piece[1..piece.len() - 1].split('|').map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        };
        if mark != ' ' {
            choices.push(String::new());
        }
        texts = texts
            .iter()
            .flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}")))
            .collect();
        rest = after;
    }
    texts
}

#[test]
fn every_form_matches_itself_and_nothing_else_does() {
    let programs: Vec<_> = quadrille_isa::gl::profile::PROFILES
        .iter()
        .map(|profile| {
            let accepted = quadrille_isa::gl::option::OPTIONS
                .iter()
                .filter(|row| row.accepts(profile.language, profile.stage));
            let wanted = accepted.filter(|row| row.option != ProgramOption::ArbPositionInvariant);
            wanted.fold(profile.features(), |features, row| features.with(row.option))
        })
        .collect();
    let mut tried = 0;
    for row in BINDINGS {
        assert_eq!(row.family.row().family, row.family);
        assert_eq!(row.contents.split(',').count(), 4, "{}", row.name);
        for form in row.forms {
            let having: Vec<_> = programs
                .iter()
                .filter(|features| form.check(features).is_ok())
                .collect();
            assert!(!having.is_empty(), "no program has {}", form.pattern);
            for text in texts(form.pattern) {
                for features in &having {
                    let parts = path(&text);
                    let found = find(&parts, features, &Limits::UNLIMITED)
                        .unwrap_or_else(|wrong| panic!("{text} in {features:?}: {wrong:?}"));
                    assert_eq!(found.consumed, parts.len(), "{text}");
                    assert_eq!(
                        found.row.family, row.family,
                        "{text} in {features:?} is two bindings"
                    );
                    tried += 1;
                    if row.role == Role::Handle || found.array {
                        continue;
                    }
                    // What is printed means the same.
                    let printed = found.first.text(features);
                    let again = find(&path(&printed), features, &Limits::UNLIMITED)
                        .unwrap_or_else(|wrong| panic!("{printed} for {text}: {wrong:?}"));
                    assert_eq!(again.first, found.first, "{text} printed as {printed}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

proptest::proptest! {
    /// Whatever is written, the look-up answers, and points into what was written.
    #[test]
    fn no_path_is_too_odd(
        header in 0..quadrille_isa::gl::profile::PROFILES.len(),
        words in proptest::collection::vec((0usize..9, proptest::num::i64::ANY, 0usize..400), 0..8),
    ) {
        static WORDS: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| {
            let patterns = BINDINGS.iter().flat_map(|row| row.forms).map(|form| form.pattern);
            patterns.flat_map(|pattern| pattern.split(['.', '[', ']', '(', ')', '{', '}', '|', '?', '*'])).collect()
        });
        let parts: Vec<PathPart<'_>> = words
            .iter()
            .map(|(kind, number, word)| match kind {
                0 => PathPart::Index(Some(*number)),
                1 => PathPart::Index(Some(number % 8)),
                2 => PathPart::Index(None),
                3 => PathPart::Range(number % 4, number % 7),
                4 => PathPart::Dynamic,
                5 => PathPart::Arguments,
                _ => PathPart::Word(WORDS[word % WORDS.len()]),
            })
            .collect();
        let features = quadrille_isa::gl::profile::PROFILES[header].features();
        for limits in [Limits::MINIMUM, Limits::UNLIMITED] {
            match find(&parts, &features, &limits) {
                Ok(found) => proptest::prop_assert!(found.consumed <= parts.len() && found.count > 0),
                Err(wrong) => {
                    proptest::prop_assert!(wrong.part <= wrong.end && wrong.end <= parts.len());
                    candidates(&parts, wrong.part, &features, &limits);
                }
            }
        }
    }
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
