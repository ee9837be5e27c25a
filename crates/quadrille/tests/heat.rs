//! Heat maps: counts at pixels, by hand from programs and rectangles.
//!
//! source: docs/heat-maps.md says what counts; each program is short enough to count its instructions.

use quadrille::scene::{HeatKind, HeatMap, NoFiles, Report, SceneOptions, Verdict};
use quadrille::{Budget, Session, run_scene};

fn run(text: &str, heat: Option<HeatKind>) -> Report {
    let session = Session::new();
    let options = SceneOptions {
        heat,
        size: (16, 8),
        ..SceneOptions::new(&session, &NoFiles)
    };
    let report = run_scene("scene.shader_test", text, &options);
    assert_eq!(report.verdict, Verdict::Pass, "{text}");
    report
}

fn heat(text: &str, kind: HeatKind) -> HeatMap {
    let report = run(text, Some(kind));
    let plain = run(text, None);
    assert!(report.picture == plain.picture, "counting changes no bit");
    report.heat.expect("a heat map was asked for")
}

/// Three rectangles of one row of eight pixels: pixels 4 to 7 are covered twice, and the third is behind all.
const RECTANGLES: &str = "[fragment program]
!!ARBfp1.0
TEMP a;
TEX a, fragment.texcoord[0], texture[0], 2D;
ADD a, a, a;
TEX result.color, a, texture[0], 2D;
END
[test]
ortho
clear color 0 0 0 0
clear depth 1
clear
enable GL_DEPTH_TEST
texture rgbw 0 (2,2)
draw rect 0 2 8 1
draw rect 4 2 8 1
";

#[test]
fn fragments_instructions_and_lookups_of_each_pixel() {
    for (kind, of_a_fragment) in [
        (HeatKind::Overdraw, 1),
        (HeatKind::Instructions, 3),
        (HeatKind::Reads, 2),
        (HeatKind::Divergence, 0),
    ] {
        let map = heat(RECTANGLES, kind);
        assert_eq!((map.kind, map.width, map.height), (kind, 16, 8));
        for (x, y) in (0..8).flat_map(|y| (0..16).map(move |x| (x, y))) {
            // The second is not in front (LESS), and its fragments run all the same.
            let fragments = match (x, y) {
                (4..8, 2) => 2,
                (0..4 | 8..12, 2) => 1,
                _ => 0,
            };
            assert_eq!(map.count(x, y), fragments * of_a_fragment, "{kind:?} at {x}, {y}");
        }
        assert_eq!(map.total(), 16 * of_a_fragment);
        assert_eq!((map.least(), map.most()), (0, 2 * of_a_fragment));
    }
}

/// Fragments in columns 0 to 4 take the block of three instructions, with ENDIF. Those of columns 4 and 5 are of one quad, so
/// the fragment of column 4 executes the three without the other.
#[test]
fn fragments_of_a_quad_that_part() {
    let text = "[fragment program]
!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP a;
SLTC a.x, fragment.position.x, 5;
IF NE.x;
ADD a, a, a;
ADD a, a, a;
ENDIF;
MOV result.color, 1;
END
[test]
ortho
draw rect 0 0 16 2
";
    let map = heat(text, HeatKind::Divergence);
    for (x, y) in (0..2).flat_map(|y| (0..16).map(move |x| (x, y))) {
        assert_eq!(map.count(x, y), if x == 4 { 3 } else { 0 }, "at {x}, {y}");
    }
}

/// A stage without a program has fragments and no instructions of the scene.
#[test]
fn fixed_function_has_overdraw_alone() {
    let text = "[test]\northo\ndraw rect 0 0 16 8\n";
    assert_eq!(heat(text, HeatKind::Overdraw).least(), 1);
    assert_eq!(heat(text, HeatKind::Instructions).most(), 0);
}

/// What is drawn into another framebuffer is not in the map of the one that is read at the end.
#[test]
fn only_the_framebuffer_that_is_read() {
    let text = "[test]\northo\ntexture empty 0 2D (16,8) GL_RGBA8\nfb tex 2d 0\ndraw rect 0 0 16 8\n\
                fb winsys\ndraw rect 0 0 3 1\n";
    let map = heat(text, HeatKind::Overdraw);
    assert_eq!((map.total(), map.count(2, 0), map.count(3, 0)), (3, 1, 0));
}

/// source: docs/heat-maps.md: black is 0, white the most, and more is brighter.
#[test]
fn more_is_brighter() {
    let map = HeatMap {
        kind: HeatKind::Overdraw,
        width: 12,
        height: 1,
        counts: (0..12).collect(),
    };
    let picture = map.picture(map.most());
    assert_eq!(picture.rgba[..4], [0, 0, 0, 255]);
    let brightness = |pixel: &[u8]| pixel[..3].iter().map(|part| u32::from(*part)).sum::<u32>();
    let bright: Vec<u32> = picture.rgba.chunks_exact(4).map(brightness).collect();
    assert!(bright.is_sorted_by(|below, above| below < above), "{bright:?}");
    // What is beyond the count that is white is white.
    let cut = map.picture(5);
    assert_eq!(cut.rgba[20..24], cut.rgba[44..48]);
    assert_eq!(cut.rgba[20..24], picture.rgba[44..48]);
}

/// source: a count is 8 bytes, and a scene has one budget
#[test]
fn counts_are_memory_of_the_budget() {
    let text = "[test]\nclear\ndraw rect -1 -1 2 2\n";
    let passes = |heat, memory| {
        let session = Session::new();
        let options = SceneOptions {
            heat,
            size: (512, 512),
            budget: Budget {
                memory,
                ..Budget::default()
            },
            ..SceneOptions::new(&session, &NoFiles)
        };
        run_scene("scene.shader_test", text, &options).verdict == Verdict::Pass
    };
    const STEP: u64 = 1 << 18;
    let mut enough = (1..100).map(|steps| steps * STEP);
    let enough = enough
        .find(|memory| passes(None, *memory))
        .expect("25 MiB are enough");
    let counts = 8 * 512 * 512;
    assert!(!passes(Some(HeatKind::Overdraw), enough));
    assert!(!passes(Some(HeatKind::Overdraw), enough + counts - 2 * STEP));
    assert!(passes(Some(HeatKind::Overdraw), enough + counts));
}
