//! The languages of NV_gpu_program4 and 5: modifiers after dots, suffixes for the older ones, types.

use crate::rows::{TABLES, rows, words};

/// A header.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// The letter of the stage in the tables.
    pub(crate) stage: char,
    pub(crate) version: u32,
    declared: &'static str,
}

const fn language(name: &'static str, stage: char, version: u32, declared: &'static str) -> Language {
    Language {
        name,
        stage,
        version,
        declared,
    }
}

/// What a geometry program must declare (NV_geometry_program4 2.X.7.Y).
const GEOMETRY: &str = "PRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n";

/// Every header of this form.
pub(crate) const LANGUAGES: &[Language] = &[
    language("NVvp4.0", 'v', 40, ""),
    language("NVgp4.0", 'g', 40, GEOMETRY),
    language("NVfp4.0", 'f', 40, ""),
    language("NVvp4.1", 'v', 41, ""),
    language("NVgp4.1", 'g', 41, GEOMETRY),
    language("NVfp4.1", 'f', 41, ""),
    language("NVvp5.0", 'v', 50, ""),
    language("NVtcp5.0", 'c', 50, "VERTICES_OUT 3;\n"),
    language("NVtep5.0", 'e', 50, "TESS_MODE TRIANGLES;\n"),
    language("NVgp5.0", 'g', 50, GEOMETRY),
    language("NVfp5.0", 'f', 50, ""),
    language("NVcp5.0", 'k', 50, "GROUP_SIZE 1;\nSHARED_MEMORY 64;\n"),
];

/// A row of the tables, for one language.
#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) opcode: &'static str,
    pub(crate) option: &'static str,
    pub(crate) kinds: Vec<&'static str>,
    pub(crate) output: &'static str,
    pub(crate) float: &'static str,
    pub(crate) integer: &'static str,
    pub(crate) condition: bool,
    pub(crate) saturate: bool,
    pub(crate) half: bool,
    pub(crate) default: &'static str,
    pub(crate) needed: &'static str,
    pub(crate) also: Vec<&'static str>,
}

impl Row {
    pub(crate) fn new(fields: &[&'static str]) -> Row {
        let given = |field: &'static str| if field == "-" { "" } else { field };
        Row {
            opcode: fields[0],
            option: given(fields[3]),
            kinds: words(fields[4]).collect(),
            output: fields[6],
            float: fields[7],
            integer: fields[8],
            condition: fields[9] == "X",
            saturate: fields[10] == "X",
            half: fields[11] == "X",
            default: fields[12],
            needed: given(fields[13]),
            also: words(fields[14]).collect(),
        }
    }

    /// The modifiers of type that the columns F and I give in `version`.
    pub(crate) fn types(&self, version: u32) -> Vec<&'static str> {
        let mut types = Vec::new();
        if self.float != "-" {
            types.push("F");
        }
        if self.integer != "-" {
            types.extend(["S", "U"]);
        }
        // NV_gpu_program5 2.X.4.1: the sizes came with it; memory has storage modifiers of these names instead.
        let memory = self.also.contains(&"COH") || self.opcode == "ATOMCTR";
        if version == 50 && !memory {
            for (column, small, large) in [
                (self.float, &["F32"][..], &["F64"][..]),
                (self.integer, &["S32", "U32"][..], &["S64", "U64"][..]),
            ] {
                if column != "-" {
                    types.extend(small);
                }
                if column == "6" {
                    types.extend(large);
                }
            }
        }
        types
    }

    /// Whether the result is a float with a modifier of `kind` (NV_gpu_program4 2.X.4.1: otherwise nothing clamps).
    pub(crate) fn gives_floats(&self, kind: &str) -> bool {
        match self.output {
            "vf" => true,
            "vs" | "vu" => false,
            _ => {
                let kind = if kind.is_empty() { self.default } else { kind };
                kind.starts_with('F')
            }
        }
    }
}

impl Language {
    /// The rows of this header: its own opcodes, and with which option.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut all = Vec::new();
        let tables: &[usize] = match self.version {
            40 => &[10, 12],
            41 => &[10, 11, 12],
            _ => &[11, 12],
        };
        for table in tables {
            for fields in rows(TABLES[*table]) {
                let version: u32 = fields[1].parse().expect("a version");
                let newer = *table == 11 && self.version == 41 && version != 41;
                // NV_gpu_program5 2.X.8: the two loads and TXFMS have rows of their own in the older tables.
                if version <= self.version && !newer && fields[2].contains(self.stage) {
                    all.push(Row::new(&fields));
                }
            }
        }
        all
    }

    pub(crate) fn operand(&self, opcode: &str, kind: &str) -> &'static str {
        match kind {
            "r" if opcode == "PK64" => "l",
            "v" if opcode == "UP64" => "l",
            "r" => "a",
            "s" => "b.x",
            "x" => "x, y, 0, -1",
            "u" | "g" => "texture[0]",
            "t" | "j" => "2D",
            "m" => "2DMS",
            "i" => "image[0]",
            "l" => "there",
            "c" => "(EQ.x)",
            "k" => "EQ.x",
            "p" => "fragment.texcoord[0]",
            "B" => "c[4]",
            "K" => "k[4]",
            "H" => "h[4]",
            "N" => "n",
            "S" => "chosen",
            _ => "b",
        }
    }

    pub(crate) fn operands(&self, row: &Row) -> Vec<String> {
        let text = |kind: &&str| self.operand(row.opcode, kind).to_owned();
        row.kinds.iter().map(text).collect()
    }

    /// A program of the instruction `name` and what must stand around it.
    pub(crate) fn program(&self, row: &Row, options: &[&str], name: &str, operands: &[String]) -> String {
        let mut text = format!("!!{}\n", self.name);
        for option in options.iter().filter(|option| !option.is_empty()) {
            text += &format!("OPTION {option};\n");
        }
        text += self.declared;
        text += "TEMP a, b;\n";
        let has = |kind: &str| row.kinds.contains(&kind);
        for (kind, declared) in [
            ("B", "CBUFFER c[] = { program.buffer[0] };\n"),
            ("K", "STORAGE k[] = { program.storage[0] };\n"),
            ("H", "SHARED h[] = { program.sharedmem };\n"),
            ("N", "COUNTER n = program.counter[0][0];\n"),
            (
                "S",
                "SUBROUTINETYPE kind { there };\nSUBROUTINE kind chosen = program.subroutine[0];\n",
            ),
        ] {
            if has(kind) {
                text += declared;
            }
        }
        if matches!(row.opcode, "PK64" | "UP64") {
            text += "LONG TEMP l;\n";
        }
        let (open, close) = match row.opcode {
            "IF" => ("", "ENDIF;\n"),
            "ELSE" => ("IF EQ.x;\n", "ENDIF;\n"),
            "ENDIF" => ("IF EQ.x;\n", ""),
            "REP" => ("", "BRK;\nENDREP;\n"),
            "ENDREP" => ("REP 2;\n", ""),
            "BRK" | "CONT" => ("REP 2;\n", "ENDREP;\n"),
            "CAL" => ("", "RET;\nthere:\n"),
            "CALI" => ("", "RET;\nthere SUBROUTINENUM(0):\n"),
            "FSIB" => ("", "FSIE;\n"),
            "FSIE" => ("FSIB;\n", ""),
            _ => ("", ""),
        };
        text += open;
        text += name;
        for (index, operand) in operands.iter().enumerate() {
            let apart = index == 0 || row.kinds.get(index) == Some(&"c");
            text += if apart { " " } else { ", " };
            text += operand;
        }
        text + ";\n" + close + "END"
    }
}
