//! The matrix: every arithmetic opcode of a language in every type that it has there, on special values.

use quadrille::Session;
use quadrille::manual::ManualLocation;
use quadrille_isa::gl::opcode::{OPCODES, Opcode, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{LanguageSet, Profile, Stage};
use quadrille_opengl::Operands;

/// Where the operands of a program come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// As the driver gets them: texels for fragments, attributes for vertices.
    Driver,
    /// As `evaluate` gets them: attributes.
    Attributes,
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandKind {
    Float,
    /// The bits of a half in a word.
    Half,
    Integer,
    Double,
    LongInteger,
}

impl OperandKind {
    /// The kind of number that a suffix means.
    fn of(suffix: &str) -> OperandKind {
        match suffix {
            ".F64" => OperandKind::Double,
            ".S64" | ".U64" => OperandKind::LongInteger,
            ".F16" => OperandKind::Half,
            ".S8" | ".U8" | ".S16" | ".U16" | ".S32" | ".U32" => OperandKind::Integer,
            _ => OperandKind::Float,
        }
    }

    /// Its bits: 32, or 64.
    pub(super) fn size(self) -> u32 {
        match self {
            OperandKind::Float | OperandKind::Half | OperandKind::Integer => 32,
            OperandKind::Double | OperandKind::LongInteger => 64,
        }
    }

    /// What is special among its numbers.
    fn special(self) -> Vec<[u32; 4]> {
        let words = |words: &[u32]| words.iter().map(|word| [*word; 4]).collect();
        match self {
            OperandKind::Float => words(&FLOATS),
            OperandKind::Half => words(&HALVES),
            OperandKind::Integer => words(&INTEGERS),
            OperandKind::Double => DOUBLES.map(halves).to_vec(),
            OperandKind::LongInteger => LONG_INTEGERS.map(halves).to_vec(),
        }
    }
}

/// An instruction of a language with rows of operands.
pub(super) struct Group {
    pub(super) header: &'static str,
    pub(super) profile: &'static Profile,
    /// The instruction: `ADD.S32 r, a, b`.
    pub(super) line: String,
    pub(super) row: &'static OpcodeRow,
    /// Its operands and its result.
    takes: Vec<OperandKind>,
    pub(super) gives: OperandKind,
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
const HALVES: [u32; 13] = [
    0, 0x8000, 1, 0x8001, 0x03ff, 0x0400, 0x3800, 0x3c00, 0xbc00, 0x7bff, 0x7c00, 0xfc00, 0x7e00,
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
    let place = ManualLocation {
        profile,
        options: Vec::new(),
    };
    let features = place.features();
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
                    | S::ExtendedSwizzle
            )
        };
        let arithmetic = row.operation_in(features.languages).class().is_arithmetic();
        if row.availability.check(&features).is_err() || !arithmetic || !shapes.iter().all(plain) {
            continue;
        }
        for [suffix, to, from] in suffixes(row, profile) {
            let kinds = [OperandKind::of(&to), OperandKind::of(&from)];
            let group = group(profile, row, shapes, suffix, kinds);
            if session.load("matrix", &group.text(Way::Attributes)).is_ok() {
                groups.push(group);
            }
        }
    }
    groups
}

/// The types of numbers, as suffixes say them.
const TYPES: [&str; 6] = [".F32", ".F64", ".S32", ".S64", ".U32", ".U64"];

/// Types that only conversions have besides.
const SMALL: [&str; 5] = [".F16", ".S8", ".S16", ".U8", ".U16"];

/// The suffixes that an opcode may have in a language, each with the types of its result and its operands.
fn suffixes(row: &OpcodeRow, profile: &Profile) -> Vec<[String; 3]> {
    let all = |words: &[&str]| words.iter().map(|word| [*word; 3].map(str::to_owned)).collect();
    if profile.language == LanguageSet::F10 {
        return all(&["", "H", "X"]);
    }
    if !profile.language.meets(LanguageSet::GPU) {
        return all(&[""]);
    }
    let mut suffixes: Vec<[String; 3]> = all(&TYPES);
    if row.operation.class() == Class::Conversion {
        suffixes.extend(all(&[""]));
    }
    if row.opcode == Opcode::Cvt {
        let types = || TYPES.iter().chain(&SMALL);
        let rounded = |to: &str, from: &str| {
            let roundings = match to.starts_with(".F") {
                true => &[""][..],
                false => &["", ".ROUND", ".CEIL", ".FLR", ".TRUNC"],
            };
            let one = |rounding: &&str| [format!("{to}{from}{rounding}"), to.to_owned(), from.to_owned()];
            roundings.iter().map(one).collect::<Vec<_>>()
        };
        suffixes = types()
            .flat_map(|to| types().flat_map(move |from| rounded(to, from)))
            .collect();
    }
    suffixes
}

