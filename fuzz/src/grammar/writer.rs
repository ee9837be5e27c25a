//! Programs of all other languages: declarations, statements, operands.

use arbitrary::{Result, Unstructured};
use quadrille_isa::gl::binding::{BINDINGS, Role};
use quadrille_isa::gl::condition::TESTS;
use quadrille_isa::gl::modifier::MODIFIERS;
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, Operation, Space};
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::target::TARGETS;
use quadrille_isa::gl::{Binding, Features, LanguageSet, Opcode, Profile, Stage};

/// A program under construction.
pub(super) struct Writer<'c, 'b> {
    choices: &'c mut Unstructured<'b>,
    features: Features,
    registers: bool,
    text: String,
    /// Blocks that are open: the words that close them.
    open: Vec<&'static str>,
    /// How many labels there are.
    labels: u32,
}

impl<'c, 'b> Writer<'c, 'b> {
    /// A program of a header, with options that the bytes choose.
    pub(super) fn new(profile: &Profile, choices: &'c mut Unstructured<'b>) -> Result<Writer<'c, 'b>> {
        let mut features = profile.features();
        let mut text = format!("{}\n", profile.header);
        for _ in 0..choices.int_in_range(0..=3)? {
            let rows: Vec<_> = OPTIONS
                .iter()
                .filter(|row| row.accepts(features.languages, features.stage))
                .collect();
            if rows.is_empty() {
                break;
            }
            let row = choices.choose(&rows)?;
            text += &format!("OPTION {};\n", row.name());
            features = features.with(row.option);
        }
        Ok(Writer {
            choices,
            features,
            registers: profile.variables == Variables::Registers,
            text,
            open: Vec::new(),
            labels: 0,
        })
    }

    fn meets(&self, languages: LanguageSet) -> bool {
        self.features.languages.meets(languages)
    }

