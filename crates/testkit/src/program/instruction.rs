//! Instructions of a random program: results and operands of the shapes that an opcode's row states.

use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::condition::TESTS;
use quadrille_isa::gl::opcode::{OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{ArithmeticOp, Class, ConversionOp, Operation, Space};
use quadrille_isa::gl::target::TARGETS;
use quadrille_isa::gl::{LanguageSet, Opcode, Stage};

use super::writer::Writer;

const MASKS: [&str; 8] = ["", "", "", ".x", ".yw", ".xyz", ".w", ".z"];
const SWIZZLES: [&str; 7] = ["", "", "", ".yzwx", ".z", ".wwxy", ".wzyx"];
const COMPONENTS: [&str; 6] = [".x", ".y", ".z", ".w", ".x", ""];
const NUMBERS: [&str; 7] = [
    "{ 1, 2.5, -3 }",
    "{ 0, 8, 1, 2 }",
    "7",
    "-1.5e3",
    "0.5",
    "0x80000000",
    "{ -0.0, 1 }",
];

/// Which variables an instruction mostly takes: integers have variables of their own, which nothing else may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    Any,
    Signed,
    Unsigned,
}

impl Numbers {
    /// The variables of a kind of integers; none for other numbers.
    const fn variables(self) -> Option<&'static [&'static str]> {
        match self {
            Numbers::Any => None,
            Numbers::Signed => Some(&["n", "m"]),
            Numbers::Unsigned => Some(&["w", "v"]),
        }
    }

    /// The kinds of numbers of the result and of the operands of an opcode with a suffix.
    fn of(row: &OpcodeRow, suffix: &str) -> [Numbers; 2] {
        let integers = |word: &str| match word.as_bytes() {
            [b'S', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => Some(Numbers::Signed),
            [b'U', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => Some(Numbers::Unsigned),
            [b'F', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => Some(Numbers::Any),
            _ => None,
        };
        let kinds: Vec<Numbers> = suffix.split('.').filter_map(integers).collect();
        let first = kinds.first().copied().unwrap_or(Numbers::Any);
        match row.operation {
            Operation::Conversion(ConversionOp::Convert) => [first, kinds.get(1).copied().unwrap_or(first)],
            Operation::Conversion(ConversionOp::IntegerToFloat) => [Numbers::Any, first],
            Operation::Arithmetic(ArithmeticOp::Round(_)) => [first, Numbers::Any],
            _ => [first; 2],
        }
    }
}

/// Whole numbers, some of which take 64 bits.
const INTEGERS: [&str; 6] = [
    "3",
    "{ 1, 0, 70, 5 }",
    "0x80000000",
    "0xffffffff",
    "{ 33, 7, 0x7fffffff, 2 }",
    "0x123456789",
];

impl Writer<'_, '_> {
    /// An instruction with an opcode; before one that accesses an image mostly another, which makes a place in the image.
    pub(super) fn instruction(&mut self, row: &'static OpcodeRow) -> String {
        let suffix = self.suffix(row);
        let [given, read] = match self.is_gpu() && !self.choices.once_in(4) {
            true => Numbers::of(row, &suffix),
            false => [Numbers::Any; 2],
        };
        self.reads = read;
        let mut words = Vec::new();
        match row.result {
            ResultShape::None => {}
            ResultShape::Address => {
                words.push(
                    self.choices
                        .one_of(&["A0.x", "A0.x", "A0", "A0.xy", "A1.zw"])
                        .to_owned(),
                );
            }
            _ => words.push(self.result(row, given)),
        }
        let target = &TARGETS[self.choices.below(TARGETS.len())];
        let mut last = None;
        let mut before = String::new();
        let shapes = row.operands_in(self.features.languages);
        for (at, shape) in shapes.iter().enumerate() {
            let is_interpolated = row.operation.class() == Class::Interpolation && at == 0;
            words.push(match shape {
                _ if is_interpolated => self.attribute(0),
                OperandShape::Scalar | OperandShape::ScalarUnsigned => self.operand(&COMPONENTS),
                OperandShape::OptionalVector if self.choices.once_in(2) => continue,
                OperandShape::ExtendedSwizzle => {
                    let mut text = self.name();
                    for _ in 0..4 {
                        let selector = ["x", "-y", "z", "w", "0", "1", "-1", "-0"];
                        text += &format!(", {}", self.choices.one_of(&selector));
                    }
                    text
                }
                OperandShape::Address => "A0".to_owned(),
                OperandShape::VectorSigned
                    if shapes.contains(&OperandShape::Image) && !self.choices.once_in(4) =>
                {
                    let last = self.choices.one_of(&["3", "{ 3, 0, 3, 3 }", "{ 3, 3, 7, 3 }"]);
                    before = format!("AND.S m, {}, {last};\n", self.choices.one_of(&["n", "m"]));
                    "m".to_owned()
                }
                OperandShape::Texture => self.texture(target.name),
                // Where an image is written, its target stands behind all operands.
                OperandShape::Image if row.result == ResultShape::None => {
                    last = Some(target.name);
                    self.image(target.name)
                }
                OperandShape::Image => format!("{}, {}", self.image(target.name), target.name),
                OperandShape::Memory => self.memory(row.operation),
                OperandShape::Condition => self.condition(),
                OperandShape::VectorOrCondition if self.choices.once_in(2) => self.condition(),
                OperandShape::Label | OperandShape::Subroutine => "helper".to_owned(),
                _ => self.operand(&SWIZZLES),
            });
        }
        words.extend(last.map(str::to_owned));
        let line = format!("{}{suffix} {}", row.mnemonic, words.join(", "));
        format!("{before}{};", line.trim_end())
    }

    /// A test of a condition code: `GE1.wzyx`.
    pub(super) fn condition(&mut self) -> String {
        let rows: Vec<_> = TESTS
            .iter()
            .filter(|row| row.availability.check(&self.features).is_ok())
            .collect();
        if rows.is_empty() {
            return "TR".to_owned();
        }
        let test = self.choices.one_of(&rows).name;
        let number = self.choices.one_of(&["", "", "0", "1"]);
        let selector = self.choices.one_of(&["", ".x", ".w", ".wzyx", ".y"]);
        format!("{test}{number}{selector}")
    }

    fn result(&mut self, row: &OpcodeRow, given: Numbers) -> String {
        let names: &[&str] = match (self.registers, self.features.stage) {
            _ if given != Numbers::Any => given.variables().unwrap_or_default(),
            (true, Stage::Fragment) => &[
                "R0", "R1", "R2", "R3", "H0", "H1", "o[COLR]", "o[DEPR]", "RC", "HC",
            ],
            (true, _) => &[
                "R0", "R1", "R2", "R3", "R0", "o[HPOS]", "o[COL0]", "o[TEX0]", "CC", "A0",
            ],
            (false, _) if self.is_gpu() => &[
                "t0", "t1", "t2", "t3", "t0", "t1", "n", "l0", "l1", "s0", "x[1]", "x[n.x]", "o",
            ],
            _ => &["t0", "t1", "t2", "t3", "t0", "t1", "o", "CC", "result.color"],
        };
        let name = self.choices.one_of(names);
        let mask = match row.opcode {
            Opcode::Rfl => ".xyz",
            _ => self.choices.one_of(&MASKS),
        };
        let test = if self.choices.once_in(6) {
            format!(" ({})", self.condition())
        } else {
            String::new()
        };
        format!("{name}{mask}{test}")
    }

    /// An operand with one of these selectors, and perhaps a sign and an absolute value.
    fn operand(&mut self, selectors: &[&'static str]) -> String {
        let text = self.name() + self.choices.one_of(selectors);
        match self.choices.below(10) {
            0 | 1 => format!("-{text}"),
            2 => format!("|{text}|"),
            3 => format!("-|{text}|"),
            _ => text,
        }
    }

    /// The variable, binding or constant that an operand reads.
    fn name(&mut self) -> String {
        if let Some(variables) = self.reads.variables() {
            return match self.choices.below(5) {
                0 => self.choices.one_of(&INTEGERS).to_owned(),
                _ => self.choices.one_of(variables).to_owned(),
            };
        }
        match self.choices.below(8) {
            0 if !self.registers => return self.binding(Role::Attribute),
            1 if !self.registers => return self.binding(Role::Parameter),
            2 if !self.registers || self.features.stage == Stage::Fragment => {
                return self.choices.one_of(&NUMBERS).to_owned();
            }
            3 => {
                let number = self.choices.below(2);
                return self.attribute(number);
            }
            _ => {}
        }
        let names: &[&str] = match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => &["R0", "R1", "R2", "R3", "H0", "H1", "f[WPOS]", "p[0]"],
            (true, _) => &[
                "R0",
                "R1",
                "R2",
                "R3",
                "v[OPOS]",
                "c[0]",
                "c[3]",
                "c[95]",
                "c[A0.x + 2]",
                "c[A0.x - 64]",
            ],
            (false, _) if self.is_gpu() => &[
                "t0",
                "t1",
                "t2",
                "t3",
                "t0",
                "t1",
                "n",
                "l0",
                "l1",
                "s0",
                "a",
                "p",
                "c[n.x]",
                "x[2]",
                "x[n.x + 1]",
            ],
            (false, Stage::Vertex) => &["t0", "t1", "t2", "t3", "a", "p", "c[1]", "c[A0.x + 2]", "c[A0.x]"],
            _ => &["t0", "t1", "t2", "t3", "a", "p", "c[1]"],
        };
        self.choices.one_of(names).to_owned()
    }

    /// A texture or its unit: mostly one of each target, so that no unit has two; or one of an array.
    fn texture(&mut self, target: &str) -> String {
        let own = TARGETS.iter().position(|row| row.name == target).unwrap_or(0) % 13;
        let unit = if self.choices.once_in(8) {
            self.choices.below(4)
        } else {
            own
        };
        let offset = match self.choices.once_in(4) && self.is_gpu() {
            true => self
                .choices
                .one_of(&[", (1, -2)", ", offset(1, -1)", ", offset(t1)"]),
            false => "",
        };
        if self.meets(LanguageSet::F10) {
            format!("TEX{unit}, {target}")
        } else if self.meets(LanguageSet::NV5) && self.choices.once_in(4) {
            let index = self
                .choices
                .one_of(&["u.x", "u.y", "u.x + 1", "n.x", "n.z + 2", "1"]);
            format!("units[{index}], {}{offset}", self.units)
        } else {
            format!("texture[{unit}], {target}{offset}")
        }
    }

    /// An image unit: mostly one of each target, so that no unit has two.
    fn image(&mut self, target: &str) -> String {
        let own = TARGETS.iter().position(|row| row.name == target).unwrap_or(0) % 8;
        match self.choices.once_in(8) {
            true => "image[1]".to_owned(),
            false => format!("image[{own}]"),
        }
    }

    fn memory(&mut self, operation: Operation) -> String {
        let space = match operation {
            Operation::Memory(operation) => operation.space(),
            _ => None,
        };
        let Some(space) = space else {
            return self.choices.one_of(&["storage", "constant[0]"]).to_owned();
        };
        let name = match space {
            Space::Constant => "constant",
            Space::Storage => "storage",
            Space::Shared => "shared",
            Space::Counter => "counter",
            Space::Global | Space::Image => return self.operand(&COMPONENTS),
        };
        let place = self.choices.below(3) * 16;
        let byte = self.choices.below(17);
        match self.choices.below(5) {
            0 => format!("{name}[t1.x + 4]"),
            1 => format!("{name}[n.x]"),
            2 => format!("{name}[{byte}]"),
            _ => format!("{name}[{place}]"),
        }
    }
}
