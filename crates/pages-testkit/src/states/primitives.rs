//! Scenes about primitives, and what of them is drawn.

use std::fmt::Write;

use super::{StateScene, say, scene};

const MODES: [&str; 10] = [
    "POINTS",
    "LINES",
    "LINE_LOOP",
    "LINE_STRIP",
    "TRIANGLES",
    "TRIANGLE_STRIP",
    "TRIANGLE_FAN",
    "QUADS",
    "QUAD_STRIP",
    "POLYGON",
];

pub(super) fn faces() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\ncolor 1 1 1 1\nenable CULL_FACE\n");
    for (x, faces) in ["FRONT", "BACK", "FRONT_AND_BACK"].iter().enumerate() {
        for (y, winding) in ["CW", "CCW"].iter().enumerate() {
            say!(
                test,
                "cullface {faces}\nfrontface {winding}\ndraw rect {x} {y} 1 1"
            );
        }
    }
    scene("faces", [3, 2], &test)
}

pub(super) fn rectangles() -> StateScene {
    let test = "clear color 0 0 0 0\nclear\nenable SCISSOR_TEST\nscissor 2 1 3 4\ncolor 1 0 0 1\n\
        draw rect 0 0 16 8\nscissor -1 6 3 9\ncolor 0 1 0 1\ndraw rect 0 0 16 8\ndisable SCISSOR_TEST\n\
        viewport 8 2 4 3\ncolor 0 0 1 1\ndraw rect 0 0 16 8\n";
    scene("scissor and viewports", [16, 8], test)
}

pub(super) fn clip_planes() -> StateScene {
    let test = "clear color 0 0 0 0\nclear\nenable CLIP_PLANE0\nclipplane 0 1 0 0 -13\nenable CLIP_PLANE2\n\
        clipplane 2 0 -1 0 3\nclipplane 1 0 0 0 -1\ncolor 1 1 0 1\ndraw rect 0 0 16 8\n\
        disable CLIP_PLANE0\ndisable CLIP_PLANE2\nenable CLIP_PLANE6\nclipplane 6 -1 0 0 6\nenable CLIP_PLANE7\n\
        clipplane 7 0 1 0 -5\ncolor 0 1 1 1\ndraw rect 0 0 16 8\n";
    scene("clip planes", [16, 8], test)
}

pub(super) fn primitives() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\n");
    for (at, mode) in MODES.iter().enumerate() {
        say!(test, "viewport {} 0 16 16\ndraw arrays {mode} 0 8", 16 * at);
    }
    // Two convex quadrilaterals one behind the other, in the order of QUADS; a colour a vertex.
    let data = "position/0/float/2 color/3/float/4\n\
        -0.9 -0.9 1 0 0 1\n-0.2 -0.8 0 1 0 1\n-0.1 0.7 0 0 1 1\n-0.8 0.9 1 1 0 1\n\
        0.2 -0.6 0 1 1 1\n0.8 -0.9 1 0 1 1\n0.9 0.8 1 1 1 1\n0.3 0.6 0.5 0.5 0.5 1\n";
    let text = format!(
        "[require]\nSIZE {} 16\n[vertex data]\n{data}[test]\n{test}",
        16 * MODES.len()
    );
    StateScene {
        name: "primitives",
        text,
    }
}

pub(super) fn polygon_modes() -> StateScene {
    let mut test = String::from("clear color 0 0 0 0\nclear\ncolor 1 1 1 1\n");
    for (at, mode) in ["POINT", "LINE", "FILL"].iter().enumerate() {
        say!(
            test,
            "polygonmode FRONT_AND_BACK {mode}\nviewport {} 0 8 8\ndraw arrays TRIANGLES 0 3",
            8 * at
        );
    }
    let data = "position/0/float/2\n-0.8 -0.8\n0.8 -0.6\n-0.4 0.9\n";
    let text = format!("[require]\nSIZE 24 8\n[vertex data]\n{data}[test]\n{test}");
    StateScene {
        name: "polygon modes",
        text,
    }
}
