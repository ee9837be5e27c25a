//! Modifiers and suffixes of the unified languages, alone and together, and what may stand around operands.

use std::collections::BTreeMap;

use crate::judge::Judge;
use crate::rows::everywhere;
use crate::unified::{Language, Row};

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
    // Another opcode's name: FRC, RCC, TXFMS and others are not a suffix of anything.
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
