//! # The special function unit
//!
//! A reciprocal, root, exponential or logarithm reaches r4 three instructions after its operand was written.
//!
//! ## qpu-sfu-result-read-early
//!
//! r4 must not be read in the two instructions after the write to the unit.
//!
//! ```text reject
//! mov recip, r0
//! nop
//! «mov r1, r4»
//! ```
//!
//! ```text accept
//! mov recip, r0
//! nop
//! nop
//! mov r1, r4
//! ```
//!
//! ## qpu-sfu-result-overwritten
//!
//! Nor may anything else write r4 in those two: a load from a TMU or the tile buffer, or the unit itself.
//!
//! ```text reject
//! mov recip, r0
//! nop
//! «mov log, r1»
//! ```
//!
//! ```text accept
//! mov recip, r0
//! nop
//! nop
//! mov log, r1
//! ```

use quadrille_base::rule;

use crate::hazard::effect::{Effect, R4};
use crate::hazard::subject::{Breaches, Subject};

rule!(
    SFU_RESULT_READ_EARLY,
    "qpu-sfu-result-read-early",
    Error,
    "r4 is read before the result of the special function unit is there",
    ["#12", "guide p. 37", "vc4asm V33"],
    "sfu.rs"
);
rule!(
    SFU_RESULT_OVERWRITTEN,
    "qpu-sfu-result-overwritten",
    Error,
    "r4 is written by another unit while the special function unit is at work",
    [
        "#13",
        "guide p. 37",
        "Mesa vc4_qpu_validate.c",
        "vc4asm V33.10",
        "vc4asm V33.20"
    ],
    "sfu.rs"
);

pub(crate) fn check(subject: &Subject<'_>, breaches: &mut Breaches) {
    subject.pairs(2, Effect::writes_sfu, |pair| {
        let remedy = subject.separate(&pair, 3 - pair.distance);
        if pair.second.takes & R4 != 0 {
            breaches
                .add(
                    &SFU_RESULT_READ_EARLY,
                    pair.words.1,
                    "r4 is read before the result of the special function unit is there",
                )
                .because(pair.words.0, "the unit begins")
                .remedy(remedy);
        }
        if pair.second.signal.loads_r4() || pair.second.writes_sfu() {
            breaches
                .add(
                    &SFU_RESULT_OVERWRITTEN,
                    pair.words.1,
                    "r4 is written while the special function unit is at work",
                )
                .because(pair.words.0, "the unit begins")
                .remedy(remedy);
        }
    });
}
