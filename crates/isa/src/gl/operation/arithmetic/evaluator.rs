//! The receiver of a body: an engine that runs it over lanes, or a recorder of what it reads.

use quadrille_numerics::lane::{Float, Int};

use super::ArithmeticOp;

/// The receiver of the body of an operation, by the operation's shape. `COUNT` is the number of its operands;
/// they stand in written order.
pub trait Evaluator<N: Copy>: Sized {
    /// The result.
    type Output;

    /// Each component of the result is the body of the same component of each operand.
    fn componentwise<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> Self::Output;

    /// The result is the body of the x of each operand, replicated.
    fn scalar<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> Self::Output;

    /// The result is the body of the operands, replicated.
    fn dot<const COUNT: usize>(self, body: impl Fn([[N; 4]; COUNT]) -> N) -> Self::Output;

    /// Each component of the result has a body of its own of the operands.
    fn vector<const COUNT: usize>(
        self,
        x: impl Fn([[N; 4]; COUNT]) -> N,
        y: impl Fn([[N; 4]; COUNT]) -> N,
        z: impl Fn([[N; 4]; COUNT]) -> N,
        w: impl Fn([[N; 4]; COUNT]) -> N,
    ) -> Self::Output;
}

/// The operands of one invocation; comes to its result.
struct Vectors<N>([[N; 4]; 3]);

impl<N: Copy> Vectors<N> {
    fn component<const COUNT: usize>(&self, component: usize) -> [N; COUNT] {
        std::array::from_fn(|operand| self.0[operand][component])
    }

    fn all<const COUNT: usize>(&self) -> [[N; 4]; COUNT] {
        std::array::from_fn(|operand| self.0[operand])
    }
}

impl<N: Copy> Evaluator<N> for Vectors<N> {
    type Output = [N; 4];

    fn componentwise<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> [N; 4] {
        std::array::from_fn(|component| body(self.component(component)))
    }

    fn scalar<const COUNT: usize>(self, body: impl Fn([N; COUNT]) -> N) -> [N; 4] {
        [body(self.component(0)); 4]
    }

    fn dot<const COUNT: usize>(self, body: impl Fn([[N; 4]; COUNT]) -> N) -> [N; 4] {
        [body(self.all()); 4]
    }

    fn vector<const COUNT: usize>(
        self,
        x: impl Fn([[N; 4]; COUNT]) -> N,
        y: impl Fn([[N; 4]; COUNT]) -> N,
        z: impl Fn([[N; 4]; COUNT]) -> N,
        w: impl Fn([[N; 4]; COUNT]) -> N,
    ) -> [N; 4] {
        [x(self.all()), y(self.all()), z(self.all()), w(self.all())]
    }
}

/// The result of an operation on floats for one invocation; `None` if it computes with integers only.
///
/// Operands stand in written order, what an operation does not have is not read. A scalar operand stands in all
/// four components; a scalar result is replicated.
pub fn evaluate_float<L: Float>(operation: ArithmeticOp, operands: [[L; 4]; 3]) -> Option<[L; 4]> {
    operation.float(Vectors(operands))
}

/// The result of an operation on integers for one invocation; `None` if it computes with floats only. Operands stand
/// as in [`evaluate_float`].
pub fn evaluate_integer<I: Int>(operation: ArithmeticOp, operands: [[I; 4]; 3]) -> Option<[I; 4]> {
    operation.integer(Vectors(operands))
}
