//! The lines of a random program: instructions with operands and modifiers by the rows of the tables, and blocks.

use quadrille_isa::gl::opcode::{Column, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, Operation, Space};
use quadrille_isa::gl::target::TARGETS;
use quadrille_isa::gl::{LanguageSet, Stage};

use super::generate::Ground;
use super::numbers::Numbers;

/// Writes lines of a ground.
pub(super) struct Writer<'g, 'n> {
    pub(super) ground: &'g Ground,
    pub(super) numbers: &'n mut Numbers,
}

const MASKS: [&str; 7] = ["", "", "", ".x", ".yw", ".xyz", ".w"];
const SWIZZLES: [&str; 6] = ["", "", ".yzwx", ".z", ".wwxy", ".xxyy"];
const COMPONENTS: [&str; 4] = [".x", ".y", ".z", ".w"];
const TESTS: [&str; 14] = [
    "GT.x", "NE.y", "LE.wzyx", "EQ", "LT.z", "TR", "GE.w", "FL", "NE1.x", "CF.x", "OF", "NAN.y", "LEG.w",
    "BLE1.z",
];
const STORAGE: [&str; 11] = [
    "F16", "F32", "F64", "S8", "S16", "S32", "S64", "U8", "U16", "U32", "U64",
];

impl Writer<'_, '_> {
    pub(super) fn declarations(&self) -> Vec<String> {
        if self.ground.registers() {
            return Vec::new();
        }
        let mut lines = vec!["TEMP t0, t1, t2, t3;"];
        if self.ground.is_gpu() {
            lines.push("LONG TEMP l0, l1;");
            lines.push("SHORT TEMP s0;");
            lines.push("PARAM rounds = { 3, 0, 0, 0 };");
            lines.push("INT PARAM few = { 2, 0, 0, 0 };");
            lines.push("CBUFFER constant[] = { program.buffer[0] };");
            lines.push("STORAGE storage[] = { program.storage[0] };");
            lines.push("SHARED_MEMORY 64;");
            lines.push("SHARED shared[] = { program.sharedmem };");
            lines.push("COUNTER counter[] = { program.counter[0] };");
        } else {
            lines.push("PARAM rounds = { 3, 0, 1, 0 };");
            lines.push("ADDRESS A0;");
        }
        lines.into_iter().map(str::to_owned).collect()
    }

    fn temporary(&mut self) -> String {
        let at = self.numbers.below(4);
        match (self.ground.registers(), self.ground.is_gpu()) {
            (true, _) => format!("R{at}"),
            (_, true) => self
                .numbers
                .one_of(&["t0", "t1", "t2", "t3", "t0", "t1", "l0", "l1", "s0"])
                .to_owned(),
            _ => format!("t{at}"),
        }
    }

    pub(super) fn beginning(&mut self) -> Vec<String> {
        let attribute = self.ground.attribute();
        let (a, b) = if self.ground.registers() {
            ("R0", "R1")
        } else {
            ("t0", "t1")
        };
        vec![
            format!("MOV {a}, {attribute};"),
            format!("MOV {b}, {attribute}.yzwx;"),
        ]
    }

