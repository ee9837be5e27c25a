//! Runs over arrays: what goes in and out, whatever the engine and however many invocations.

use quadrille::{BatchInputs, BatchOutputs, EvaluationError, Inputs, Loaded, Numbers, Session};

const ENGINES: [&str; 3] = ["reference", "wide", "jit"];

fn load(engine: &str, text: &str) -> Loaded {
    let session = Session::new().engine(engine).expect("its name is listed");
    session.load("program", text).expect("it loads")
}

/// More than one chunk, and not whole chunks or quads.
const COUNT: usize = 10_001;

/// source: the program's own arithmetic, of which binary32 makes one rounding an instruction (docs/numbers.md)
#[test]
fn a_vertex_program_runs_over_arrays_of_any_length() {
    let text = "!!ARBvp1.0
        PARAM scale = program.local[3];
        TEMP t;
        MUL t, vertex.position, scale;
        ADD result.position, t, vertex.attrib[5].yxzw;
        MOV result.color, vertex.color;
        END";
    let positions: Vec<f32> = (0..3 * COUNT).map(|at| at as f32 * 0.37 - 800.0).collect();
    let others: Vec<f32> = (0..2 * COUNT).map(|at| 1.0 / (at as f32 + 1.0)).collect();
    let mut arrays = BatchInputs::new(COUNT);
    arrays
        .set("vertex.position", 3, Numbers::F32(&positions))
        .expect("three a vertex");
    arrays
        .set("vertex.attrib[5]", 2, Numbers::F32(&others))
        .expect("two a vertex");
    let scale = [1.5, -0.1, 3.0, 0.25];
    let mut inputs = Inputs::default();
    inputs.set("program.local[3]", scale);
    inputs.set("vertex.color", [0.25, 0.5, 0.75, 1.0]);
    for engine in ENGINES {
        let outputs = load(engine, text).run_batch(&inputs, &arrays).expect("it runs");
        let vectors = outputs.vectors("result.position").expect("it is written");
        assert_eq!(vectors.len(), COUNT);
        for (at, vector) in vectors.into_iter().enumerate() {
            let position = [
                positions[3 * at],
                positions[3 * at + 1],
                positions[3 * at + 2],
                1.0,
            ];
            let other = [others[2 * at + 1], others[2 * at], 0.0, 1.0];
            let expected: [f32; 4] = std::array::from_fn(|c| position[c] * scale[c] + other[c]);
            assert_eq!(vector, expected, "{engine}, vertex {at}");
        }
        let green = outputs.component("result.color", 1).expect("it is written");
        assert!(green.iter().all(|bits| *bits == 0.5f32.to_bits()));
        assert_eq!(outputs.component("result.fogcoord", 0), None);
    }
}

/// source: GL_ARB_fragment_program 3.11.5.5 (KIL); GL_NV_fragment_program 3.11.4.2 (DDX is what neighbours differ by)
#[test]
fn four_fragments_are_a_quad_and_the_last_may_be_incomplete() {
    let text = "!!FP1.0
        DDX o[COLR], f[TEX0];
        SLTRC HC.x, f[TEX0].x, {0.0}.x;
        KIL NE.x;
        END";
    let across: Vec<f32> = (0..COUNT)
        .map(|at| if at % 7 == 0 { -1.0 } else { (at * at) as f32 })
        .collect();
    let mut arrays = BatchInputs::new(COUNT);
    arrays
        .set("fragment.texcoord[0]", 1, Numbers::F32(&across))
        .expect("one a fragment");
    for engine in ENGINES {
        let outputs: BatchOutputs = load(engine, text)
            .run_batch(&Inputs::default(), &arrays)
            .expect("it runs");
        let slopes = outputs.component("result.color", 0).expect("it is written");
        for (at, slope) in slopes.iter().enumerate().take(COUNT - 1) {
            let left = at & !1;
            let expected = across[left + 1] - across[left];
            assert_eq!(f32::from_bits(*slope), expected, "{engine}, fragment {at}");
        }
        let killed: Vec<usize> = outputs.killed.iter().collect();
        assert_eq!(killed, (0..COUNT).step_by(7).collect::<Vec<_>>());
    }
}

