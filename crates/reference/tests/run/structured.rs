//! The structured flow, groups of threads and stage operations of the NV_gpu_program languages.

use quadrille_engine::Emission;
use quadrille_reference::Quiet;

use crate::support::{floats, run, vector};

/// source: NV_gpu_program4 2.X.5, its example of IF, ELSE and ENDIF
#[test]
fn if_takes_one_of_two_blocks() {
    let text = "!!NVvp4.0 TEMP a; MOV.CC a, vertex.position; IF GT.x; MOV result.position, 1; ELSE;
        MOV result.position, 2; ENDIF; ADD result.position, vertex.position, 10; END";
    let text = text.replace(
        "ADD result.position, vertex.position, 10;",
        "MOV result.color, 0;",
    );
    let found = floats(&text, &[[1.0; 4], [-1.0; 4], [0.0; 4], [f32::NAN; 4]]);
    assert_eq!(found, [[1.0; 4], [2.0; 4], [2.0; 4], [2.0; 4]]);
}

/// The count of a loop is the floor of its operand's x, read once; a count that is not above zero skips it.
///
/// source: NV_gpu_program4 2.X.8 REP
#[test]
fn loops_count() {
    let text =
        "!!NVvp4.0 TEMP n, a; MOV n, vertex.position; MOV a, 0; REP n; ADD a, a, 1; MOV n, 100; ENDREP;
        MOV result.position, a; END";
    let inputs = [2.9, 3.0, 1.0, 0.9, 0.0, -5.0, 7.5].map(|n| [n, 0.0, 0.0, 0.0]);
    let found: Vec<f32> = floats(text, &inputs).iter().map(|found| found[0]).collect();
    assert_eq!(found, [2.0, 3.0, 1.0, 0.0, 0.0, 0.0, 7.0]);
    let typed =
        "!!NVvp4.0 INT TEMP n, a; FLR.S n, vertex.position; MOV.S a, 0; REP.S n; ADD.S a, a, 1; ENDREP;
        I2F.S result.position, a; END";
    assert_eq!(vector(typed, [5.5, 0.0, 0.0, 0.0]), [5.0; 4]);
}

/// source: NV_gpu_program4 2.X.8 BRK, CONT: the innermost loop is left, or its next round begun
#[test]
fn loops_are_left_and_continued() {
    // The sum of the odd numbers below vertex.position.x, found with a loop that never ends by itself.
    let text = "!!NVvp4.0 TEMP i, sum, half, c; MOV i, -1; MOV sum, 0;
        REP; ADD i, i, 1; SGE.CC c, i, vertex.position.x; BRK (NE.x);
        MUL half, i, 0.5; FRC.CC half, half; CONT (EQ.x); ADD sum, sum, i; ENDREP;
        MOV result.position, sum; END";
    let inputs = [0.0, 1.0, 2.0, 5.0, 10.0].map(|n| [n; 4]);
    let found: Vec<f32> = floats(text, &inputs).iter().map(|found| found[0]).collect();
    assert_eq!(found, [0.0, 0.0, 1.0, 4.0, 25.0]);
}

/// source: NV_gpu_program4 2.X.5: a subroutine ends at the next label; RET leaves the blocks around it
#[test]
fn subroutines_end_at_labels() {
    let text = "!!NVvp4.0 TEMP a;
        main: MOV a, vertex.position; CAL first; CAL second; MOV result.position, a; RET;
        first: ADD a, a, 1;
        second: MUL a, a, 2; REP; IF TR; RET; ENDIF; MUL a, a, 100; BRK; ENDREP;
        third: MUL a, a, 100; END";
    assert_eq!(vector(text, [1.0, 2.0, 3.0, 4.0]), [4.0, 6.0, 8.0, 10.0]);
}

/// source: NV_gpu_program5 2.X.8 TGALL, TGANY and TGEQ; threads that do not execute them have no bearing
#[test]
fn threads_vote() {
    let text = "!!NVvp5.0 TEMP a, r; MOV.CC a, vertex.attrib[0]; MOV r, -1;
        IF NE.w; TGALL r.x, a; TGANY r.y, a; TGEQ r.z, a; ENDIF; MOV result.attrib[0], r; END";
    let found = floats(
        text,
        &[
            [1.0, 0.0, 3.0, 1.0],
            [2.0, 0.0, 0.0, 1.0],
            [0.0, 9.0, 0.0, 0.0],
            [-0.5, 2.0, 4.0, 1.0],
        ],
    );
    let voted = [1.0, 1.0, 0.0, -1.0];
    assert_eq!(found, [voted, voted, [-1.0; 4], voted]);
}

/// source: NV_geometry_program4 2.X.8 EMIT and ENDPRIM, NV_gpu_program5 2.X.8 EMITS
#[test]
fn vertices_are_emitted() {
    let text = "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 3;
        MOV result.position, 1; EMIT; MOV result.position, 2; EMIT; ENDPRIM; MOV result.position, 3; EMIT; END";
    let (batch, end) = run(text, &[[0; 4]], 100, &mut Quiet);
    assert_eq!(end, Ok(()));
    let vertex = |value: f32| Emission::Vertex {
        lane: 0,
        stream: 0,
        results: vec![[value.to_bits(); 4]],
    };
    let expected = [
        vertex(1.0),
        vertex(2.0),
        Emission::EndPrimitive { lane: 0 },
        vertex(3.0),
    ];
    assert_eq!(batch.emitted, expected);
}

/// source: NV_fragment_program4 2.X.8 DDX and DDY: the rate of change along the row and the column
#[test]
fn derivatives_are_differences() {
    let text = "!!NVfp4.0 TEMP x, y; DDX x, fragment.texcoord[0]; DDY y, fragment.texcoord[0];
        MOV result.color.xy, x; MOV result.color.zw, y; END";
    let found = floats(
        text,
        &[
            [1.0, 10.0, 1.0, 10.0],
            [3.0, 11.0, 3.0, 11.0],
            [5.0, 30.0, 5.0, 30.0],
            [8.0, 40.0, 8.0, 40.0],
        ],
    );
    assert_eq!(found[0], [2.0, 1.0, 4.0, 20.0]);
    assert_eq!(found[3], [3.0, 10.0, 5.0, 29.0]);
}
