//! Example programs of the manual, written from the tables: the smallest program that uses an opcode, a
//! binding or an option. Tests check all of them, and run those whose result the table states.

mod flow;
mod frame;
mod statement;

use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::opcode::{DefaultType, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, ConversionOp, MemoryOp, Operation, Space, TextureOp};
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::{Binding, LanguageSet, Opcode};

use super::place::ManualLocation;
use frame::{results, stage_declarations};
pub use statement::{header, modified, statement};

/// A program that uses an opcode; none for the few words that only stand inside another's example.
pub fn opcode(row: &OpcodeRow, place: &ManualLocation) -> String {
    let mut example = Example::new(place);
    example.instruction(row);
    example.finish()
}

/// A program that uses a binding as its role asks.
pub fn binding(binding: Binding, role: Role, place: &ManualLocation) -> String {
    let features = place.features();
    let text = binding.text(&features);
    let mut example = Example::new(place);
    match role {
        Role::Attribute => example.declare(format!("ATTRIB a = {text};")),
        Role::Parameter => {
            example.declare(format!("PARAM p = {text};"));
        }
        Role::Result => example.declare(format!("OUTPUT o = {text};")),
        Role::Buffer => example.declare(format!("BUFFER b[] = {{ {text} }};")),
        Role::Storage => example.declare(format!("STORAGE s[] = {{ {text} }};")),
        Role::Counter => example.declare(format!("COUNTER c[] = {{ {text} }};")),
        Role::Shared => {
            example.head.push("SHARED_MEMORY 64;");
            example.declare(format!("SHARED s[] = {{ {text} }};"));
        }
        Role::Subroutine => {
            example.declare("SUBROUTINETYPE kind { first };".to_owned());
            example.declare(format!("SUBROUTINE kind f = {text};"));
            example.entry = true;
            example.line("CALI f;");
            example.subroutine.push("first SUBROUTINENUM(0):".to_owned());
            example.subroutine.push("  RET;".to_owned());
        }
        // A declaration names the unit, where an instruction may leave out unit 0.
        Role::Texture => example.declare("TEXTURE t = texture[0];".to_owned()),
        Role::Image => example.declare(format!("IMAGE i = {text};")),
        Role::Handle => {}
    }
    if role == Role::Handle {
        example.operand("a", DefaultType::Unsigned);
        example.line("TEX r, a, handle(a.x), 2D;");
    }
    example.finish()
}

/// The smallest program of a place.
pub fn bare(place: &ManualLocation) -> String {
    let mut example = Example::new(place);
    if Opcode::Fsib.row().availability.check(&place.features()).is_ok() {
        // An interlock without its section is an error.
        example.stage(Opcode::Fsib.row());
    }
    example.finish()
}

/// A program under construction.
struct Example<'p> {
    place: &'p ManualLocation,
    languages: LanguageSet,
    /// The declarations that stand before those of names.
    head: Vec<&'static str>,
    declarations: Vec<String>,
    lines: Vec<String>,
    subroutine: Vec<String>,
    entry: bool,
    /// Whether the next operand is an attribute.
    attributes: bool,
    /// Numbers of the operands, if the example is one with a known result.
    numbers: &'static [&'static [f32]],
}

/// Values of operands where the table states no example: exact in binary, different in each component.
const FLOATS: [&str; 4] = [
    "{0.5, 0.25, 2.0, 1.0}",
    "{1.5, 0.75, 0.5, 1.0}",
    "{0.25, 0.5, 0.75, 1.0}",
    "{1.0, 2.0, 4.0, 8.0}",
];
const INTEGERS: [&str; 4] = ["{12, 8, 4, 2}", "{3, 2, 1, 1}", "{5, 6, 7, 8}", "{1, 2, 3, 4}"];
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

impl<'p> Example<'p> {
    fn new(place: &'p ManualLocation) -> Example<'p> {
        Example {
            place,
            languages: place.features().languages,
            head: stage_declarations(place).to_vec(),
            declarations: Vec::new(),
            lines: Vec::new(),
            subroutine: Vec::new(),
            entry: false,
            attributes: false,
            numbers: &[],
        }
    }

    fn gpu(&self) -> bool {
        self.languages.meets(LanguageSet::GPU)
    }

    fn registers(&self) -> bool {
        self.place.profile.variables == Variables::Registers
    }

    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn declare(&mut self, line: String) {
        if !self.declarations.contains(&line) {
            self.declarations.push(line);
        }
    }

    /// The suffix that makes an instruction set the condition code.
    fn update(&self) -> &'static str {
        if self.gpu() { ".CC" } else { "C" }
    }

