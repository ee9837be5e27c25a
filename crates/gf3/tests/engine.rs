//! The machine as an engine: what it refuses, and that its kernels give the functional model's bits.

use quadrille_base::{Budget, Id, Meter};
use quadrille_engine::environment::Lookup;
use quadrille_engine::unwritten::UNWRITTEN_VERTEX;
use quadrille_engine::{Batch, Engine, Environment, Kernel, Refusal, Textures, TrapKind};
use quadrille_gf3::engine::GeForce3;
use quadrille_gf3::function::{Constants, ORIGIN, Options, Program as Machine};
use quadrille_gf3::lower::{lower, rule};
use quadrille_isa::gl::operation::{ArithmeticOp, Comparison};
use quadrille_isa::gl::{Family, Operation, Stage};
use quadrille_isa::nv20::limit;
use quadrille_program::{InstId, ParameterSource, Program};
use quadrille_reference::{Reference, ReferenceNv20};
use std::sync::Arc;

const TRANSFORM: &str = include_str!("../../../examples/lecture/transform.vp");
const LIGHTING: &str = include_str!("../../../examples/lecture/lighting.vp");

/// Vertices of the tests: one batch of the machine and a part of another.
const LANES: usize = 100;

/// No textures: vertex programs of these languages read none.
struct Untextured;

