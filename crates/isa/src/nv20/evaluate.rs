//! The operations on quads: which NV20 number operation each stands for.

use quadrille_numerics::nv20::vector::{self, Quad};
use quadrille_numerics::nv20::{
    compare, exponential::exponential, light::light, logarithm::logarithm, multiply::multiply, reciprocal,
    square_root::reciprocal_square_root,
};

use super::{IluOp, MacOp};

/// The result of the vector unit. ARL gives no quad: it loads the address register.
pub fn mac(op: MacOp, [a, b, c]: [Quad; 3]) -> Quad {
    let each = |f: fn(u32, u32) -> u32| std::array::from_fn(|i| f(a[i], b[i]));
    match op {
        MacOp::Nop | MacOp::Arl => [0; 4],
        MacOp::Mov => a,
        MacOp::Mul => each(multiply),
        MacOp::Add => std::array::from_fn(|i| vector::add(a[i], c[i])),
        MacOp::Mad => std::array::from_fn(|i| vector::multiply_add(a[i], b[i], c[i])),
        MacOp::Dp3 => [vector::dot3([a[0], a[1], a[2]], [b[0], b[1], b[2]]); 4],
        MacOp::Dph => [vector::dot_homogeneous([a[0], a[1], a[2]], b); 4],
        MacOp::Dp4 => [vector::dot4(a, b); 4],
        MacOp::Dst => vector::distance(a, b),
        MacOp::Min => each(compare::minimum),
        MacOp::Max => each(compare::maximum),
        MacOp::Slt => each(compare::set_less_than),
        MacOp::Sge => each(compare::set_greater_equal),
    }
}

/// The result of the special function unit.
pub fn ilu(op: IluOp, c: Quad) -> Quad {
    match op {
        IluOp::Nop => [0; 4],
        IluOp::Mov => c,
        IluOp::Rcp => [reciprocal::reciprocal(c[0]); 4],
        IluOp::Rcc => [reciprocal::reciprocal_clamped(c[0]); 4],
        IluOp::Rsq => [reciprocal_square_root(c[0]); 4],
        IluOp::Exp => exponential(c[0]),
        IluOp::Log => logarithm(c[0]),
        IluOp::Lit => light(c),
    }
}
