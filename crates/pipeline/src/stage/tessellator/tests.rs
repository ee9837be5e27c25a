//! Counts, places and coverage, by the text and the figures of ARB_tessellation_shader 2.X.2. Mesa 22.3.6 (llvmpipe)
//! counts as many vertices and primitives with the levels of `triangles`, `quads` and `isolines`.

use proptest::prelude::*;
use quadrille_program::layout::{Tessellation, TessellationMode, TessellationSpacing};

use super::*;
use TessellationMode::{Isolines, Quads, Triangles};
use TessellationSpacing::{Equal, FractionalEven, FractionalOdd};

fn how(mode: TessellationMode, spacing: TessellationSpacing) -> Tessellation {
    Tessellation {
        mode,
        spacing,
        clockwise: false,
        points: false,
    }
}

fn domain(
    mode: TessellationMode,
    spacing: TessellationSpacing,
    outer: [f32; 4],
    inner: [f32; 2],
) -> Option<Domain> {
    tessellate(&how(mode, spacing), &levels(outer, inner))
}

fn levels(outer: [f32; 4], inner: [f32; 2]) -> Levels {
    Levels {
        outer,
        inner,
        most: edge::MOST,
    }
}

/// Vertices, and lines or triangles.
fn counts(mode: TessellationMode, outer: [f32; 4], inner: [f32; 2]) -> (usize, usize) {
    let domain = domain(mode, Equal, outer, inner).unwrap();
    let corners = if mode == Isolines { 2 } else { 3 };
    (domain.vertices.len(), domain.corners.len() / corners)
}