impl Textures for Untextured {
    fn sample(&self, _: &Lookup<'_>, _: &mut [&mut [u32]; 4]) {}
}

fn checked(source: &str) -> Arc<Program> {
    let checked = quadrille_check::check(source, &quadrille_check::Options::default());
    let program = checked.program;
    Arc::new(program.unwrap_or_else(|| panic!("{source}: {:?}", checked.diagnostics)))
}

/// Numbers from -1 to 1, the same on every run.
fn numbers(seed: u32) -> impl FnMut() -> f32 {
    let mut x = seed;
    move || {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

/// A value for each parameter slot, the program's own constants among them.
fn parameters(program: &Program) -> Vec<[u32; 4]> {
    let mut next = numbers(7);
    let value = |source| match source {
        ParameterSource::Constant(bits) => bits,
        ParameterSource::Binding(_) | ParameterSource::Buffer(_) => std::array::from_fn(|_| next().to_bits()),
    };
    let sources = program.parameters().iter().map(|parameter| parameter.source);
    sources.map(value).collect()
}

/// A batch with numbers in every attribute, every third lane dead.
fn filled(program: &Program) -> Batch {
    let mut batch = Batch::new(program, LANES);
    let mut next = numbers(3);
    for slot in 0..batch.attributes.slots() {
        for lane in 0..LANES {
            batch
                .attributes
                .set(slot, lane, std::array::from_fn(|_| next().to_bits()));
        }
    }
    for lane in (0..LANES).step_by(3) {
        batch.live.set(lane, false);
    }
    batch
}

fn run(kernel: &dyn Kernel, batch: &mut Batch, parameters: &[[u32; 4]], budget: u64) -> Option<TrapKind> {
    let meter = Meter::new(Budget::of_instructions(budget));
    let environment = Environment::new(parameters, &Untextured, &meter);
    let trap = kernel.run(batch, &environment, &mut kernel.scratch()).err();
    trap.map(|trap| trap.kind)
}

/// source: the functional model, one vertex at a time, with registers numbered as ARB_vertex_program Table X.2
/// aliases attributes and NV_vertex_program Table X.2 numbers results.
#[test]
fn kernels_give_the_bits_of_the_functional_model() {
    for source in [TRANSFORM, LIGHTING] {
        let program = checked(source);
        let kernel = GeForce3::default().prepare(&program).expect("it fits");
        let parameters = parameters(&program);
        let mut batch = filled(&program);
        assert_eq!(run(&*kernel, &mut batch, &parameters, 1000), None);

        let words = lower(&program)
            .and_then(|lowered| lowered.words())
            .expect("it fits");
        let machine = Machine::from_words(&words).expect("it has a final bit");
        let mut constants = Constants::default();
        for (slot, value) in parameters.iter().enumerate() {
            constants.0[usize::from(limit::GL_FIRST_CONSTANT) + slot] = *value;
        }
        for lane in 0..LANES {
            let mut inputs = [ORIGIN; 16];
            for (slot, variable) in program.attributes().iter().enumerate() {
                let register = match variable.binding.family {
                    Family::VertexPosition => 0,
                    Family::VertexNormal => 2,
                    Family::VertexColor => 3,
                    other => panic!("the lecture's programs read no {other:?}"),
                };
                inputs[register] = batch.attributes.get(slot, lane);
            }
            let outputs = machine.run(&mut constants, &inputs, &Options::default());
            for (slot, variable) in program.results().iter().enumerate() {
                let register = match (variable.binding.family, variable.binding.index[0]) {
                    (Family::ResultPosition, _) => 0,
                    (Family::ResultColor, 0) => 3,
                    (Family::ResultColor, _) => 7,
                    other => panic!("the lecture's programs write no {other:?}"),
                };
                // NV_vertex_program 2.14.1.5: registers of results begin with (0, 0, 0, 1), where nothing runs too.
                let wanted = if batch.live.get(lane) {
                    outputs.0[register]
                } else {
                    UNWRITTEN_VERTEX
                };
                assert_eq!(batch.results.get(slot, lane), wanted, "slot {slot}, lane {lane}");
            }
        }
    }
}

/// source: NV_vertex_program2, "Overview": condition codes, absolute values, COS, the other comparisons and branches
/// are what it adds to NV_vertex_program, whose machine the GeForce 3 is; NV_gpu_program4: integers and clamps
#[test]
fn what_the_nv20_has_not_is_refused_with_its_numbers() {
    for taken in [
        "!!VP2.0\nADD o[HPOS], v[0], -c[0];\nEND",
        "!!NVvp4.0\nADD result.position, vertex.position, program.local[0];\nEND",
        "!!ARBvp1.0\nSWZ result.position, vertex.position, x, -y, 0, 1;\nEND",
    ] {
        assert!(ReferenceNv20.prepare(&checked(taken)).is_ok(), "{taken}");
    }
    for (refused, at, operation) in [
        ("!!VP2.0\nADD o[HPOS], v[0], |c[0]|;\nEND", 0, ArithmeticOp::Add),
        (
            "!!VP2.0\nMOV R1, v[0];\nADDC R0, R1, c[0];\nMOV o[HPOS], R0;\nEND",
            1,
            ArithmeticOp::Add,
        ),
        ("!!VP2.0\nCOS o[HPOS], v[0].x;\nEND", 0, ArithmeticOp::Cosine),
        (
            "!!VP2.0\nSGT o[HPOS], v[0], c[0];\nEND",
            0,
            ArithmeticOp::SetOrNan(Comparison::Greater),
        ),
        (
            "!!NVvp4.0\nADD.SAT result.position, vertex.position, program.local[0];\nEND",
            0,
            ArithmeticOp::Add,
        ),
        (
            "!!NVvp4.0\nTEMP r;\nADD.S r, vertex.attrib[1], program.local[0];\nMOV result.position, r;\nEND",
            0,
            ArithmeticOp::Add,
        ),
    ] {
        let refusal = ReferenceNv20.prepare(&checked(refused)).err();
        let instruction = InstId::new(at);
        let wanted = Refusal::Operation {
            instruction,
            operation: Operation::Arithmetic(operation),
        };
        assert_eq!(refusal, Some(wanted), "{refused}");
    }
    let fragment = checked("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND");
    let refusal = ReferenceNv20.prepare(&fragment).err();
    assert_eq!(refusal, Some(Refusal::Numbers(Stage::Fragment)));
}

/// source: an error bound. Each of the transform's four steps loses less than one unit in the last place of
/// its product, by truncation, and one of its sum, by truncation after the guard bits; sums are below 4, so
/// that a unit is 2^-22, and floats lose half a unit at each of both.
#[test]
fn the_transform_is_near_that_of_plain_floats() {
    let program = checked(TRANSFORM);
    let parameters = parameters(&program);
    let mut batches = [filled(&program), filled(&program)];
    let engines: [&dyn Engine; 2] = [&GeForce3::default(), &Reference];
    // As `--engine` has it.
    assert_eq!(engines.map(Engine::name), ["gf3", "reference"]);
    for (engine, batch) in engines.iter().zip(&mut batches) {
        let kernel = engine.prepare(&program).expect("both take it");
        assert_eq!(run(&*kernel, batch, &parameters, 1000), None);
    }
    let bound = 4.0 * 2.0 * 1.5 * 2f32.powi(-22);
    let (mut differ, mut most) = (0, 0.0f32);
    for component in 0..4 {
        let planes = [0, 1].map(|engine: usize| batches[engine].results.component(0, component));
        for (machine, plain) in planes[0].iter().zip(planes[1]) {
            let difference = (f32::from_bits(*machine) - f32::from_bits(*plain)).abs();
            most = most.max(difference);
            differ += usize::from(machine != plain);
        }
    }
    assert!(most <= bound, "{most} is above {bound}");
    assert!(differ > 0, "truncation shows somewhere in {LANES} vertices");
}

/// source: the machine's limits and registers (NV_vertex_program 2.14.1), and what it lacks beside
/// ARB_vertex_program: texture coordinates 4 to 7.
#[test]
fn refusals_say_why() {
    let long = format!(
        "!!ARBvp1.0 TEMP t; {} MOV result.position, t; END",
        "MOV t, vertex.position;".repeat(127)
    );
    let fits = |source: &str| GeForce3::default().prepare(&checked(source)).map(|_| ());
    assert_eq!(fits(&long), Ok(()));
    // The matrix of an invariant position is among the parameters; NV_vertex_program's registers are the machine's.
    for source in [
        "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.color; END",
        "!!VP1.1 OPTION NV_position_invariant; MOV o[COL0], v[COL0]; END",
        "!!VP1.0 MOV o[HPOS], c[5]; END",
    ] {
        assert_eq!(fits(source), Ok(()), "{source}");
    }
    let longer = long.replacen("MOV", "MOV t, vertex.position; MOV", 1);
    let rows = [
        (longer.as_str(), "129 words"),
        (
            "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord[5], vertex.position; END",
            "four texture coordinates",
        ),
        (
            "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOVC t, vertex.position; MOV result.position, t; END",
            "no operation",
        ),
        (
            "!!ARBvp1.0 OPTION NV_vertex_program3; MOV_SAT result.position, vertex.position; END",
            "no operation",
        ),
    ];
    for (source, reason) in rows {
        let refused = fits(source).expect_err(source);
        assert!(refused.to_string().contains(reason), "{source}: {refused}");
        let Refusal::Rule(broken) = refused else {
            panic!("{source}: {refused}");
        };
        assert!(rule::RULES.contains(&broken.rule), "{source}");
    }
    let fragment = "!!ARBfp1.0 MOV result.color, fragment.color; END";
    assert_eq!(fits(fragment), Err(Refusal::Stage(Stage::Fragment)));
}

/// source: `Environment::budget` counts the program's instructions.
#[test]
fn a_spent_budget_stops_a_run() {
    let program = checked(TRANSFORM);
    let kernel = GeForce3::default().prepare(&program).expect("it fits");
    let mut batch = filled(&program);
    let parameters = parameters(&program);
    assert_eq!(run(&*kernel, &mut batch, &parameters, 3), Some(TrapKind::Budget));
    assert_eq!(run(&*kernel, &mut batch, &parameters, 4), None);
}

/// Programs that between them have every operation of the languages that the machine has a way for.
const EVERY_OPERATION: &[&str] = &[
    "!!VP1.1
    ADD R0, v[0], -v[0].wzyx; SUB R1, R0, v[1]; MUL R2, v[2].y, R1; MAD R3, -R2, v[3].zzxy, R0;
    MIN R4, R3, v[4]; MAX R5, R4, -v[5]; SLT R6, R5, R3; SGE R7, v[6], R5; DST R8, v[7], R3;
    DP3 R9, R8, v[8]; DPH R10, v[8], R8; DP4 R11, R8, v[9]; ABS R0, v[10]; RCP R1, v[10].x; RCC R2, v[10].y;
    RSQ R3, v[11].z; EXP R4, v[11].w; LOG R5, v[12].x; LIT R6, v[13]; ARL A0.x, v[14].y; MOV R7, c[A0.x+2];
    MOV o[HPOS], R0; MOV o[COL0], R1; MOV o[COL1], R2; MOV o[BFC0], R3; MOV o[BFC1], R4; MOV o[TEX0], R5;
    MOV o[TEX1], R6; MOV o[TEX2], R7; ADD o[TEX3], R8, R9; MUL o[FOGC].x, R10, R11; MOV o[PSIZ].x, R6; END",
    "!!ARBvp1.0
    ATTRIB a = vertex.attrib[0]; ATTRIB b = vertex.attrib[1]; PARAM k[4] = { program.local[0..3] }; ADDRESS i; TEMP t;
    PARAM c = { 3.9, 0 };
    EX2 result.position.x, a.x; LG2 result.position.yz, a.y; POW result.position.w, a.z, b.x;
    FLR result.color, a; FRC result.color.secondary, b; XPD result.color.back, a, b;
    SWZ result.color.back.secondary, a, -x, 0, -1, w; SWZ result.texcoord[0], k[1], y, 1, -y, -0;
    ABS result.texcoord[1], -b; SUB result.texcoord[2], k[2], a; POW result.texcoord[3].xw, k[0].x, k[3].y;
    MAX t.x, b.z, k[3].w; MIN t.x, t.x, c.x; MAX t.x, t.x, c.y;
    ARL i.x, t.x; MAD result.fogcoord.x, k[i.x], k[2], b; EX2 result.pointsize.x, -b.w; END",
];

/// Bits of all kinds: numbers near 1, any bits at all, and those at the edges of the format.
fn any_bits(seed: u32) -> impl FnMut() -> u32 {
    const EDGES: [u32; 12] = [
        0,
        0x8000_0000,
        1,
        0x807f_ffff,
        0x0080_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xff80_0001,
        0xae00_0000,
        0x3f80_0000,
    ];
    let mut x = seed;
    move || {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let bits = x ^ x >> 15;
        match x >> 28 {
            0..4 => EDGES[bits as usize % EDGES.len()],
            4..8 => bits.wrapping_mul(0x9e37_79b9),
            _ => 0x3c00_0000 + (bits & 0x83ff_ffff),
        }
    }
}

/// source: the words that a program is lowered to, run by the machine; the reference engine walks the program itself
/// in the NV20's numeric environment.
#[test]
fn the_reference_engine_in_the_numbers_of_the_machine_gives_its_bits() {
    for source in [TRANSFORM, LIGHTING].iter().chain(EVERY_OPERATION) {
        let program = checked(source);
        let kernels = [
            GeForce3::default().prepare(&program).expect("it fits"),
            ReferenceNv20.prepare(&program).expect("the machine has a way"),
        ];
        let mut next = any_bits(1);
        for round in 0..200 {
            let mut values = parameters(&program);
            for (value, parameter) in values.iter_mut().zip(program.parameters()) {
                if !matches!(parameter.source, ParameterSource::Constant(_)) {
                    *value = std::array::from_fn(|_| next());
                }
            }
            let mut batch = filled(&program);
            for slot in 0..batch.attributes.slots() {
                for lane in 0..LANES {
                    batch.attributes.set(slot, lane, std::array::from_fn(|_| next()));
                }
            }
            let mut other = batch.clone();
            for (kernel, batch) in kernels.iter().zip([&mut batch, &mut other]) {
                assert_eq!(run(&**kernel, batch, &values, 1000), None);
            }
            for slot in 0..batch.results.slots() {
                for lane in 0..LANES {
                    assert_eq!(
                        batch.results.get(slot, lane),
                        other.results.get(slot, lane),
                        "round {round}, lane {lane}, {}",
                        program.results()[slot].binding
                    );
                }
            }
        }
    }
}
