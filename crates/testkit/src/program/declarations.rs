//! Programs of declarations: every kind that a language has, single and in arrays, used and unused.

use quadrille_isa::gl::binding::Role;
use quadrille_isa::gl::statement::{STATEMENTS, Statement};
use quadrille_isa::gl::{LanguageSet, Profile, ProgramOption, Stage};

use super::Writer;
use crate::choices::Choices;

/// Declarations of a program.
const MOST: usize = 12;

/// Options that bring declarations.
const OPTIONS: &[ProgramOption] = &[
    ProgramOption::NvShaderStorageBuffer,
    ProgramOption::NvShaderAtomicCounters,
    ProgramOption::NvParameterBufferObject2,
    ProgramOption::NvGeometryProgramPassthrough,
    ProgramOption::NvVertexProgram3,
    ProgramOption::NvFragmentProgram2,
];

/// A program of a header.
pub fn program(profile: &Profile, choices: &mut Choices<'_>) -> String {
    let mut features = profile.features();
    let mut text = format!("{}\n", profile.header);
    for option in OPTIONS {
        let row = option.row();
        if row.accepts(features.languages, features.stage) && !choices.once_in(4) {
            text += &format!("OPTION {};\n", row.name());
            features = features.with(*option);
        }
    }
    let kinds: Vec<Statement> = STATEMENTS
        .iter()
        .filter(|row| row.availability.check(&features).is_ok())
        .map(|row| row.statement)
        .collect();
    let gpu = features.languages.meets(LanguageSet::GPU);
    let registers = features.languages.meets(LanguageSet::F10);
    text += match features.stage {
        Stage::Geometry => "PRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\n",
        Stage::TessellationControl => "VERTICES_OUT 3;\n",
        Stage::TessellationEvaluation => "TESS_MODE TRIANGLES;\n",
        Stage::Compute => "GROUP_SIZE 8;\nSHARED_MEMORY 64;\n",
        Stage::Vertex | Stage::VertexState | Stage::Fragment => "",
    };
    text += match (gpu, registers, features.stage) {
        (true, ..) => "TEMP t;\nINT TEMP n;\n",
        (false, false, Stage::Vertex) => "TEMP t;\nADDRESS A;\n",
        (false, false, _) => "TEMP t;\n",
        (false, true, _) => "",
    };
    let mut one = Declarations {
        bindings: Writer::with(profile, &[], choices),
        index: if gpu { "n.x" } else { "A.x" },
        temporary: if registers { "R0" } else { "t" },
        long: features.languages.meets(LanguageSet::NV5),
        uses: Vec::new(),
        behind: String::new(),
    };
    let count = one.bindings.choices.below(MOST) + 1;
    for number in 0..count {
        if kinds.is_empty() {
            break;
        }
        let kind = one.bindings.choices.one_of(&kinds);
        text += &one.declaration(kind, number);
    }
    let Declarations { uses, behind, .. } = one;
    if gpu {
        text += "main:\nMOV.S n, { 1, 2, 0, 3 };\n";
    }
    text += &uses.concat();
    if gpu {
        text += "RET;\n";
    }
    text + &behind + "END\n"
}

struct Declarations<'c, 'b> {
    bindings: Writer<'c, 'b>,
    /// The index that chooses an element at run time.
    index: &'static str,
    temporary: &'static str,
    /// Whether there are modifiers of size.
    long: bool,
    uses: Vec<String>,
    /// Subroutines behind the main one.
    behind: String,
}

impl Declarations<'_, '_> {
    fn below(&mut self, end: usize) -> usize {
        self.bindings.choices.below(end)
    }

    /// A number of an element, or an index.
    fn element(&mut self, below: usize) -> String {
        let number = self.below(below);
        match self.below(3) {
            0 => format!("{} + {number}", self.index),
            1 => self.index.to_owned(),
            _ => number.to_string(),
        }
    }

