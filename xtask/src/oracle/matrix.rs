//! The matrix: every arithmetic opcode of a language in every type that it has there, on special values.

use quadrille::Session;
use quadrille::manual::Place;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::{LanguageSet, Profile};
use quadrille_opengl::Operands;

/// Where the operands of a program come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// As the driver gets them: texels for fragments, attributes for vertices.
    Driver,
    /// As `evaluate` gets them: attributes.
    Attributes,
}

/// An instruction of a language with rows of operands.
pub(super) struct Group {
    pub(super) header: &'static str,
    /// The instruction: `ADD.S32 r, a, b`.
    pub(super) line: String,
    pub(super) row: &'static OpcodeRow,
    /// Bits of the numbers: 32 or 64.
    pub(super) size: u32,
    pub(super) is_float: bool,
    operands: usize,
    pub(super) rows: Vec<Operands>,
}

/// Zeros, denormals, small and large numbers, infinities and NaN.
const FLOATS: [u32; 17] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x3f00_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4020_0000,
    0xc020_0000,
    0x406c_cccd,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
];
const INTEGERS: [u32; 12] = [
    0,
    1,
    2,
    7,
    31,
    0x5555_5555,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fff9,
    0xffff_ffff,
];
const DOUBLES: [u64; 14] = [
    0,
    1 << 63,
    1,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x4004_0000_0000_0000,
    0xc00d_9999_9999_999a,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
];
const LONG_INTEGERS: [u64; 8] = [
    0,
    1,
    7,
    0x1234_5678_9abc_def0,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fff9,
    u64::MAX,
];

/// All groups of a header that Quadrille accepts.
pub(super) fn groups(session: &Session, header: &'static str) -> Vec<Group> {
    let Some(profile) = Profile::of(header) else {
        return Vec::new();
    };
    let place = Place {
        profile,
        options: Vec::new(),
    };
    let features = place.features();
    let typed = features.languages.meets(LanguageSet::GPU);
    let types: &[&str] = if typed {
        &[".F32", ".F64", ".S32", ".S64", ".U32", ".U64"]
    } else {
        &[""]
    };
    let mut groups = Vec::new();
    for row in OPCODES {
        let shapes = row.operands_in(features.languages);
        let plain = |shape: &OperandShape| {
            use OperandShape as S;
            matches!(
                shape,
                S::Vector
                    | S::VectorFloat
                    | S::VectorSigned
                    | S::VectorUnsigned
                    | S::Scalar
                    | S::ScalarUnsigned
            )
        };
        let arithmetic = row.operation_in(features.languages).class().is_arithmetic();
        if row.availability.check(&features).is_err() || !arithmetic || !shapes.iter().all(plain) {
            continue;
        }
        // Conversions name two types; the tables of `oracle/engine` have them.
        if typed && row.operation.class() == Class::Conversion {
            continue;
        }
        for kind in types {
            let group = group(header, row, shapes, kind);
            if session.load("matrix", &group.text(Way::Attributes)).is_ok() {
                groups.push(group);
            }
        }
    }
    groups
}

fn group(header: &'static str, row: &'static OpcodeRow, shapes: &[OperandShape], kind: &str) -> Group {
    let size = if kind.ends_with("64") { 64 } else { 32 };
    let is_float = kind.is_empty() || kind.starts_with(".F");
    let mut line = format!("{}{kind} {}", row.mnemonic, if size == 64 { "lr" } else { "r" });
    // The reflection vector has no w where a language says so.
    if row.mnemonic == "RFL" {
        line += ".xyz";
    }
    for (name, shape) in ["a", "b", "c"].iter().zip(shapes) {
        let scalar = matches!(shape, OperandShape::Scalar | OperandShape::ScalarUnsigned);
        let long = if size == 64 { "l" } else { "" };
        line += &format!(", {long}{name}{}", if scalar { ".x" } else { "" });
    }
    let words: Vec<[u32; 4]> = match (size, is_float) {
        (32, true) => FLOATS.iter().map(|word| [*word; 4]).collect(),
        (32, false) => INTEGERS.iter().map(|word| [*word; 4]).collect(),
        (_, true) => DOUBLES.iter().map(|word| halves(*word)).collect(),
        (_, false) => LONG_INTEGERS.iter().map(|word| halves(*word)).collect(),
    };
    let few: Vec<[u32; 4]> = words.iter().step_by(2).copied().collect();
    let none = [[0; 4]];
    let of = |operand: usize| -> &[[u32; 4]] {
        match (shapes.len(), operand) {
            (3, _) => &few,
            (count, operand) if operand < count => &words,
            _ => &none,
        }
    };
    let mut rows = Vec::new();
    for a in of(0) {
        for b in of(1) {
            rows.extend(of(2).iter().map(|c| [*a, *b, *c]));
        }
    }
    rows.truncate(1024);
    Group {
        header,
        line,
        row,
        size,
        is_float,
        operands: shapes.len(),
        rows,
    }
}

/// The words of a 64-bit number, twice.
fn halves(word: u64) -> [u32; 4] {
    let (low, high) = (word as u32, (word >> 32) as u32);
    [low, high, low, high]
}

impl Group {
    pub(super) fn is_vertex(&self) -> bool {
        self.header.contains("vp")
    }

    /// The name of the result that the program writes.
    pub(super) fn result(&self) -> &'static str {
        if self.is_vertex() {
            "result.texcoord[1]"
        } else {
            "result.color"
        }
    }

    /// The attribute that operand n comes in by where there are no textures.
    pub(super) fn attribute(&self, operand: usize) -> String {
        if self.is_vertex() {
            format!("vertex.attrib[{}]", operand + 1)
        } else {
            format!("fragment.texcoord[{}]", operand + 1)
        }
    }

    /// The program.
    pub(super) fn text(&self, way: Way) -> String {
        let gpu = self.header.starts_with("!!NV");
        let bits = if gpu { ".U" } else { "" };
        let mut text = format!("{}\nTEMP a, b, c, r;\n", self.header);
        if self.size == 64 {
            text += "LONG TEMP la, lb, lc, lr;\n";
        }
        for (at, name) in ["a", "b", "c"].iter().enumerate().take(self.operands) {
            text += &match way {
                Way::Driver if !self.is_vertex() => {
                    format!("TEX {name}, fragment.texcoord[0], texture[{at}], 2D;\n")
                }
                _ => format!("MOV{bits} {name}, {};\n", self.attribute(at)),
            };
            if self.size == 64 {
                text += &format!("PK64.U l{name}, {name};\n");
            }
        }
        text += &format!("MOV r, {{0, 0, 0, 0}};\n{};\n", self.line);
        if self.size == 64 {
            text += "UP64.U r, lr;\n";
        }
        if self.is_vertex() {
            text += "MOV result.position, vertex.position;\n";
        }
        text + &format!("MOV{bits} {}, r;\nEND\n", self.result())
    }
}