/// source: 2.X.2.1: all levels one give one triangle (0,0,1) (1,0,0) (0,1,0); an inner level of one beside an outer
/// one above it is taken as two; a degenerate inner triangle gives six triangles inside, or one for each outer
/// segment if it is the only one; figure X.2: inner levels of four and five have one ring around a point, and two
/// rings, the inner a triangle
#[test]
fn triangles() {
    let one = domain(Triangles, Equal, [1.0; 4], [1.0; 2]).unwrap();
    assert_eq!(one.vertices, [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(one.corners, [0, 1, 2]);
    // Outer vertices: the sum of the outer levels. Inside: 3(n − 2) + 3(n − 4) + …, or a point.
    assert_eq!(counts(Triangles, [1.0; 4], [2.0; 2]), (4, 3));
    assert_eq!(counts(Triangles, [1.0, 1.0, 2.0, 9.0], [1.0; 2]), (5, 4));
    assert_eq!(counts(Triangles, [4.0; 4], [4.0; 2]), (12 + 6 + 1, 18 + 6));
    assert_eq!(counts(Triangles, [5.0; 4], [5.0; 2]), (15 + 9 + 3, 24 + 12 + 1));
    assert_eq!(
        counts(Triangles, [2.0, 3.0, 4.0, 1.0], [3.0; 2]),
        (9 + 3, 9 + 3 + 1)
    );
    let centre = domain(Triangles, Equal, [1.0; 4], [2.0; 2]).unwrap().vertices[3];
    assert!(centre.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-6));
    // The corner of the first ring of four lies on the lines across two edges through the points at 1/4:
    // (1 − 4t/3, 2t/3, 2t/3) of the corner and the others.
    let ring = domain(Triangles, Equal, [4.0; 4], [4.0; 2]).unwrap().vertices[12];
    for (found, expected) in ring.iter().zip([1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0]) {
        assert!((found - expected).abs() < 1e-6, "{ring:?}");
    }
}

/// source: figure X.1: outer levels 0, 1 and 2 cut the edges u = 0, v = 0 and w = 0; levels 0 to 3 of quads cut
/// u = 0, v = 0, u = 1 and v = 1
#[test]
fn edges_of_the_levels() {
    let on = |domain: &Domain, axis: usize, at: f32| {
        domain.vertices.iter().filter(|vertex| vertex[axis] == at).count() - 1
    };
    let triangle = domain(Triangles, Equal, [3.0, 4.0, 5.0, 1.0], [2.0; 2]).unwrap();
    assert_eq!([0, 1, 2].map(|axis| on(&triangle, axis, 0.0)), [3, 4, 5]);
    let quad = domain(Quads, Equal, [3.0, 4.0, 5.0, 6.0], [2.0; 2]).unwrap();
    let edges = [(0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0)];
    assert_eq!(edges.map(|(axis, at)| on(&quad, axis, at)), [3, 4, 5, 6]);
}

/// source: 2.X.2.2: all levels one give a pair of triangles; figure X.3: inner levels (4, 2) have an inside of one
/// line, (7, 4) of ten rectangles, 5 along u and 2 along v; the frame has a triangle for each segment of its edges
#[test]
fn quads() {
    assert_eq!(counts(Quads, [1.0; 4], [1.0; 2]), (4, 2));
    assert_eq!(
        counts(Quads, [2.0, 4.0, 2.0, 4.0], [4.0, 2.0]),
        (12 + 3, 12 + 2 * 2)
    );
    assert_eq!(
        counts(Quads, [4.0, 7.0, 4.0, 7.0], [7.0, 4.0]),
        (22 + 18, 20 + 22 + 14)
    );
    let seven = domain(Quads, Equal, [1.0; 4], [7.0, 4.0]).unwrap();
    let row = seven.vertices[4..].iter().filter(|vertex| vertex[1] == 0.25);
    assert_eq!(row.count(), 6);
    // One inner level above one takes the other as two.
    assert_eq!(counts(Quads, [1.0; 4], [3.0, 1.0]), (4 + 2, 4 + 2));
}

/// source: figure X.4: outer levels (4, 6) are four lines of six segments at v of 0, 1/4, 1/2 and 3/4, (1, 3) one of
/// three at v = 0
#[test]
fn isolines() {
    assert_eq!(counts(Isolines, [4.0, 6.0, 0.0, 0.0], [0.0; 2]), (28, 24));
    assert_eq!(counts(Isolines, [1.0, 3.0, 0.0, 0.0], [0.0; 2]), (4, 3));
    let lines = domain(Isolines, FractionalEven, [4.0, 6.0, 0.0, 0.0], [0.0; 2]).unwrap();
    let rows: Vec<f32> = lines.vertices.iter().step_by(7).map(|vertex| vertex[1]).collect();
    assert_eq!(rows, [0.0, 0.25, 0.5, 0.75]);
    assert!(lines.vertices.iter().all(|vertex| vertex[2] == 0.0));
}

/// source: 2.X.2: equal spacing clamps to [1, 64] and rounds up; even to [2, 64] and up to even; odd to [1, 63] and
/// up to odd; n − 2 segments are equal, the two others are as long with n = f, and nothing as n − f nears 2
#[test]
fn spacing() {
    let segments = |spacing, level| Spacing(spacing, edge::MOST).cut(level).segments;
    for (spacing, level, expected) in [
        (Equal, -3.0, 1),
        (Equal, 2.0, 2),
        (Equal, 2.25, 3),
        (Equal, 65.0, 64),
        (FractionalEven, 1.0, 2),
        (FractionalEven, 2.5, 4),
        (FractionalEven, f32::INFINITY, 64),
        (FractionalOdd, 1.0, 1),
        (FractionalOdd, 1.5, 3),
        (FractionalOdd, 3.5, 5),
        (FractionalOdd, 64.0, 63),
    ] {
        assert_eq!(segments(spacing, level), expected, "{spacing:?} {level}");
    }
    // MAX_TESS_GEN_LEVEL is what the limits say.
    for (spacing, expected) in [(Equal, 8), (FractionalEven, 8), (FractionalOdd, 7)] {
        assert_eq!(Spacing(spacing, 8).cut(10.0).segments, expected, "{spacing:?}");
    }
    let lengths = |spacing: TessellationSpacing, level: f32| -> Vec<f64> {
        let cut = Spacing(spacing, edge::MOST).cut(level);
        (0..cut.segments).map(|at| cut.at(at + 1) - cut.at(at)).collect()
    };
    for (spacing, level) in [(FractionalEven, 6.0), (FractionalOdd, 7.0)] {
        let lengths = lengths(spacing, level);
        assert!(lengths.iter().all(|length| (length - lengths[0]).abs() < 1e-6));
    }
    let odd = lengths(FractionalOdd, 3.5);
    assert!((odd[1] - odd[2]).abs() < 1e-6 && (odd[2] - odd[3]).abs() < 1e-6);
    assert!(odd[0] < odd[1] && (odd[0] - odd[4]).abs() < 1e-6);
    let mut before = f64::INFINITY;
    for step in 0..=19 {
        let lengths = lengths(FractionalEven, 6.0 - step as f32 / 10.0);
        let relative = lengths[0] / lengths[1];
        assert!(relative < before);
        before = relative;
    }
    assert!(before < 0.06);
}

/// source: 2.X.2: a relevant outer level of zero or below, or NaN, discards a patch; inner ones never do
#[test]
fn discarded_patches() {
    for (mode, relevant) in [(Quads, 4), (Triangles, 3), (Isolines, 2)] {
        for at in 0..4 {
            for level in [0.0, -1.0, f32::NAN] {
                let mut outer = [2.0; 4];
                outer[at] = level;
                let found = domain(mode, Equal, outer, [f32::NAN, -5.0]);
                assert_eq!(found.is_none(), at < relevant, "{mode:?} {at} {level}");
            }
        }
    }
}

/// source: 2.X.2: point mode gives one point for each distinct vertex; CW turns all triangles round
#[test]
fn points_and_order() {
    let levels = levels([3.0; 4], [4.0; 2]);
    let points = Tessellation {
        points: true,
        ..how(Triangles, Equal)
    };
    assert_eq!(primitive(&points), Primitive::Point);
    let found = tessellate(&points, &levels).unwrap();
    assert_eq!(found.corners.len(), 9 + 6 + 1);
    let clockwise = Tessellation {
        clockwise: true,
        ..how(Quads, Equal)
    };
    let found = tessellate(&clockwise, &levels).unwrap();
    assert!(areas(&found).iter().all(|area| *area < 0.0));
}

/// Twice the area of each triangle in (u, v), positive if it runs as figure X.1 shows counter-clockwise.
fn areas(domain: &Domain) -> Vec<f64> {
    let at = |corner: u32| domain.vertices[corner as usize].map(f64::from);
    let triangles = domain.corners.chunks_exact(3);
    triangles
        .map(|corners| {
            let [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])];
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        })
        .collect()
}

