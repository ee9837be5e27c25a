//! The two programs of the lecture on the GeForce 3: they load, count, and give what their GLSL says.
//!
//! source: the lecture's own GLSL text, computed here in f64 with matrices made by hand; the instruction counts
//! are those that the compiler wrote behind the programs.

use quadrille::{Inputs, Session};

const TRANSFORM: &str = include_str!("../../../examples/lecture/transform.vp");
const LIGHTING: &str = include_str!("../../../examples/lecture/lighting.vp");

type Matrix = [[f64; 4]; 4];

/// A turn about y by the angle of a 3-4-5 triangle, then a move.
const MODELVIEW: Matrix = [
    [0.6, 0.0, 0.8, 0.5],
    [0.0, 1.0, 0.0, -0.25],
    [-0.8, 0.0, 0.6, -4.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// Its inverse: the turn back, and the move turned back.
const INVERSE: Matrix = [
    [0.6, 0.0, -0.8, -3.5],
    [0.0, 1.0, 0.0, 0.25],
    [0.8, 0.0, 0.6, 2.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// A frustum from −1 to 1, near 1, far 3.
const PROJECTION: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, -2.0, -3.0],
    [0.0, 0.0, -1.0, 0.0],
];

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|r| std::array::from_fn(|c| (0..4).map(|k| a[r][k] * b[k][c]).sum()))
}

fn transform(matrix: &Matrix, v: [f64; 4]) -> [f64; 4] {
    matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
}

fn transpose(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|r| std::array::from_fn(|c| matrix[c][r]))
}

fn set_rows(inputs: &mut Inputs, name: &str, matrix: &Matrix, rows: std::ops::Range<usize>) {
    for row in rows {
        inputs.set(
            format!("state.matrix.{name}.row[{row}]"),
            matrix[row].map(|value| value as f32),
        );
    }
}

fn dot3(a: [f64; 4], b: [f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn close(found: [f32; 4], wanted: [f64; 4]) {
    for (found, wanted) in found.into_iter().zip(wanted) {
        assert!(
            (f64::from(found) - wanted).abs() <= 2e-5 * wanted.abs().max(1.0),
            "{found} for {wanted}"
        );
    }
}

const VERTICES: [([f64; 4], [f64; 4]); 5] = [
    ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]),
    ([1.0, 2.0, -3.0, 1.0], [0.6, 0.0, 0.8, 0.0]),
    ([-1.5, 0.25, 2.0, 1.0], [0.0, -1.0, 0.0, 0.0]),
    ([3.0, -2.0, 0.5, 1.0], [-0.8, 0.6, 0.0, 0.0]),
    ([0.125, 0.5, 1.75, 1.0], [0.0, 0.28, -0.96, 0.0]),
];

#[test]
fn transformation() {
    let program = Session::new().load("transform.vp", TRANSFORM).expect("it loads");
    assert_eq!(program.program().counts().instructions, 4);
    let mvp = multiply(&PROJECTION, &MODELVIEW);
    for (position, _) in VERTICES {
        let mut inputs = Inputs::default();
        set_rows(&mut inputs, "mvp.transpose", &transpose(&mvp), 0..4);
        inputs.set("vertex.position", position.map(|value| value as f32));
        let outputs = program.evaluate(&inputs).expect("it runs");
        close(
            outputs.get("result.position").expect("a position"),
            transform(&mvp, position),
        );
    }
}

#[test]
fn transformation_and_lighting() {
    let program = Session::new().load("lighting.vp", LIGHTING).expect("it loads");
    assert_eq!(program.program().counts().instructions, 35);
    let light = [1.0, 3.0, -2.0, 1.0];
    let (ambient, diffuse) = ([0.1, 0.2, 0.3, 1.0], [0.9, 0.8, 0.7, 1.0]);
    let color = [0.5, 0.75, 1.0, 0.25];
    let mvp = multiply(&PROJECTION, &MODELVIEW);
    for (position, normal) in VERTICES {
        let mut inputs = Inputs::default();
        let single = |v: [f64; 4]| v.map(|value| value as f32);
        set_rows(&mut inputs, "modelview.transpose", &transpose(&MODELVIEW), 0..4);
        set_rows(&mut inputs, "modelview.inverse", &INVERSE, 0..3);
        set_rows(&mut inputs, "mvp.transpose", &transpose(&mvp), 0..4);
        inputs.set("state.light[1].position", single(light));
        inputs.set("state.light[1].ambient", single(ambient));
        inputs.set("state.light[1].diffuse", single(diffuse));
        inputs.set("vertex.position", single(position));
        inputs.set("vertex.normal", single(normal));
        inputs.set("vertex.color", single(color));
        let outputs = program.evaluate(&inputs).expect("it runs");

        let eye = transform(&MODELVIEW, position);
        // gl_NormalMatrix is the transpose of the inverse of the upper left 3 × 3.
        let norm: [f64; 4] = std::array::from_fn(|r| match r {
            3 => 0.0,
            _ => (0..3).map(|k| INVERSE[k][r] * normal[k]).sum(),
        });
        let to_light: [f64; 4] = std::array::from_fn(|at| light[at] - eye[at]);
        let length = to_light.iter().map(|part| part * part).sum::<f64>().sqrt();
        let phase_light = dot3(norm, to_light.map(|part| part / length));
        let phase_user = dot3(norm, eye.map(|part| -part));
        let sign = |value: f64| {
            if value > 0.0 {
                1.0
            } else if value < 0.0 {
                -1.0
            } else {
                0.0
            }
        };
        let phase = if sign(phase_light) == sign(phase_user) {
            phase_light.abs()
        } else {
            0.0
        };
        let lit: [f64; 4] = std::array::from_fn(|at| match at {
            3 => color[3],
            _ => color[at] * (phase * diffuse[at] + ambient[at]),
        });
        close(
            outputs.get("result.position").expect("a position"),
            transform(&mvp, position),
        );
        close(outputs.get("result.color").expect("a colour"), lit);
        close(outputs.get("result.color.back").expect("a back colour"), color);
    }
}

#[test]
fn three_mistakes_are_three_diagnostics() {
    let text = "!!ARBvp1.0\nTEMP a;\nRSQ a, vertex.position;\nMOV result.postion, a;\nMOV a.yx, vertex.color;\nEND\n";
    let Err(rejected) = Session::new().load("wrong.vp", text) else {
        panic!("it is wrong")
    };
    let names: Vec<&str> = rejected
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rule.name)
        .collect();
    assert_eq!(
        names,
        ["scalar-needs-selector", "unknown-binding", "bad-write-mask"]
    );
}

#[test]
fn uninitialised_reads_and_wild_indices_are_found() {
    let text = "!!ARBvp1.0\nTEMP a; ADDRESS i; PARAM p[2] = { 1.0, 2.0 };\nMOV a.xy, vertex.color;\n\
                ARL i.x, vertex.color.x;\nADD result.position, a, p[i.x + 9];\nEND\n";
    let program = Session::new().load("loose.vp", text).expect("it loads");
    let (run, findings) = program.sanitize(&Inputs::default());
    run.expect("it runs");
    let mut names: Vec<&str> = findings.iter().map(|finding| finding.rule.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["index-out-of-range", "uninitialised-read"]);
}