    /// What hands on the values, so that they are seen.
    pub(super) fn ending(&self) -> Vec<String> {
        let features = &self.ground.features;
        let lines: &[&str] = match (self.ground.registers(), self.ground.place.profile.stage) {
            (true, Stage::Fragment) => &["MOV o[COLR], R0;"],
            (true, Stage::VertexState) => &["MOV c[4], R0;", "MOV c[5], R1;"],
            (true, _) => &["MOV o[HPOS], v[0];", "MOV o[COL0], R0;", "MOV o[TEX0], R1;"],
            (false, Stage::Fragment) => &["MOV result.color, t0;"],
            (false, Stage::Compute) => &["STB.U32X4 t0, storage[0];"],
            (false, Stage::Geometry) => &["MOV result.attrib[0], t0;", "EMIT;"],
            (false, _) if features.options.position_invariant() => &["MOV result.color, t0;"],
            (false, _) => &[
                "MOV result.position, vertex.position;",
                "MOV result.color, t0;",
                "MOV result.texcoord[0], t1;",
                "MOV result.attrib[1], t2;",
            ],
        };
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    /// A few lines; blocks in it down to a depth.
    pub(super) fn block(&mut self, depth: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..self.numbers.below(if depth == 0 { 24 } else { 6 }) + 1 {
            if depth < 3 && self.numbers.once_in(10) {
                self.flow(depth, &mut lines);
            } else {
                let row = self.numbers.one_of(&self.ground.rows);
                lines.push(self.instruction(row));
            }
        }
        lines
    }

    /// A structure of flow, as the language has it; the checker leaves out what it has not.
    fn flow(&mut self, depth: usize, lines: &mut Vec<String>) {
        let test = self.numbers.one_of(&TESTS);
        let kind = self.numbers.below(if self.ground.is_gpu() { 5 } else { 4 });
        match kind {
            0 => {
                lines.push(format!("IF {test};"));
                lines.extend(self.block(depth + 1));
                if self.numbers.once_in(2) {
                    lines.push("ELSE;".to_owned());
                    lines.extend(self.block(depth + 1));
                }
                lines.push("ENDIF;".to_owned());
            }
            1 | 2 => {
                let (begin, end) = match (self.ground.is_gpu(), kind) {
                    (true, 1) => ("REP.S few;", "ENDREP;"),
                    (true, _) => ("REP.F rounds;", "ENDREP;"),
                    (false, 1) => ("REP rounds;", "ENDREP;"),
                    (false, _) => ("LOOP rounds;", "ENDLOOP;"),
                };
                lines.push(begin.to_owned());
                lines.extend(self.block(depth + 1));
                let leave = self.numbers.one_of(&["BRK", "CONT"]);
                lines.push(format!("{leave} ({test});"));
                lines.extend(self.block(depth + 1));
                lines.push(end.to_owned());
            }
            3 => {
                // Forward only: what goes back might not end.
                let label = format!("label{}", self.numbers.0 & 0xff_ffff);
                lines.push(format!("BRA {label} ({test});"));
                lines.extend(self.block(depth + 1));
                lines.push(format!("{label}:"));
            }
            _ => lines.push(format!("CAL helper ({test});")),
        }
    }

    fn instruction(&mut self, row: &'static OpcodeRow) -> String {
        let mut words = Vec::new();
        match row.result {
            ResultShape::None => {}
            ResultShape::Address => words.push("A0.x".to_owned()),
            _ => {
                let mask = self.numbers.one_of(&MASKS);
                let test = if self.numbers.once_in(5) {
                    format!(" ({})", self.numbers.one_of(&TESTS))
                } else {
                    String::new()
                };
                words.push(self.temporary() + mask + &test);
            }
        }
        let target = &TARGETS[self.numbers.below(TARGETS.len())];
        let image_first = row.result == ResultShape::None;
        let mut last = None;
        for (at, shape) in row.operands_in(self.ground.features.languages).iter().enumerate() {
            let interpolated = row.operation.class() == Class::Interpolation && at == 0;
            words.push(match shape {
                _ if interpolated => self.ground.attribute().to_owned(),
                OperandShape::Scalar | OperandShape::ScalarUnsigned => self.operand(&COMPONENTS),
                OperandShape::OptionalVector if self.numbers.once_in(2) => continue,
                OperandShape::ExtendedSwizzle => format!("{}, w, -x, 0, 1", self.temporary()),
                OperandShape::Address => "A0".to_owned(),
                OperandShape::Texture => self.texture(target.name),
                OperandShape::Image if image_first => {
                    last = Some(target.name);
                    format!("image[{}]", self.numbers.below(2))
                }
                OperandShape::Image => format!("image[{}], {}", self.numbers.below(2), target.name),
                OperandShape::Memory => self.memory(row.operation),
                OperandShape::Condition => self.numbers.one_of(&TESTS).to_owned(),
                OperandShape::VectorOrCondition if self.numbers.once_in(2) => {
                    self.numbers.one_of(&TESTS).to_owned()
                }
                OperandShape::Label | OperandShape::Subroutine => "helper".to_owned(),
                _ => self.operand(&SWIZZLES),
            });
        }
        words.extend(last.map(str::to_owned));
        let suffix = self.suffix(row);
        let line = format!("{}{suffix} {}", row.mnemonic, words.join(", "));
        format!("{};", line.trim_end())
    }

    fn operand(&mut self, selectors: &[&'static str]) -> String {
        let selector = self.numbers.one_of(selectors);
        let text = match self.numbers.below(8) {
            0 => self.ground.attribute().to_owned(),
            1 if !self.ground.registers() => format!("program.local[{}]", self.numbers.below(2)),
            2 if !self.ground.registers() => {
                let [x, y] = [0; 2].map(|_| self.numbers.below(9));
                format!("{{{x}, {y}, 1, 2}}")
            }
            3 if self.ground.registers() && self.ground.place.profile.stage == Stage::Fragment => {
                "{0.5, -2, 1, 3}".to_owned()
            }
            3 if self.ground.registers() => format!("c[{}]", self.numbers.below(4)),
            4 if self.ground.registers() => "c[A0.x + 2]".to_owned(),
            _ => self.temporary(),
        };
        match self.numbers.below(8) {
            0 | 1 => format!("-{text}{selector}"),
            2 if self.ground.is_gpu() => format!("|{text}{selector}|"),
            _ => text + selector,
        }
    }

    /// A texture or its unit, by its number one of each target, so that no unit has two.
    fn texture(&mut self, target: &str) -> String {
        let unit = TARGETS.iter().position(|row| row.name == target).unwrap_or(0) % 16;
        let offset = match self.numbers.below(6) {
            0 => ", (1, -2)",
            1 => ", offset(t1)",
            _ => "",
        };
        if self.ground.features.languages.meets(LanguageSet::F10) {
            format!("TEX{unit}, {target}")
        } else {
            format!("texture[{unit}], {target}{offset}")
        }
    }

    fn memory(&mut self, operation: Operation) -> String {
        let (Operation::Load(space) | Operation::Store(space) | Operation::Atomic(space)) = operation else {
            return "storage[0]".to_owned();
        };
        let name = match space {
            Space::Constant => "constant",
            Space::Storage => "storage",
            Space::Shared => "shared",
            Space::Counter => "counter",
            Space::Global | Space::Image => return self.operand(&COMPONENTS),
        };
        match self.numbers.below(4) {
            0 => format!("{name}[t1.x + 4]"),
            1 => format!("{name}[{}]", self.numbers.below(17)),
            _ => format!("{name}[{}]", 16 * self.numbers.below(3)),
        }
    }

    fn suffix(&mut self, row: &'static OpcodeRow) -> String {
        if !self.ground.is_gpu() {
            let precision = self.numbers.one_of(&["", "", "R", "H", "X"]);
            let update = self.numbers.one_of(&["", "", "C"]);
            let clamp = self.numbers.one_of(&["", "", "_SAT"]);
            return match self.numbers.below(3) {
                0 => format!("{precision}{update}{clamp}"),
                1 => format!("{update}{clamp}"),
                _ => String::new(),
            };
        }
        let mut suffix = match row.operation {
            Operation::Convert => {
                let rounding = self.numbers.one_of(&["", ".ROUND", ".CEIL", ".FLR", ".TRUNC"]);
                let (to, from) = (self.numbers.one_of(&STORAGE), self.numbers.one_of(&STORAGE));
                format!(".{to}.{from}{rounding}")
            }
            Operation::Atomic(Space::Counter) => self.numbers.one_of(&[".INCR", ".DECR", ".GET"]).to_owned(),
            Operation::Atomic(_) => {
                let operations = [
                    "ADD", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR", "XOR", "EXCH", "CSWAP",
                ];
                let operation = self.numbers.one_of(&operations);
                let storage = self.numbers.one_of(&["U32", "U32", "S32", "U64", "F32"]);
                format!(".{operation}.{storage}")
            }
            Operation::Load(_) | Operation::Store(_) => {
                let storage = self.numbers.one_of(&STORAGE);
                let count = self.numbers.one_of(&["", "X2", "X4"]);
                format!(".{storage}{count}")
            }
            _ => {
                let float = row.columns.float != Column::No;
                let integer = row.columns.integer != Column::No;
                let types: &[&str] = match (float, integer) {
                    (true, true) => &[
                        "", "", ".F", ".S", ".U", ".F32", ".S32", ".U32", ".F64", ".S64", ".U64",
                    ],
                    (true, false) => &["", ".F", ".F32", ".F64"],
                    (false, true) => &["", ".S", ".U", ".S32", ".U32", ".S64", ".U64", ".S24"],
                    (false, false) => &[""],
                };
                self.numbers.one_of(types).to_owned()
            }
        };
        if self.numbers.once_in(4) {
            suffix += self.numbers.one_of(&[".CC", ".CC0", ".CC1"]);
        }
        if self.numbers.once_in(8) {
            suffix += self.numbers.one_of(&[".SAT", ".SSAT", ".PREC", ".HI"]);
        }
        suffix
    }
}