proptest! {
    /// source: 2.X.2.1 and 2.X.2.2: the triangles cover the domain completely, and no part twice: their areas, none
    /// of which is negative, sum to that of the domain; coordinates are in [0, 1], barycentric ones sum to 1
    #[test]
    fn domains_are_covered_once(
        outer in prop::array::uniform4(0.1f32..20.0),
        inner in prop::array::uniform2(-1.0f32..20.0),
        spacing in prop::sample::select(vec![Equal, FractionalEven, FractionalOdd]),
    ) {
        for (mode, area) in [(Triangles, 1.0), (Quads, 2.0)] {
            let found = domain(mode, spacing, outer, inner).unwrap();
            let areas = areas(&found);
            prop_assert!(areas.iter().all(|area| *area > -1e-6));
            prop_assert!((areas.iter().sum::<f64>() - area).abs() < 1e-4);
            for vertex in &found.vertices {
                prop_assert!(vertex.iter().all(|part| (0.0..=1.0).contains(part)), "{vertex:?}");
                if mode == Triangles {
                    prop_assert_eq!(vertex[0] + vertex[1] + vertex[2], 1.0);
                }
            }
        }
    }

    /// source: GL 4.0, appendix A.4, rules 3 and 4: the points of an outer edge depend on its level alone, lie alike
    /// on every edge, and with each point has its mirror image
    #[test]
    fn edges_are_symmetric(level in 0.1f32..70.0, odd in any::<bool>()) {
        let spacing = if odd { FractionalOdd } else { FractionalEven };
        let found = domain(Quads, spacing, [level; 4], [3.0; 2]).unwrap();
        let along = |axis: usize, at: f32| {
            let mut places: Vec<f32> = found
                .vertices
                .iter()
                .take(4 * Spacing(spacing, edge::MOST).cut(level).segments)
                .filter(|vertex| vertex[axis] == at)
                .map(|vertex| vertex[1 - axis])
                .collect();
            places.sort_by(f32::total_cmp);
            places
        };
        let first = along(0, 0.0);
        for (axis, at) in [(0, 1.0), (1, 0.0), (1, 1.0)] {
            prop_assert_eq!(&along(axis, at), &first);
        }
        let mut mirrored: Vec<f32> = first.iter().map(|place| 1.0 - place).collect();
        mirrored.reverse();
        prop_assert_eq!(mirrored, first);
    }
}
