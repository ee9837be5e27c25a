//! VP1.0 to FP1.0 and the ARB languages with NVIDIA's options: suffixes that are part of the opcode's name.

use crate::judge::Judge;
use crate::rows::{TABLES, everywhere, rows, words};
use std::collections::BTreeSet;

/// How a language writes a program of one instruction.
pub(crate) struct Language {
    name: &'static str,
    table: usize,
    before: &'static str,
    after: &'static str,
    result: &'static str,
    vector: &'static str,
    address: &'static str,
    /// The source of PUSHA and ARA.
    address_source: &'static str,
    unit: &'static str,
    /// A result may have `(EQ.x)` behind it.
    masks: bool,
    /// An operand may stand between bars.
    absolute: bool,
}

const VERTEX: Language = Language {
    name: "VP1.0",
    table: 0,
    before: "!!VP1.0\n",
    after: "MOV o[HPOS], R0;\nEND",
    result: "R0",
    vector: "v[0]",
    address: "A0.x",
    address_source: "A1",
    unit: "TEX0",
    masks: false,
    absolute: false,
};

const ARB: Language = Language {
    name: "ARBvp1.0",
    table: 4,
    before: "!!ARBvp1.0\nTEMP a, b;\nADDRESS A;\n",
    after: "END",
    result: "a",
    vector: "b",
    address: "A.x",
    address_source: "B",
    unit: "texture[0]",
    ..VERTEX
};

/// Every language of this form, its options included.
pub(crate) const LANGUAGES: &[Language] = &[
    VERTEX,
    Language {
        name: "VSP1.0",
        before: "!!VSP1.0\n",
        after: "MOV c[0], R0;\nEND",
        ..VERTEX
    },
    Language {
        name: "VP1.1",
        table: 1,
        before: "!!VP1.1\n",
        ..VERTEX
    },
    Language {
        name: "VP2.0",
        table: 2,
        before: "!!VP2.0\n",
        masks: true,
        absolute: true,
        ..VERTEX
    },
    Language {
        name: "FP1.0",
        table: 3,
        before: "!!FP1.0\n",
        after: "MOV o[COLR], R0;\nEND",
        vector: "R1",
        masks: true,
        absolute: true,
        ..VERTEX
    },
    ARB,
    Language {
        name: "ARBfp1.0",
        table: 5,
        before: "!!ARBfp1.0\nTEMP a, b;\n",
        ..ARB
    },
    Language {
        name: "ARBvp1.0 with NV_vertex_program2",
        table: 6,
        before: "!!ARBvp1.0\nOPTION NV_vertex_program2;\nTEMP a, b;\nADDRESS A, B;\n",
        masks: true,
        absolute: true,
        ..ARB
    },
    Language {
        name: "ARBvp1.0 with NV_vertex_program3",
        table: 7,
        before: "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP a, b;\nADDRESS A, B;\n",
        masks: true,
        absolute: true,
        ..ARB
    },
    Language {
        name: "ARBfp1.0 with NV_fragment_program",
        table: 8,
        before: "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a, b;\n",
        masks: true,
        absolute: true,
        ..ARB
    },
    Language {
        name: "ARBfp1.0 with NV_fragment_program2",
        table: 9,
        before: "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a, b;\n",
        masks: true,
        absolute: true,
        ..ARB
    },
];

/// Every suffix that any language has, in the order of NV_fragment_program 3.11.4 and of NV_gpu_program4 Table X.15.
fn suffixes() -> Vec<String> {
    let mut all = Vec::new();
    for precision in ["", "R", "H", "X"] {
        for update in ["", "C", "C0", "C1"] {
            for clamp in ["", "_SAT", "_SSAT"] {
                all.push(format!("{precision}{update}{clamp}"));
            }
        }
    }
    all
}

/// The suffixes of a row: a choice, or nothing, out of each group.
fn legal(groups: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for group in groups.split(';').filter(|group| *group != "-") {
        let more = all
            .iter()
            .flat_map(|before| group.split(',').map(move |suffix| format!("{before}{suffix}")));
        let more: Vec<String> = more.collect();
        all.extend(more);
    }
    all
}

impl Language {
    fn operand(&self, opcode: &str, kind: &str) -> String {
        let vector = self.vector;
        match kind {
            // NV_fragment_program 3.11.5.26 and NV_fragment_program_option 3.11.5.36: no w component.
            "r" if opcode == "RFL" => format!("{}.xyz", self.result),
            "r" => self.result.to_owned(),
            // NV_vertex_program3 2.14.5.43: no write mask.
            "a" if opcode == "POPA" => self.address_source.to_owned(),
            "a" => self.address.to_owned(),
            "s" => format!("{vector}.x"),
            "x" => "x, y, 0, -1".to_owned(),
            "u" => self.unit.to_owned(),
            "t" => "2D".to_owned(),
            "A" => self.address_source.to_owned(),
            "l" => "there".to_owned(),
            "c" => "(EQ.x)".to_owned(),
            "k" => "EQ.x".to_owned(),
            "p" => "{3, 0, 1, 1}".to_owned(),
            _ => vector.to_owned(),
        }
    }

