//! Every opcode of NV_gpu_program5 with every modifier and suffix, in every version: accepted where the table of
//! the specification has the column, rejected where it has not.
//!
//! The table is the specification's own text, so that nothing here comes from the tables that the checker reads.

use quadrille_check::{Options, check};

const TABLE: &str = include_str!("../../../oracle/tables/nv_gpu_program5_x13.txt");

/// A row: opcode, first version, columns, result and operands.
#[derive(Clone, Copy)]
struct Row<'t> {
    opcode: &'t str,
    version: &'t str,
    float: &'t str,
    integer: &'t str,
    condition: bool,
    saturate: bool,
    half: bool,
    result: &'t str,
    operands: &'t str,
}

fn rows() -> Vec<Row<'static>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [
                opcode,
                version,
                float,
                integer,
                condition,
                saturate,
                half,
                _,
                result,
                operands,
            ] = words[..]
            else {
                panic!("{line}");
            };
            Row {
                opcode,
                version,
                float,
                integer,
                condition: condition == "X",
                saturate: saturate == "X",
                half: half == "X",
                result,
                operands,
            }
        })
        .collect()
}

impl Row<'_> {
    /// What the opcode cannot be without (NV_gpu_program5 2.X.8 of ATOM, CVT, LDC, LOAD, STORE).
    fn needed(&self) -> &'static str {
        match self.opcode {
            "ATOM" => ".ADD.U32",
            "CVT" => ".F32.S32",
            "LDC" | "LOAD" | "STORE" => ".F32",
            _ => "",
        }
    }

    fn stage(&self) -> &'static str {
        match self.opcode {
            "EMIT" | "EMITS" | "ENDPRIM" => "gp",
            "DDX" | "DDY" | "IPAC" | "IPAO" | "IPAS" | "KIL" => "fp",
            _ => "vp",
        }
    }

    fn arguments(&self) -> Vec<&'static str> {
        let mut arguments = match (self.result, self.opcode) {
            ("-", _) => Vec::new(),
            (_, "PK64") => vec!["l"],
            _ => vec!["a"],
        };
        for operand in self.operands.split(',') {
            arguments.push(match (operand, self.opcode) {
                ("-", _) => continue,
                (_, "LDC") => "c[4]",
                (_, "UP64") => "l",
                (_, "SWZ") => "b, x, y, 0, -1",
                (_, "IPAC" | "IPAO" | "IPAS") if arguments.len() == 1 => "fragment.texcoord[0]",
                ("c", "CAL") => "f",
                ("c", "IF") => "EQ.x",
                ("c", _) => continue,
                ("s" | "su", _) => "b.x",
                ("t", "TXFMS") => "texture[0], 2DMS",
                ("t", _) => "texture[0], 2D",
                _ => "b",
            });
        }
        arguments
    }

    /// A program of one instruction, and what has to stand around it.
    fn program(&self, version: &str, suffix: &str, modifiers: &str) -> String {
        let stage = self.stage();
        let declared = if stage == "gp" {
            "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;\n"
        } else {
            ""
        };
        let variables = match self.opcode {
            "PK64" | "UP64" => "LONG TEMP l;\n",
            "LDC" => "CBUFFER c[] = { program.buffer[0] };\n",
            _ => "",
        };
        let (before, after) = match self.opcode {
            "IF" => ("", "ENDIF;\n"),
            "ELSE" => ("IF EQ;\n", "ENDIF;\n"),
            "ENDIF" => ("IF EQ;\n", ""),
            "REP" => ("", "ENDREP;\n"),
            "ENDREP" => ("REP 2;\n", ""),
            "BRK" | "CONT" => ("REP 2;\n", "ENDREP;\n"),
            "CAL" => ("", "f:\n"),
            _ => ("", ""),
        };
        let (opcode, needed, arguments) = (self.opcode, self.needed(), self.arguments().join(", "));
        format!(
            "!!NV{stage}{version}\n{declared}TEMP a, b;\n{variables}{before}{opcode}{suffix}{needed}{modifiers} {arguments};\n{after}END"
        )
    }

    /// Suffixes and modifiers, and whether the table has them.
    fn uses(&self, version: &str) -> Vec<(&'static str, String, bool)> {
        let memory = matches!(self.opcode, "ATOM" | "LDC" | "LOAD" | "STORE");
        let (float, integer) = (self.float != "-", self.integer != "-");
        let newer = version == "5.0";
        let arithmetic = newer && !memory && self.opcode != "CVT";
        let modifier = |name: &str, taken: bool| ("", format!(".{name}"), taken);
        let mut uses = vec![("", String::new(), true)];
        uses.extend([
            modifier("F", float && !memory),
            modifier("S", integer),
            modifier("U", integer),
        ]);
        if !memory && self.opcode != "CVT" {
            uses.extend([
                modifier("F32", arithmetic && float),
                modifier("S32", arithmetic && integer),
                modifier("U32", arithmetic && integer),
                modifier("F64", arithmetic && self.float == "6"),
                modifier("S64", arithmetic && self.integer == "6"),
                modifier("U64", arithmetic && self.integer == "6"),
            ]);
        }
        for name in ["CC", "CC0", "CC1"] {
            uses.push(modifier(name, self.condition));
        }
        // UP2H and the other unpacking opcodes give floats whatever their type is.
        let unpacks = self.opcode.starts_with("UP") && self.opcode != "UP64";
        for name in ["SAT", "SSAT"] {
            uses.push(modifier(name, self.saturate));
            uses.push(modifier(
                &format!("S.{name}"),
                self.saturate && integer && unpacks,
            ));
        }
        for (name, taken) in [
            ("C", self.condition),
            ("C0", self.condition),
            ("C1", self.condition),
            ("_SAT", self.saturate),
            ("_SSAT", self.saturate),
            ("R", float),
            ("H", self.half),
            ("X", false),
        ] {
            uses.push((name, String::new(), taken));
        }
        let multiplies = self.opcode == "MUL";
        uses.extend([
            modifier("S24", multiplies),
            modifier("U24", multiplies),
            modifier("U.HI", multiplies),
            modifier("FLR", self.opcode == "CVT"),
            modifier("COH", newer && matches!(self.opcode, "LOAD" | "STORE")),
            modifier("VOL", newer && matches!(self.opcode, "LOAD" | "STORE")),
            modifier("MIN", false),
            modifier("CTA", false),
        ]);
        uses
    }
}

