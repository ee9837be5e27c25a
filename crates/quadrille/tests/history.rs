//! The history of a pixel.
//!
//! source: what becomes of each fragment follows by hand from the per-fragment operations (GL 2.1, 4.1), in their order,
//! and from the programs; what is drawn with a history is drawn without one too.

use std::path::{Path, PathBuf};

use quadrille::scene::{
    FileError, Files, HistoryEntry, NoFiles, PixelHistory, Report, SceneOptions, Verdict,
};
use quadrille::state::{BlendEquation, BlendFactor, Compare};
use quadrille::{Dropped, FragmentTest, PixelPlace, Session, run_scene};

fn report(text: &str, place: PixelPlace) -> Report {
    let session = Session::new();
    let options = SceneOptions {
        pixel: Some(place),
        threads: 2,
        ..SceneOptions::new(&session, &NoFiles)
    };
    run_scene("scene.shader_test", text, &options)
}

fn history(text: &str, place: PixelPlace) -> (String, PixelHistory) {
    let report = report(text, place);
    assert_eq!(report.verdict, Verdict::Pass);
    (
        report.source.text().to_owned(),
        report.history.expect("a history"),
    )
}

/// The command of each entry, and what dropped each of its fragments.
fn outline<'t>(text: &'t str, history: &PixelHistory) -> Vec<(&'t str, Vec<Option<Dropped>>)> {
    let entry = |entry: &HistoryEntry| {
        let fragments = entry.fragments.iter();
        let dropped = fragments.map(|one| one.fragment.dropped).collect();
        (&text[entry.span.range()], dropped)
    };
    history.entries.iter().map(entry).collect()
}

const TESTS: &str = "[require]
SIZE 24 16

[vertex program]
!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, program.local[0];
END

[fragment program]
!!ARBfp1.0
TEMP t;
SUB t, fragment.color.x, 0.125;
KIL t;
MOV result.color, fragment.color;
END

[test]
clear color 0.0 0.0 0.0 0.0
clear
enable GL_DEPTH_TEST
parameter local_vp 0 (1, 0, 0, 1)
draw rect -1 -1 1 2
depthfunc GREATER
draw rect -1 -1 2 2
depthfunc LEQUAL
parameter local_vp 0 (0, 1, 0, 1)
draw rect -1 -1 2 2
enable GL_ALPHA_TEST
alphafunc GREATER 0.5
parameter local_vp 0 (1, 1, 0, 0.25)
draw rect -1 -1 2 2
disable GL_ALPHA_TEST
enable GL_STENCIL_TEST
stencilfunc FRONT_AND_BACK EQUAL 1 255
draw rect -1 -1 2 2
disable GL_STENCIL_TEST
enable GL_BLEND
blend func ONE ONE
parameter local_vp 0 (0.25, 0, 1, 0)
draw rect -1 -1 2 2
disable GL_BLEND
colormask false false false false
parameter local_vp 0 (1, 1, 1, 1)
draw rect -1 -1 2 2
probe rgb 1 1 1.0 0.0 1.0
";