    fn program(&self, opcode: &str, name: &str, operands: &[String], kinds: &[&str]) -> String {
        let (open, close) = match opcode {
            "ELSE" => ("IF EQ.x;\n", "ENDIF;\n"),
            "ENDIF" => ("IF EQ.x;\n", ""),
            "IF" => ("", "ENDIF;\n"),
            "BRK" | "CONT" => ("REP {2, 0, 0, 0};\n", "ENDREP;\n"),
            "ENDREP" => ("REP {2, 0, 0, 0};\n", ""),
            "REP" => ("", "ENDREP;\n"),
            "ENDLOOP" => ("LOOP {2, 0, 1, 0};\n", ""),
            "LOOP" => ("", "ENDLOOP;\n"),
            _ => ("", ""),
        };
        let label = if kinds.contains(&"l") { "there:\n" } else { "" };
        let mut text = format!("{}{open}{name}", self.before);
        for (index, operand) in operands.iter().enumerate() {
            // A condition follows what it belongs to without a comma.
            let apart = index == 0 || kinds.get(index) == Some(&"c");
            text += if apart { " " } else { ", " };
            text += operand;
        }
        text + ";\n" + close + label + self.after
    }
}

/// One instruction of `kinds` under `name`.
fn plain(language: &Language, opcode: &str, name: &str, kinds: &[&str]) -> String {
    let operands: Vec<String> = kinds.iter().map(|kind| language.operand(opcode, kind)).collect();
    language.program(opcode, name, &operands, kinds)
}

/// Uses every opcode of every language in this one.
pub(crate) fn judge(language: &Language, judge: &mut Judge) {
    let table = rows(TABLES[language.table]);
    let mut names = BTreeSet::new();
    for row in &table {
        names.extend(legal(row[4]).iter().map(|suffix| format!("{}{suffix}", row[0])));
    }
    for row in &table {
        let kinds: Vec<&str> = words(row[1]).collect();
        for suffix in suffixes() {
            let name = format!("{}{suffix}", row[0]);
            let doubt = format!("{}: {name}", language.name);
            let legal = names.contains(&name);
            judge.expects(legal, &doubt, &plain(language, row[0], &name, &kinds));
            if legal {
                forms(language, row[0], &name, &kinds, judge);
            }
        }
    }
    for (opcode, operands) in everywhere() {
        if !names.contains(opcode) {
            let kinds: Vec<&str> = words(operands).collect();
            let doubt = format!("{}: {opcode} is not there", language.name);
            judge.refuses(&doubt, &plain(language, opcode, opcode, &kinds));
        }
    }
}

/// One operand too few and too many, no component for a scalar, and what a language lets stand around operands.
fn forms(language: &Language, opcode: &str, name: &str, kinds: &[&str], judge: &mut Judge) {
    let doubt = |what: &str| format!("{}: {name}, {what}", language.name);
    let operands: Vec<String> = kinds.iter().map(|kind| language.operand(opcode, kind)).collect();
    if let Some((last, rest)) = kinds.split_last() {
        let program = language.program(opcode, name, &operands[..rest.len()], rest);
        judge.expects(*last == "c", &doubt("one operand less"), &program);
    }
    let mut more = operands.clone();
    more.push(language.vector.to_owned());
    judge.refuses(
        &doubt("one operand more"),
        &language.program(opcode, name, &more, kinds),
    );
    for (index, kind) in kinds.iter().enumerate() {
        let mut with = |what: &str, legal: bool, text: String| {
            let mut changed = operands.clone();
            changed[index] = text;
            judge.expects(
                legal,
                &doubt(what),
                &language.program(opcode, name, &changed, kinds),
            );
        };
        let operand = &operands[index];
        match *kind {
            "s" => {
                with(
                    "a scalar without its component",
                    false,
                    language.vector.to_owned(),
                );
                with("a negated scalar", true, format!("-{operand}"));
                with("an absolute scalar", language.absolute, format!("|{operand}|"));
            }
            // An operand of SWZ has neither sign nor bars: <srcReg> of ARB_vertex_program, <instOperandVNS>.
            "v" | "q" => {
                let free = opcode != "SWZ";
                with("a negated vector", free, format!("-{operand}"));
                with(
                    "an absolute vector",
                    free && language.absolute,
                    format!("|{operand}|"),
                );
            }
            "r" => {
                let masked = format!("{operand} (GT.x)");
                with("a result under a condition", language.masks, masked);
            }
            // The grammar of NV_vertex_program2 has no condition there, its 2.14.2.2 says that <maskedAddrReg> has one.
            "a" => {
                let masked = format!("{operand} (GT.x)");
                with(
                    "an address under a condition",
                    language.masks && opcode != "POPA",
                    masked,
                );
            }
            _ => {}
        }
        // NV_fragment_program_option and NV_fragment_program2: a vector or a condition code test.
        if *kind == "q" {
            with("a condition code test", true, "EQ.x".to_owned());
        }
    }
}
