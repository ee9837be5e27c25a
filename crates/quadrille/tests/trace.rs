//! A trace shows the bytes that each lane touched; results have the type of what their instruction gives.

use quadrille::memory::AccessKind;
use quadrille::{Budget, EvaluationError, Inputs, Session, TrapKind};
use quadrille_isa::gl::DataType;

#[test]
fn accesses_stand_with_their_instruction() {
    // source: NV_parameter_buffer_object2 and NV_shader_storage_buffer_object, 2.X.4.1: the index is an offset
    // in bytes, F32X4 takes sixteen of them and U32 four
    let text = "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nCBUFFER c[] = { program.buffer[0] };\n\
                STORAGE s[] = { program.storage[0] };\nTEMP r;\nLDC.F32X4 r, c[16];\nSTB.U32 r.x, s[4];\n\
                MOV result.position, r;\nEND\n";
    let loaded = Session::new().load("trace.vp", text).expect("it loads");
    let mut steps = Vec::new();
    loaded
        .trace(&Inputs::default(), |step| steps.push(step))
        .expect("it runs");
    let seen: Vec<String> = steps
        .iter()
        .flat_map(|step| step.accesses.iter().map(ToString::to_string))
        .collect();
    let load = "lane 0 loads bytes 16 to 31 of a constant buffer";
    let store = "lane 0 stores bytes 4 to 7 of a storage buffer";
    assert_eq!(seen, [load, store]);
    assert_eq!(steps[1].accesses[0].kind, AccessKind::Store);
}

/// What ran before a run is stopped is seen.
#[test]
fn a_run_that_is_stopped_shows_its_steps() {
    let text = "!!NVvp4.0\nTEMP a;\nREP;\nMOV.CC a, 1;\nBRK (EQ.x);\nENDREP;\nEND\n";
    let loaded = Session::new().load("endless.vp", text).expect("it loads");
    let mut inputs = Inputs::default();
    inputs.set_budget(Budget::of_instructions(100));
    let mut steps = 0;
    let run = loaded.trace(&inputs, |_| steps += 1);
    assert!(matches!(run, Err(EvaluationError::Trap(trap, _)) if trap.kind == TrapKind::Budget));
    assert!(steps > 50, "{steps}");
}

#[test]
fn results_have_the_type_that_their_instruction_gives() {
    // source: NV_gpu_program4 Table X.13: I2F and UP2H give floats whatever their modifier says, SAD unsigned
    // integers
    let text = "!!NVvp4.0\nI2F.S result.texcoord[0], 3;\nUP2H.U result.texcoord[1], 4;\n\
                SAD.S result.texcoord[2], 1, 2, 3;\nEND\n";
    let loaded = Session::new().load("types.vp", text).expect("it loads");
    let outputs = loaded.evaluate(&Inputs::default()).expect("it runs");
    assert_eq!(outputs.types, [DataType::F32, DataType::F32, DataType::U32]);
}
