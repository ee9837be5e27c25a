//! What opcodes give, against the statements in `oracle/gl` (its README says how to read them).

use std::path::Path;

use quadrille_isa::gl::operation::{AddressOp, ArithmeticOp, carry, evaluate_float, evaluate_integer};
use quadrille_isa::gl::{LanguageSet, Opcode, Operation};
use quadrille_numerics::environment::{Flushing, Ieee, Vp1};
use quadrille_numerics::lane::{Float, Int};

/// The languages that a `for:` line can name.
const LANGUAGES: &[(&str, LanguageSet)] = &[
    ("VP1.0", LanguageSet::V10),
    ("VP1.1", LanguageSet::V11),
    ("VP2.0", LanguageSet::V20),
    ("FP1.0", LanguageSet::F10),
    ("ARBvp1.0", LanguageSet::AV),
    (
        "ARBvp1.0+NV_vertex_program2",
        LanguageSet::AV.or(LanguageSet::AV2),
    ),
    ("ARBfp1.0", LanguageSet::AF),
    (
        "ARBfp1.0+NV_fragment_program2",
        LanguageSet::AF.or(LanguageSet::AF1).or(LanguageSet::AF2),
    ),
    ("NVvp4.0", LanguageSet::N40),
    ("NVgp4.0", LanguageSet::N40),
    ("NVfp4.0", LanguageSet::N40),
    ("NVvp5.0", LanguageSet::N50),
    ("NVgp5.0", LanguageSet::N50),
    ("NVfp5.0", LanguageSet::N50),
    ("NVcp5.0", LanguageSet::C50),
];

/// One number of a line.
#[derive(Clone, Copy, Debug)]
enum Number<'a> {
    Undefined,
    About(f64),
    Text(&'a str),
}

impl<'a> Number<'a> {
    fn of(text: &'a str) -> Number<'a> {
        match text.strip_prefix('~') {
            _ if text == "_" => Number::Undefined,
            Some(value) => Number::About(value.parse().expect(text)),
            None => Number::Text(text),
        }
    }

    fn float_bits(self) -> u32 {
        let Number::Text(text) = self else {
            panic!("an operand is exact")
        };
        if let Some(hex) = text.strip_prefix("0x") {
            return u32::from_str_radix(hex, 16).expect(text);
        }
        if let Some((sign, power)) = text.split_once("2^") {
            let exponent: i32 = power.parse().expect(text);
            return ((exponent + 127) as u32) << 23 | if sign == "-" { 1 << 31 } else { 0 };
        }
        match text {
            "nan" => 0x7fc0_0000,
            _ => text.parse::<f32>().expect(text).to_bits(),
        }
    }

    fn integer(self) -> i64 {
        let Number::Text(text) = self else {
            panic!("an integer is exact")
        };
        match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).expect(text) as i64,
            None => text.parse().expect(text),
        }
    }
}

/// Four components, from `x` or `(x, y, z, w)`.
fn vector(text: &str) -> [Number<'_>; 4] {
    match text.trim().strip_prefix('(') {
        None => [Number::of(text.trim()); 4],
        Some(list) => {
            let list: Vec<_> = list
                .trim_end_matches(')')
                .split(',')
                .map(|x| Number::of(x.trim()))
                .collect();
            list.try_into().expect("four components")
        }
    }
}

/// Cuts at the commas that stand outside parentheses.
fn operands(text: &str) -> Vec<&str> {
    let mut depth = 0;
    text.split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
    .map(str::trim)
    .collect()
}

struct Line<'a> {
    /// The line, for messages.
    text: &'a str,
    operation: Operation,
    operands: Vec<&'a str>,
    result: &'a str,
}

