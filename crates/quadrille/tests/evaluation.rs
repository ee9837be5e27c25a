//! What an evaluation runs, and what it refuses to begin.

use quadrille::{BatchInputs, EvaluationError, Inputs, Loaded, Session, Vector};

const VERTEX: &str =
    "!!ARBvp1.0\nEX2 result.texcoord[1], vertex.texcoord[0].x;\nMOV result.position, vertex.position;\nEND\n";
const FRAGMENT: &str = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";

fn load(engine: &str, text: &str) -> Loaded {
    let session = Session::new().engine(engine).expect("its name is listed");
    session.load("program", text).expect("it loads")
}

/// source: docs/geforce3.md: the engines gf3 and reference-nv20 have the arithmetic of the NV20 to the bit, whose EX2 has
/// fewer bits than binary32 has
#[test]
fn the_engine_of_the_session_evaluates() {
    let mut inputs = Inputs::default();
    inputs.set("vertex.texcoord[0]", [0.3, 0.0, 0.0, 1.0]);
    let evaluated = |engine: &str| {
        let loaded = load(engine, VERTEX);
        assert_eq!((loaded.engine(), loaded.refused()), (engine, None));
        let outputs = loaded.evaluate(&inputs).expect("it runs");
        outputs.bits("result.texcoord[1]", 0).expect("it is written")
    };
    let [plain, machine, numbers] = ["reference", "gf3", "reference-nv20"].map(evaluated);
    assert_eq!(machine, numbers, "both have the numbers of the NV20");
    assert_ne!(machine, plain, "which are not those of IEEE 754");
}

#[test]
fn an_engine_that_refuses_does_not_evaluate() {
    let loaded = load("gf3", FRAGMENT);
    assert_eq!(loaded.engine(), "reference");
    let refused = loaded.refused().expect("it runs vertex programs").clone();
    assert_eq!(refused.engine, "gf3");
    let inputs = Inputs::default();
    assert_eq!(loaded.evaluate(&inputs), Err(EvaluationError::Refused(refused)));
    let vertex = load("gf3", VERTEX);
    assert_eq!(
        vertex.trace(&inputs, |_| ()),
        Err(EvaluationError::Unwatched("gf3"))
    );
    assert_eq!(vertex.sanitize(&inputs).0, Err(EvaluationError::Unwatched("gf3")));
}

/// source: docs/eval.md: 1 to 1024 invocations, thread groups of 1 to 32
#[test]
fn inputs_that_a_run_does_not_have_are_errors() {
    let loaded = load("reference", FRAGMENT);
    let run = |set: &dyn Fn(&mut Inputs)| {
        let mut inputs = Inputs::default();
        set(&mut inputs);
        loaded.evaluate(&inputs).err()
    };
    for lanes in [0, 1025, 10_000, usize::MAX] {
        assert_eq!(
            run(&|inputs| inputs.set_lanes(lanes)),
            Some(EvaluationError::Lanes(lanes))
        );
    }
    for group in [0, 33, usize::MAX] {
        assert_eq!(
            run(&|inputs| inputs.set_group(group)),
            Some(EvaluationError::Group(group))
        );
    }
    let one = Vector::floats([1.0; 4]);
    let in_lane = |lane| run(&|inputs| inputs.set_vector("fragment.color", Some(lane), one));
    assert_eq!(in_lane(3), None);
    for lane in [4, 1500] {
        let name = "fragment.color".to_owned();
        assert_eq!(
            in_lane(lane),
            Some(EvaluationError::Lane { name, lane, lanes: 4 })
        );
    }
    for parameter in [0, usize::MAX] {
        let found = run(&|inputs| inputs.set_subroutine(parameter, 1));
        assert_eq!(found, Some(EvaluationError::Subroutine(parameter)));
    }
    let geometry = "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n\
                    MOV result.position, vertex[0].position;\nEMIT;\nEND\n";
    let loaded = load("reference", geometry);
    let mut inputs = Inputs::default();
    inputs.set("vertex[5000].position", [0.0; 4]);
    let name = "vertex[5000].position".to_owned();
    assert_eq!(loaded.evaluate(&inputs), Err(EvaluationError::Vertex(name)));
}

/// source: NV_vertex_program 2.14.1.5 and NV_vertex_program2 2.14.1.5: "Each register value is initialized to (0,0,0,1) at
/// the invocation of each vertex program"
#[test]
fn results_of_nv_vertex_programs_begin_with_1_in_w() {
    for header in ["!!VP1.0", "!!VP1.1", "!!VP2.0"] {
        let text =
            format!("{header}\nMOV o[HPOS].xy, v[0];\nMOV o[COL0].z, v[0].w;\nMOV o[TEX1].w, v[0].x;\nEND");
        for engine in ["reference", "wide", "jit"] {
            let loaded = load(engine, &text);
            let mut inputs = Inputs::default();
            inputs.set("vertex.position", [2.0, 3.0, 4.0, 5.0]);
            let outputs = loaded.evaluate(&inputs).expect("it runs");
            // More than a chunk, so that the second begins where the first has written.
            let batch = loaded
                .run_batch(&inputs, &BatchInputs::new(5000))
                .expect("it runs");
            for (name, expected) in [
                ("result.position", [2.0, 3.0, 0.0, 1.0]),
                ("result.color", [0.0, 0.0, 5.0, 1.0]),
                ("result.texcoord[1]", [0.0, 0.0, 0.0, 2.0]),
            ] {
                assert_eq!(
                    outputs.bits(name, 0),
                    Some(expected.map(f32::to_bits)),
                    "{header} {engine} {name}"
                );
                let vectors = batch.vectors(name).expect("it is written");
                assert!(
                    vectors.iter().all(|vector| *vector == expected),
                    "{header} {engine} {name}"
                );
            }
        }
    }
}

/// source: ARB_vertex_program 2.14.3.1: the components of an attribute are floats of 32 bits, of which a wider number is none
#[test]
fn numbers_that_are_too_wide_are_refused() {
    let text = "!!ARBvp1.0\nPARAM p = program.local[0];\nADD result.position, vertex.position, p;\nEND\n";
    let loaded = Session::new().load("a.vp", text).expect("it is accepted");
    for name in ["vertex.position", "program.local[0]"] {
        let mut inputs = Inputs::default();
        let words = [1, 1 << 32, 0, 0];
        inputs.set_vector(
            name,
            None,
            Vector {
                data_type: None,
                words,
            },
        );
        let error = loaded.evaluate(&inputs).expect_err("it has 33 bits");
        assert!(matches!(error, EvaluationError::Long(_)), "{error}");
    }
}
