//! Programs made at random from the opcode table: none panics, and the same program gives the same bits.

use quadrille_isa::gl::opcode::{OPCODES, OpcodeRow, OperandShape, ResultShape};
use quadrille_isa::gl::operation::{Class, Operation};
use quadrille_isa::gl::{Features, LanguageSet, Profile, Stage};
use quadrille_reference::{Quiet, Sanitizer};

use crate::support::{program, run};

/// Numbers from a seed (Knuth, The Art of Computer Programming 2, 3.3.4, line 26 of table 1).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one_of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }
}

/// The opcodes that a program of straight lines may have.
fn rows(features: &Features) -> Vec<&'static OpcodeRow> {
    let usable = |row: &&OpcodeRow| {
        let class = row.operation.class();
        row.availability.check(features).is_ok()
            && (class.is_arithmetic()
                || matches!(row.operation, Operation::Vote(_))
                || class == Class::Derivative)
            && row.operation != Operation::Convert
            && !matches!(row.operation, Operation::Pack64 | Operation::Unpack64)
            && row.result != ResultShape::None
            && !row.operands.contains(&OperandShape::ExtendedSwizzle)
    };
    OPCODES.iter().filter(usable).collect()
}

fn instruction(numbers: &mut Numbers, row: &OpcodeRow, features: &Features) -> String {
    let typed = match (row.columns.float, row.columns.integer) {
        (_, quadrille_isa::gl::opcode::Column::No) => "",
        (quadrille_isa::gl::opcode::Column::No, _) => numbers.one_of(&["", ".S", ".U"]),
        _ => numbers.one_of(&["", ".F", ".S", ".U"]),
    };
    let update = if row.columns.condition {
        numbers.one_of(&["", ".CC", ".CC1"])
    } else {
        ""
    };
    let masks: &[&str] = match row.operation {
        Operation::Reflect | Operation::Cross | Operation::Normalize => &[".xyz", ".x"],
        _ => &["", ".x", ".yw", ".xyz"],
    };
    let mask = numbers.one_of(masks);
    let test = numbers.one_of(&["", "", "", " (GT.x)", " (NE1)", " (LE0.wzyx)"]);
    let mut text = format!(
        "{}{typed}{update} t{}{mask}{test}",
        row.mnemonic,
        numbers.below(4)
    );
    for shape in row.operands_in(features.languages) {
        let sign = numbers.one_of(&["", "", "-"]);
        let name = numbers.one_of(&["t0", "t1", "t2", "t3", "i"]);
        let selector = match shape {
            OperandShape::Scalar | OperandShape::ScalarUnsigned => numbers.one_of(&[".x", ".w"]),
            _ => numbers.one_of(&["", ".yzwx", ".z"]),
        };
        text += &format!(", {sign}{name}{selector}");
    }
    text + ";\n"
}

fn block(numbers: &mut Numbers, rows: &[&OpcodeRow], features: &Features, depth: u32) -> String {
    let mut text = String::new();
    for _ in 0..numbers.below(6) + 1 {
        let inner = |numbers: &mut Numbers| block(numbers, rows, features, depth + 1);
        text += &match numbers.below(12) {
            0 if depth < 3 => format!(
                "IF {};\n{}ENDIF;\n",
                numbers.one_of(&["GT.x", "NE1.y"]),
                inner(numbers)
            ),
            1 if depth < 3 => {
                format!("IF LT.z;\n{}ELSE;\n{}ENDIF;\n", inner(numbers), inner(numbers))
            }
            2 if depth < 3 => {
                let inside = inner(numbers);
                format!(
                    "REP.S n;\n{inside}{} (EQ.x);\n{}ENDREP;\n",
                    numbers.one_of(&["BRK", "CONT"]),
                    inner(numbers)
                )
            }
            3 if depth < 3 => "CAL helper (GE.w);\n".to_owned(),
            4 => "RET (EQ1.x);\n".to_owned(),
            _ => {
                let row = rows[numbers.below(rows.len())];
                instruction(numbers, row, features)
            }
        };
    }
    text
}

#[test]
fn the_same_program_gives_the_same_bits() {
    let mut executed = 0;
    for seed in 0..400 {
        let mut numbers = Numbers(seed);
        let (header, input, output) = match seed % 2 {
            0 => ("!!NVvp5.0", "vertex.attrib[0]", "result.attrib[0]"),
            _ => ("!!NVfp5.0", "fragment.texcoord[0]", "result.color"),
        };
        let profile = Profile::of(header).expect("a header");
        let features = profile.features();
        assert!(features.languages.meets(LanguageSet::NV5));
        let rows = rows(&features);
        assert!(rows.len() > 60, "{}", rows.len());
        let main = block(&mut numbers, &rows, &features, 0);
        let helper = block(&mut numbers, &rows, &features, 3);
        let text = format!(
            "{header}\nATTRIB i = {input};\nINT PARAM n = {{2, 0, 0, 0}};\nTEMP t0, t1, t2, t3;\nmain:\nMOV t0, i;\nMOV t1, i.yzwx;\n{main}MOV {output}, t0;\nRET;\nhelper:\n{helper}END"
        );
        let _ = program(&text);
        let lanes: Vec<[u32; 4]> = (0..8)
            .map(|_| std::array::from_fn(|_| (numbers.below(1 << 16) << 16 | numbers.below(1 << 16)) as u32))
            .collect();
        let (first, end) = run(&text, &lanes, 100_000, &mut Quiet);
        let (second, other) = run(&text, &lanes, 100_000, &mut Quiet);
        assert_eq!(first, second, "{text}");
        assert_eq!(end, other);
        // Watching changes nothing.
        let mut sanitizer = Sanitizer::new(&program(&text));
        let (third, _) = run(&text, &lanes, 100_000, &mut sanitizer);
        assert_eq!(first.results, third.results, "{text}");
        executed += 1;
        assert!(profile.stage == Stage::Vertex || profile.stage == Stage::Fragment);
    }
    assert_eq!(executed, 400);
}
