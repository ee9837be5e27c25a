//! The frame around the instructions of a program: header, options, declarations, blocks, results.

use quadrille_isa::gl::binding::{BINDINGS, Role};
use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow};
use quadrille_isa::gl::operation::Class;
use quadrille_isa::gl::option::OPTIONS;
use quadrille_isa::gl::profile::Variables;
use quadrille_isa::gl::target::TARGETS;
use quadrille_isa::gl::{Binding, Features, LanguageSet, Opcode, Profile, ProgramOption, Stage};

use super::instruction::Numbers;
use crate::choices::Choices;

/// The deepest nesting of blocks.
const DEPTH: usize = 3;

/// Instructions of a program, and of a block in it.
const LENGTHS: [usize; 2] = [24, 6];

/// Writes a program of a header.
#[derive(Debug)]
pub struct Writer<'c, 'b> {
    pub(super) choices: &'c mut Choices<'b>,
    pub(super) features: Features,
    /// Whether the language has registers with names of their own.
    pub(super) registers: bool,
    /// The opcodes that instructions are made of.
    rows: Vec<&'static OpcodeRow>,
    /// The most instructions outside and inside of blocks.
    lengths: [usize; 2],
    text: String,
    /// The target of its array of texture units.
    pub(super) units: &'static str,
    /// The number of labels so far.
    labels: usize,
    /// The kind of numbers that the instruction at hand reads.
    pub(super) reads: Numbers,
}

impl<'c, 'b> Writer<'c, 'b> {
    /// A program of a header, with options that are chosen.
    pub fn new(profile: &Profile, choices: &'c mut Choices<'b>) -> Writer<'c, 'b> {
        Writer::with(profile, &[], choices)
    }

    /// A program of a header, with these options and such as are chosen.
    pub fn with(
        profile: &Profile,
        options: &[ProgramOption],
        choices: &'c mut Choices<'b>,
    ) -> Writer<'c, 'b> {
        let mut features = profile.features();
        let mut text = format!("{}\n", profile.header);
        for option in options {
            text += &format!("OPTION {};\n", option.row().name());
            features = features.with(*option);
        }
        for _ in 0..choices.below(4) {
            let rows = OPTIONS.iter();
            let rows: Vec<_> = rows
                .filter(|row| row.accepts(features.languages, features.stage))
                .collect();
            if !rows.is_empty() {
                let row = choices.one_of(&rows);
                text += &format!("OPTION {};\n", row.name());
                features = features.with(row.option);
            }
        }
        let rows = OPCODES.iter();
        Writer {
            rows: rows
                .filter(|row| row.availability.check(&features).is_ok())
                .collect(),
            lengths: LENGTHS,
            choices,
            features,
            registers: profile.variables == Variables::Registers,
            text,
            units: "2D",
            labels: 0,
            reads: Numbers::Any,
        }
    }

    /// The opcodes that the program may use; `keep` says of which it is to be made.
    pub fn keep(&mut self, keep: impl Fn(&OpcodeRow) -> bool) {
        self.rows.retain(|row| keep(row));
    }