impl Line<'_> {
    fn check_float<L: Float<Signed = i32>>(&self, from: fn(u32) -> L, to: fn(L) -> u32) {
        let mut inputs = [[from(0); 4]; 3];
        for (input, text) in inputs.iter_mut().zip(&self.operands) {
            *input = vector(text).map(|number| from(number.float_bits()));
        }
        let expected = vector(self.result);
        let result = match self.operation {
            Operation::Address(operation) => return self.check_address(operation, inputs[0][0]),
            _ => evaluate_float(self.arithmetic(), inputs).expect(self.text),
        };
        for (expected, got) in expected.into_iter().zip(result.map(to)) {
            let value = f64::from(f32::from_bits(got));
            match expected {
                Number::Undefined => {}
                Number::About(about) => {
                    let error = (value - about).abs();
                    assert!(
                        error <= about.abs().max(1.0) / f64::from(1 << 22),
                        "{}: {value}",
                        self.text
                    );
                }
                Number::Text(_) => {
                    assert_eq!(got, expected.float_bits(), "{}: {value} ({got:#x})", self.text);
                }
            }
        }
    }

    fn arithmetic(&self) -> ArithmeticOp {
        match self.operation {
            Operation::Arithmetic(operation) => operation,
            other => panic!("{}: {other:?} is no arithmetic", self.text),
        }
    }

    fn check_address<L: Float<Signed = i32>>(&self, operation: AddressOp, operand: L) {
        let result = operation.load(operand).expect(self.text);
        assert_eq!(
            i64::from(result),
            vector(self.result)[0].integer(),
            "{}",
            self.text
        );
    }

    fn check_integer<I: Int<Mask = bool> + PartialEq + std::fmt::LowerHex>(&self) {
        let mut inputs = [[I::constant(0); 4]; 3];
        let mut negated = [false; 3];
        for ((input, negated), text) in inputs.iter_mut().zip(&mut negated).zip(&self.operands) {
            *negated = text.starts_with("neg ");
            *input = vector(text.trim_start_matches("neg ")).map(|number| {
                let value = I::constant(number.integer());
                if *negated { value.negate() } else { value }
            });
        }
        let (result, flags) = match self.result.find(" cf").or(self.result.find(" of")) {
            Some(at) if !self.result.ends_with(')') => self.result.split_at(at),
            _ => (self.result, ""),
        };
        let got = evaluate_integer(self.arithmetic(), inputs).expect(self.text);
        for (expected, got) in vector(result).into_iter().zip(got) {
            assert!(got == I::constant(expected.integer()), "{}: {got:#x}", self.text);
        }
        let carry = carry(self.arithmetic(), inputs.map(|input| input[0]), negated);
        assert_eq!(carry.carry, flags.contains("cf"), "{}: carry", self.text);
        assert_eq!(carry.overflow, flags.contains("of"), "{}: overflow", self.text);
    }
}

fn check(text: &str, number: usize, line: &str, language: LanguageSet, data_type: &str) {
    let (left, result) = line.split_once("->").expect(line);
    let (mnemonic, rest) = left.trim().split_once(' ').expect(line);
    let (base, form) = mnemonic.split_once('.').unwrap_or((mnemonic, ""));
    let row = Opcode::of_mnemonic(base).expect(line).row();
    assert!(
        row.availability.languages.meets(language),
        "{text}:{number}: no {base} in {language:?}"
    );
    let operation = match form {
        "HI" => Operation::Arithmetic(ArithmeticOp::MultiplyHigh),
        "24" => Operation::Arithmetic(ArithmeticOp::Multiply24),
        _ => row.operation_in(language),
    };
    let line = Line {
        text: line,
        operation,
        operands: operands(rest),
        result: result.trim(),
    };
    assert_eq!(
        line.operands.len(),
        row.operands_in(language).len(),
        "{text}:{number}"
    );
    match data_type {
        "F32" if language.meets(LanguageSet::V10.or(LanguageSet::V11)) => {
            line.check_float(|bits| Vp1(f32::from_bits(bits)), |x| x.0.to_bits());
        }
        "F32" if language.meets(LanguageSet::F10) => {
            line.check_float(|bits| Flushing(f32::from_bits(bits)), |x| x.0.to_bits());
        }
        "F32" => line.check_float(|bits| Ieee(f32::from_bits(bits)), |x| x.0.to_bits()),
        "S32" => line.check_integer::<i32>(),
        "U32" => line.check_integer::<u32>(),
        "S64" => line.check_integer::<i64>(),
        "U64" => line.check_integer::<u64>(),
        other => panic!("{text}:{number}: type {other}"),
    }
}

#[test]
fn every_statement_of_the_oracle_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../oracle/gl");
    let mut checked = 0;
    for entry in std::fs::read_dir(&folder).expect("oracle/gl") {
        let path = entry.expect("oracle/gl").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect(&name);
        let mut languages: Vec<LanguageSet> = Vec::new();
        let mut data_type = "F32";
        let mut has_source = false;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with("source:") {
                (has_source, data_type) = (true, "F32");
            } else if let Some(list) = line.strip_prefix("for:") {
                let find = |name: &str| LANGUAGES.iter().find(|(known, _)| *known == name).expect(name).1;
                languages = list.split_whitespace().map(find).collect();
            } else if let Some(name) = line.strip_prefix("type:") {
                data_type = name.trim();
            } else {
                assert!(has_source, "{name}:{}", number + 1);
                for language in &languages {
                    check(&name, number + 1, line, *language, data_type);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 900, "{checked}");
}