/// source: NV_gpu_program5 Table X.13 (`oracle/tables/nv_gpu_program5_x13.txt`), Tables X.14 and X.15 of
/// NV_gpu_program4 and 5.
#[test]
fn every_opcode_takes_its_modifiers_and_no_others() {
    let options = Options::default();
    let (mut accepted, mut rejected) = (0, 0);
    let mut wrong = Vec::new();
    let mut judge = |program: String, taken: bool| {
        let verdict = check(&program, &options);
        if verdict.accepted() != taken {
            let messages: Vec<&str> = verdict.diagnostics.iter().map(|d| d.message.as_str()).collect();
            wrong.push(format!("{program}\n{taken} {messages:?}\n"));
        }
        if taken {
            accepted += 1;
        } else {
            rejected += 1;
        }
    };
    let rows = rows();
    assert_eq!(rows.len(), 109);
    for row in rows {
        for version in ["4.0", "4.1", "5.0"] {
            // In the fourth version these need an option.
            let by_option = matches!(row.opcode, "LDC" | "LOAD" | "TXFMS") && version != "5.0";
            let there = row.version <= version.replace('.', "").as_str() && !by_option;
            if !there {
                judge(row.program(version, "", ""), false);
                continue;
            }
            for (suffix, modifiers, taken) in row.uses(version) {
                judge(row.program(version, suffix, &modifiers), taken);
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert!(
        accepted > 2000 && rejected > 4000,
        "{accepted} accepted, {rejected} rejected"
    );
}
