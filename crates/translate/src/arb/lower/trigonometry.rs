//! Sine and cosine of vertex programs, which have none: by a polynomial.
//!
//! With t the angle in turns, cos(2πt) = sin(2πh) for h = |fract(t) − 1/2| − 1/4, which lies within ±1/4. There an
//! odd polynomial of degree 9, fitted to the sine with the smallest error, is within 6e-9 of it; rounding leaves 3e-7 of
//! angles within a turn, and of others what an angle in turns loses as a float: 4e-7 for each turn.

use quadrille_isa::gl::LanguageSet;

use super::Lowering;
use crate::arb::code::{Op, Source};
use crate::arb::refusal::Refusal;

/// The coefficients of h, h³, h⁵, h⁷ and h⁹.
#[expect(
    clippy::approx_constant,
    reason = "the fitted number is next to a turn, not a turn"
)]
const SINE: [f32; 5] = [6.283_185, -41.341_656, 81.601_006, -76.549_78, 39.536_705];

impl Lowering<'_> {
    /// The cosine of the x of an angle, in all components.
    pub(super) fn cosine(&mut self, angle: Source) -> Result<Source, Refusal> {
        if self.takes(LanguageSet::AV2) {
            return self.scalar(Op::Cos, &[angle]);
        }
        let turns = self.scalar(
            Op::Mul,
            &[angle, Source::number(std::f32::consts::FRAC_1_PI / 2.0)],
        )?;
        self.cosine_of_turns(turns)
    }

    /// The sine of the x of an angle, in all components.
    pub(super) fn sine(&mut self, angle: Source) -> Result<Source, Refusal> {
        if self.takes(LanguageSet::AV2) {
            return self.scalar(Op::Sin, &[angle]);
        }
        let turn = Source::number(std::f32::consts::FRAC_1_PI / 2.0);
        let turns = self.scalar(Op::Mad, &[angle, turn, Source::number(-0.25)])?;
        self.cosine_of_turns(turns)
    }

    fn cosine_of_turns(&mut self, turns: Source) -> Result<Source, Refusal> {
        let fraction = self.scalar(Op::Frc, &[turns])?;
        let centred = self.scalar(Op::Add, &[fraction, Source::number(-0.5)])?;
        let folded = self.scalar(Op::Abs, &[centred])?;
        let place = self.scalar(Op::Add, &[folded, Source::number(-0.25)])?;
        let square = self.scalar(Op::Mul, &[place, place])?;
        let [lowest, rest @ ..] = SINE.map(Source::number);
        let mut sum = rest[3];
        for coefficient in [rest[2], rest[1], rest[0], lowest] {
            sum = self.scalar(Op::Mad, &[sum, square, coefficient])?;
        }
        self.scalar(Op::Mul, &[sum, place])
    }
}