    /// Makes the program of one instruction, of one of its opcodes, and says which.
    pub fn single(&mut self) -> Option<&'static OpcodeRow> {
        self.lengths = [1, 0];
        let row = *self.rows.get(self.choices.below(self.rows.len()))?;
        self.rows = vec![row];
        Some(row)
    }

    pub(super) fn meets(&self, languages: LanguageSet) -> bool {
        self.features.languages.meets(languages)
    }

    /// Whether it is a language of NV_gpu_program4 or 5.
    pub(super) fn is_gpu(&self) -> bool {
        self.meets(LanguageSet::GPU)
    }

    /// The whole program.
    pub fn program(mut self) -> String {
        self.declarations();
        if self.is_gpu() {
            self.put("main:");
        }
        self.beginning();
        // What an interlock orders stands between its two instructions.
        let is_interlocked = Opcode::Fsib.row().availability.check(&self.features).is_ok();
        if is_interlocked {
            self.put("FSIB;");
        }
        self.block(0);
        if is_interlocked {
            self.put("FSIE;");
        }
        self.ending();
        if self.is_gpu() {
            self.put("RET;\nhelper:");
            self.block(DEPTH);
            self.put("RET;");
        }
        self.text + "END\n"
    }

    /// Adds a line.
    fn put(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }

    fn declarations(&mut self) {
        self.text += match self.features.stage {
            Stage::Geometry => "PRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\n",
            Stage::TessellationControl => "VERTICES_OUT 3;\n",
            Stage::TessellationEvaluation => "TESS_MODE TRIANGLES;\n",
            Stage::Compute => "GROUP_SIZE 8;\nSHARED_MEMORY 64;\nSHARED shared[] = { program.sharedmem };\n",
            _ => "",
        };
        if self.registers {
            return;
        }
        self.put("TEMP t0, t1, t2, t3;\nPARAM c[4] = { program.env[0..3] };");
        self.put("PARAM rounds = { 3, 0, 1, 0 };");
        if self.is_gpu() {
            self.put("INT TEMP n;\nUINT TEMP w;\nTEMP x[3];\nINT PARAM few = { 2, 0, 0, 0 };");
            self.put("CBUFFER constant[] = { program.buffer[0] };");
            if self.meets(LanguageSet::NV5) {
                self.put("LONG TEMP l0, l1;\nINT LONG TEMP m;\nUINT LONG TEMP v;\nSHORT TEMP s0;");
                self.put("STORAGE storage[] = { program.storage[0] };");
                self.put("COUNTER counter[] = { program.counter[0] };");
                self.put("TEXTURE units[] = { texture[13..15] };\nINT TEMP u;");
                if self.choices.once_in(2) {
                    self.units = TARGETS[self.choices.below(TARGETS.len())].name;
                }
            }
        } else {
            self.put("ADDRESS A0;");
        }
        for (word, name, role) in [
            ("ATTRIB", "a", Role::Attribute),
            ("PARAM", "p", Role::Parameter),
            ("OUTPUT", "o", Role::Result),
        ] {
            let binding = self.binding(role);
            let size = self
                .choices
                .one_of(&["", "", "", "", "LONG ", "SHORT ", "INT ", "FLAT "]);
            self.put(&format!("{size}{word} {name} = {binding};"));
        }
    }

    /// A binding of a role that the language has.
    pub(super) fn binding(&mut self, role: Role) -> String {
        let features = self.features;
        let rows: Vec<_> = BINDINGS
            .iter()
            .filter(|row| row.role == role && !row.family.is_undocumented())
            .filter(|row| row.forms.iter().any(|form| form.check(&features).is_ok()))
            .collect();
        if rows.is_empty() {
            return "0".to_owned();
        }
        let row = self.choices.one_of(&rows);
        let index = [0; 4].map(|_| self.choices.below(4) as u32);
        Binding::new(row.family, index).text(&features)
    }

    /// The name in programs of this header of attribute 0 or 1, from which the variables get their values.
    pub(super) fn attribute(&self, number: usize) -> String {
        match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => format!("f[TEX{number}]"),
            (true, Stage::VertexState) => "v[0]".to_owned(),
            (true, _) => format!("v[{}]", 8 + number),
            (false, Stage::Fragment) => format!("fragment.texcoord[{number}]"),
            (false, Stage::Vertex) => format!("vertex.attrib[{}]", 8 + number),
            (false, Stage::Compute) => "invocation.localid".to_owned(),
            (false, _) => format!("vertex[0].attrib[{number}]"),
        }
    }

    /// Gives all variables values.
    fn beginning(&mut self) {
        let letter = if self.registers { "R" } else { "t" };
        for (at, swizzle) in ["", ".yzwx", "", ".wzyx"].iter().enumerate() {
            let attribute = self.attribute(at / 2);
            self.put(&format!("MOV {letter}{at}, {attribute}{swizzle};"));
        }
        if self.registers && self.features.stage == Stage::Fragment {
            self.put("MOVH H0, f[TEX0];\nMOVH H1, f[TEX1].yzwx;");
        }
        let has_codes = LanguageSet::AV2
            .or(LanguageSet::AV3)
            .or(LanguageSet::AF1)
            .or(LanguageSet::AF2);
        if self.meets(has_codes) {
            self.put("MOVC CC, t0;");
        }
        if self.is_gpu() {
            self.put("MOV.CC0 t0, t0;\nMOV.CC1 t1, t1;");
            self.put("MOV.S n, { 1, 2, 0, 3 };\nMOV.U w, { 3, 0x80000001, 7, 1 };\nMOV x[0], t1;\nMOV x[1], t2;\nMOV x[2], t3;");
        }
        if self.meets(LanguageSet::NV5) {
            self.put("MOV l0, t1;\nMOV.F64 l1, t2;\nSLT s0, t0, t1;");
            self.put("CVT.S64.F32 m, s0;\nADD.S64 m, m, n;\nSHL.S64 m.xy, m, 61;");
            // Neighbours have other numbers of units, one of them of none.
            let number = match self.features.stage {
                Stage::Fragment => "TRUNC.S u, fragment.position;",
                Stage::Vertex => "TRUNC.S u, vertex.attrib[8];",
                _ => "MOV.S u, n;",
            };
            self.put(&format!("{number}\nAND.S u, u, 3;"));
            self.put("CVT.U64.F32 v, s0;\nADD.U64 v, v, w;\nSHL.U64 v.yz, v, 33;\nMOV s0, t2;");
        }
    }

    /// Writes the instructions that hand on the values to results, so that they are seen.
    fn ending(&mut self) {
        for (languages, line) in [
            (LanguageSet::GPU, "I2F.S t0.x, n;"),
            (LanguageSet::NV5, "I2F.S64 t0.y, m;"),
            (LanguageSet::NV5, "I2F.U64 t0.z, v;"),
            (LanguageSet::NV5, "MOV t0.w, l0;"),
            (LanguageSet::NV5, "UP64 t0.xy, l1;"),
        ] {
            if self.meets(languages) && self.choices.once_in(3) {
                self.put(line);
            }
        }
        let lines = match (self.registers, self.features.stage) {
            (true, Stage::Fragment) => "MOV o[COLR], R0;",
            (true, Stage::VertexState) => "MOV c[4], R0;\nMOV c[5], R1;",
            (true, _) => "MOV o[HPOS], v[0];\nMOV o[TEX0], R0;\nMOV o[TEX1], R1;\nMOV o[COL0], R2;",
            (false, Stage::Fragment) => "MOV result.color, t0;",
            (false, Stage::Compute) => "STB.U32X4 t0, storage[0];",
            (false, Stage::Geometry) => "MOV result.attrib[0], t0;\nEMIT;",
            (false, _) => {
                "MOV result.position, vertex.position;\nMOV result.texcoord[0], t0;\n\
                 MOV result.texcoord[1], t1;\nMOV result.color, t2;\nMOV result.attrib[1], t3;"
            }
        };
        self.put(lines);
    }

    /// A few instructions; blocks in it down to a depth.
    fn block(&mut self, depth: usize) {
        let most = self.lengths[usize::from(depth > 0)];
        let most = if self.rows.is_empty() { 0 } else { most };
        for _ in 0..most.min(self.choices.below(most) + 1) {
            if depth < DEPTH && self.lengths[1] > 0 && self.choices.once_in(10) {
                self.flow(depth + 1);
                continue;
            }
            let row = self.choices.one_of(&self.rows);
            if row.operation_in(self.features.languages).class() != Class::Flow {
                let line = self.instruction(row);
                self.put(&line);
            } else if self.choices.once_in(4) {
                let condition = self.condition();
                self.put(&format!("{} ({condition});", row.mnemonic));
            }
        }
    }

    /// A structure of flow, as the language has it; what it has not, the checker has struck.
    fn flow(&mut self, depth: usize) {
        let condition = self.condition();
        match self.choices.below(5) {
            0 => {
                self.put(&format!("IF {condition};"));
                self.block(depth);
                if self.choices.once_in(2) {
                    self.put("ELSE;");
                    self.block(depth);
                }
                self.put("ENDIF;");
            }
            kind @ (1 | 2) => {
                let (begin, end) = match (self.is_gpu(), kind) {
                    (true, _) => ("REP", "ENDREP;"),
                    (false, 1) => ("REP", "ENDREP;"),
                    (false, _) => ("LOOP", "ENDLOOP;"),
                };
                let count = match self.is_gpu() {
                    true => self
                        .choices
                        .one_of(&[".S few", ".F rounds", " rounds", " c[0]", " n.x", ""]),
                    false => self.choices.one_of(&[" rounds", " c[0]"]),
                };
                self.put(&format!("{begin}{count};"));
                self.block(depth);
                let leave = self.choices.one_of(&["BRK", "CONT"]);
                self.put(&format!("{leave} ({condition});"));
                self.block(depth);
                self.put(end);
            }
            3 => {
                // Forward only: what goes back might not end.
                self.labels += 1;
                let label = self.labels;
                self.put(&format!("BRA l{label} ({condition});"));
                self.block(depth);
                self.put(&format!("l{label}:"));
            }
            _ => self.put(&format!("CAL helper ({condition});")),
        }
    }
}