/// source: GL_NV_vertex_attrib_integer_64bit and GL_NV_gpu_program4 2.X.2: attributes keep the type in which they are
/// given, and what is left out is 0, 0, 0, 1
#[test]
fn integers_and_numbers_of_64_bits_come_as_they_are() {
    let text = "!!NVvp5.0
        LONG ATTRIB wide = vertex.attrib[2];
        LONG TEMP d;
        ADD.U result.texcoord[0], vertex.attrib[1], {1, 1, 1, 1};
        ADD.F64 d.x, wide.x, wide.w;
        CVT.F32.F64 result.texcoord[1].x, d.x;
        MOV result.position, vertex.attrib[0];
        END";
    let integers = [7u32, 0xffff_ffff, 3];
    let doubles = [0.5f64, 1e10, -3.0];
    let mut arrays = BatchInputs::new(3);
    arrays
        .set("vertex.attrib[1]", 1, Numbers::Bits(&integers))
        .expect("one");
    arrays
        .set("vertex.attrib[2]", 1, Numbers::F64(&doubles))
        .expect("one");
    for engine in ENGINES {
        let outputs = load(engine, text)
            .run_batch(&Inputs::default(), &arrays)
            .expect("it runs");
        assert_eq!(outputs.component("result.texcoord[0]", 0), Some(&[8, 0, 4][..]));
        assert_eq!(outputs.component("result.texcoord[0]", 3), Some(&[2, 2, 2][..]));
        let sums = doubles.map(|number| ((number + 1.0) as f32).to_bits());
        assert_eq!(outputs.component("result.texcoord[1]", 0), Some(&sums[..]));
    }
}

#[test]
fn what_does_not_fit_is_refused_by_its_name() {
    let program = load("wide", "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    let mut arrays = BatchInputs::new(2);
    let short = arrays.set("vertex.position", 3, Numbers::F32(&[0.0; 5]));
    assert!(matches!(
        short,
        Err(EvaluationError::Array {
            length: 5,
            count: 2,
            ..
        })
    ));
    assert!(
        arrays
            .set("vertex.position", 5, Numbers::F32(&[0.0; 10]))
            .is_err()
    );
    let inputs = Inputs::default();
    arrays
        .set("vertex.normal", 3, Numbers::F32(&[0.0; 6]))
        .expect("three each");
    let unknown = EvaluationError::UnknownInput("vertex.normal".to_owned());
    assert_eq!(program.run_batch(&inputs, &arrays), Err(unknown));
    let shifted = load(
        "wide",
        "!!ARBvp1.0\nADD result.position, vertex.position, program.local[0];\nEND\n",
    );
    let mut arrays = BatchInputs::new(1);
    arrays
        .set("program.local[0]", 4, Numbers::F32(&[0.0; 4]))
        .expect("four");
    let parameter = EvaluationError::ArrayOfParameter("program.local[0]".to_owned());
    assert_eq!(shifted.run_batch(&inputs, &arrays), Err(parameter));
    let mut arrays = BatchInputs::new(1);
    arrays
        .set("vertex.position", 1, Numbers::F64(&[0.0]))
        .expect("one");
    let long = EvaluationError::Long("vertex.position".to_owned());
    assert_eq!(program.run_batch(&inputs, &arrays), Err(long));
    let compute = load("wide", "!!NVcp5.0\nGROUP_SIZE 4;\nEND\n");
    let alone = compute.run_batch(&inputs, &BatchInputs::new(1));
    assert!(matches!(alone, Err(EvaluationError::Alone(_))));
    let none = program
        .run_batch(&inputs, &BatchInputs::new(0))
        .expect("nothing runs");
    assert_eq!(none.results.lanes(), 0);
}

/// source: the budget of the caller (docs/library.md): memory and work have limits, whatever the count says
#[test]
fn the_budget_bounds_memory_and_work() {
    let program = load("wide", "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    let huge = program.run_batch(&Inputs::default(), &BatchInputs::new(usize::MAX));
    assert!(matches!(huge, Err(EvaluationError::Spent(_))));
    let mut inputs = Inputs::default();
    let mut budget = inputs.budget().clone();
    budget.work = 100;
    inputs.set_budget(budget);
    let long = program.run_batch(&inputs, &BatchInputs::new(COUNT));
    assert!(matches!(long, Err(EvaluationError::Trap(..))));
}
