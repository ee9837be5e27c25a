//! The names that options of `translate` take, with what each is.

use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille::translate::{self, arb};

/// The names of the emulations, with what each is.
pub(super) fn emulations() -> PossibleValuesParser {
    let rows = translate::EMULATIONS.iter();
    PossibleValuesParser::new(rows.map(|(_, name, doc)| PossibleValue::new(*name).help(*doc)))
}

/// The names of the approximations, with what each is.
pub(super) fn approximations() -> PossibleValuesParser {
    let rows = translate::APPROXIMATIONS.iter();
    PossibleValuesParser::new(rows.map(|(_, name, doc)| PossibleValue::new(*name).help(*doc)))
}

/// The names of sets of limits, with whose each is.
pub(super) fn profiles() -> PossibleValuesParser {
    let rows = arb::PROFILES.iter();
    PossibleValuesParser::new(rows.map(|(name, _, doc)| PossibleValue::new(*name).help(*doc)))
}

/// The names of the options of a vendor that ARB programs may have.
pub(super) fn vendor_options() -> PossibleValuesParser {
    let rows = arb::VENDOR_OPTIONS.iter().map(|option| option.row());
    PossibleValuesParser::new(rows.map(|row| PossibleValue::new(row.name()).help(row.doc)))
}