fn group(
    profile: &'static Profile,
    row: &'static OpcodeRow,
    shapes: &[OperandShape],
    suffix: String,
    [to, from]: [OperandKind; 2],
) -> Group {
    use OperandShape as S;
    let gives = match row.result {
        ResultShape::VectorFloat => OperandKind::Float,
        ResultShape::VectorSigned | ResultShape::VectorUnsigned => OperandKind::Integer,
        // What packs gives bits.
        ResultShape::Scalar if row.operation.class() == Class::Conversion => OperandKind::Integer,
        _ => to,
    };
    let takes = shapes.iter().map(|shape| match shape {
        S::VectorFloat => OperandKind::Float,
        S::VectorSigned | S::VectorUnsigned | S::ScalarUnsigned => OperandKind::Integer,
        _ => from,
    });
    let takes: Vec<OperandKind> = takes.collect();
    let long = |kind: OperandKind| if kind.size() == 64 { "l" } else { "" };
    let names = names(profile);
    let mut line = format!("{}{suffix} {}{}", row.mnemonic, long(gives), names[3]);
    // The reflection vector has no w where a language says so.
    if row.mnemonic == "RFL" {
        line += ".xyz";
    }
    for ((name, shape), kind) in names.iter().zip(shapes).zip(&takes) {
        let scalar = matches!(shape, S::Scalar | S::ScalarUnsigned);
        line += &format!(", {}{name}{}", long(*kind), if scalar { ".x" } else { "" });
        if *shape == S::ExtendedSwizzle {
            line += ", -x, 0, 1, y";
        }
    }
    let of = |operand: usize| -> Vec<[u32; 4]> {
        let Some(kind) = takes.get(operand) else {
            return vec![[0; 4]];
        };
        let step = if takes.len() == 3 { 2 } else { 1 };
        kind.special().into_iter().step_by(step).collect()
    };
    let mut rows = Vec::new();
    for a in of(0) {
        for b in of(1) {
            rows.extend(of(2).iter().map(|c| [a, b, *c]));
        }
    }
    rows.truncate(1024);
    Group {
        header: profile.header,
        profile,
        line,
        row,
        takes,
        gives,
        rows,
    }
}

/// What operands and result are called in a program.
fn names(profile: &Profile) -> [&'static str; 4] {
    match profile.variables {
        Variables::Declared => ["a", "b", "c", "r"],
        Variables::Registers => ["R1", "R2", "R3", "R0"],
    }
}

/// The words of a 64-bit number, twice.
fn halves(word: u64) -> [u32; 4] {
    let (low, high) = (word as u32, (word >> 32) as u32);
    [low, high, low, high]
}

impl Group {
    pub(super) fn is_vertex(&self) -> bool {
        self.profile.stage == Stage::Vertex
    }

    /// Whether any of its numbers has 64 bits.
    pub(super) fn is_long(&self) -> bool {
        self.takes
            .iter()
            .chain([&self.gives])
            .any(|kind| kind.size() == 64)
    }

    /// What operand n is.
    pub(super) fn takes(&self, operand: usize) -> Option<OperandKind> {
        self.takes.get(operand).copied()
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
        match (self.is_vertex(), self.profile.variables) {
            (true, Variables::Declared) => format!("vertex.attrib[{}]", operand + 1),
            // Attribute 9 and those behind it.
            (true, Variables::Registers) => format!("vertex.texcoord[{}]", operand + 1),
            (false, _) => format!("fragment.texcoord[{}]", operand + 1),
        }
    }

    /// The number of the vertex attribute that operand 0 comes in by; others follow.
    pub(super) fn first_attribute(&self) -> usize {
        match self.profile.variables {
            Variables::Registers if self.is_vertex() => 9,
            _ => 1,
        }
    }

    /// Whether its attributes are interpolated, which loses denormals and the sign of zero.
    pub(super) fn is_interpolated(&self) -> bool {
        !self.is_vertex() && !self.profile.language.meets(LanguageSet::GPU)
    }

    /// The program.
    pub(super) fn text(&self, way: Way) -> String {
        match self.profile.variables {
            Variables::Declared => self.declared(way),
            Variables::Registers => self.registers(),
        }
    }

    fn declared(&self, way: Way) -> String {
        let gpu = self.profile.language.meets(LanguageSet::GPU);
        let bits = if gpu { ".U" } else { "" };
        let mut text = format!("{}\nTEMP a, b, c, r;\n", self.header);
        if self.is_long() {
            text += "LONG TEMP la, lb, lc, lr;\n";
        }
        for (at, (name, kind)) in ["a", "b", "c"].iter().zip(&self.takes).enumerate() {
            let attribute = self.attribute(at);
            text += &match way {
                Way::Driver if !self.is_vertex() => {
                    format!("TEX {name}, fragment.texcoord[0], texture[{at}], 2D;\n")
                }
                // Bits are not interpolated.
                _ if gpu && !self.is_vertex() => {
                    format!("FLAT ATTRIB i{name} = {attribute};\nMOV{bits} {name}, i{name};\n")
                }
                _ => format!("MOV{bits} {name}, {attribute};\n"),
            };
            if kind.size() == 64 {
                text += &format!("PK64.U l{name}, {name};\n");
            }
        }
        text += &format!("MOV r, {{0, 0, 0, 0}};\n{};\n", self.line);
        if self.gives.size() == 64 {
            text += "UP64.U r, lr;\n";
        }
        if self.is_vertex() {
            text += "MOV result.position, vertex.position;\n";
        }
        text + &format!("MOV{bits} {}, r;\nEND\n", self.result())
    }

    fn registers(&self) -> String {
        let moves = (1..=self.takes.len()).map(|at| match self.is_vertex() {
            true => format!("MOV R{at}, v[{}];\n", self.first_attribute() + at - 1),
            false => format!("MOV R{at}, f[TEX{at}];\n"),
        });
        let moves: String = moves.collect();
        let results = match self.is_vertex() {
            true => "MOV o[TEX1], R0;\nMOV o[HPOS], v[0];\n",
            false => "MOV o[COLR], R0;\n",
        };
        format!("{}\n{moves}{};\n{results}END\n", self.header, self.line)
    }
}
