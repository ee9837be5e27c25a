//! Alpha test (GL 2.1, 4.1.4).

use quadrille_numerics::level::{Level, Pass};

use crate::framebuffer::window::{WINDOW, bits_where};
use crate::inter_stage::fragments::{LANES, WINDOWS};
use crate::state::{AlphaTest, Compare};

/// Keeps the drawn lanes whose alpha passes.
pub(crate) fn test(level: Level, state: &AlphaTest, alphas: &[f32; LANES], drawn: &mut [u64; WINDOWS]) {
    level.run(Test {
        function: state.function,
        reference: state.reference.clamp(0.0, 1.0),
        alphas,
        drawn,
    });
}

struct Test<'a> {
    function: Compare,
    reference: f32,
    alphas: &'a [f32; LANES],
    drawn: &'a mut [u64; WINDOWS],
}

impl Pass for Test<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Test {
            function,
            reference,
            alphas,
            drawn,
        } = self;
        match function {
            Compare::Never => drawn.fill(0),
            Compare::Always => {}
            Compare::Less => keep(alphas, drawn, |alpha| alpha < reference),
            Compare::LessOrEqual => keep(alphas, drawn, |alpha| alpha <= reference),
            Compare::Equal => keep(alphas, drawn, |alpha| alpha == reference),
            Compare::GreaterOrEqual => keep(alphas, drawn, |alpha| alpha >= reference),
            Compare::Greater => keep(alphas, drawn, |alpha| alpha > reference),
            Compare::NotEqual => keep(alphas, drawn, |alpha| alpha != reference),
        }
    }
}

/// Keeps the lanes for which a comparison holds.
#[inline(always)]
fn keep(alphas: &[f32; LANES], drawn: &mut [u64; WINDOWS], passes: impl Fn(f32) -> bool) {
    for (alphas, drawn) in alphas.as_chunks::<WINDOW>().0.iter().zip(drawn) {
        *drawn &= bits_where(|lane| passes(alphas[lane]));
    }
}