    /// A declaration of the name `dN`; it may be used.
    fn declaration(&mut self, kind: Statement, number: usize) -> String {
        let name = format!("d{number}");
        let t = self.temporary;
        let word = kind.row().word;
        let (first, count) = (self.below(3), self.below(3) + 1);
        let last = first + count - 1;
        let is_array = self.below(2) == 1;
        let element = self.element(count);
        let whole = if is_array {
            format!("{name}[{element}]")
        } else {
            name.clone()
        };
        let (declared, used) = match kind {
            Statement::Attrib | Statement::Output | Statement::Param => {
                let role = match kind {
                    Statement::Attrib => Role::Attribute,
                    Statement::Output => Role::Result,
                    _ => Role::Parameter,
                };
                let read = if kind == Statement::Output {
                    format!("MOV {whole}, {t};\n")
                } else {
                    format!("ADD {t}, {t}, {whole};\n")
                };
                let modifier = self.modifier();
                let items = if is_array { count } else { 1 };
                let items: Vec<String> = (0..items).map(|_| self.item(role)).collect();
                let items = items.join(", ");
                let declared = match is_array {
                    true => format!("{modifier}{word} {name}[{count}] = {{ {items} }};\n"),
                    false => format!("{modifier}{word} {name} = {items};\n"),
                };
                (declared, read)
            }
            Statement::Temp => {
                let size = if is_array {
                    format!("[{count}]")
                } else {
                    String::new()
                };
                let modifier = self.modifier();
                let used = format!("MOV {whole}, {t};\nADD {t}, {t}, {whole};\n");
                (format!("{modifier}TEMP {name}{size};\n"), used)
            }
            Statement::Address => (format!("ADDRESS {name};\n"), format!("ARL {name}.x, {t}.x;\n")),
            Statement::Alias => {
                let old = self.below(number);
                (
                    format!("ALIAS {name} = d{old};\n"),
                    format!("ADD {t}, {t}, {name};\n"),
                )
            }
            Statement::Define | Statement::Declare => {
                let value = ["{ 1, 2, 3, 4 }", "2.5", "{ 0.5 }"][first];
                (
                    format!("{word} {name} = {value};\n"),
                    format!("MOV {t}, {name};\n"),
                )
            }
            Statement::Buffer | Statement::Buffer4 | Statement::Cbuffer => {
                let (buffers, outer) = (self.below(3), self.element(2));
                // Words and vectors of one buffer do not mix.
                let buffer = if kind == Statement::Buffer4 { 4 } else { first };
                let (declared, place) = match (is_array, buffers) {
                    (false, _) => (format!("{name} = program.buffer[{buffer}][{last}]"), name.clone()),
                    (true, 0) => (
                        format!(
                            "{name}[2][] = {{ program.buffer[{buffer}..{}][{first}..{last}] }}",
                            buffer + 1
                        ),
                        format!("{name}[{outer}][{element}]"),
                    ),
                    (true, 1) => (
                        format!("{name}[] = {{ program.buffer[{buffer}] }}"),
                        whole.clone(),
                    ),
                    (true, _) => (
                        format!("{name}[] = {{ program.buffer[{buffer}][{first}..{last}] }}"),
                        whole.clone(),
                    ),
                };
                let used = match kind {
                    Statement::Cbuffer => format!("LDC.U32 {t}, {place};\n"),
                    _ => format!("ADD {t}, {t}, {place};\n"),
                };
                (format!("{word} {declared};\n"), used)
            }
            Statement::Storage | Statement::Counter | Statement::Shared => {
                let (opening, used) = match kind {
                    Statement::Storage => ("program.storage", "LDB.U32"),
                    Statement::Counter => ("program.counter", "ATOMCTR.INCR"),
                    _ => ("program.sharedmem", "LDS.U32"),
                };
                let points = match (kind, self.below(2)) {
                    (Statement::Shared, _) => String::new(),
                    (_, 0) => format!("[{first}..{}]", first + 1),
                    _ => format!("[{first}]"),
                };
                let several = points.contains("..");
                let outer = self.element(2);
                let place = match (several, is_array) {
                    (true, _) => format!("{name}[{outer}][{element}]"),
                    (false, true) => whole.clone(),
                    (false, false) => name.clone(),
                };
                let range = match self.below(2) {
                    0 => format!("[{}..{}]", first * 4, last * 4 + 3),
                    _ => String::new(),
                };
                let declared = match several || is_array {
                    true => format!("{word} {name}[] = {{ {opening}{points}{range} }};\n"),
                    false => format!("{word} {name} = {opening}{points}[{}];\n", first * 4),
                };
                (declared, format!("{used} {t}, {place};\n"))
            }
            Statement::Texture | Statement::Image => {
                let (opening, used) = match kind {
                    Statement::Texture => ("texture", format!("TEX {t}, {t}, {whole}, 2D;\n")),
                    _ => ("image", format!("LOADIM.U32 {t}, {t}, {whole}, 2D;\n")),
                };
                let declared = match is_array {
                    true => format!("{word} {name}[] = {{ {opening}[{first}..{last}] }};\n"),
                    false => format!("{word} {name} = {opening}[{first}];\n"),
                };
                (declared, used)
            }
            Statement::SubroutineType | Statement::Subroutine => {
                self.behind +=
                    &format!("l{number} SUBROUTINENUM({number}):\nADD {t}, {t}, {number};\nRET;\n");
                let of = format!("SUBROUTINETYPE T{number} {{ l{number} }};\n");
                let parameter = 4 * number;
                let last = parameter + count - 1;
                let variable = match is_array {
                    true => format!(
                        "SUBROUTINE T{number} {name}[] = {{ program.subroutine[{parameter}..{last}] }};\n"
                    ),
                    false => format!("SUBROUTINE T{number} {name} = program.subroutine[{parameter}];\n"),
                };
                (of + &variable, format!("CALI {whole};\n"))
            }
            Statement::Passthrough => {
                let binding = self.item(Role::Result);
                (format!("PASSTHROUGH {binding};\n"), String::new())
            }
            Statement::Invocations => (format!("INVOCATIONS {count};\n"), String::new()),
            Statement::TessSpacing => {
                let word = ["EQUAL", "FRACTIONAL_ODD", "FRACTIONAL_EVEN"][first];
                (format!("TESS_SPACING {word};\n"), String::new())
            }
            Statement::TessVertexOrder => {
                let word = ["CW", "CCW", "CW"][first];
                (format!("TESS_VERTEX_ORDER {word};\n"), String::new())
            }
            Statement::TessPointMode => ("TESS_POINT_MODE;\n".to_owned(), String::new()),
            Statement::SecondaryViewLayerOffset => {
                (format!("SECONDARY_VIEW_LAYER_OFFSET {count};\n"), String::new())
            }
            // Those that a stage needs are there.
            Statement::Option
            | Statement::PrimitiveIn
            | Statement::PrimitiveOut
            | Statement::VerticesOut
            | Statement::TessMode
            | Statement::GroupSize
            | Statement::SharedMemory => Default::default(),
        };
        if self.below(3) > 0 {
            self.uses.push(used);
        }
        declared
    }

    /// The modifier before the word of a declaration, or nothing.
    fn modifier(&mut self) -> &'static str {
        let modifiers = [
            "",
            "",
            "",
            "INT ",
            "UINT ",
            "LONG ",
            "SHORT ",
            "FLAT ",
            "CENTROID ",
        ];
        let known = if self.long { modifiers.len() } else { 3 };
        self.bindings.choices.one_of(&modifiers[..known])
    }

    /// A binding of a role, or of parameters a constant.
    fn item(&mut self, role: Role) -> String {
        match (role, self.below(4)) {
            (Role::Parameter, 0) => "{ 1, 2, 3, 4 }".to_owned(),
            (Role::Parameter, 1) => "{ -0.5, 1e-3 }".to_owned(),
            (Role::Parameter, 2) => format!("program.env[{}]", self.below(4)),
            _ => self.bindings.binding(role),
        }
    }
}
