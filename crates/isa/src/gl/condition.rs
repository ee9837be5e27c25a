//! Condition-code tests.

/// The base tests (facts 7.2). The first eight exist in every language that has condition codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    missing_docs,
    reason = "each name is the specification's own; `Test::doc` states its expression"
)]
pub enum Test {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
    Tr,
    Fl,
    Nan,
    Leg,
    Cf,
    Ncf,
    Of,
    Nof,
    Sf,
    Nsf,
    Ab,
    Ble,
    Resident,
    NonResident,
}

/// A test with the condition-code register it reads, per component after its swizzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// The test.
    pub test: Test,
    /// Which register: 0 or 1.
    pub register: u8,
    /// Which component's test each component takes, 0 to 3 for x to w. Flow control takes the OR of them.
    pub swizzle: [u8; 4],
}
