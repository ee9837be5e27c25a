//! Condition codes: the flags that instructions leave behind, and the tests that read them.

use super::availability::Availability;
use super::language::{LanguageSet, StageSet};

/// One component of a condition-code register.
///
/// The older languages (VP2.0, FP1.0 and the options on ARB programs) have one of LT, EQ, GT and UN instead of
/// flags. Those are the flags `SF`, `ZF`, none and both, and every test of theirs gives the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags {
    /// SF: below zero or NaN; of an integer the highest bit.
    pub sign: bool,
    /// ZF: zero or NaN.
    pub zero: bool,
    /// CF: an unsigned addition did not fit, or an unsigned difference is not negative.
    pub carry: bool,
    /// OF: a signed addition or subtraction did not fit.
    pub overflow: bool,
}

impl Flags {
    /// The flags of the registers before the first update: EQ in the older languages, where it is laid down.
    pub const EQUAL: Flags = Flags {
        sign: false,
        zero: true,
        carry: false,
        overflow: false,
    };

    /// The flags of a floating-point result.
    pub fn of_float(value: f64) -> Flags {
        let nan = value.is_nan();
        Flags {
            sign: nan || value < 0.0,
            zero: nan || value == 0.0,
            ..Flags::default()
        }
    }

    /// The flags of an integer result of `bits` bits; carry and overflow are those of the operation.
    pub fn of_integer(value: u64, bits: u32, carry: bool, overflow: bool) -> Flags {
        let value = value << (64 - bits);
        Flags {
            sign: value >> 63 != 0,
            zero: value == 0,
            carry,
            overflow,
        }
    }
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

impl Condition {
    /// The four answers, swizzled, for a register's flags.
    pub fn holds(&self, register: &[Flags; 4]) -> [bool; 4] {
        self.swizzle
            .map(|component| self.test.holds(register[usize::from(component & 3)]))
    }
}

/// A row of the test table (NV_gpu_program4 Table X.16).
#[derive(Debug)]
pub struct TestRow {
    /// Which test.
    pub test: Test,
    /// Its name, without the number of a register.
    pub name: &'static str,
    /// The expression over the flags.
    pub expression: &'static str,
    /// The meaning of the test, in a phrase.
    pub doc: &'static str,
    /// The availability of the test without a register number.
    pub availability: Availability,
}

/// Languages in which a test may name its register: `GT0`, `GT1`.
pub const NUMBERED_TESTS: LanguageSet = LanguageSet::AV3.or(LanguageSet::GPU);

const OLD: LanguageSet = LanguageSet::V20
    .or(LanguageSet::F10)
    .or(LanguageSet::AV2)
    .or(LanguageSet::AV3)
    .or(LanguageSet::AF1)
    .or(LanguageSet::AF2)
    .or(LanguageSet::GPU);

macro_rules! tests {
    ($($id:ident $name:literal $expression:literal $languages:expr, $doc:literal, $holds:expr;)*) => {
        /// The tests of a condition code.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Test {
            $(#[doc = concat!("`", $name, "`: ", $doc, ".")] $id,)*
        }

        /// All tests.
        pub static TESTS: &[TestRow] = &[
            $(TestRow {
                test: Test::$id,
                name: $name,
                expression: $expression,
                doc: $doc,
                availability: Availability { languages: $languages, by_option: &[], stages: StageSet::ALL },
            },)*
        ];

        impl Test {
            /// Whether the flags pass the test. The sparse tests read a register of their own, in which SF
            /// stands for "not resident".
            pub fn holds(self, flags: Flags) -> bool {
                match self {
                    $(Test::$id => {
                        let holds: fn(Flags) -> bool = $holds;
                        holds(flags)
                    })*
                }
            }
        }
    };
}

tests! {
    Eq "EQ" "!SF & ZF" OLD, "equal", |f| !f.sign & f.zero;
    Ge "GE" "!(SF ^ OF)" OLD, "greater or equal", |f| !(f.sign ^ f.overflow);
    Gt "GT" "(!SF ^ OF) & !ZF" OLD, "greater", |f| (!f.sign ^ f.overflow) & !f.zero;
    Le "LE" "SF ^ (ZF | OF)" OLD, "less or equal", |f| f.sign ^ (f.zero | f.overflow);
    Lt "LT" "(SF & !ZF) ^ OF" OLD, "less", |f| (f.sign & !f.zero) ^ f.overflow;
    Ne "NE" "SF | !ZF" OLD, "not equal", |f| f.sign | !f.zero;
    Tr "TR" "true" OLD, "always", |_| true;
    Fl "FL" "false" OLD, "never", |_| false;
    Nan "NAN" "SF & ZF" LanguageSet::GPU, "not a number", |f| f.sign & f.zero;
    Leg "LEG" "!SF | !ZF" LanguageSet::GPU, "less, equal or greater: a number", |f| !f.sign | !f.zero;
    Cf "CF" "CF" LanguageSet::GPU, "carry", |f| f.carry;
    Ncf "NCF" "!CF" LanguageSet::GPU, "no carry", |f| !f.carry;
    Of "OF" "OF" LanguageSet::GPU, "overflow", |f| f.overflow;
    Nof "NOF" "!OF" LanguageSet::GPU, "no overflow", |f| !f.overflow;
    Sf "SF" "SF" LanguageSet::GPU, "sign", |f| f.sign;
    Nsf "NSF" "!SF" LanguageSet::GPU, "no sign", |f| !f.sign;
    Ab "AB" "CF & !ZF" LanguageSet::GPU, "above, of unsigned numbers", |f| f.carry & !f.zero;
    Ble "BLE" "!CF | ZF" LanguageSet::GPU, "below or equal, of unsigned numbers", |f| !f.carry | f.zero;
    Resident "RESIDENT" "texels resident" LanguageSet::NV5, "all texels were resident", |f| !f.sign;
    NonResident "NONRESIDENT" "texels missing" LanguageSet::NV5, "some texel was not resident", |f| f.sign;
}

impl Test {
    /// Its row.
    pub fn row(self) -> &'static TestRow {
        &TESTS[self as usize]
    }

