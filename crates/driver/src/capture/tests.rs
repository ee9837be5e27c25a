//! A draw of the fake driver, and the scene that it becomes.

use std::cell::RefCell;

use super::{Frame, Look, Of, Recorded, Recorder, Sink, TooLarge};
use crate::context::fake::Fake;
use crate::context::{Cut, Space};
use crate::gl::{Gl, number};

const TRIANGLE: [[f32; 4]; 3] = [
    [-1.0, -1.0, 0.5, 1.0],
    [1.0, -1.0, 0.1, 1.0],
    [-1.0, 1.0, 0.25, 1.0],
];
const VERTEX: &str = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n";

impl Look for Fake {
    fn numbers(&self, of: Of, name: u32) -> [f32; 16] {
        // The first state of a context, as far as it is not 0.
        let numbers: &[f32] = match (of, name) {
            (Of::State, number::VIEWPORT | 0x0c10) => &[0.0, 0.0, 4.0, 2.0],
            (Of::State, 0x0ba6..=0x0ba8 | number::CURRENT_MATRIX) => &[
                1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
            ],
            (Of::State, 0x0b11 | 0x0b21) => &[1.0],
            (Of::State, 0x0b40) => &[6914.0, 6914.0],
            (Of::State, 0x0b74) => &[513.0],
            _ => &[],
        };
        std::array::from_fn(|at| numbers.get(at).copied().unwrap_or_default())
    }

    fn set_unit(&self, _unit: u32) {}

    fn texels(&self, _target: u32, pixels: usize) -> Vec<[u8; 4]> {
        vec![[0; 4]; pixels]
    }

    fn colors(&self, width: u32, height: u32) -> Vec<[u8; 4]> {
        vec![[1, 2, 3, 4]; (width * height) as usize]
    }

    fn depths(&self, width: u32, height: u32) -> Vec<u32> {
        vec![0x0102_0304; (width * height) as usize]
    }

    fn has_shaders(&self) -> bool {
        false
    }

    fn has_program(&self, target: u32) -> bool {
        self.is_enabled(target)
    }

    fn asked(&self, target: u32, name: u32) -> i32 {
        self.program_integer(target, name)
    }

    fn parameter(&self, space: Space, target: u32, index: u32) -> [u32; 4] {
        let vector = match space {
            Space::Local => self.local_parameter(target, index),
            Space::Environment => self.environment_parameter(target, index),
        };
        vector.map(f32::to_bits)
    }

    fn subroutines(&self, _target: u32) -> Vec<(u32, String)> {
        Vec::new()
    }

    fn parameter_buffer(&self, _target: u32, _point: u32) -> Option<Result<Vec<u8>, TooLarge>> {
        None
    }

    fn storage_buffer(&self, point: u32) -> Option<Result<Vec<u8>, TooLarge>> {
        match point {
            2 => Some(Ok(vec![1, 0, 0, 0])),
            3 => Some(Err(TooLarge(1 << 30))),
            _ => None,
        }
    }

    fn cut(&self) -> Cut {
        Cut::None
    }

    fn given(&self, target: u32) -> Vec<u8> {
        self.program_text(target, usize::MAX)
    }

    fn record(&self, draw: &dyn Fn(), recorder: &Recorder, within: &mut dyn FnMut()) -> Recorded {
        draw();
        within();
        let rest = recorder.components - 4;
        let vertex = |position: [f32; 4]| position.into_iter().chain(std::iter::repeat_n(0.0, rest));
        Recorded {
            numbers: TRIANGLE.into_iter().flat_map(vertex).collect(),
            primitives: 1,
        }
    }
}

#[derive(Default)]
struct Files(RefCell<Vec<(String, Vec<u8>)>>);

impl Sink for Files {
    fn file(&self, name: &str, bytes: &[u8]) {
        self.0.borrow_mut().push((name.to_owned(), bytes.to_vec()));
    }
}

#[test]
fn a_draw_is_a_scene() {
    let gl = Fake::default();
    gl.bind_program(number::VERTEX_PROGRAM, 7);
    gl.program_string(
        number::VERTEX_PROGRAM,
        number::PROGRAM_FORMAT_ASCII,
        VERTEX.as_bytes(),
    );
    gl.set_enabled(number::VERTEX_PROGRAM, true);
    gl.set_local_parameter(number::VERTEX_PROGRAM, 3, [0.1, 2.0, -3.0, 1e-7]);
    let (files, mut frame) = (Files::default(), Frame::new(5));
    assert_eq!(frame.draw(&gl, &files, "glDrawArrays", &|| ()), Some(1));
    let files = files.0.into_inner();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let wanted = [
        "frame-5-draw-0001-before.png",
        "frame-5-draw-0001-depth.png",
        "frame-5-draw-0001.shader_test",
    ];
    assert_eq!(names, wanted);
    let text = String::from_utf8(files[2].1.clone()).expect("text");
    let scene = quadrille_scene::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    assert_eq!(scene.size, Some((4, 2)));
    assert_eq!(scene.programs.len(), 1);
    assert!(text.contains("[vertex program]\n!!ARBvp1.0\n"), "{text}");
    // Exactly the same numbers are read again.
    let data = scene.vertex_data.as_ref().expect("vertices");
    assert_eq!(data.rows, 3);
    assert_eq!(data.attributes[0].values.to_floats(), TRIANGLE.concat());
    for line in [
        "framebuffer color frame-5-draw-0001-before.png",
        "parameter local_vp 3 (0.1, 2, -3, 0.0000001)",
        "enable VERTEX_PROGRAM_ARB",
        "depthfunc LESS",
        "draw arrays TRIANGLES 0 3",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}\n{text}");
    }
}

#[test]
fn a_dispatch_is_a_scene() {
    const COMPUTE: &str = "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\n\
        STORAGE data[] = { program.storage[2] };\nSTB.U32 1, data[0];\nEND\n";
    let gl = Fake::with_text(number::COMPUTE_PROGRAM, COMPUTE);
    let (files, mut frame) = (Files::default(), Frame::new(5));
    let numbered = frame.dispatch(&gl, &files, "glDispatchCompute", [3, 1, 2]);
    assert_eq!(numbered, Some(1));
    let files = files.0.into_inner();
    assert_eq!(files[0].0, "frame-5-dispatch-0001-storage_2.bin");
    let text = String::from_utf8(files[1].1.clone()).expect("text");
    quadrille_scene::read(&text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    for line in [
        "[compute program]",
        "Not captured: the 1073741824 bytes of storage_3.",
        "bind storage 2 storage_2",
        "dispatch 3 1 2",
        "output buffer storage_2 frame-5-dispatch-0001-storage_2-drawn.bin",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}\n{text}");
    }
}
