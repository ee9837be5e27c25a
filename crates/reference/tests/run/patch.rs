//! Tessellation control programs: the invocations of a patch read each other's results.

use quadrille_engine::Batch;
use quadrille_reference::Quiet;

use crate::support::{program, run_batch};

/// Every vertex gives its position; then each reads that of the next, and the last of them a level that the
/// first wrote for the patch.
///
/// source: NV_tessellation_program5 2.X.3.2 and 2.X.5: lock step; `vertex.out[m]` and `primitive.out`
#[test]
fn vertices_read_each_other() {
    let text = "!!NVtcp5.0
        VERTICES_OUT 4;
        ATTRIB out = vertex.out.position;
        INT TEMP i, next;
        TEMP a;
        MOV.S i, primitive.invocation.x;
        ADD.S next, i, 1;
        AND.S next, next, 3;
        MOV result.position, vertex[0].position;
        MOV.S.CC a, i;
        IF EQ.x;
        MOV result.patch.tessouter[1].x, 7;
        ENDIF;
        MOV a, out[next.x];
        MOV result.texcoord[0], a;
        MOV result.texcoord[1], primitive.out.tessouter[1].x;
        END";
    let text = text.replace("vertex[0].position", "vertex[2].position");
    let program = program(&text);
    let mut batch = Batch::new(&program, 4);
    let mut vertex = batch.attributes.clone();
    for (slot, attribute) in program.attributes().iter().enumerate() {
        for lane in 0..4 {
            match attribute.binding.to_string().as_str() {
                name if name.contains("invocation") => {
                    batch.attributes.set(slot, lane, [lane as u32, 0, 0, 0]);
                    vertex.set(slot, lane, [lane as u32, 0, 0, 0]);
                }
                _ => vertex.set(slot, lane, [(lane as f32).to_bits(); 4]),
            }
        }
    }
    batch.vertices = vec![vertex; 3];
    run_batch(&program, &mut batch, 1000, &mut Quiet).expect("an end");
    let slot = |name: &str| {
        let mut results = program.results().iter();
        let found = results.position(|result| result.binding.to_string() == name);
        found.unwrap_or_else(|| panic!("{name} of {:?}", program.results()))
    };
    for lane in 0..4 {
        let float = |name: &str| f32::from_bits(batch.results.get(slot(name), lane)[0]);
        assert_eq!(float("result.position"), lane as f32);
        assert_eq!(float("result.texcoord"), ((lane + 1) % 4) as f32);
        assert_eq!(float("result.texcoord[1]"), 7.0);
    }
}

/// An array is indexed by an attribute of one of the vertices that come in, whichever lane reads it.
///
/// source: NV_gpu_program4 2.X.4.2: an index is a scalar integer operand
#[test]
fn a_vertex_that_comes_in_says_which_element() {
    let program = program(
        "!!NVtcp5.0
        VERTICES_OUT 2;
        PARAM table[] = { {10, 10, 10, 10}, {11, 11, 11, 11}, {12, 12, 12, 12}, {13, 13, 13, 13} };
        MOV result.texcoord[0], table[vertex[1].id.x + 1];
        END",
    );
    let mut batch = Batch::new(&program, 2);
    let mut vertex = batch.attributes.clone();
    let mut vertices = Vec::new();
    for number in 0..3 {
        for slot in 0..program.attributes().len() {
            for lane in 0..2 {
                vertex.set(slot, lane, [number, 0, 0, 0]);
            }
        }
        vertices.push(vertex.clone());
    }
    batch.vertices = vertices;
    run_batch(&program, &mut batch, 1000, &mut Quiet).expect("an end");
    for lane in 0..2 {
        assert_eq!(batch.results.get(0, lane), [12_f32.to_bits(); 4]);
    }
}