    /// The test and the register that a name like `GT` or `GT1` states.
    pub fn of_name(name: &str) -> Option<(Test, Option<u8>)> {
        let find = |name: &str| TESTS.iter().find(|row| row.name == name).map(|row| row.test);
        if let Some(test) = find(name) {
            return Some((test, None));
        }
        let (base, register) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let register = match register {
            "0" => 0,
            "1" => 1,
            _ => return None,
        };
        let test = find(base)?;
        (!test.is_sparse()).then_some((test, Some(register)))
    }

    /// Whether it asks for the residency of texels.
    pub const fn is_sparse(self) -> bool {
        matches!(self, Test::Resident | Test::NonResident)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: NV_gpu_program4 2.X.4.3, "EQ, EQ0, EQ1" to "BLE, BLE0, BLE1"; EXT_sparse_texture2.
    #[test]
    fn there_are_54_names_and_2_sparse_ones() {
        let names = TESTS
            .iter()
            .flat_map(|row| ["", "0", "1"].map(|digit| format!("{}{digit}", row.name)));
        let known: Vec<_> = names.filter(|name| Test::of_name(name).is_some()).collect();
        assert_eq!(known.len(), 54 + 2);
        assert_eq!(Test::of_name("OF1"), Some((Test::Of, Some(1))));
        for wrong in ["", "0", "EQ2", "eq", "RESIDENT1", "EQ01", "é"] {
            assert_eq!(Test::of_name(wrong), None, "{wrong}");
        }
    }

    /// source: NV_vertex_program2 2.14.2.2 and NV_fragment_program 3.11.4.4: a component is LT, EQ, GT or UN
    /// (of NaN), and the test is true for EQ: EQ; GE: GT EQ; GT: GT; LE: LT EQ; LT: LT; NE: LT GT UN.
    #[test]
    fn the_tests_of_the_four_valued_codes() {
        let codes = [-2.0, 0.0, 2.0, f64::NAN].map(Flags::of_float);
        let answers = |test: Test| codes.map(|flags| test.holds(flags));
        assert_eq!(answers(Test::Eq), [false, true, false, false]);
        assert_eq!(answers(Test::Ge), [false, true, true, false]);
        assert_eq!(answers(Test::Gt), [false, false, true, false]);
        assert_eq!(answers(Test::Le), [true, true, false, false]);
        assert_eq!(answers(Test::Lt), [true, false, false, false]);
        assert_eq!(answers(Test::Ne), [true, false, true, true]);
        assert_eq!(answers(Test::Tr), [true; 4]);
        assert_eq!(answers(Test::Fl), [false; 4]);
        assert_eq!(answers(Test::Nan), [false, false, false, true]);
        assert_eq!(answers(Test::Leg), [true, true, true, false]);
    }

    /// source: NV_gpu_program4 2.X.4.3: after an integer subtraction, the tests order signed numbers, and AB
    /// and BLE unsigned ones.
    #[test]
    fn after_a_subtraction_the_tests_compare_integers() {
        use crate::gl::operation::{ArithmeticOp, carry};
        let values = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff_u32];
        for a in values {
            for b in values {
                let flags = carry(ArithmeticOp::Subtract, [a, b, 0], [false; 3]);
                let difference = u64::from(a.wrapping_sub(b));
                let flags = Flags::of_integer(difference, 32, flags.carry, flags.overflow);
                let (signed_a, signed_b) = (a as i32, b as i32);
                assert_eq!(Test::Eq.holds(flags), a == b);
                assert_eq!(Test::Ne.holds(flags), a != b);
                assert_eq!(Test::Ge.holds(flags), signed_a >= signed_b, "{a:x} {b:x}");
                assert_eq!(Test::Gt.holds(flags), signed_a > signed_b, "{a:x} {b:x}");
                assert_eq!(Test::Lt.holds(flags), signed_a < signed_b, "{a:x} {b:x}");
                assert_eq!(Test::Ab.holds(flags), a > b);
                assert_eq!(Test::Ble.holds(flags), a <= b);
                assert_eq!(Test::Cf.holds(flags), a >= b);
            }
        }
    }
}