    /// A register with a value in it: the example's number or one of the constants.
    fn operand(&mut self, name: &'static str, kind: DefaultType) -> String {
        let at = NAMES.iter().position(|other| *other == name).unwrap_or(0);
        if self.attributes {
            return format!("fragment.attrib[{at}]");
        }
        if self.registers() {
            return self.register_operand(at);
        }
        self.declare(format!("TEMP {name};"));
        let (suffix, value) = match kind {
            DefaultType::Signed if self.gpu() => (".S", INTEGERS[at].to_owned()),
            DefaultType::Unsigned if self.gpu() => (".U", INTEGERS[at].to_owned()),
            _ => match self.numbers.get(at) {
                Some(numbers) => ("", literal(numbers)),
                None => ("", FLOATS[at].to_owned()),
            },
        };
        self.line(format!("MOV{suffix} {name}, {value};"));
        name.to_owned()
    }

    /// An operand of a language that has registers and no declarations.
    fn register_operand(&mut self, at: usize) -> String {
        let number = at + 1;
        let value = if self.languages.meets(LanguageSet::F10) {
            FLOATS[at].to_owned()
        } else {
            format!("c[{at}]")
        };
        self.line(format!("MOV R{number}, {value};"));
        format!("R{number}")
    }

    /// The register that takes the result.
    fn result(&mut self) -> &'static str {
        if self.registers() {
            return "R0";
        }
        self.declare("TEMP r;".to_owned());
        "r"
    }

    /// An address register of the vertex languages, loaded.
    fn address(&mut self) -> String {
        if self.registers() {
            return "A0".to_owned();
        }
        self.declare("ADDRESS A0;".to_owned());
        "A0".to_owned()
    }

    /// One instruction of the opcode with whatever must stand around it.
    fn instruction(&mut self, row: &OpcodeRow) {
        if let Some(example) = &row.example {
            self.numbers = example.operands;
        }
        match row.operation_in(self.languages).class() {
            Class::Flow => self.flow(row),
            Class::Kill => self.kill(row),
            Class::Stage => self.stage(row),
            _ if matches!(row.opcode, Opcode::Pk64 | Opcode::Up64) => self.packed(row),
            _ => self.plain(row),
        }
    }

    /// A 64-bit value in one component, and a register that takes one.
    fn packed(&mut self, row: &OpcodeRow) {
        self.declare("LONG TEMP p;".to_owned());
        let a = self.operand("a", DefaultType::Float);
        self.line(format!("PK64 p, {a};"));
        if row.opcode == Opcode::Up64 {
            let result = self.result();
            self.line(format!("UP64 {result}, p;"));
        }
    }

    fn plain(&mut self, row: &OpcodeRow) {
        // What evaluates an attribute anew takes the attribute itself first.
        self.attributes = row.operation.class() == Class::Interpolation;
        let default = match row.operation {
            Operation::Memory(MemoryOp::Atomic(_)) => DefaultType::Unsigned,
            _ => row.columns.default,
        };
        let mut operands = Vec::new();
        let mut sources = 0;
        let mut source = |example: &mut Self, kind| {
            let name = NAMES[sources.min(3)];
            sources += 1;
            let operand = example.operand(name, kind);
            example.attributes = false;
            operand
        };
        let multisample = matches!(
            row.operation,
            Operation::Texture(TextureOp::QuerySamples)
                | Operation::Memory(MemoryOp::QueryImageSamples)
                | Operation::Texture(TextureOp::FetchMultisample)
        );
        let target = match multisample {
            true if self.languages.meets(LanguageSet::NV4) => "RENDERBUFFER",
            true => "2DMS",
            false => "2D",
        };
        for shape in row.operands_in(self.languages) {
            let text = match shape {
                OperandShape::Vector | OperandShape::OptionalVector | OperandShape::VectorOrCondition => {
                    source(self, default)
                }
                OperandShape::VectorFloat => source(self, DefaultType::Float),
                OperandShape::VectorSigned => source(self, DefaultType::Signed),
                OperandShape::VectorUnsigned => source(self, DefaultType::Unsigned),
                OperandShape::Scalar => source(self, default) + ".x",
                OperandShape::ScalarUnsigned => source(self, DefaultType::Unsigned) + ".x",
                OperandShape::ExtendedSwizzle => source(self, default) + ", w, -x, 0, 1",
                OperandShape::Address => self.address(),
                OperandShape::Texture => self.texture(target),
                // STOREIM has its image first and the target last.
                OperandShape::Image if row.result == ResultShape::None => "image[0]".to_owned(),
                OperandShape::Image => format!("image[0], {target}"),
                OperandShape::Memory => self.memory(row.operation),
                OperandShape::Condition => "GT.x".to_owned(),
                OperandShape::Label | OperandShape::Subroutine => "sub".to_owned(),
            };
            operands.push(text);
        }
        if operands.first().is_some_and(|first| first == "image[0]") {
            operands.push(target.to_owned());
        }
        let suffix = self.suffix(row);
        let mut written = match row.result {
            ResultShape::None => Vec::new(),
            ResultShape::Address => {
                let extended = self.languages.meets(LanguageSet::V20.or(LanguageSet::AV2));
                let mask = if extended { "" } else { ".x" };
                vec![self.address() + mask]
            }
            // The reflection vector has no w (NV_fragment_program 3.11.5.26).
            _ if row.opcode == Opcode::Rfl => vec![format!("{}.xyz", self.result())],
            _ => vec![self.result().to_owned()],
        };
        written.extend(operands);
        let line = format!("{}{suffix} {}", row.mnemonic, written.join(", "));
        self.line(format!("{};", line.trim_end()));
    }

    /// The texture operand: `texture[0], 2D`, or `TEX0, 2D` in `!!FP1.0`.
    fn texture(&self, target: &str) -> String {
        let unit = if self.languages.meets(LanguageSet::F10) {
            "TEX0"
        } else {
            "texture[0]"
        };
        format!("{unit}, {target}")
    }

    /// The modifiers without which the opcode does not stand.
    fn suffix(&self, row: &OpcodeRow) -> &'static str {
        match row.operation {
            Operation::Conversion(ConversionOp::Convert) => ".S32.F32",
            Operation::Memory(MemoryOp::Atomic(Space::Counter)) => ".INCR",
            Operation::Memory(MemoryOp::Atomic(_)) => ".ADD.U32",
            Operation::Memory(MemoryOp::Store(Space::Image) | MemoryOp::Load(Space::Image)) => ".F32X4",
            Operation::Memory(MemoryOp::Load(_) | MemoryOp::Store(_)) => ".F32X4",
            _ => "",
        }
    }

    /// The memory operand of a space, and its declaration.
    fn memory(&mut self, operation: Operation) -> String {
        let space = match operation {
            Operation::Memory(MemoryOp::Load(space) | MemoryOp::Store(space) | MemoryOp::Atomic(space)) => {
                space
            }
            _ => Space::Constant,
        };
        let declaration = match space {
            Space::Constant => "CBUFFER m[] = { program.buffer[0] };",
            Space::Storage => "STORAGE m[] = { program.storage[0] };",
            Space::Shared => {
                self.head.push("SHARED_MEMORY 64;");
                "SHARED m[] = { program.sharedmem };"
            }
            Space::Counter => "COUNTER m[] = { program.counter[0] };",
            Space::Global | Space::Image => return String::new(),
        };
        self.declare(declaration.to_owned());
        "m[0]".to_owned()
    }

    /// The program, with the results and declarations that its stage asks for.
    fn finish(mut self) -> String {
        let written = [" r,", " R0,", " r.", " R0."];
        let writes = self
            .lines
            .iter()
            .any(|line| written.iter().any(|text| line.contains(text)));
        let value = if writes { self.result() } else { "" };
        let mut text = self.place.opening();
        for line in &self.head {
            text += line;
            text.push('\n');
        }
        for line in &self.declarations {
            text += line;
            text.push('\n');
        }
        if self.entry && self.gpu() {
            text += "main:\n";
        }
        for line in &self.lines {
            text += line;
            text.push('\n');
        }
        text += &results(self.place, value);
        if !self.subroutine.is_empty() {
            text += "RET;\n";
        }
        for line in &self.subroutine {
            text += line;
            text.push('\n');
        }
        text + "END\n"
    }
}

/// A vector as a program writes it; one number stands for four.
fn literal(numbers: &[f32]) -> String {
    let number = |number: &f32| format!("{number:?}");
    match numbers {
        [one] => format!("{{{0}, {0}, {0}, {0}}}", number(one)),
        many => format!("{{{}}}", many.iter().map(number).collect::<Vec<_>>().join(", ")),
    }
}