    fn one_of<'t>(&mut self, words: &[&'t str]) -> Result<&'t str> {
        self.choices.choose(words).copied()
    }

    /// The whole program.
    pub(super) fn program(mut self) -> Result<String> {
        self.declarations()?;
        for _ in 0..self.choices.int_in_range(1..=24)? {
            self.statement()?;
        }
        while let Some(word) = self.open.pop() {
            self.text += &format!("{word};\n");
        }
        let last = match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => "MOV o[COLR], R0;\n",
            (true, _) => "MOV o[HPOS], R0;\n",
            (_, Stage::Fragment) => "MOV result.color, t0;\n",
            (_, Stage::Vertex) => "MOV result.position, t0;\n",
            _ => "",
        };
        self.text += last;
        if self.meets(LanguageSet::GPU) {
            self.text += "RET;\nhelper:\nADD t0, t0, t1;\nRET;\n";
        }
        self.text += "END\n";
        Ok(self.text)
    }

    fn declarations(&mut self) -> Result<()> {
        self.text += match self.features.stage {
            Stage::Geometry => "PRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\n",
            Stage::TessellationControl => "VERTICES_OUT 3;\n",
            Stage::TessellationEvaluation => "TESS_MODE TRIANGLES;\n",
            Stage::Compute => "GROUP_SIZE 8;\nSHARED_MEMORY 64;\nSHARED sm[] = { program.sharedmem };\n",
            _ => "",
        };
        if self.registers {
            return Ok(());
        }
        self.text += "TEMP t0, t1;\nPARAM c[4] = { program.env[0..3] };\n";
        if self.meets(LanguageSet::GPU) {
            self.text += "INT TEMP n;\nTEMP x[3];\nCBUFFER cb[] = { program.buffer[0] };\n";
            if self.meets(LanguageSet::NV5) {
                self.text += "LONG TEMP d;\nSTORAGE sb[] = { program.storage[0] };\n";
            }
        } else if self.features.stage == Stage::Vertex {
            self.text += "ADDRESS A0;\n";
        }
        for (word, name, role) in [
            ("ATTRIB", "a", Role::Attribute),
            ("PARAM", "p", Role::Parameter),
            ("OUTPUT", "o", Role::Result),
        ] {
            let binding = self.binding(role)?;
            let size = self.one_of(&["", "", "", "", "LONG ", "SHORT ", "INT ", "FLAT "])?;
            self.text += &format!("{size}{word} {name} = {binding};\n");
        }
        Ok(())
    }

    /// A binding of a role that the language has.
    fn binding(&mut self, role: Role) -> Result<String> {
        let features = self.features;
        let rows: Vec<_> = BINDINGS
            .iter()
            .filter(|row| row.role == role && row.forms.iter().any(|form| form.check(&features).is_ok()))
            .collect();
        if rows.is_empty() {
            return Ok("0".to_owned());
        }
        let row = self.choices.choose(&rows)?;
        let mut index = [0; 4];
        for number in &mut index {
            *number = self.choices.int_in_range(0..=3)?;
        }
        Ok(Binding::new(row.family, index).text(&features))
    }

    fn statement(&mut self) -> Result<()> {
        let rows: Vec<&OpcodeRow> = OPCODES
            .iter()
            .filter(|row| row.availability.check(&self.features).is_ok())
            .collect();
        let row = *self.choices.choose(&rows)?;
        if row.operation_in(self.features.languages).class() == Class::Flow {
            return self.flow(row);
        }
        let mut parts = Vec::new();
        if row.result == ResultShape::Address {
            parts.push(self.one_of(&["A0.x", "A0.x", "A0", "A0.xy", "A1.zw"])?.to_owned());
        } else if row.result != ResultShape::None {
            parts.push(self.result(row)?);
        }
        for shape in row.operands_in(self.features.languages) {
            parts.push(self.operand(row, *shape)?);
        }
        let suffix = self.suffix(row)?;
        let line = format!("{}{suffix} {}", row.mnemonic, parts.join(", "));
        self.text += line.trim_end();
        self.text += ";\n";
        Ok(())
    }

    fn flow(&mut self, row: &OpcodeRow) -> Result<()> {
        let condition = self.condition()?;
        let line = match row.mnemonic {
            "IF" => {
                self.open.push("ENDIF");
                format!("IF {condition};\n")
            }
            "REP" | "LOOP" => {
                self.open.push(if row.mnemonic == "REP" {
                    "ENDREP"
                } else {
                    "ENDLOOP"
                });
                let count = self.one_of(&["c[0]", "2", "", "n.x", "t0"])?;
                format!("{} {count};\n", row.mnemonic)
            }
            "ELSE" => "ELSE;\n".to_owned(),
            "ENDIF" | "ENDREP" | "ENDLOOP" => match self.open.pop() {
                Some(word) => format!("{word};\n"),
                None => String::new(),
            },
            "BRA" => {
                self.labels += 1;
                format!("BRA l{0} ({condition});\nl{0}:\n", self.labels)
            }
            "CAL" => format!("CAL helper ({condition});\n"),
            other => format!("{other} ({condition});\n"),
        };
        self.text += &line;
        Ok(())
    }

    fn condition(&mut self) -> Result<String> {
        let test = self.choices.choose(TESTS)?.name;
        let number = self.one_of(&["", "", "0", "1"])?;
        let selector = self.one_of(&["", ".x", ".w", ".wzyx", ".y"])?;
        Ok(format!("{test}{number}{selector}"))
    }

    fn suffix(&mut self, row: &OpcodeRow) -> Result<String> {
        if !self.meets(LanguageSet::GPU) {
            let words = [
                "", "", "", "", "_SAT", "C", "R", "H", "X", "HC_SAT", "C1", "_SSAT",
            ];
            return self.one_of(&words).map(str::to_owned);
        }
        let needed = match row.operation {
            Operation::Convert => ".S32.F32",
            Operation::Atomic(Space::Counter) => ".INCR",
            Operation::Atomic(_) => ".ADD.U32",
            Operation::Load(_) | Operation::Store(_) => ".F32X4",
            _ => "",
        };
        let mut suffix = if needed.is_empty() || self.choices.ratio(1, 8)? {
            ""
        } else {
            needed
        }
        .to_owned();
        for _ in 0..self.choices.int_in_range(0..=4)? / 2 {
            suffix += &format!(".{}", self.choices.choose(MODIFIERS)?.name);
        }
        Ok(suffix)
    }

    fn result(&mut self, row: &OpcodeRow) -> Result<String> {
        let names: &[&str] = match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => &["R0", "R1", "H0", "H1", "o[COLR]", "o[DEPR]", "RC", "HC"],
            (true, _) => &["R0", "R1", "R2", "o[HPOS]", "o[COL0]", "o[TEX0]", "CC", "A0"],
            (false, _) if self.meets(LanguageSet::GPU) => {
                &["t0", "t1", "t0", "n", "d", "x[1]", "x[n.x]", "o"]
            }
            _ => &["t0", "t1", "t0", "o", "CC", "result.color"],
        };
        let name = self.one_of(names)?;
        let mask = match row.opcode {
            Opcode::Rfl => ".xyz",
            _ => self.one_of(&["", "", ".x", ".yw", ".xyz", ".w", ".z"])?,
        };
        let test = if self.choices.ratio(1, 8)? {
            format!(" ({})", self.condition()?)
        } else {
            String::new()
        };
        Ok(format!("{name}{mask}{test}"))
    }

    fn operand(&mut self, row: &OpcodeRow, shape: OperandShape) -> Result<String> {
        Ok(match shape {
            OperandShape::Scalar | OperandShape::ScalarUnsigned => {
                let selector = self.one_of(&[".x", ".y", ".z", ".w", ".x", ""])?;
                self.source()? + selector
            }
            OperandShape::ExtendedSwizzle => {
                let name = self.source()?;
                let mut selectors = String::new();
                for _ in 0..4 {
                    selectors += ", ";
                    selectors += self.one_of(&["x", "-y", "z", "w", "0", "1", "-1", "-0"])?;
                }
                name + &selectors
            }
            OperandShape::Address => "A0".to_owned(),
            OperandShape::Texture => self.texture()?,
            OperandShape::Image if row.result == ResultShape::None => "image[0]".to_owned(),
            OperandShape::Image => format!("image[1], {}", self.choices.choose(TARGETS)?.name),
            OperandShape::Memory => self
                .one_of(&["cb[0]", "cb[n.x]", "sb[1]", "sb[n.x + 1]", "sm[0]", "cb"])?
                .to_owned(),
            OperandShape::Condition => self.condition()?,
            OperandShape::VectorOrCondition if self.choices.arbitrary()? => self.condition()?,
            OperandShape::Label | OperandShape::Subroutine => "helper".to_owned(),
            OperandShape::OptionalVector if self.choices.arbitrary()? => String::new(),
            _ => {
                let selector = self.one_of(&["", "", ".wzyx", ".x", ".yyxx"])?;
                self.source()? + selector
            }
        })
    }

    fn texture(&mut self) -> Result<String> {
        let target = self.choices.choose(TARGETS)?.name;
        let unit = self.choices.int_in_range(0..=3)?;
        let offset = match self.choices.ratio(1, 8)? && self.meets(LanguageSet::GPU) {
            true => self.one_of(&[", offset(1, -1)", ", offset(t0)", ", (1, 2)"])?,
            false => "",
        };
        Ok(if self.meets(LanguageSet::F10) {
            format!("TEX{unit}, {target}")
        } else {
            format!("texture[{unit}], {target}{offset}")
        })
    }

    fn source(&mut self) -> Result<String> {
        let names: &[&str] = match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => &["R0", "H1", "f[TEX0]", "f[WPOS]", "p[0]", "{ 1, -2, 0.5 }", "2.5"],
            (true, _) => &[
                "R0",
                "R1",
                "v[OPOS]",
                "v[3]",
                "c[0]",
                "c[A0.x + 1]",
                "c[95]",
                "c[A0.x - 64]",
            ],
            (false, _) if self.meets(LanguageSet::GPU) => &[
                "t0",
                "t1",
                "n",
                "d",
                "a",
                "p",
                "c[n.x]",
                "x[2]",
                "x[n.x + 1]",
                "{ 1, 2.5, -3 }",
                "7",
                "-1.5e3",
            ],
            (_, Stage::Vertex) => &[
                "t0",
                "t1",
                "a",
                "p",
                "c[1]",
                "c[A0.x + 2]",
                "c[A0.x]",
                "{ 1, 2.5, -3 }",
                "0.5",
            ],
            _ => &["t0", "t1", "a", "p", "c[1]", "{ 1, 2.5, -3 }", "0.5"],
        };
        let name = match self.choices.int_in_range(0..=7)? {
            0 if !self.registers => self.binding(Role::Attribute)?,
            1 if !self.registers => self.binding(Role::Parameter)?,
            _ => self.one_of(names)?.to_owned(),
        };
        Ok(match self.choices.int_in_range(0..=9)? {
            0..=1 => format!("-{name}"),
            2 => format!("|{name}|"),
            3 => format!("-|{name}|"),
            _ => name,
        })
    }
}