#[test]
fn each_operation_says_what_it_drops() {
    let place = PixelPlace {
        x: 5,
        y: 7,
        ..PixelPlace::default()
    };
    let (text, history) = history(TESTS, place);
    assert_eq!(
        outline(&text, &history),
        [
            ("draw rect -1 -1 1 2", vec![None]),
            ("draw rect -1 -1 2 2", vec![Some(Dropped::Depth)]),
            ("draw rect -1 -1 2 2", vec![Some(Dropped::Discarded)]),
            ("draw rect -1 -1 2 2", vec![Some(Dropped::Alpha)]),
            ("draw rect -1 -1 2 2", vec![Some(Dropped::Stencil)]),
            ("draw rect -1 -1 2 2", vec![None]),
            ("draw rect -1 -1 2 2", vec![None]),
        ]
    );
    let colors: Vec<[f64; 4]> = history
        .entries
        .iter()
        .map(|entry| entry.after.colors[0])
        .collect();
    let red = [1.0, 0.0, 0.0, 1.0];
    // The sum of red and (0.25, 0, 1, 0), clamped.
    let sum = [1.0, 0.0, 1.0, 1.0];
    assert_eq!(colors, [red, red, red, red, red, sum, sum]);
    assert_eq!(history.value, Some(history.entries[6].after.clone()));
    let first = &history.entries[0];
    assert_eq!((first.before.depth, first.before.stencil), (Some(1.0), Some(0)));
    // Position (x, y, 0, 1) is half way between the depths 0 and 1; in 24 bits that is 8388608 of 16777215.
    let fragment = &first.fragments[0].fragment;
    assert_eq!((fragment.depth, fragment.front), (0.5, true));
    assert_eq!(first.after.depth, Some(8_388_608.0 / 16_777_215.0));
    assert_eq!(fragment.attributes[0].map(f32::from_bits), [1.0, 0.0, 0.0, 1.0]);
    // Depth is half in all draws, and the buffer keeps 24 bits of the first, which is a little more.
    let stored = 8_388_608.0 / 16_777_215.0;
    let depth = |function, stored| FragmentTest::Depth {
        function,
        depth: 0.5,
        stored,
    };
    let tests: Vec<Vec<FragmentTest>> = history
        .entries
        .iter()
        .map(|entry| entry.fragments[0].fragment.tests.clone())
        .collect();
    assert_eq!(
        tests,
        [
            vec![depth(Compare::Less, 1.0)],
            vec![depth(Compare::Greater, stored)],
            // The program discards before anything is tested.
            vec![],
            vec![FragmentTest::Alpha {
                function: Compare::Greater,
                alpha: 0.25,
                reference: 0.5,
            }],
            vec![FragmentTest::Stencil {
                function: Compare::Equal,
                reference: 1,
                stored: 0,
            }],
            vec![depth(Compare::LessOrEqual, stored)],
            vec![depth(Compare::LessOrEqual, stored)],
        ]
    );
    let outputs: Vec<_> = history
        .entries
        .iter()
        .map(|entry| {
            let outputs = entry.fragments[0].fragment.outputs.iter();
            outputs
                .map(|output| {
                    let blend = output
                        .blend
                        .map(|blend| (blend.equation, blend.source, blend.destination));
                    (output.source.map(f32::from_bits), blend)
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let one = [BlendFactor::One; 2];
    let blended = Some(([BlendEquation::Add; 2], one, one));
    assert_eq!(outputs[0], [([1.0, 0.0, 0.0, 1.0], None)]);
    assert!(outputs[1..5].iter().all(Vec::is_empty));
    assert_eq!(outputs[5], [([0.25, 0.0, 1.0, 0.0], blended)]);
    // Nothing is stored, so that no buffer takes the last.
    assert_eq!(outputs[6], []);
    assert_eq!(history.entries[5].after.texels, [vec![255, 0, 255, 255]]);
    let steps = &first.fragments[0].trace.as_ref().expect("it is traced").steps;
    let lines: Vec<&str> = steps.iter().map(|step| &text[step.span.range()]).collect();
    assert_eq!(
        lines,
        [
            "SUB t, fragment.color.x, 0.125",
            "KIL t",
            "MOV result.color, fragment.color"
        ]
    );
    let given = steps[0]
        .result
        .expect("a result")
        .words
        .map(|word| f32::from_bits(word as u32));
    assert_eq!(given, [0.875; 4]);
}

#[test]
fn primitives_that_cover_a_pixel_come_one_after_another() {
    let text = "[require]
SIZE 32 32

[vertex program]
!!ARBvp1.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END

[fragment program]
!!ARBfp1.0
MOV result.color, fragment.color;
END

[vertex data]
0/float/2 3/float/1
-1 -1 0.25
3 -1 0.25
-1 3 0.25
-1 -1 0.5
3 -1 0.5
-1 3 0.5
-1 -1 0.75
0 -1 0.75
-1 0 0.75

[test]
clear
draw arrays GL_TRIANGLES 0 9
";
    // The third triangle does not reach the pixel.
    let place = PixelPlace {
        x: 20,
        y: 21,
        ..PixelPlace::default()
    };
    let (text, history) = history(text, place);
    assert_eq!(
        outline(&text, &history),
        [("draw arrays GL_TRIANGLES 0 9", vec![None, None])]
    );
    let fragments = history.entries[0].fragments.iter().map(|one| &one.fragment);
    let red: Vec<_> = fragments
        .map(|one| (one.primitive, one.before.colors[0][0], one.after.colors[0][0]))
        .collect();
    // 0.25 and 0.5 in 8 bits: 63.75 and 127.5 to the nearest, halves to even; as quotients of binary32.
    let [first, second] = [64.0f32, 128.0].map(|level| f64::from(level / 255.0));
    assert_eq!(red, [(0, 0.0, first), (1, first, second)]);
}

/// source: the vertices of primitives by GL 2.1, 2.6.1; `vertex.id` of NV_gpu_program4
#[test]
fn primitives_tell_their_vertices() {
    let text = "[require]
SIZE 4 4

[vertex program]
!!ARBvp1.0
MOV result.position, vertex.position;
END

[fragment program]
!!ARBfp1.0
MOV result.color, fragment.texcoord[0];
END

[vertex data]
position/0/float/2
-3 -3
-2 -3
-3 -2
-1 -1
1 -1
1 1
-1 1
-1 -1

[test]
draw arrays TRIANGLES 3 3
draw arrays QUADS 3 4
draw arrays POLYGON 3 5
draw arrays TRIANGLE_STRIP 2 4
draw arrays instanced TRIANGLE_FAN 3 4 2
";
    let place = PixelPlace {
        x: 3,
        y: 0,
        ..PixelPlace::default()
    };
    let (_, history) = history(text, place);
    let vertices: Vec<Vec<(Vec<u32>, u32)>> = history
        .entries
        .iter()
        .map(|entry| {
            let fragments = entry.fragments.iter().map(|one| &one.fragment);
            fragments
                .map(|one| (one.vertices.clone(), one.instance))
                .collect()
        })
        .collect();
    let one = |count: u32| vec![((3..3 + count).collect(), 0)];
    let twice = vec![(vec![3, 4, 5], 0), (vec![3, 4, 5], 1)];
    assert_eq!(vertices, [one(3), one(4), one(5), one(3), twice]);
}

#[test]
fn samples_and_fixed_function() {
    // Of four samples those of the left half of the pixel are covered.
    let text = "[require]
SIZE 8 8
SAMPLES 4

[test]
ortho 0 8 0 8
enable GL_MULTISAMPLE
clear
color 1 1 1 1
draw rect 0 0 4.5 8
";
    let mut covered = 0;
    for sample in 0..4 {
        let place = PixelPlace {
            x: 4,
            y: 3,
            sample,
            layer: 0,
        };
        let (_, history) = history(text, place);
        covered += history.entries.iter().flat_map(|entry| &entry.fragments).count();
        for fragment in history.entries.iter().flat_map(|entry| &entry.fragments) {
            assert!(fragment.trace.is_none() && fragment.fragment.dropped.is_none());
            assert_eq!(fragment.fragment.after.colors[0], [1.0; 4]);
            // Half way between the planes, although no test asks for it.
            assert_eq!(fragment.fragment.depth, 0.5);
        }
    }
    assert_eq!(covered, 2);
    let outside = PixelPlace {
        x: 8,
        y: 0,
        ..PixelPlace::default()
    };
    let (_, history) = history(text, outside);
    assert!(history.value.is_none() && history.entries.is_empty());
}

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, FileError> {
        Ok(std::fs::read(self.0.join(path))?)
    }
}

#[test]
fn examples_are_drawn_as_without_a_history() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries = std::fs::read_dir(&folder).expect("the examples").flatten();
    let mut listed = 0;
    for path in entries.map(|entry| entry.path()) {
        if path.extension() != Some("shader_test".as_ref()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        let (session, files) = (Session::new(), Folder(folder.clone()));
        let plain = SceneOptions::new(&session, &files);
        let watched = SceneOptions {
            pixel: Some(PixelPlace {
                x: 120,
                y: 130,
                ..PixelPlace::default()
            }),
            ..plain.clone()
        };
        let name = path.display().to_string();
        let [plain, watched] = [plain, watched].map(|options| run_scene(&name, &text, &options));
        assert_eq!(plain.verdict, Verdict::Pass, "{name}");
        assert!(
            plain.framebuffer == watched.framebuffer && plain.outputs == watched.outputs,
            "{name}"
        );
        let history = watched.history.expect("a history");
        // What is drawn into the picture last is what it holds; blits and copies are commands as well.
        let last = history
            .entries
            .iter()
            .rev()
            .find(|entry| entry.framebuffer.is_none());
        if let Some(last) = last {
            listed += last.fragments.len();
        }
    }
    assert!(listed > 10, "{listed} fragments");
}
