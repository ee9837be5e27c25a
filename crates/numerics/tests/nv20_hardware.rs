//! The NV20's operations against what the silicon computes: the tables of `oracle/gf3`, each with its source.

use quadrille_numerics::nv20::{
    compare, exponential, light, logarithm, multiply, reciprocal, square_root, vector,
};

/// The rows of a table: an operation, its operands, and what is behind the bar.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<u32>, &'static str)> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (call, result) = line.split_once(" | ").expect("a bar");
        let (name, operands) = call.split_once(' ').expect("an operation");
        (name, words(operands), result)
    })
}

fn words(text: &str) -> Vec<u32> {
    let parts = text.split(' ');
    parts
        .map(|part| u32::from_str_radix(part, 16).expect("hexadecimal"))
        .collect()
}

/// The result of an operation, or its results.
fn evaluate(name: &str, operands: &[u32]) -> Vec<u32> {
    match (name, operands) {
        ("MUL", &[a, b]) => vec![multiply::multiply(a, b)],
        ("ADD", &[a, b]) => vec![vector::add(a, b)],
        ("MAD", &[a, b, c]) => vec![vector::multiply_add(a, b, c)],
        ("DP3", &[a, b, c, d, e, f]) => vec![vector::dot3([a, b, c], [d, e, f])],
        ("DPH", &[a, b, c, d, e, f, g]) => vec![vector::dot_homogeneous([a, b, c], [d, e, f, g])],
        ("DP4", &[a, b, c, d, e, f, g, h]) => vec![vector::dot4([a, b, c, d], [e, f, g, h])],
        ("MIN", &[a, b]) => vec![compare::minimum(a, b)],
        ("MAX", &[a, b]) => vec![compare::maximum(a, b)],
        ("SLT", &[a, b]) => vec![compare::set_less_than(a, b)],
        ("SGE", &[a, b]) => vec![compare::set_greater_equal(a, b)],
        ("RCP", &[a]) => vec![reciprocal::reciprocal(a)],
        ("RCC", &[a]) => vec![reciprocal::reciprocal_clamped(a)],
        ("RSQ", &[a]) => vec![square_root::reciprocal_square_root(a)],
        ("EXP", &[a]) => exponential::exponential(a).to_vec(),
        ("LOG", &[a]) => logarithm::logarithm(a).to_vec(),
        ("LIT", &[x, y, w]) => light::light([x, y, 0, w]).to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bits() {
    let mut checked = 0;
    for (name, operands, result) in rows(include_str!("../../../oracle/gf3/arithmetic.txt")) {
        assert_eq!(
            evaluate(name, &operands),
            words(result),
            "{name} {operands:08x?}: {result}"
        );
        checked += 1;
    }
    assert!(checked > 800);
}

/// Six decimals, as they stand on the screen.
#[test]
fn printed_numbers() {
    for (name, operands, printed) in rows(include_str!("../../../oracle/gf3/printed.txt")) {
        let found = f32::from_bits(evaluate(name, &operands)[0]);
        let shown = if printed.contains('e') {
            format!("{found:.6e}").replace('e', "e+")
        } else if found.is_nan() || found.is_infinite() {
            found.to_string().to_lowercase()
        } else {
            format!("{found:.6}").replace("-0.000000", "0.000000")
        };
        assert_eq!(shown, printed, "{name} {operands:08x?}");
    }
}
