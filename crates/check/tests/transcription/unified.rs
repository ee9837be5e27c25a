//! The languages of NV_gpu_program4 and 5: modifiers after dots, suffixes for the older ones, types.

use crate::judge::Judge;
use crate::rows::{TABLES, everywhere, rows, words};
use std::collections::BTreeMap;

/// A header.
pub(crate) struct Language {
    name: &'static str,
    /// The letter of the stage in the tables.
    stage: char,
    version: u32,
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
    output: &'static str,
    float: &'static str,
    integer: &'static str,
    condition: bool,
    saturate: bool,
    half: bool,
    default: &'static str,
    pub(crate) needed: &'static str,
    also: Vec<&'static str>,
}

impl Row {
    fn new(fields: &[&'static str]) -> Row {
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
    fn types(&self, version: u32) -> Vec<&'static str> {
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
    fn gives_floats(&self, kind: &str) -> bool {
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
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The rows of this header: its own opcodes, and with which option.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut all = Vec::new();
        let tables: &[usize] = match self.version {
            40 => &[10],
            41 => &[10, 11],
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

    fn operand(&self, opcode: &str, kind: &str) -> &'static str {
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

/// Every modifier of Table X.14 of NV_gpu_program4, as NV_gpu_program5, its extensions and options add to it.
const MODIFIERS: &[&str] = &[
    "F", "U", "S", "CC", "CC0", "CC1", "SAT", "SSAT", "S24", "U24", "HI", "F16", "F32", "F64", "F32X2",
    "F32X4", "F64X2", "F64X4", "S8", "S16", "S32", "S32X2", "S32X4", "S64", "S64X2", "S64X4", "U8", "U16",
    "U32", "U32X2", "U32X4", "U64", "U64X2", "U64X4", "ADD", "MIN", "MAX", "IWRAP", "DWRAP", "AND", "OR",
    "XOR", "EXCH", "CSWAP", "COH", "VOL", "ROUND", "CEIL", "FLR", "TRUNC", "PREC", "CTA", "INCR", "DECR",
    "GET", "F16X2", "F16X4", "S8X2", "S8X4", "S16X2", "S16X4", "U8X2", "U8X4", "U16X2", "U16X4", "X", "C",
    "LONG",
];

/// What the tables leave open: whether these may stand beside an instruction of memory or of a texture.
fn open(row: &Row, modifier: &str) -> bool {
    let memory = !row.needed.is_empty() || row.kinds.contains(&"i");
    let image_or_texture = ["u", "g", "i"].iter().any(|kind| row.kinds.contains(kind));
    match modifier {
        "COH" | "VOL" => memory,
        "PREC" => {
            let neither = ["IPA", "DDX", "DDY", "TG", "SHF", "QSWZ"]
                .iter()
                .any(|name| row.opcode.starts_with(name));
            memory || image_or_texture || neither
        }
        // Storage and atomic modifiers are the matter of `memory`.
        _ => {
            memory
                && !matches!(
                    modifier,
                    "CC" | "CC0" | "CC1" | "SAT" | "SSAT" | "S24" | "U24" | "HI" | "X" | "C" | "LONG"
                )
        }
    }
}

/// Uses every opcode of every language in this one.
pub(crate) fn judge(language: &Language, judge: &mut Judge) {
    let all = language.rows();
    for row in &all {
        let with = |judge: &mut Judge, legal: bool, text: &str| {
            let name = format!("{}{text}", row.opcode);
            let doubt = format!("{}: {name} {}", language.name, row.option);
            let operands = language.operands(row);
            judge.expects(
                legal,
                &doubt,
                &language.program(row, &[row.option], &name, &operands),
            );
            if legal {
                count_operands(language, row, &name, judge);
            }
        };
        for (text, legal) in modifiers(language, row) {
            with(judge, legal, &text);
        }
        for (text, legal) in suffixes(row) {
            with(judge, legal, &format!("{text}{}", row.needed));
        }
        forms(language, row, judge);
        if !row.option.is_empty() && row.option != "EXT_shader_image_load_formatted" {
            let (name, operands) = (format!("{}{}", row.opcode, row.needed), language.operands(row));
            let doubt = format!("{}: {name} without {}", language.name, row.option);
            judge.refuses(&doubt, &language.program(row, &[], &name, &operands));
        }
    }
    for (opcode, operands) in everywhere() {
        if !all.iter().any(|row| row.opcode == opcode) {
            let fields = [
                opcode, "", "", "-", operands, "", "", "-", "-", "-", "-", "-", "-", "-", "-",
            ];
            let row = Row::new(&fields);
            let doubt = format!("{}: {opcode} is not there", language.name);
            judge.refuses(
                &doubt,
                &language.program(&row, &[], opcode, &language.operands(&row)),
            );
        }
    }
}

/// Modifiers after dots, alone and in pairs, and whether they are legal.
fn modifiers(language: &Language, row: &Row) -> BTreeMap<String, bool> {
    let needed = row.needed;
    let types = row.types(language.version);
    let mut uses = BTreeMap::from([(needed.to_owned(), true)]);
    for modifier in MODIFIERS {
        if !open(row, modifier) {
            uses.insert(format!("{needed}.{modifier}"), false);
        }
    }
    let newer = language.version == 50;
    if newer && row.opcode == "MEMBAR" {
        uses.insert(".CTA".to_owned(), language.stage == 'k');
    }
    for also in &row.also {
        uses.insert(format!("{needed}.{also}"), newer || row.opcode == "MUL");
    }
    let typed = row.float != "-" || row.integer != "-";
    if row.kinds.contains(&"r") && typed && !open(row, "PREC") {
        uses.insert(".PREC".to_owned(), newer);
        uses.insert(".PREC.PREC".to_owned(), false);
    }
    if row.kinds.contains(&"r") {
        uses.insert(format!("{needed}.NTC"), true);
    }
    let mut kinds = vec![""];
    kinds.extend(&types);
    for kind in &kinds {
        let base = if kind.is_empty() {
            needed.to_owned()
        } else {
            format!("{needed}.{kind}")
        };
        uses.insert(base.clone(), true);
        for update in ["CC", "CC0", "CC1"] {
            uses.insert(format!("{base}.{update}"), row.condition);
            uses.insert(format!("{base}.{update}.CC"), false);
        }
        let clamps = row.saturate && (row.gives_floats(kind) || row.opcode == "CVT" || row.needed == ".F32");
        for clamp in ["SAT", "SSAT"] {
            // CVT to F32 here; its other types are the matter of `memory`.
            uses.insert(format!("{base}.{clamp}"), clamps);
            uses.insert(format!("{base}.CC.{clamp}"), clamps && row.condition);
            uses.insert(format!("{base}.{clamp}.SAT"), false);
        }
        if !kind.is_empty() {
            // No more than one modifier of a kind.
            for other in ["F", "S", "U"] {
                uses.insert(format!("{base}.{other}"), false);
            }
        }
    }
    if row.opcode == "MUL" {
        for text in [
            ".S24.S", ".U24.U", ".HI", ".F.HI", ".S24.HI", ".S24.U24", ".S24.SAT",
        ] {
            uses.insert(text.to_owned(), false);
        }
    }
    uses
}

/// Suffixes (Table X.15): the type first, then the condition code, then the clamp.
fn suffixes(row: &Row) -> BTreeMap<String, bool> {
    let mut uses = BTreeMap::new();
    let memory = !row.needed.is_empty();
    let float = row.float != "-";
    for kind in ["", "R", "H", "X"] {
        for update in ["", "C", "C0", "C1"] {
            for clamp in ["", "_SAT", "_SSAT"] {
                let kind_legal = match kind {
                    "R" => float,
                    "H" => row.half,
                    "X" => false,
                    _ => true,
                };
                let floats = row.gives_floats(if kind.is_empty() { "" } else { "F" });
                let clamp_legal = clamp.is_empty() || row.saturate && (floats || row.needed == ".F32");
                let legal = kind_legal && (update.is_empty() || row.condition) && clamp_legal;
                // A type beside a storage modifier is none of the tables' questions.
                if !(memory || row.kinds.contains(&"i")) || kind.is_empty() {
                    uses.insert(format!("{kind}{update}{clamp}"), legal);
                }
            }
        }
    }
    if !memory {
        for wrong in [
            "CR",
            "_SATC",
            "_SATR",
            "CC",
            "R.F",
            "R.S",
            "H.F",
            "C.CC",
            "C1.CC0",
            "_SAT.SAT",
            "_SAT_SSAT",
        ] {
            uses.insert(wrong.to_owned(), false);
        }
    }
    // Another opcode's name: FRC, RCC, TXFMS and their kin are not a suffix of anything.
    let names: Vec<&str> = everywhere().iter().map(|(opcode, _)| *opcode).collect();
    uses.retain(|suffix, _| {
        suffix.is_empty() || !names.contains(&format!("{}{suffix}", row.opcode).as_str())
    });
    uses
}

/// The instruction with one operand less, and with one more.
fn count_operands(language: &Language, row: &Row, name: &str, judge: &mut Judge) {
    let operands = language.operands(row);
    let doubt = |what: &str| format!("{}: {name} with one operand {what}", language.name);
    if let Some(last) = row.kinds.last() {
        let fewer = &operands[..operands.len() - 1];
        let legal = matches!(*last, "c" | "o");
        judge.expects(
            legal,
            &doubt("less"),
            &language.program(row, &[row.option], name, fewer),
        );
    }
    let mut more = operands;
    more.push("b".to_owned());
    judge.refuses(&doubt("more"), &language.program(row, &[row.option], name, &more));
}

/// What may stand around operands.
fn forms(language: &Language, row: &Row, judge: &mut Judge) {
    let name = format!("{}{}", row.opcode, row.needed);
    for (index, kind) in row.kinds.iter().enumerate() {
        let mut with = |what: &str, legal: bool, text: String| {
            let mut operands = language.operands(row);
            operands[index] = text;
            let doubt = format!("{}: {name}, {what}", language.name);
            judge.expects(
                legal,
                &doubt,
                &language.program(row, &[row.option], &name, &operands),
            );
        };
        let operand = language.operand(row.opcode, kind);
        match *kind {
            "s" => {
                with("a scalar without its component", false, "b".to_owned());
                with("a negated scalar", true, format!("-{operand}"));
                with("an absolute scalar", true, format!("|{operand}|"));
            }
            "v" | "q" | "o" => {
                // SWZ: <instOperandVNS>; CVT: "a program using such operators will fail to compile".
                let free = !matches!(row.opcode, "SWZ" | "CVT");
                with("a negated vector", free, format!("-{operand}"));
                with("an absolute vector", free, format!("|{operand}|"));
            }
            "r" => {
                with("a result under a condition", true, format!("{operand} (GT1.x)"));
                with(
                    "a result under two conditions",
                    false,
                    format!("{operand} (GT1.x) (EQ.x)"),
                );
            }
            // NV_gpu_program5 2.X.4.4: a component only for TXG and TXGO.
            "u" => with("a component of a texture", false, "texture[0].x".to_owned()),
            "g" => with(
                "a component of a texture",
                language.version == 50,
                "texture[0].x".to_owned(),
            ),
            "p" => with("no attribute", false, "b".to_owned()),
            "B" | "K" | "H" | "N" | "S" => with("a temporary in place of a buffer", false, "b".to_owned()),
            _ => {}
        }
        if *kind == "q" {
            with("a condition code test", true, "EQ.x".to_owned());
        }
    }
}
